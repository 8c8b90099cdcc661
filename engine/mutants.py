"""Mutants of a policy: the same rules with one change each. Tests that hold rules to account tell every one apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.compiled import check, lower_policy
from engine.errors import PolicyError
from engine.language import reachability
from engine.language.check import Checker
from engine.language.checked import CheckedRule
from engine.language.dependencies import words_of
from engine.language.loading import PolicyTree
from engine.language.minors import Active, number
from engine.language.rules import Case, Definition, Rule, RuleSet
from engine.language.source import Place
from engine.language.types import INT64, QUANTITIES, QUANTITY
from engine.language.variations import Neighbours, Variation, of_definition, of_rule, of_value, trees, with_case

AMOUNTS = (QUANTITY, QUANTITIES, INT64)
LATER = "1.9999"
"""A minor after every other."""

SHARED = "what rules share"
"""The subject of a change of words at the top of a rule set."""

Ranged = TypeVar("Ranged", Rule, Case, Definition)
RuleName = tuple[str, str]
"""A rule: its rule set and its name."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a policy.

    ``subject`` is the rule, definition or table that is changed, ``concerns`` the rules whose answers may change,
    ``minors`` those on which they may, ``part`` the folder of the policy it belongs to, ``rule_set`` what the changed
    rule set becomes. ``key`` names it for good.
    """

    key: str
    kind: str
    place: Place
    change: str
    subject: str
    concerns: frozenset[RuleName]
    minors: tuple[str, ...]
    part: str
    rule_set: RuleSet

    def within(self, whole: PolicyTree) -> PolicyTree:
        """Return the policy with the change."""
        if self.part:
            return replace(whole, parts={**whole.parts, self.part: self._in(whole.parts[self.part])})
        return self._in(whole)

    def _in(self, tree: PolicyTree) -> PolicyTree:
        return replace(tree, rule_sets={**tree.rule_sets, self.rule_set.name: self.rule_set})


def mutants(whole: PolicyTree) -> list[Mutant]:
    """Return all mutants of a policy and of those within it."""
    found = [mutant for part, tree in (("", whole), *whole.parts.items()) for mutant in _Mutants(part, tree).all()]
    seen: Counter[str] = Counter()
    named = []
    for mutant in found:
        seen[mutant.key] += 1
        again = f" ({seen[mutant.key]})" if seen[mutant.key] > 1 else ""
        named.append(replace(mutant, key=mutant.key + again))
    return named


def refused(mutant: Mutant, whole: PolicyTree) -> bool:
    """Whether the change is a mistake that a policy with it would be refused for when it is loaded."""
    tree = mutant.within(whole)
    tree = tree.parts[mutant.part] if mutant.part else tree
    try:
        lowered = [lower_policy(tree, minor) for minor in tree.policy.minors]
    except PolicyError:
        return True
    return not mutant.part and bool(reachability.in_every(one.reach for one in lowered))


class _Mutants:
    """The mutants of one policy."""

    def __init__(self, part: str, tree: PolicyTree) -> None:
        self.part = part
        self.tree = tree
        self.minors = tuple(sorted(tree.policy.minors, key=number))
        self.neighbours = neighbours(tree)
        self.used_by = users(tree)

    def all(self) -> Iterator[Mutant]:
        for rule_set in self.tree.rule_sets.values():
            yield from self.of_rules(rule_set)
            yield from self.of_definitions(rule_set)
            yield from self.of_tables(rule_set)
            yield from self.of_settings(rule_set)

    def of_rules(self, rule_set: RuleSet) -> Iterator[Mutant]:
        for at, rule in enumerate(rule_set.rules):
            concerns = frozenset(((rule_set.name, rule.name),))
            for variation in _whole(rule):
                yield self.made(_with_rules(rule_set, at, variation), rule.name, concerns, self.active(rule))
            for case in rule.cases if len(rule.cases) > 1 else ():
                for variation, minors in self.shifted((case,)):
                    varied = replace(variation, becomes=(with_case(rule, variation.becomes[0]),))
                    yield self.made(_with_rules(rule_set, at, varied), rule.name, concerns, minors)
        yield from self.of_words(rule_set)
        for name in dict.fromkeys(rule.name for rule in rule_set.rules):
            for variation, minors in self.shifted(rule_set.rules, name):
                whole = replace(variation, becomes=replace(rule_set, rules=variation.becomes))
                yield self.made(whole, name, frozenset(((rule_set.name, name),)), minors)

    def of_words(self, rule_set: RuleSet) -> Iterator[Mutant]:
        """Yield the mutants of what rules say; words at the top of a file are changed for all rules that have them."""
        found: dict[tuple[str, Place, str, int], dict[int, Variation]] = defaultdict(dict)
        for at, rule in enumerate(rule_set.rules):
            seen: Counter[tuple[str, Place, str]] = Counter()
            for variation in of_rule(rule, self.neighbours):
                change = variation.kind, variation.place, variation.change
                found[*change, seen[change]][at] = variation
                seen[change] += 1
        for changed in found.values():
            rules = [rule_set.rules[at] for at in changed]
            varied = tuple(changed[at].becomes if at in changed else rule for at, rule in enumerate(rule_set.rules))
            variation = replace(next(iter(changed.values())), becomes=replace(rule_set, rules=varied))
            names = dict.fromkeys(rule.name for rule in rules)
            subject = next(iter(names)) if len(names) == 1 else SHARED
            concerns = frozenset((rule_set.name, name) for name in names)
            minors = [minor for minor in self.minors if any(minor in self.active(rule) for rule in rules)]
            yield self.made(variation, subject, concerns, minors)

    def of_definitions(self, rule_set: RuleSet) -> Iterator[Mutant]:
        """Yield the mutants of definitions, but for those that only explanations use: they decide nothing."""
        for at, definition in enumerate(rule_set.definitions):
            concerns = self.used_by.get(definition.name, frozenset())
            if not concerns:
                continue
            for variation in of_definition(definition, self.neighbours):
                all_ = (*rule_set.definitions[:at], variation.becomes, *rule_set.definitions[at + 1 :])
                whole = replace(variation, becomes=replace(rule_set, definitions=all_))
                yield self.made(whole, definition.name, concerns, self.active(definition))
        for name in dict.fromkeys(definition.name for definition in rule_set.definitions):
            for variation, minors in self.shifted(rule_set.definitions, name):
                whole = replace(variation, becomes=replace(rule_set, definitions=variation.becomes))
                yield self.made(whole, name, self.used_by.get(name, frozenset()), minors)

    def of_tables(self, rule_set: RuleSet) -> Iterator[Mutant]:
        for at, table in enumerate(rule_set.tables):
            concerns = self.used_by.get(table.name, frozenset())
            for keys, value in table.rows.items():
                for other in of_value(value):
                    varied = replace(table, rows={**table.rows, keys: other})
                    all_ = (*rule_set.tables[:at], varied, *rule_set.tables[at + 1 :])
                    change = f"`{', '.join(keys)}` gives {other}, not {value}"
                    whole = Variation("table", table.place, change, replace(rule_set, tables=all_))
                    yield self.made(whole, table.name, concerns, self.minors)

    def of_settings(self, rule_set: RuleSet) -> Iterator[Mutant]:
        concerns = frozenset((rule_set.name, rule.name) for rule in rule_set.rules)
        without = {
            "stop after": replace(rule_set, stop_after=""),
            "ends stage": replace(rule_set, ends_stage=False),
            "only if clean": replace(rule_set, only_if_clean=False),
        }
        for name, becomes in without.items():
            if becomes != rule_set:
                varied = Variation("setting", rule_set.place, f"`{name}` is left out", becomes)
                yield self.made(varied, rule_set.name, concerns, self.minors)

    def made(self, variation: Variation, subject: str, concerns: frozenset[RuleName], minors: Iterable[str]) -> Mutant:
        key = f"{variation.becomes.name}: {subject}: {variation.change}"
        about = variation.kind, variation.place, variation.change
        return Mutant(key, *about, subject, concerns, tuple(minors), self.part, variation.becomes)

    def active(self, held: Rule | Definition) -> tuple[str, ...]:
        return tuple(minor for minor in self.minors if Active(minor).covers(held.since, held.until))

    def shifted(self, all_: tuple[Ranged, ...], name: str | None = None) -> Iterator[tuple[Variation, tuple[str, ...]]]:
        """Yield all of them with one bound moved by a minor, and the minor on which it makes a difference.

        Versions of one name that meet at a bound move together: the bound between them is what is moved.
        """
        held = [one for one in all_ if name is None or getattr(one, "name", None) == name]
        bounds = dict.fromkeys(bound for one in held for bound in (one.since, one.until) if bound in self.minors)
        for bound in bounds:
            at: int = self.minors.index(bound)
            for to in (*self.minors[at - 1 : at], *(self.minors[at + 1 :] or (LATER,))[:1]):
                moved = tuple(self.moved(one, bound, to) if one in held else one for one in all_)
                if any(one.since and one.until and number(one.until) <= number(one.since) for one in moved):
                    continue
                first = next(one for one in held if bound in (one.since, one.until))
                word = "since" if first.since == bound else "until"
                change = f"`{word}: {bound}` becomes {'a later minor' if to == LATER else to}"
                yield Variation("minor", first.place, change, moved), (min(bound, to, key=number),)

    @staticmethod
    def moved(one: Ranged, bound: str, to: str) -> Ranged:
        since, until = (to if held == bound else held for held in (one.since, one.until))
        return replace(one, since=since, until=until)


def _whole(rule: Rule) -> Iterator[Variation]:
    """Yield what a rule may become as a whole: none, or one without order for each of its cases."""
    yield Variation("rule", rule.place, "the rule is left out", ())
    if len(rule.cases) > 1:
        alone = tuple(replace(rule, cases=(case,)) for case in rule.cases)
        yield Variation("order", rule.place, "cases speak, whatever those before them say", alone)


def _with_rules(rule_set: RuleSet, at: int, variation: Variation) -> Variation:
    """Return a variation of one rule, which becomes some or none, as one of its rule set."""
    rules = (*rule_set.rules[:at], *variation.becomes, *rule_set.rules[at + 1 :])
    return replace(variation, becomes=replace(rule_set, rules=rules))


def neighbours(tree: PolicyTree) -> Neighbours:
    """Return for each read of an amount what is declared beside it that is alike: requests for limits."""
    found: dict[tuple[Place, str], tuple[str, ...]] = {}
    for minor in tree.policy.minors:
        rules, checker, _ = check(tree, minor)
        bodies = [one.body for one in checker.definitions.values() if one is not None]
        defined = _alike_definitions(tree, checker)
        for term in (*(term for rule in rules for term in rule.terms()), *bodies):
            for part in term.all():
                if part.operation == "field" and part.type in AMOUNTS:
                    found[part.tree.place, part.tree.written] = _beside(tree, *part.data)
                elif part.operation == "apply" and part.type in AMOUNTS:
                    found[part.tree.place, part.tree.written] = defined.get(part.data, ())
        for rule in rules:
            found.update(_targets(tree, rule))
    return found


def _targets(tree: PolicyTree, rule: CheckedRule) -> Iterator[tuple[tuple[Place, str], tuple[str, ...]]]:
    """Yield the same for the fields that a rule sets."""
    targets = {case.number: case.effect.target for case in rule.cases}
    for case in rule.rule.cases:
        target, written = targets.get(case.number), case.effect.target
        if target is not None and written is not None:
            read = written.parts[0] if written.form == "index" else written
            yield (read.place, read.written), _beside(tree, target.kind, target.field)


def _beside(tree: PolicyTree, kind: str, name: str) -> tuple[str, ...]:
    """Return the fields of a kind that have the same type and are declared before and after a field."""
    fields = tree.catalogue.kinds[kind].fields
    return _before_and_after([one.name for one in fields.values() if one.type == fields[name].type])[name]


def _alike_definitions(tree: PolicyTree, checker: Checker) -> dict[str, tuple[str, ...]]:
    """Return for each definition those of its rule set before and after it that take and give the same."""
    found: dict[str, tuple[str, ...]] = {}
    for rule_set in tree.rule_sets.values():
        alike: dict[object, list[str]] = defaultdict(list)
        for name in dict.fromkeys(definition.name for definition in rule_set.definitions):
            checked = checker.definitions.get(name)
            if checked is not None:
                alike[checked.kinds, checked.body.type].append(name)
        for names in alike.values():
            found.update(_before_and_after(names))
    return found


def _before_and_after(names: list[str]) -> dict[str, tuple[str, ...]]:
    return {name: (*names[max(at - 1, 0) : at], *names[at + 1 : at + 2]) for at, name in enumerate(names)}


def users(tree: PolicyTree) -> Mapping[str, frozenset[RuleName]]:
    """Return for each definition and table the rules that use it, by themselves or through definitions."""
    used: dict[str, set[str]] = {}
    for rule_set in tree.rule_sets.values():
        for definition in rule_set.definitions:
            used.setdefault(definition.name, set()).update(words_of(definition.body))
    found: dict[str, set[RuleName]] = {}
    for rule_set in tree.rule_sets.values():
        for rule in rule_set.rules:
            waiting = {word for part in trees(rule) for word in words_of(part)}
            known: set[str] = set()
            while waiting:
                name = waiting.pop()
                if name not in known:
                    known.add(name)
                    found.setdefault(name, set()).add((rule_set.name, rule.name))
                    waiting |= used.get(name, set())
    return {name: frozenset(rules) for name, rules in found.items()}
