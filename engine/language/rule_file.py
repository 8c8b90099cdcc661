"""Rule files: from located YAML to the tree of rules, cases and effects."""

from dataclasses import replace

from engine.language.expression import MOST_IN_CHAIN, MOST_LENGTH, MOST_LOOPS, parse
from engine.language.messages import UnclosedError, split
from engine.language.minors import is_minor, number
from engine.language.reading import Reader, nearest
from engine.language.rules import Binding, Case, Conclusion, Definition, Effect, Example, Message, Rule, RuleSet
from engine.language.source import Mapping, Node, Place, Text
from engine.language.tables import read_tables
from engine.language.tree import ExpressionError, Loop, Tree, broken

ROLES = ("limitRange", "item", "subject", "resource", "observed", "bound", "at", "atLeast", "atMost")
EFFECTS = ("fill", "copy", "deny", "warn", "refuse", "conclude", "rank", "choose", "remember", "take")
LEAVING = "note"
"""An effect of its own, or a part of one that sets a value."""
MOST_NAMED = 200
THIS_RULE_SET = "this rule set"
UNLESS_DENIED = "unless something was denied"
SET_KEYS = ("about", "tables", "define", "for each", "let", "explain", "begin", "stop after", "on", "rules")
EXAMPLE_KEYS = ("about", "given", "on", "kubernetes", "question")
RULE_KEYS = ("about", "source", "since", "until", "on", "for each", "let", "explain", "when", "first", "examples")
CASE_KEYS = (
    "when",
    "since",
    "until",
    *EFFECTS,
    "with",
    "to",
    "from",
    "but",
    "at",
    "note",
    "keep",
    "by",
    "into",
    "ties",
    "prefer",
    "explain",
    "each",
)


class _SetReader:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def rule_set(self, node: Node) -> RuleSet:
        top = self.reader.mapping(node)
        shared = tuple(self.bindings(top.get("for each")))
        lets = self.named(top.get("let"))
        explain = self.explain(top.get("explain"))
        items = self.reader.items(top.get("rules"))
        on = self.operations(top)
        rules = [self.rule(item, shared, lets) for item in items if isinstance(item, Mapping)]
        rules = [rule if rule.on else replace(rule, on=on) for rule in rules]
        stop = self.reader.text(top.get("stop after"))
        begin = self.reader.text(top.get("begin"))
        self.check_stop(top.get("stop after"), rules)
        seen: dict[str, Rule] = {}
        for rule in rules:
            other = seen.setdefault(rule.name, rule)
            if other is not rule and not (other.until and other.until == rule.since):
                self.reader.problem(
                    rule.place, f"rule `{rule.name}` stands twice in this rule set", "give it another name"
                )
        return RuleSet(
            self.reader.text(top.get("ruleset")),
            self.reader.text(top.get("version")),
            self.reader.text(top.get("about")),
            tuple(self.definitions(top.get("define"))),
            tuple(rules),
            explain,
            stop if stop != THIS_RULE_SET else "",
            top.place,
            stop == THIS_RULE_SET,
            bool(begin),
            read_tables(self.reader, top.get("tables")),
        )

    def operations(self, top: Mapping) -> tuple[str, ...]:
        """Return the operations that a rule set or rule speaks of."""
        return tuple(self.reader.text(item) for item in self.reader.items(top.get("on")))

    def check_stop(self, node: Node | None, rules: list[Rule]) -> None:
        """Tell of a loop after which to stop that no rule has."""
        loops = [THIS_RULE_SET, *dict.fromkeys(binding.loop.name for rule in rules for binding in rule.bindings)]
        stop = self.reader.text(node)
        if node is not None and stop and stop not in loops:
            hint = nearest(stop, loops) or f"write {' or '.join(f'`{loop}`' for loop in loops)}"
            self.reader.problem(node.place, f"no rule has a loop `{stop}`", hint)

    def range(self, node: Mapping, what: str) -> tuple[str, str]:
        """Return since and until; tell of a range that holds no minor."""
        since, until = (self.reader.text(node.get(key)) for key in ("since", "until"))
        value = node.get("until")
        if value is not None and is_minor(since) and is_minor(until) and number(until) <= number(since):
            self.reader.problem(value.place, f"{what} never holds: `until` must come after `since`, which is {since}")
        return since, until

    def definitions(self, node: Node | None) -> list[Definition]:
        if node is None:
            return []
        found = []
        for name, value in self.reader.mapping(node).entries:
            top = self.reader.mapping(value)
            given = self.reader.mapping(top.get("given")).entries if top.get("given") else ()
            parameters = tuple((key.value, self.reader.text(kind)) for key, kind in given)
            about = self.reader.text(top.get("about"))
            versions = [self.reader.mapping(item) for item in self.reader.items(top.get("versions"))]
            if (top.get("is") is None) == (not versions):
                self.reader.problem(name.place, f"`{name.value}` needs `is` or `versions`", "give one of them")
            for version in versions or [top]:
                body = self.reader.expression_or_broken(version.get("is"))
                since, until = self.range(version, f"`{name.value}`")
                since, until = since or self.reader.text(top.get("since")), until or self.reader.text(top.get("until"))
                if body is not None:
                    at = {key.value: kind.place for key, kind in given}
                    found.append(Definition(name.value, about, parameters, body, since, until, name.place, at))
        return found

    def named(self, node: Node | None) -> tuple[tuple[str, Tree], ...]:
        if node is None:
            return ()
        entries = self.reader.mapping(node).entries
        pairs = [(key.value, self.reader.expression_or_broken(value)) for key, value in entries]
        return tuple((name, tree) for name, tree in pairs if tree is not None)

    def explain(self, node: Node | None) -> tuple[tuple[str, Tree], ...]:
        if node is None:
            return ()
        self.reader.mapping(node)
        return self.named(node)

    def bindings(self, node: Node | None) -> list[Binding]:
        if node is None:
            return []
        found = []
        for name, value in self.reader.mapping(node).entries:
            binding = self.binding(name, value)
            if binding:
                found.append(binding)
        return found

    def binding(self, name: Text, value: Node) -> Binding | None:
        text = self.reader.text(value)
        backwards = text.endswith(", last first")
        text = text.removesuffix(", last first")
        if not isinstance(value, Text) or not text:
            return None
        # `SOURCE where CONDITION` is the quantifier of the expression grammar without its first words.
        prefix = f"any {name.value} in "
        try:
            tree = parse(value.part(prefix + text, -len(prefix)))
        except ExpressionError as error:
            self.reader.problems.append(error.problem)
            return Binding(Loop(name.value, broken(error.problem)), None, False, name.place)
        if tree.form != "quantifier":
            self.reader.problem(value.place, "a source was expected", "write `name: source where condition`")
            return None
        return Binding(tree.loops[0], tree.where, backwards, name.place)

    def rule(self, top: Mapping, shared: tuple[Binding, ...], lets: tuple[tuple[str, Tree], ...]) -> Rule:
        explain = self.explain(top.get("explain"))
        first = top.get("first")
        if first is not None:
            for key, _ in top.entries:
                if key.value in (*EFFECTS, LEAVING):
                    self.reader.problem(
                        key.place, f"`{key.value}` stands beside `first`", "put it into a case of `first`"
                    )
            items = [item for item in self.reader.items(first) if isinstance(item, Mapping)]
            cases = [self.case(item, number, explain) for number, item in enumerate(items, 1)]
        else:
            cases = [self.case(top, 1, explain, rule=True)]
        bindings = tuple(self.bindings(top.get("for each"))) if top.get("for each") is not None else shared
        own = (*lets, *self.named(top.get("let")))
        if len(bindings) > MOST_LOOPS or len(own) > MOST_NAMED:
            self.reader.problem(top.place, f"a rule has more than {MOST_LOOPS} loops or {MOST_NAMED} named values")
            bindings, own = bindings[:MOST_LOOPS], own[:MOST_NAMED]
        since, until = self.range(top, "the rule")
        return Rule(
            name=self.reader.text(top.get("name")),
            about=self.reader.text(top.get("about")),
            source=self.reader.text(top.get("source")),
            since=since,
            until=until,
            bindings=bindings,
            lets=own,
            when=self.reader.expression(top.get("when")) if first is not None else None,
            cases=tuple(case for case in cases if case),
            examples=tuple(self.examples(top.get("examples"))),
            place=top.place,
            on=self.operations(top),
        )

    def examples(self, node: Node | None) -> list[Example]:
        found = []
        for item in self.reader.items(node):
            top = self.reader.mapping(item)
            given = self.reader.mapping(top.get("given"))
            expected = tuple((key.value, value) for key, value in top.entries if key.value not in EXAMPLE_KEYS)
            if not expected:
                self.reader.problem(
                    item.place,
                    "the example expects nothing",
                    "add `denies:`, `fills:`, `concludes:`, `refuses:` or `silent: true`",
                )
            about, *asked = (self.reader.text(top.get(key)) for key in EXAMPLE_KEYS if key != "given")
            found.append(Example(about, given, expected, item.place, *asked))
        return found

    def case(self, top: Mapping, number: int, explain: tuple[tuple[str, Tree], ...], rule: bool = False) -> Case | None:
        found = [key for key, _ in top.entries if key.value in EFFECTS]
        found = found or [key for key, _ in top.entries if key.value == LEAVING]
        what = "the rule" if rule else "the case"
        if len(found) != 1:
            self.not_one_effect(top, found, what)
            return None
        own = () if rule else self.explain(top.get("explain"))
        since, until = ("", "") if rule else self.range(top, what)
        return Case(
            number,
            self.reader.expression(top.get("when")),
            self.effect(found[0].value, top),
            (*explain, *own),
            since,
            until,
            top.place,
        )

    def not_one_effect(self, node: Mapping, found: list[Text], what: str) -> None:
        """Tell of a rule or case with no effect, or several; not where a misspelt one is told already."""
        words = ", ".join(f"`{word}`" for word in (*EFFECTS, LEAVING))
        if found:
            named = " and ".join(f"`{key.value}`" for key in found)
            self.reader.problem(found[1].place, f"{what} has several effects, {named}", "keep one, or write two rules")
        elif not any(
            key.value not in (*CASE_KEYS, *RULE_KEYS) and nearest(key.value, EFFECTS) for key, _ in node.entries
        ):
            self.reader.problem(node.place, f"{what} has no effect", f"give one of {words}")

    def effect(self, kind: str, top: Mapping) -> Effect:
        value = top.get(kind)
        effect = Effect(kind, value.place if value else top.place)
        if kind in ("deny", "refuse") and isinstance(value, Mapping):
            self.reader.mapping(value)
            field, detail = self.message(value.get("field")), self.message(value.get("detail"))
            type_ = self.reader.text(value.get("type"))
            return replace(effect, message=detail, field=field, type=type_, each=self.each(top))
        if kind in ("deny", "warn", "refuse"):
            return replace(effect, message=self.message(value), each=self.each(top))
        if kind == "fill":
            target, given = self.reader.expression(value), self.needed(top, "fill", "with")
            return replace(effect, target=target, value=given, note=self.note(top), note_at=self.note_at(top))
        if kind == "copy":
            source, target = self.reader.expression(value), self.needed(top, "copy", "to")
            return replace(effect, target=target, value=source, note=self.note(top), note_at=self.note_at(top))
        if kind == "rank":
            ranked = self.reader.expression(value)
            into, ties = self.reader.text(top.get("into")), self.reader.text(top.get("ties"))
            return replace(effect, value=ranked, into=into, ties=ties, order=self.order(top))
        if kind == "choose":
            chosen, into = self.reader.expression(value), self.reader.text(top.get("into"))
            preferred = self.reader.expression(top.get("prefer"))
            order = (("prefer", preferred),) if preferred is not None else ()
            return replace(effect, value=chosen, into=into, order=order)
        if kind in ("take", "remember", LEAVING):
            return self.kept(effect, top)
        entries = self.reader.mapping(value).entries
        conclusions = tuple(found for key, node in entries if (found := self.conclusion(key, node)) is not None)
        keep = self.reader.text(top.get("keep"))
        return replace(effect, conclusions=conclusions, keep=keep)

    def conclusion(self, key: Text, node: Node) -> Conclusion | None:
        named = self.reader.expression(key)
        value = self.reader.expression(node)
        if named is None or value is None:
            return None
        if named.form == "name":
            return Conclusion(named.word, None, value, key.place)
        if named.form == "index" and named.parts[0].form == "name":
            return Conclusion(named.parts[0].word, named.parts[1], value, key.place)
        self.reader.problem(key.place, f"`{key.value}` is no conclusion", "write `name:` or `name[key]:`")
        return None

    def needed(self, top: Mapping, effect: str, key: str) -> Tree | None:
        if top.get(key) is None:
            self.reader.problem(top.key_place(effect), f"`{effect}` lacks `{key}`", f"add a line `{key}: ...`")
        return self.reader.expression(top.get(key))

    def each(self, top: Mapping) -> tuple[str, Tree] | None:
        pairs = self.named(top.get("each"))
        if len(pairs) > 1:
            self.reader.problem(top.key_place("each"), "`each` names more than one list", "keep one")
        return pairs[0] if pairs else None

    def note(self, top: Mapping) -> tuple[str, tuple[tuple[str, Tree], ...]] | None:
        return self.left_fact(top.get("note"))

    def left_fact(self, node: Node | None) -> tuple[str, tuple[tuple[str, Tree], ...]] | None:
        """Return the name under which a fact is left, and its fields."""
        entries = self.reader.mapping(node).entries
        return (entries[0][0].value, self.named(entries[0][1])) if len(entries) == 1 else None

    def note_at(self, top: Mapping) -> dict[str, Place]:
        """Return where a note and its fields are named; the note under ""."""
        return self.left_at(top.get("note"))

    def left_at(self, node: Node | None) -> dict[str, Place]:
        """Return where a fact that is left and its fields are named; the fact under ""."""
        entries = self.reader.mapping(node).entries
        fields = self.reader.mapping(entries[0][1]).entries if entries else ()
        return {"": entries[0][0].place, **{key.value: key.place for key, _ in fields}} if entries else {}

    def kept(self, effect: Effect, top: Mapping) -> Effect:
        """Return a take, or what leaves a fact."""
        if effect.kind == "take":
            return replace(effect, value=self.needed(top, "take", "from"), order=self.taken(top))
        value = top.get(effect.kind)
        return replace(effect, note=self.left_fact(value), note_at=self.left_at(value))

    def taken(self, top: Mapping) -> tuple[tuple[str, Tree], ...]:
        """Return what a take takes into, and the paths at which, or at which not."""
        words = [word for word in ("but", "at") if top.get(word) is not None]
        if len(words) != 1:
            hint = "add `but:` with the paths that stay, or `at:` with the paths that are taken"
            self.reader.problem(top.key_place("take"), "`take` needs `but` or `at`, and not both", hint)
        parts = [("into", top.get("take")), *((word, top.get(word)) for word in words[:1])]
        trees = [(word, self.reader.expression(node)) for word, node in parts]
        return tuple((word, tree) for word, tree in trees if tree is not None)

    def order(self, top: Mapping) -> tuple[tuple[str, Tree], ...]:
        found = []
        for item in self.reader.items(top.get("by")):
            for key, value in self.reader.mapping(item).entries:
                tree = self.reader.expression(value)
                if tree is not None:
                    found.append((key.value, tree))
        if not found:
            hint = "add `by:` with `first`, `lowest` or `highest` keys"
            self.reader.problem(top.key_place("rank"), "`rank` lacks its order", hint)
        return tuple(found)

    def message(self, node: Node | None) -> Message | None:
        return read_message(self.reader, node) if isinstance(node, Text) else None


def read_message(reader: Reader, source: Text) -> Message:
    """Split a message into literal parts and ``{expression}`` or ``{expression as %f}`` parts; ``{{`` is a brace."""
    parts: list[str | tuple[Tree, str]] = []
    if len(source.value) > MOST_LENGTH or source.value.count("{") > 2 * MOST_IN_CHAIN:
        limits = f"{MOST_LENGTH} characters or {MOST_IN_CHAIN} values"
        reader.problem(source.place, f"the message has more than {limits}", "say less")
        return Message((), source.place)
    try:
        for piece in split(source.value):
            if isinstance(piece, str):
                parts.append(piece)
            elif not piece.expression.strip():
                reader.problem(
                    source.at(piece.offset - 1), "`{}` holds no value", "write `{{}}` for braces of the message"
                )
            else:
                parts.append((parse(source.part(piece.expression, piece.offset)), piece.form))
    except UnclosedError as error:
        place = source.at(error.offset)
        reader.problem(place, str(error), "write `{{` for a brace of the message")
    except ExpressionError as error:
        reader.problems.append(error.problem)
    return Message(tuple(parts), source.place)


def read_rule_set(reader: Reader, node: Node) -> RuleSet:
    """Read one rule file; problems go to the reader."""
    return _SetReader(reader).rule_set(node)
