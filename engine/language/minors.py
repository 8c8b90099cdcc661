"""Kubernetes minors, and the ranges of them in which rules and definitions hold."""

import re
from dataclasses import dataclass

from engine.language.rules import Definition, RuleSet


@dataclass(frozen=True, slots=True)
class Active:
    """The minor that rules are checked for."""

    minor: str

    def covers(self, since: str, until: str) -> bool:
        """Whether a range that includes ``since`` and excludes ``until`` holds the minor."""
        return (not since or number(since) <= number(self.minor)) and (not until or number(self.minor) < number(until))


def speaks(rule_set: RuleSet, active: Active) -> bool:
    """Whether a rule set has a rule or definition for a minor."""
    ranges = [(rule.since, rule.until) for rule in rule_set.rules]
    ranges += [(definition.since, definition.until) for definition in rule_set.definitions]
    return any(active.covers(since, until) for since, until in ranges)


def overlap(first: Definition, second: Definition) -> bool:
    """Whether two definitions of one name hold for the same minor."""
    pairs = ((first, second), (second, first))
    return not any(a.until and b.since and number(a.until) <= number(b.since) for a, b in pairs)


def is_minor(text: str) -> bool:
    """Whether a text names a minor."""
    return re.fullmatch(r"1\.[0-9]{1,4}", text) is not None


def number(minor: str) -> tuple[int, ...]:
    """Return a minor such as ``1.35`` as numbers; what names none is before all."""
    return tuple(int(part) for part in minor.split(".")) if is_minor(minor) else ()
