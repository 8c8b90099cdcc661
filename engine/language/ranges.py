"""Ranges of minors: since and until that hold for no minor of the policy, or none of the rule they belong to."""

from collections.abc import Iterator

from engine.errors import Problem
from engine.language.minors import Active, number
from engine.language.rules import Case, Definition, Rule, RuleSet
from engine.language.source import Place

EMPTY_HINT = "`since` includes its minor, `until` excludes it"


def problems(rule_sets: dict[str, RuleSet], minors: tuple[str, ...]) -> Iterator[Problem]:
    """Return what is wrong with the ranges of rules, cases and definitions.

    A rule or definition may have a version for minors that the policy does not answer for, beside one that it does.
    """
    answered = [Active(minor) for minor in minors]
    for rule_set in rule_sets.values():
        by_name: dict[str, list[Rule]] = {}
        for rule in rule_set.rules:
            yield from _of_rule(rule, answered)
            by_name.setdefault(rule.name, []).append(rule)
        for name, rules in by_name.items():
            yield from _unanswered(f"rule `{name}`", list(rules), answered)
        named: dict[str, list[Definition]] = {}
        for definition in rule_set.definitions:
            named.setdefault(definition.name, []).append(definition)
        for name, definitions in named.items():
            yield from _unanswered(f"definition `{name}`", list(definitions), answered)


def is_empty(since: str, until: str) -> bool:
    """Whether a range holds no minor."""
    return bool(since and until and number(until) <= number(since))


def _of_rule(rule: Rule, answered: list[Active]) -> Iterator[Problem]:
    for case in rule.cases:
        if not (case.since or case.until) or case.place == rule.place or is_empty(case.since, case.until):
            continue
        if not is_empty(rule.since, rule.until) and is_empty(
            _later(case.since, rule.since), _earlier(case.until, rule.until)
        ):
            yield case.place.problem(
                f"the case holds {_words(case)}, but its rule {_words(rule)} only",
                "give it a range within that of its rule",
            )
        elif not any(active.covers(case.since, case.until) for active in answered):
            yield _outside("the case", case.place, answered)


def _unanswered(what: str, versions: list[Rule | Definition], answered: list[Active]) -> Iterator[Problem]:
    sound = [one for one in versions if not is_empty(one.since, one.until)]
    if sound and not any(active.covers(one.since, one.until) for one in sound for active in answered):
        yield _outside(what, sound[0].place, answered)


def _later(one: str, other: str) -> str:
    return max((one, other), key=number)


def _earlier(one: str, other: str) -> str:
    return min((one, other), key=number) if one and other else one or other


def _words(held: Rule | Case) -> str:
    since = f"since {held.since}" if held.since else ""
    until = f"until {held.until}" if held.until else ""
    return f"{since} {until}".strip() or "in every minor"


def _outside(what: str, place: Place, answered: list[Active]) -> Problem:
    minors = ", ".join(active.minor for active in answered)
    return place.problem(f"{what} holds for no minor of the policy, which answers for {minors}", EMPTY_HINT)
