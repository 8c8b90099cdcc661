"""Random rules and rows, and what they must match by plain Python; run as a program, it compares a range of seeds."""

from __future__ import annotations

import operator
import random
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.matching import Column, Condition, Matcher, MatchRule, row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Values = dict[int, int | str]

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "neq": operator.ne,
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}
_INTS = (0, 1, -1, 2, 9, 10, 2**53, 2**53 + 1, 2**63 - 1, 2**63 - 2, -(2**63), -(2**63) + 1)
_WIDTHS = (1, 3, 40)


def holds(condition: Condition, values: Values) -> bool:
    present = condition.column in values
    if condition.operator in ("ex", "nex"):
        return present == (condition.operator == "ex")
    if not present:
        return False
    other: object = condition.operand
    if isinstance(condition.operand, Column):
        if condition.operand.index not in values:
            return False
        other = values[condition.operand.index]
    return _COMPARE[condition.operator](values[condition.column], other)


def expected(rules: list[MatchRule], rows: list[tuple[int, Values]]) -> list[tuple[int, int]]:
    return [
        (position, index)
        for position, (shape, values) in enumerate(rows)
        for index, rule in enumerate(rules)
        if rule.shape == shape and all(holds(condition, values) for condition in rule.conditions)
    ]


@dataclass(frozen=True)
class Case:
    rules: list[MatchRule]
    batches: list[list[tuple[int, Values]]]


def case(seed: int) -> Case:
    """Columns 0..5 hold ints, each further three columns codes of one width; few values, so that much matches."""
    dice = random.Random(seed)  # noqa: S311 - reproducible, not secret
    shapes = dice.randint(1, 6)

    def value(column: int) -> int | str:
        if column < 6:
            return dice.choice(_INTS[: dice.randint(2, len(_INTS))])
        width = _WIDTHS[(column - 6) // 3]
        return str(dice.randint(0, 3)).zfill(width) if dice.random() < 0.8 else str(dice.randint(0, 9)) * width

    def condition() -> Condition:
        column = dice.randint(0, 14)
        if dice.random() < 0.2:
            return Condition(dice.choice(("ex", "nex")), column)
        if dice.random() < 0.5:
            first = 0 if column < 6 else column - column % 3
            return Condition(
                dice.choice(list(_COMPARE)), column, Column(first + dice.randint(0, 5 if column < 6 else 2))
            )
        return Condition(dice.choice(list(_COMPARE)), column, value(column))

    def rule() -> MatchRule:
        return MatchRule(dice.randint(1, shapes), tuple(condition() for _ in range(dice.choice((0, 1, 1, 2, 2, 3, 6)))))

    def values() -> Values:
        density = dice.choice((0.3, 0.7, 0.95))
        return {column: value(column) for column in dice.sample(range(15), 15) if dice.random() < density}

    rules = [rule() for _ in range(dice.choice((1, 2, 5, 10, 50, 120)))]
    sizes = (0, 1, 2, 5, 24, 24) if seed % 40 else (511, 512, 513, 1100)
    return Case(rules, [[(dice.randint(1, shapes + 1), values()) for _ in range(size)] for size in sizes])


def compare(seed: int) -> int:
    """Run case ``seed`` twice over and return the number of matches; raise AssertionError where the engine differs."""
    tried = case(seed)
    matcher = Matcher(tried.rules)
    matches = 0
    for batch in tried.batches * 2:
        found = matcher.run([row(shape, values, matcher.kinds) for shape, values in batch])
        wanted = expected(tried.rules, batch)
        assert found == wanted, f"seed {seed}: found {found}, expected {wanted}"
        matches += len(found)
    matcher.close()
    return matches


if __name__ == "__main__":
    total = sum(compare(seed) for seed in range(int(sys.argv[1]), int(sys.argv[2])))
    sys.stdout.write(f"{total}\n")
