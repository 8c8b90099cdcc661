"""A matcher that remembers rows answers as one that does not, and asks the engine about each row once."""

import random
from collections.abc import Sequence

import pytest

from engine.matching import Condition, EngineFault, Matcher, MatchRule, RememberingMatcher, row
from engine.matching import remembering as module

TEN = [MatchRule(1, (Condition("gte", 0, limit),)) for limit in range(10)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows that the engine is asked about, in order."""
    found: list[str] = []
    run = Matcher.run

    def watched(self: Matcher, rows: Sequence[str]) -> list[tuple[int, int]]:
        found.extend(rows)
        return run(self, rows)

    monkeypatch.setattr(Matcher, "run", watched)
    return found


def test_the_engine_is_asked_about_each_row_once(asked: list[str]) -> None:
    matcher = RememberingMatcher(TEN)
    low, high, other = row(1, {0: 0}), row(1, {0: 1}), row(2, {0: 5})
    assert matcher.run([high, low, high, other]) == [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)]
    assert matcher.run([low, other, high]) == [(0, 0), (2, 0), (2, 1)]
    assert asked == [high, low, other]


def test_answers_are_those_of_a_matcher_that_remembers_nothing() -> None:
    numbers = random.Random(5)  # noqa: S311 - reproducible
    plain, remembering = Matcher(TEN), RememberingMatcher(TEN)
    for _ in range(200):
        rows = [row(numbers.randrange(3), {0: numbers.randrange(12)}) for _ in range(numbers.randrange(40))]
        assert remembering.run(rows) == plain.run(rows)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    matcher = RememberingMatcher(TEN)
    rows = [row(1, {0: value}) for value in range(5)]
    expected = [(position, limit) for position in range(5) for limit in range(position + 1)]
    assert matcher.run(rows) == expected
    assert matcher.run(rows) == expected
    assert asked == [*rows, *rows[3:]]


def test_a_long_row_is_not_remembered(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    monkeypatch.setattr(module, "MOST_LENGTH", 5)
    matcher = RememberingMatcher(TEN)
    assert matcher.run([row(1, {0: 0})]) == matcher.run([row(1, {0: 0})]) == [(0, 0)]
    assert len(asked) == 2


def test_a_fault_leaves_nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    matcher, rows = RememberingMatcher(TEN), [row(1, {0: 3})]

    def fails(_: Matcher, __: Sequence[str]) -> list[tuple[int, int]]:
        raise EngineFault("broken")

    with monkeypatch.context() as broken:
        broken.setattr(Matcher, "run", fails)
        with pytest.raises(EngineFault, match="broken"):
            matcher.run(rows)
    assert matcher.run(rows) == [(0, 0), (0, 1), (0, 2), (0, 3)]
