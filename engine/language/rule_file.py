"""Rule files: from located YAML to the tree of rules, cases and effects."""

from dataclasses import replace

from engine.language.expression import MOST_IN_CHAIN, MOST_LENGTH, ExpressionError, Tree, parse, place_at
from engine.language.messages import UnclosedError, split
from engine.language.reading import Reader
from engine.language.rules import Binding, Case, Conclusion, Definition, Effect, Example, Message, Rule, RuleSet
from engine.language.source import Mapping, Node, Text

ROLES = ("limitRange", "item", "subject", "resource", "observed", "bound", "at", "atLeast", "atMost")
EFFECTS = ("fill", "copy", "deny", "warn", "refuse", "conclude", "rank")
THIS_RULE_SET = "this rule set"
UNLESS_DENIED = "unless something was denied"
SET_KEYS = ("about", "define", "for each", "let", "explain", "begin", "stop after", "rules")
RULE_KEYS = ("about", "source", "since", "until", "for each", "let", "explain", "when", "first", "examples")
CASE_KEYS = ("when", "since", "until", *EFFECTS, "with", "to", "note", "keep", "by", "into", "explain", "each")


class _SetReader:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def rule_set(self, node: Node) -> RuleSet:
        top = self.reader.mapping(node)
        shared = tuple(self.bindings(top.get("for each")))
        lets = self.named(top.get("let"))
        explain = self.explain(top.get("explain"))
        rules = [self.rule(item, shared, lets) for item in self.reader.items(top.get("rules"))]
        stop = self.reader.text(top.get("stop after"))
        begin = self.reader.text(top.get("begin"))
        if begin not in ("", UNLESS_DENIED):
            self.reader.problem(top.place, f"`begin: {begin}` is not known", f"write `begin: {UNLESS_DENIED}`")
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
        )

    def definitions(self, node: Node | None) -> list[Definition]:
        if node is None:
            return []
        found = []
        for name, value in self.reader.mapping(node).entries:
            what = f"definition {name.value}"
            top = self.reader.mapping(value)
            given = self.reader.mapping(top.get("given")).entries if top.get("given") else ()
            parameters = tuple((key.value, self.reader.text(kind)) for key, kind in given)
            about = self.reader.text(top.get("about"))
            versions = [self.reader.mapping(item) for item in self.reader.items(top.get("versions"))]
            if (top.get("is") is None) == (not versions):
                self.reader.problem(value.place, f"{what} needs `is` or `versions`", "give one of them")
            for version in versions or [top]:
                body = self.reader.expression(version.get("is"))
                since, until = (self.reader.text(version.get(key) or top.get(key)) for key in ("since", "until"))
                if body is not None:
                    at = {key.value: kind.place for key, kind in given}
                    found.append(Definition(name.value, about, parameters, body, since, until, name.place, at))
        return found

    def named(self, node: Node | None) -> tuple[tuple[str, Tree], ...]:
        if node is None:
            return ()
        pairs = [(key.value, self.reader.expression(value)) for key, value in self.reader.mapping(node).entries]
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
            return None
        if tree.form != "quantifier":
            self.reader.problem(value.place, "a source was expected", "write `name: source where condition`")
            return None
        return Binding(tree.loops[0], tree.where, backwards, name.place)

    def rule(self, node: Node, shared: tuple[Binding, ...], lets: tuple[tuple[str, Tree], ...]) -> Rule:
        top = self.reader.mapping(node)
        explain = self.explain(top.get("explain"))
        first = top.get("first")
        if first is not None:
            for key, _ in top.entries:
                if key.value in EFFECTS:
                    self.reader.problem(
                        key.place, f"`{key.value}` stands beside `first`", "put it into a case of `first`"
                    )
            cases = [self.case(item, number, explain) for number, item in enumerate(self.reader.items(first), 1)]
        else:
            cases = [self.case(top, 1, explain, rule=True)]
        bindings = tuple(self.bindings(top.get("for each"))) if top.get("for each") is not None else shared
        return Rule(
            name=self.reader.text(top.get("name")),
            about=self.reader.text(top.get("about")),
            source=self.reader.text(top.get("source")),
            since=self.reader.text(top.get("since")),
            until=self.reader.text(top.get("until")),
            bindings=bindings,
            lets=(*lets, *self.named(top.get("let"))),
            when=self.reader.expression(top.get("when")) if first is not None else None,
            cases=tuple(case for case in cases if case),
            examples=tuple(self.examples(top.get("examples"))),
            place=top.place,
        )

    def examples(self, node: Node | None) -> list[Example]:
        found = []
        for item in self.reader.items(node):
            top = self.reader.mapping(item)
            given = self.reader.mapping(top.get("given"))
            expected = tuple((key.value, value) for key, value in top.entries if key.value not in ("about", "given"))
            if not expected:
                self.reader.problem(
                    item.place, "the example expects nothing", "add `denies:`, `fills:`, `concludes:` or `silent: true`"
                )
            found.append(Example(self.reader.text(top.get("about")), given, expected, item.place))
        return found

    def case(self, node: Node, number: int, explain: tuple[tuple[str, Tree], ...], rule: bool = False) -> Case | None:
        top = node if rule and isinstance(node, Mapping) else self.reader.mapping(node)
        found = [key for key, _ in top.entries if key.value in EFFECTS]
        if len(found) != 1:
            words = ", ".join(f"`{word}`" for word in EFFECTS)
            self.reader.problem(node.place, f"{len(found)} effects where one belongs", f"give one of {words}")
            return None
        own = () if rule else self.explain(top.get("explain"))
        return Case(
            number,
            self.reader.expression(top.get("when")),
            self.effect(found[0].value, top),
            (*explain, *own),
            self.reader.text(top.get("since")),
            self.reader.text(top.get("until")),
            top.place,
        )

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
            target, given = self.reader.expression(value), self.needed(top, "with")
            return replace(effect, target=target, value=given, note=self.note(top))
        if kind == "copy":
            source, target = self.reader.expression(value), self.needed(top, "to")
            return replace(effect, target=target, value=source, note=self.note(top))
        if kind == "rank":
            ranked = self.reader.expression(value)
            return replace(effect, value=ranked, into=self.reader.text(top.get("into")), order=self.order(top))
        entries = self.reader.mapping(value).entries
        conclusions = tuple(found for key, node in entries if (found := self.conclusion(key, node)) is not None)
        keep = self.reader.text(top.get("keep"))
        if keep not in ("", "first", "last"):
            self.reader.problem(top.place, f"`keep: {keep}` is not known", "write `keep: first` or `keep: last`")
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

    def needed(self, top: Mapping, key: str) -> Tree | None:
        if top.get(key) is None:
            self.reader.problem(top.place, f"the effect lacks `{key}`")
        return self.reader.expression(top.get(key))

    def each(self, top: Mapping) -> tuple[str, Tree] | None:
        pairs = self.named(top.get("each"))
        if len(pairs) > 1:
            self.reader.problem(top.place, "`each` names more than one list", "keep one")
        return pairs[0] if pairs else None

    def note(self, top: Mapping) -> tuple[str, tuple[tuple[str, Tree], ...]] | None:
        if top.get("note") is None:
            return None
        entries = self.reader.mapping(top.get("note")).entries
        if len(entries) != 1:
            self.reader.problem(top.place, "a note leaves one fact", "write `note: {name: {field: value}}`")
            return None
        return entries[0][0].value, self.named(entries[0][1])

    def order(self, top: Mapping) -> tuple[tuple[str, Tree], ...]:
        found = []
        for item in self.reader.items(top.get("by")):
            for key, value in self.reader.mapping(item).entries:
                tree = self.reader.expression(value)
                if tree is not None:
                    found.append((key.value, tree))
        if not found:
            self.reader.problem(
                top.place, "`rank` lacks its order", "add `by:` with `first`, `lowest` or `highest` keys"
            )
        return tuple(found)

    def message(self, node: Node | None) -> Message | None:
        if not isinstance(node, Text):
            if node is not None:
                self.reader.problem(node.place, "a message must be one text")
            return None
        return read_message(self.reader, node)


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
            else:
                parts.append((parse(source.part(piece.expression, piece.offset)), piece.form))
    except UnclosedError as error:
        place = place_at(source, error.offset)
        reader.problem(place, str(error), "write `{{` for a brace of the message")
    except ExpressionError as error:
        reader.problems.append(error.problem)
    return Message(tuple(parts), source.place)


def read_rule_set(reader: Reader, node: Node) -> RuleSet:
    """Read one rule file; problems go to the reader."""
    return _SetReader(reader).rule_set(node)
