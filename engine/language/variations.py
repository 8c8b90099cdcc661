"""Variations of rules: the same with one thing changed that a test ought to notice."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final

from engine.language.rules import Binding, Case, Definition, Effect, Rule
from engine.language.source import Place
from engine.language.tree import Tree

FLIPPED: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "="}
SWAPPED: Final = {"absent": "present", "present": "absent"}
KEPT: Final = {"first": "last", "last": "first"}
LEFT_ALONE: Final = frozenset(
    (
        *("about", "examples", "explain", "given", "given_at", "named", "note_at", "on", "place"),
        *("since", "until", "written"),
    )
)
"""Parts of a rule that do not decide what it does (`explain` is told beside a message), or are varied as a whole."""

_AMOUNT: Final = re.compile(r"(-?)([0-9]+)((?:\.[0-9]+)?[A-Za-z]*)")

Neighbours = Mapping[tuple[Place, str], tuple[str, ...]]
"""For each amount that is read, by its place and words, the fields or definitions declared beside it that are alike."""


@dataclass(frozen=True, slots=True)
class Variation:
    """One change: what kind it is, where it stands, in words, and what the changed part becomes."""

    kind: str
    place: Place
    change: str
    becomes: Any


def of_rule(rule: Rule, neighbours: Neighbours) -> Iterator[Variation]:
    """Yield the variations of what a rule says, but for its minors."""
    needed = needed_lets(rule)
    for variation in _within(replace(rule, lets=()), neighbours):
        yield replace(variation, becomes=replace(variation.becomes, lets=rule.lets))
    for at, (name, tree) in enumerate(rule.lets):
        for variation in _within(tree, neighbours) if name in needed else ():
            lets = (*rule.lets[:at], (name, variation.becomes), *rule.lets[at + 1 :])
            yield replace(variation, becomes=replace(rule, lets=lets))
    if len(rule.cases) > 1:
        yield from _of_cases(rule)


def of_definition(definition: Definition, neighbours: Neighbours) -> Iterator[Variation]:
    """Yield the variations of what a definition is."""
    return _within(definition, neighbours)


def of_value(value: Any) -> Iterator[Any]:
    """Yield what a value of a table may become: one more, one less, the opposite."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)


def with_case(rule: Rule, case: Case) -> Rule:
    """Return a rule with one of its cases replaced by another of its number."""
    return replace(rule, cases=tuple(case if one.number == case.number else one for one in rule.cases))


def needed_lets(rule: Rule) -> set[str]:
    """Return the names that what a rule does depends on; not those that it only tells of."""
    lets = dict(rule.lets)
    needed: set[str] = set()
    waiting = list(trees(replace(rule, lets=())))
    while waiting:
        for name in set(_names(waiting.pop())) & lets.keys() - needed:
            needed.add(name)
            waiting.append(lets[name])
    return needed


def trees(node: Any) -> Iterator[Tree]:
    """Yield the outermost expressions within a part of a rule, but for what it only tells of."""
    if isinstance(node, Tree):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from trees(item)
    elif is_dataclass(node):
        for field in fields(node):
            if field.name not in LEFT_ALONE:
                yield from trees(getattr(node, field.name))


def _names(node: Any) -> Iterator[str]:
    if isinstance(node, Tree) and node.form == "name":
        yield node.word
    if isinstance(node, tuple):
        for item in node:
            yield from _names(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _names(getattr(node, field.name))


def _of_cases(rule: Rule) -> Iterator[Variation]:
    for at, case in enumerate(rule.cases):
        left = (*rule.cases[:at], *rule.cases[at + 1 :])
        yield Variation("case", case.place, f"case {case.number} is left out", replace(rule, cases=left))
    for at, (one, other) in enumerate(zip(rule.cases, rule.cases[1:], strict=False)):
        swapped = replace(other, number=one.number), replace(one, number=other.number)
        cases = (*rule.cases[:at], *swapped, *rule.cases[at + 2 :])
        change = f"case {other.number} comes before the one before it"
        yield Variation("order", other.place, change, replace(rule, cases=cases))


def _within(node: Any, neighbours: Neighbours) -> Iterator[Variation]:
    """Yield every variation of a node in which one part of it is changed."""
    if isinstance(node, tuple):
        for at, item in enumerate(node):
            for variation in _within(item, neighbours):
                yield replace(variation, becomes=(*node[:at], variation.becomes, *node[at + 1 :]))
        return
    if not is_dataclass(node):
        return
    for vary in VARIED.get(type(node), ()):
        yield from vary(node, neighbours)
    for field in fields(node):
        held = getattr(node, field.name)
        for variation in _within(held, neighbours) if field.name not in LEFT_ALONE else ():
            whole = replace(node, **{field.name: variation.becomes})  # type: ignore[type-var]
            yield replace(variation, becomes=_told(whole, variation.change) if isinstance(whole, Tree) else whole)


def _told(tree: Tree, change: str) -> Tree:
    """Return a tree whose words are other ones than before: what is written alike counts as the same."""
    return replace(tree, written=f"{tree.written} ({change})")


def _changed(kind: str, tree: Tree, written: str, **parts: Any) -> Variation:
    becomes = replace(tree, written=written, **parts)
    return Variation(kind, tree.named or tree.place, f"`{tree.written}` becomes `{written}`", becomes)


def _comparisons(tree: Tree, _: Neighbours) -> Iterator[Variation]:
    if tree.form not in ("compare", "test"):
        return
    left = tree.parts[0].written
    negated = tree.written.endswith(f" is not {tree.word}") or tree.written.startswith(f"{left} not in ")
    if tree.word in FLIPPED:
        word = FLIPPED[tree.word]
        end = tree.written.index(left) + len(left)
        flipped = tree.written[:end] + tree.written[end:].replace(tree.word, word, 1)
        yield _changed("comparison", tree, flipped, word=word)
    elif tree.word in SWAPPED:
        word = SWAPPED[tree.word]
        yield _changed("comparison", tree, f"{left} is {'not ' if negated else ''}{word}", word=word)
    else:
        told = f"is{'' if negated else ' not'} {tree.word}"
        if tree.form == "compare":
            told = f"{'' if negated else 'not '}in {tree.parts[1].written}"
        yield _changed("comparison", tree, f"{left} {told}", form="not", word="not", parts=(tree,))


def _amounts(tree: Tree, neighbours: Neighbours) -> Iterator[Variation]:
    for other in neighbours.get((tree.place, tree.written), ()):
        if tree.form == "field":
            yield _changed("amount", tree, f"{tree.parts[0].written}.{other}", word=other)
        elif tree.form == "call":
            yield _changed("amount", tree, tree.written.replace(tree.word, other, 1), word=other)


def _constants(tree: Tree, _: Neighbours) -> Iterator[Variation]:
    if tree.form == "truth":
        word = "false" if tree.word == "true" else "true"
        yield _changed("constant", tree, word, word=word)
    found = _AMOUNT.fullmatch(tree.word) if tree.form in ("number", "quantity") else None
    if found is not None:
        sign, digits, rest = found.groups()
        for step in (1, -1):
            word = f"{int(sign + digits) + step}{rest}"
            yield _changed("constant", tree, word, word=word)


def _directions(binding: Binding, _: Neighbours) -> Iterator[Variation]:
    if binding.backwards:
        change = f"`{binding.loop.name}` is taken first to last"
        yield Variation("order", binding.place, change, replace(binding, backwards=False))


def _keeping(effect: Effect, _: Neighbours) -> Iterator[Variation]:
    if effect.kind == "conclude" and effect.keep in KEPT:
        other = KEPT[effect.keep]
        yield Variation("order", effect.place, f"`keep: {effect.keep}` becomes `{other}`", replace(effect, keep=other))


Vary = Callable[[Any, Neighbours], Iterator[Variation]]
VARIED: Final[dict[type, tuple[Vary, ...]]] = {
    Binding: (_directions,),
    Tree: (_comparisons, _amounts, _constants),
    Effect: (_keeping,),
}
