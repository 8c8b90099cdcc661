"""Checking whole rules for one minor: shapes, named values and cases."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.language import types
from engine.language.catalogue import reachable
from engine.language.check import Checker
from engine.language.check_effects import EffectChecker
from engine.language.checked import CheckedBinding, CheckedCase, CheckedLet, CheckedRule, Shape
from engine.language.dependencies import in_order
from engine.language.literals import settle
from engine.language.minors import Active
from engine.language.mistakes import CheckError
from engine.language.rules import Binding, Case, Rule, RuleSet
from engine.language.scope import Scope, Variable, entries_of, known_present
from engine.language.terms import Term
from engine.language.tree import Tree


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
        self.effects = EffectChecker(checker)
        self.problems: list[Problem] = []
        self.gathered: dict[str, tuple[set[tuple[str, str]], set[str]]] = {}
        self.shapes: dict[tuple[object, ...], tuple[tuple[CheckedBinding, ...], Scope]] = {}

    def rules(self, sources: Iterable[Source], active: Active) -> list[CheckedRule]:
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

    def rule(self, source: Source, active: Active) -> CheckedRule | None:
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

    def cases(self, rule: Rule, scope: Scope, active: Active) -> list[CheckedCase]:
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
            self.gather(term, reads, inputs)
        writes = set()
        for case in draft.cases:
            if case.effect.target is not None:
                writes.add((case.effect.target.kind, case.effect.target.field))
            if case.effect.note is not None:
                writes.add(("notes", case.effect.note[0]))
            if case.effect.kind == "take" and case.effect.value is not None:
                kinds = reachable(self.checker.catalogue, case.effect.value.type)
                moved = {(kind, name) for kind in kinds for name in self.checker.catalogue.kinds[kind].fields}
                reads |= moved
                writes |= moved
            if case.effect.kind in ("rank", "choose"):
                writes |= {("notes", case.effect.into), ("conclusions", case.effect.into)}
            writes |= {("conclusions", name) for name, *_ in case.effect.conclusions}
            writes |= {("conclusions", case.effect.ties)} if case.effect.ties else set()
        key = (*(binding.slot for binding in draft.shape.bindings), frozenset(inputs))
        shape = replace(draft.shape, key=key)
        return replace(draft, shape=shape, inputs=frozenset(inputs), reads=frozenset(reads), writes=frozenset(writes))

    def gather(self, term: Term, reads: set[tuple[str, str]], inputs: set[str]) -> None:
        """Add what a term reads, definitions included.

        ``inputs`` are the facts that must be there for the rule to speak.
        """
        for part in term.all():
            if part.operation == "field":
                reads.add(part.data)
            elif part.operation in ("notes", "conclusions"):
                reads.add((part.operation, part.data))
            elif part.operation == "input":
                reads.add(("input", part.data))
                if part.type.kind and not self.checker.catalogue.inputs[part.data].optional:
                    inputs.add(part.data)
            elif part.operation == "apply":
                read, needed = self.read_by(part.data)
                reads |= read
                inputs |= needed

    def read_by(self, name: str) -> tuple[set[tuple[str, str]], set[str]]:
        """Return what a definition reads and which facts it needs, gathered once."""
        if name not in self.gathered:
            reads, inputs = self.gathered[name] = (set(), set())
            definition = self.checker.definitions.get(name)
            if definition is not None:
                self.gather(definition.body, reads, inputs)
        return self.gathered[name]

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
        slot = self.checker.slot()
        try:
            term = settle(self.checker.term(tree, scope))
            self.checker.unfolded(f"variable {slot}", term)
        except CheckError as error:
            self.problems.append(error.problem)
            nothing = Term("constant", types.NOTHING, False, tree)
            return scope.with_variable(name, Variable(nothing, mistake=error.problem))
        lets.append(CheckedLet(name, slot, term))
        variable = Term("variable", term.type, term.optional, tree, data=slot, definition=term)
        return scope.with_variable(name, Variable(variable, tree, scope))

    def case(self, case: Case, scope: Scope, loops: bool) -> tuple[CheckedCase | None, Scope]:
        """Return a checked case, and the scope of the cases after it."""
        try:
            when = self.checker.condition(case.when, scope) if case.when is not None else None
            inner = scope.knowing(known_present(when, True)) if when is not None else scope
            effect = self.effects.effect(case.effect, inner, loops)
        except CheckError as error:
            self.problems += [error.problem, *self.effects.problems]
            self.effects.problems.clear()
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


def both(shared: Term | None, own: Term | None) -> Term | None:
    """Return the condition under which a case holds: the rule's and its own."""
    if shared is None or own is None:
        return own if shared is None else shared
    tree = Tree("and", "and", (shared.tree, own.tree), own.tree.place, written=f"{shared.tree} and {own.tree}")
    return Term("and", types.TRUTH, False, tree, (shared, own))
