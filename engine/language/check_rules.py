"""Checking whole rules for one minor: shapes, named values, cases and effects."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.language import types
from engine.language.check import (
    Checker,
    CheckError,
    Scope,
    Variable,
    article,
    entries_of,
    fail,
    known_present,
    settle,
)
from engine.language.checked import (
    CheckedBinding,
    CheckedCase,
    CheckedEffect,
    CheckedLet,
    CheckedMessage,
    CheckedRule,
    Shape,
    Target,
)
from engine.language.dependencies import in_order
from engine.language.expression import Tree
from engine.language.reading import nearest
from engine.language.rules import Binding, Case, Conclusion, Definition, Effect, Message, Rule, RuleSet
from engine.language.source import Place
from engine.language.terms import Term
from engine.language.types import QUANTITY, TEXT, entry_of, list_of


@dataclass(frozen=True, slots=True)
class Source:
    """A rule with the stage and rule set it stands in."""

    stage: str
    rule_set: RuleSet
    rule: Rule


class RuleChecker:
    """Checks the rules of a policy for one minor; problems of all rules are gathered."""

    def __init__(self, checker: Checker) -> None:
        """Take the checker of expressions."""
        self.checker = checker
        self.catalogue = checker.catalogue
        self.problems: list[Problem] = []
        self.shapes: dict[tuple[object, ...], tuple[tuple[CheckedBinding, ...], Scope]] = {}

    def rules(self, sources: Iterable[Source], active: "Active") -> list[CheckedRule]:
        """Return the checked rules in order; those with problems are left out."""
        checked = []
        for source in sources:
            before = len(self.problems)
            rule = self.rule(source, active)
            if rule is not None and len(self.problems) == before:
                checked.append(rule)
        return checked

    def definitions(self) -> None:
        """Check every definition."""
        for name in in_order(self.checker.sources):
            try:
                self.checker.definition(name, self.checker.sources[name].body)
            except CheckError as error:
                self.problems.append(error.problem)

    def rule(self, source: Source, active: "Active") -> CheckedRule | None:
        """Return one checked rule, None if its loops are wrong."""
        rule = source.rule
        try:
            bindings, scope = self.bindings(rule.bindings)
        except CheckError as error:
            self.problems.append(error.problem)
            return None
        lets: list[CheckedLet] = []
        for name, tree in rule.lets:
            scope = self.let(name, tree, scope, lets)
        cases = self.cases(rule, scope, active)
        explain = self.named(source.rule_set.explain, scope)
        cases = [replace(case, explain=tuple({**dict(explain), **dict(case.explain)}.items())) for case in cases]
        draft = CheckedRule(
            source.stage,
            source.rule_set,
            rule,
            Shape((), bindings, scope),
            scope,
            tuple(lets),
            tuple(cases),
            frozenset(),
        )
        return self.completed(draft)

    def cases(self, rule: Rule, scope: Scope, active: "Active") -> list[CheckedCase]:
        """Return the checked cases of a rule; each knows that those before it did not hold."""
        shared = None
        if rule.when is not None:
            try:
                shared = self.checker.condition(rule.when, scope)
            except CheckError as error:
                self.problems.append(error.problem)
                return []
            scope = scope.knowing(known_present(shared, True))
        cases = []
        for case in rule.cases:
            if active.covers(case.since, case.until):
                checked, scope = self.case(case, scope, bool(rule.bindings))
                cases += [replace(checked, when=both(shared, checked.when))] if checked else []
        return cases

    def completed(self, draft: CheckedRule) -> CheckedRule:
        """Return the rule with its inputs, reads and writes, and the key of its shape."""
        reads: set[tuple[str, str]] = set()
        inputs: set[str] = set()
        for term in draft.terms():
            self.gather(term, reads, inputs, set())
        writes = set()
        for case in draft.cases:
            if case.effect.target is not None:
                writes.add((case.effect.target.kind, case.effect.target.field))
            if case.effect.note is not None:
                writes.add(("notes", case.effect.note[0]))
            if case.effect.kind == "rank":
                writes.add(("notes", case.effect.into))
        key = (*(binding.slot for binding in draft.shape.bindings), frozenset(inputs))
        shape = replace(draft.shape, key=key)
        return replace(draft, shape=shape, inputs=frozenset(inputs), reads=frozenset(reads), writes=frozenset(writes))

    def gather(self, term: Term, reads: set[tuple[str, str]], inputs: set[str], seen: set[str]) -> None:
        """Add what a term reads, definitions included; ``inputs`` are the facts that must be there for the rule to speak."""
        for part in term.all():
            if part.operation == "field":
                reads.add(part.data)
            elif part.operation == "notes":
                reads.add(("notes", part.data))
            elif part.operation == "input":
                reads.add(("input", part.data))
                if part.type.kind and not part.optional:
                    inputs.add(part.data)
            elif part.operation == "apply" and part.data not in seen:
                seen.add(part.data)
                definition = self.checker.definitions.get(part.data)
                if definition is not None:
                    self.gather(definition.body, reads, inputs, seen)

    def bindings(self, bindings: tuple[Binding, ...]) -> tuple[tuple[CheckedBinding, ...], Scope]:
        """Return checked loops; loops that are written alike are one and the same."""
        key = tuple(
            (b.loop.name, b.loop.source.written, b.where.written if b.where else "", b.backwards) for b in bindings
        )
        if key not in self.shapes:
            self.shapes[key] = self._bindings(bindings)
        return self.shapes[key]

    def _bindings(self, bindings: tuple[Binding, ...]) -> tuple[tuple[CheckedBinding, ...], Scope]:
        scope, checked = Scope(), []
        for binding in bindings:
            source, variable = self.checker.source(binding.loop.source, scope)
            scope = scope.with_variable(binding.loop.name, Variable(variable)).knowing(entries_of(source, variable))
            where = None
            if binding.where is not None:
                where = self.checker.condition(binding.where, scope)
                scope = scope.knowing(known_present(where, True))
            checked.append(CheckedBinding(binding.loop.name, variable.data, source, where, binding.backwards))
        return tuple(checked), scope

    def let(self, name: str, tree: Tree, scope: Scope, lets: list[CheckedLet]) -> Scope:
        """Check a named value and return the scope that knows it."""
        try:
            term = settle(self.checker.term(tree, scope))
        except CheckError as error:
            self.problems.append(error.problem)
            return scope
        slot = self.checker.slot()
        try:
            self.checker.unfolded(f"variable {slot}", term)
        except CheckError as error:
            self.problems.append(error.problem)
            return scope
        lets.append(CheckedLet(name, slot, term))
        variable = Term("variable", term.type, term.optional, tree, data=slot, definition=term)
        return scope.with_variable(name, Variable(variable, tree, scope))

    def case(self, case: Case, scope: Scope, loops: bool) -> tuple[CheckedCase | None, Scope]:
        """Return a checked case, and the scope of the cases after it."""
        try:
            when = self.checker.condition(case.when, scope) if case.when is not None else None
            inner = scope.knowing(known_present(when, True)) if when is not None else scope
            effect = self.effect(case.effect, inner, loops)
        except CheckError as error:
            self.problems.append(error.problem)
            return None, scope
        checked = CheckedCase(case.number, when, effect, self.named(case.explain, inner), case.place)
        return checked, scope.knowing(known_present(when, False)) if when is not None else scope

    def named(self, pairs: tuple[tuple[str, Tree], ...], scope: Scope) -> tuple[tuple[str, Term], ...]:
        """Return checked terms by name; values that may be absent are allowed."""
        checked = []
        for name, tree in pairs:
            try:
                checked.append((name, settle(self.checker.term(tree, scope))))
            except CheckError as error:
                self.problems.append(error.problem)
        return tuple(checked)

    def effect(self, effect: Effect, scope: Scope, loops: bool) -> CheckedEffect:
        """Return a checked effect."""
        if effect.kind in ("deny", "warn", "refuse"):
            return self.denial(effect, scope)
        if effect.kind in ("fill", "copy"):
            return self.setting(effect, scope)
        if effect.kind == "rank":
            return self.rank(effect, scope)
        conclusions = [self.concluded(conclusion, scope) for conclusion in effect.conclusions]
        if loops and not effect.keep and any(key is None for _, key, _ in conclusions):
            raise CheckError(
                effect.place.problem("several facts may conclude here", "say `keep: first` or `keep: last`")
            )
        return CheckedEffect("conclude", conclusions=tuple(conclusions), keep=effect.keep or "first")

    def concluded(self, conclusion: Conclusion, scope: Scope) -> tuple[str, Term | None, Term]:
        """Return a checked conclusion: its name, the key of the entry if it is one, and its value."""
        name, tree = conclusion.name, conclusion.value
        wanted = whole = self.conclusion(name, conclusion.place)
        key = None
        if conclusion.key is not None:
            entry = entry_of(whole)
            if entry is None:
                hint = "declare it as `map of ...` in facts.yaml, or leave the key out"
                raise fail(conclusion.key, f"`{name}` is {article(whole)} and has no entries", hint)
            key, wanted = self.checker.certain(self.checker.term(conclusion.key, scope)), entry
            if key.type != TEXT:
                raise fail(conclusion.key, f"`{key.tree}` is {article(key.type)}, but entries are named by texts")
        term = self.worded(tree, self.catalogue.conclusions[name].words, scope)
        if not types.fits(term.type, wanted):
            raise fail(tree, f"`{name}` is {article(wanted)}, but `{tree}` is {article(term.type)}")
        return name, key, self.checker.certain(term)

    def worded(self, tree: Tree, words: tuple[str, ...], scope: Scope) -> Term:
        """Return the term of an expression where one of a closed list of words may stand as it is."""
        if tree.form == "name" and tree.word in words:
            return Term("constant", TEXT, False, tree, data=tree.word)
        if tree.form == "name" and words and tree.word not in scope.variables:
            raise fail(tree, f"`{tree.word}` is none of {', '.join(words)}", nearest(tree.word, words))
        return settle(self.checker.term(tree, scope))

    def conclusion(self, name: str, place: Place) -> types.Type:
        """Return the type of a declared conclusion."""
        if name not in self.catalogue.conclusions:
            hint = nearest(name, self.catalogue.conclusions) or "declare it under `conclusions` in facts.yaml"
            raise CheckError(place.problem(f"`{name}` is no conclusion", hint))
        return self.catalogue.conclusions[name].type

    def denial(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked deny or warn."""
        each = None
        if effect.each is not None:
            source, variable = self.checker.source(effect.each[1], scope)
            each = (variable.data, source)
            scope = scope.with_variable(effect.each[0], Variable(variable))
        message = self.message(effect.message, scope)
        field = self.message(effect.field, scope) if effect.field is not None else None
        return CheckedEffect(effect.kind, message=message, field=field, type=effect.type, each=each)

    def message(self, message: Message | None, scope: Scope) -> CheckedMessage:
        """Return a checked message: every value in it is there and can be shown."""
        checked: list[str | tuple[Term, str]] = []
        for part in message.parts if message else ():
            if isinstance(part, str):
                checked.append(part)
                continue
            tree, form = part
            checked.append((self.checker.showable(tree, form, scope), form))
        return tuple(checked)

    def setting(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked fill or copy."""
        if effect.target is None or effect.value is None:
            return CheckedEffect(effect.kind)
        target = self.target(effect.target, scope)
        value = self.checker.certain(self.checker.term(effect.value, scope))
        if value.type != QUANTITY:
            raise fail(effect.value, f"`{effect.value}` is {article(value.type)}, but a quantity belongs here")
        note = None
        if effect.note is not None:
            note = self.note(effect.note[0], effect.note[1], scope, effect.place)
        return CheckedEffect(effect.kind, target=target, value=value, note=note)

    def target(self, tree: Tree, scope: Scope) -> Target:
        """Return the checked target of a fill or copy."""
        term = self.checker.term(tree, scope)
        if term.operation == "index" and term.parts[0].operation == "field":
            owner, key = term.parts
            return Target(self.checker.certain(owner.parts[0]), owner.data[0], owner.data[1], key)
        if term.operation == "field" and term.type == QUANTITY:
            return Target(self.checker.certain(term.parts[0]), term.data[0], term.data[1], None)
        raise fail(tree, f"`{tree}` cannot be set", "name an entry, such as `container.limits[resource]`")

    def note(self, name: str, given: tuple[tuple[str, Tree], ...], scope: Scope, place: Place):  # type: ignore[no-untyped-def]
        """Return a checked note: the name of the notes, the kind of the fact, and its fields."""
        if name not in self.catalogue.notes or not self.catalogue.notes[name].type.of:
            hint = nearest(name, self.catalogue.notes) or "declare it under `notes` in facts.yaml"
            raise CheckError(place.problem(f"there are no notes `{name}`", hint))
        kind_name = str(self.catalogue.notes[name].type.of)
        fields = self.catalogue.kinds[kind_name].fields
        checked = []
        for field_name, tree in given:
            if field_name not in fields:
                raise fail(tree, f"{kind_name} has no field `{field_name}`", nearest(field_name, fields))
            term = self.checker.certain(self.worded(tree, fields[field_name].words, scope))
            if not types.fits(term.type, fields[field_name].type):
                raise fail(tree, f"`{field_name}` is {article(fields[field_name].type)}, not {article(term.type)}")
            checked.append((field_name, term))
        missing = [field_name for field_name in fields if field_name not in dict(given)]
        if missing:
            raise CheckError(place.problem(f"the note lacks {', '.join(missing)}"))
        return name, kind_name, tuple(checked)

    def rank(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked rank."""
        notes = self.catalogue.notes.get(effect.into)
        whole = notes.type if notes else self.conclusion(effect.into, effect.place)
        if effect.value is None or not (whole.of and (notes or whole.of == TEXT)):
            message = f"`{effect.into}` cannot hold a ranking"
            raise CheckError(
                effect.place.problem(message, "rank into notes, or into a conclusion that is a list of text")
            )
        value = self.checker.certain(self.checker.term(effect.value, scope))
        if list_of(value.type) != whole:
            raise fail(
                effect.value, f"`{effect.value}` is {article(value.type)}, but `{effect.into}` is {article(whole)}"
            )
        order = []
        for direction, tree in effect.order:
            key = self.checker.certain(settle(self.checker.term(tree, scope)))
            wanted = key.type == types.TRUTH if direction == "first" else key.type.numeric
            if not wanted:
                raise fail(
                    tree,
                    f"`{direction}` does not work on {article(key.type)}",
                    "first: a condition; lowest, highest: amounts",
                )
            order.append((direction, key))
        return CheckedEffect("rank", value=value, into=effect.into, order=tuple(order))


def both(shared: Term | None, own: Term | None) -> Term | None:
    """Return the condition under which a case holds: the rule's and its own."""
    if shared is None or own is None:
        return own if shared is None else shared
    tree = Tree("and", "and", (shared.tree, own.tree), own.tree.place, written=f"{shared.tree} and {own.tree}")
    return Term("and", types.TRUTH, False, tree, (shared, own))


@dataclass(frozen=True, slots=True)
class Active:
    """The minor that rules are checked for."""

    minor: str

    def covers(self, since: str, until: str) -> bool:
        """Whether a range that includes ``since`` and excludes ``until`` holds the minor."""
        return (not since or number(since) <= number(self.minor)) and (not until or number(self.minor) < number(until))


def overlap(first: Definition, second: Definition) -> bool:
    """Whether two definitions of one name hold for the same minor."""
    pairs = ((first, second), (second, first))
    return not any(a.until and b.since and number(a.until) <= number(b.since) for a, b in pairs)


def number(minor: str) -> tuple[int, ...]:
    """Return a minor such as ``1.35`` as numbers."""
    return tuple(int(part) for part in minor.split(".") if part.isdigit())
