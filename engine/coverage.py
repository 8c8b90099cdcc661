"""What tests try of a policy: which rules and cases they meet, and both sides of which comparisons."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.compiled import check
from engine.language.checked import CheckedRule, effect_terms
from engine.language.loading import PolicyTree
from engine.language.source import Place
from engine.language.terms import Term
from engine.lower.rows import used_lets
from engine.lower.watching import RuleKey, Site, site_of


@dataclass
class Watch:
    """What was seen while requests were evaluated, counted in rows: combinations of facts.

    ``judged`` counts the rows of a rule, ``spoke`` those in which a case had the word; ``outcomes`` holds for each
    comparison and test how it came out: ``<``, ``=``, ``>`` where amounts are put in order, else ``true`` or ``false``.
    """

    judged: Counter[RuleKey] = field(default_factory=Counter)
    spoke: Counter[tuple[RuleKey, int]] = field(default_factory=Counter)
    outcomes: dict[Site, set[str]] = field(default_factory=dict)

    def row(self, rule: RuleKey) -> None:
        """Note that a rule has facts to judge."""
        self.judged[rule] += 1

    def case(self, rule: RuleKey, number: int) -> None:
        """Note that a case speaks."""
        self.spoke[rule, number] += 1

    def ordered(self, site: Site, left: Any, right: Any, held: bool) -> bool:
        """Note how two amounts compare, and return whether the comparison holds."""
        outcome = "<" if left < right else "=" if left == right else ">"
        self.outcomes.setdefault(site, set()).add(outcome)
        return held

    def held(self, site: Site, held: bool) -> bool:
        """Note whether a comparison or test holds, and return it."""
        self.outcomes.setdefault(site, set()).add("true" if held else "false")
        return held


SIDES = {
    "<": (frozenset("<"), frozenset("=>")),
    "<=": (frozenset("<="), frozenset(">")),
    ">": (frozenset(">"), frozenset("<=")),
    ">=": (frozenset(">="), frozenset("<")),
}
TRUTHS = (frozenset(("true",)), frozenset(("false",)))


@dataclass(frozen=True, slots=True)
class Uncovered:
    """Something that no test tried: its place, what it is (``rule``, ``case``, ``comparison``), and what is missing."""

    place: Place
    what: str
    told: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many rules, cases and sides of comparisons were tried, and how many there are; and what was not."""

    rules: tuple[int, int]
    cases: tuple[int, int]
    sides: tuple[int, int]
    uncovered: tuple[Uncovered, ...]

    @property
    def percent(self) -> float:
        """Return the share of everything counted that was tried, from 0 to 100."""
        tried, all_ = (sum(pair[at] for pair in (self.rules, self.cases, self.sides)) for at in (0, 1))
        return 100.0 * tried / all_ if all_ else 100.0


def coverage(tree: PolicyTree, watch: Watch) -> Coverage:
    """Return what was tried of a policy and of those within it."""
    uncovered: list[Uncovered] = []
    trees = (tree, *tree.parts.values())
    rules = _counted(uncovered, (found for one in trees for found in _rules(one, watch)))
    cases = _counted(uncovered, (found for one in trees for found in _cases(one, watch)))
    sides = _counted(uncovered, (found for one in trees for found in _sides(one, watch)))
    told = sorted(uncovered, key=lambda one: (one.place.file, one.place.line, one.place.column, one.what, one.told))
    return Coverage(rules, cases, sides, tuple(told))


def _counted(uncovered: list[Uncovered], found: Iterable[tuple[bool, Uncovered]]) -> tuple[int, int]:
    tried = count = 0
    for was_tried, one in found:
        count += 1
        tried += was_tried
        if not was_tried:
            uncovered.append(one)
    return tried, count


def _rules(tree: PolicyTree, watch: Watch) -> Iterator[tuple[bool, Uncovered]]:
    for rule_set in tree.rule_sets.values():
        for rule in rule_set.rules:
            key = RuleKey(rule_set.name, rule.name, rule.place.line)
            yield key in watch.judged, Uncovered(rule.place, "rule", f"`{rule.name}` had no facts to judge")


def _cases(tree: PolicyTree, watch: Watch) -> Iterator[tuple[bool, Uncovered]]:
    for rule_set in tree.rule_sets.values():
        for rule in rule_set.rules:
            key = RuleKey(rule_set.name, rule.name, rule.place.line)
            for case in rule.cases:
                called = f"case {case.number} of `{rule.name}`" if len(rule.cases) > 1 else f"`{rule.name}`"
                yield (key, case.number) in watch.spoke, Uncovered(case.place, "case", f"{called} never spoke")


def _sides(tree: PolicyTree, watch: Watch) -> Iterator[tuple[bool, Uncovered]]:
    """Yield the two sides of each comparison and test: that it held, and that it did not."""
    found: dict[Site, None] = {}
    for minor in tree.policy.minors:
        rules, checker, _ = check(tree, minor)
        for term in _deciding(rules):
            found.update(dict.fromkeys(_sites(term)))
        for definition in checker.definitions.values():
            if definition is not None:
                found.update(dict.fromkeys(_sites(definition.body)))
    for site in found:
        seen = watch.outcomes.get(site, set())
        place = Place(site.file, site.line, site.column)
        for wanted, words in zip(SIDES.get(site.word, TRUTHS), ("never held", "never failed"), strict=True):
            yield bool(seen & wanted), Uncovered(place, "comparison", f"`{site.text}` {words}")


def _deciding(rules: Iterable[CheckedRule]) -> Iterator[Term]:
    """Yield the terms of rules that decide what they do; not what is only told beside a message."""
    for rule in rules:
        terms = [term for binding in rule.shape.bindings for term in (binding.source, binding.where) if term]
        for case in rule.cases:
            terms += [*effect_terms(case.effect), *([case.when] if case.when is not None else [])]
        yield from terms
        yield from (let.term for let in used_lets(terms, list(rule.lets)))


def _sites(term: Term) -> Iterator[Site]:
    for part in term.all():
        if part.operation in ("compare", "test"):
            yield site_of(part)
