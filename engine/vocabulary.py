"""The words that rules may use, as a page: made from ``facts.yaml``, the definitions and the table of functions."""

from collections.abc import Iterable, Iterator

from engine.language.catalogue import Catalogue, Input, Kind
from engine.language.functions import FUNCTIONS
from engine.language.loading import PolicyTree
from engine.language.tables import Table


def vocabulary(tree: PolicyTree, title: str = "Vocabulary") -> str:
    """Return the page in Markdown."""
    catalogue = tree.catalogue
    parts = (_head(title), _inputs(catalogue), _units(catalogue), _kinds(tree), _definitions(tree), _tables(tree))
    return "\n".join([line for part in (*parts, _functions()) for line in part] + [""])


def _head(title: str) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield "Made from `facts.yaml`, the rule sets and the language by `podlaw vocabulary`. Do not edit."
    yield ""


def _inputs(catalogue: Catalogue) -> Iterator[str]:
    for title, entries in (
        ("What a request holds", {n: e for n, e in catalogue.inputs.items() if n not in catalogue.memories}),
        ("What one evaluation remembers and the next is given", catalogue.memories),
        ("What rules leave for later rules", catalogue.notes),
        ("What rules may conclude", catalogue.conclusions),
    ):
        if entries:
            yield f"## {title}"
            yield ""
            yield from _table(
                ("name", "type", "meaning"), ((f"`{e.name}`", _type(e), _about(e)) for e in entries.values())
            )
    if catalogue.shorthands:
        yield "## Shorthands of examples and tests"
        yield ""
        rows = ((f"`{name}`", f"`{'.'.join(steps)}`") for name, steps in catalogue.shorthands.items())
        yield from _table(("shorthand", "place"), rows)


def _type(entry: Input) -> str:
    return f"{'optional ' if entry.optional else ''}{entry.type}{f', in {entry.unit}' if entry.unit else ''}"


def _units(catalogue: Catalogue) -> Iterator[str]:
    if catalogue.units:
        yield "## Units"
        yield ""
        names = {u: [f"`{name}`" for name, of in catalogue.unit_of.items() if of == u] for u in catalogue.units}
        rows = ((f"`{unit}`", ", ".join(names[unit]), about) for unit, about in catalogue.units.items())
        yield from _table(("unit", "amounts that have it", "meaning"), rows)


def _tables(tree: PolicyTree) -> Iterator[str]:
    tables = tree.tables()
    if tables:
        yield "## Tables"
        yield ""
        rows = ((f"`{table.name}[{', '.join(table.keys)}]`", _given(table), table.about) for table in tables.values())
        yield from _table(("table", "gives", "meaning"), rows)


def _given(table: Table) -> str:
    return f"{'optional ' if table.otherwise is None else ''}{table.gives}"


def _about(entry: Input) -> str:
    return f"{entry.about} One of: {', '.join(f'`{word}`' for word in entry.words)}." if entry.words else entry.about


def _kinds(tree: PolicyTree) -> Iterator[str]:
    yield "## Kinds of facts"
    yield ""
    for kind in tree.catalogue.kinds.values():
        yield f"### {kind.name}"
        yield ""
        yield kind.about
        yield ""
        yield from _table(("field", "type", "where it stands", "meaning"), _fields(tree, kind))


def _fields(tree: PolicyTree, kind: Kind) -> Iterator[tuple[str, ...]]:
    for field in kind.fields.values():
        words = f" One of: {', '.join(f'`{word}`' for word in field.words)}." if field.words else ""
        type_ = f"{'optional ' if field.optional else ''}{field.type}{f', in {field.unit}' if field.unit else ''}"
        yield f"`{field.name}`", type_, f"`{'.'.join(field.path)}`" if field.path else "", field.about + words
    for rule_set in tree.rule_sets.values():
        for definition in rule_set.definitions:
            if len(definition.given) == 1 and definition.given[0][1] == kind.name:
                yield f"`{definition.name}`", "defined", f"rule set {rule_set.name}", definition.about


def _definitions(tree: PolicyTree) -> Iterator[str]:
    rows = []
    for rule_set in tree.rule_sets.values():
        for definition in rule_set.definitions:
            if len(definition.given) != 1 or definition.given[0][1] not in tree.catalogue.kinds:
                given = ", ".join(f"{name}: {kind}" for name, kind in definition.given)
                rows.append((f"`{definition.name}({given})`" if given else f"`{definition.name}`", definition.about))
    if rows:
        yield "## Definitions"
        yield ""
        yield from _table(("definition", "meaning"), dict.fromkeys(rows))


def _functions() -> Iterator[str]:
    yield "## Functions"
    yield ""
    rows = (
        (f"`{f.name}({', '.join(map(str, f.takes))})`", f"{'optional ' if f.may_be_absent else ''}{f.gives}", f.about)
        for f in FUNCTIONS.values()
    )
    yield from _table(("function", "gives", "meaning"), rows)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""
