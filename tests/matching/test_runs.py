"""What a matcher answers, and what it does when the engine misbehaves."""

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import durable_rules_engine as durable  # type: ignore[import-untyped, import-not-found, unused-ignore]
import pytest

from engine.matching import Column, Condition, EngineFault, Matcher, MatchRule, row
from engine.matching import ruleset as ruleset_module
from engine.matching.ruleset import CHUNK

TEN = [MatchRule(1, (Condition("gte", 0, limit),)) for limit in range(10)]


@pytest.fixture
def matcher() -> Iterator[Matcher]:
    made = Matcher(TEN)
    yield made
    made.close()


def pairs(*values: int) -> list[tuple[int, int]]:
    return [(position, limit) for position, value in enumerate(values) for limit in range(10) if value >= limit]


def test_no_rows_and_no_rules(matcher: Matcher) -> None:
    assert matcher.run([]) == []
    assert Matcher([]).run([row(1, {})]) == []
    assert Matcher([]).definition() == "[]"


def test_rows_of_an_unknown_shape_match_nothing(matcher: Matcher) -> None:
    assert matcher.run([row(2, {0: 5}), row(11, {0: 5}), row(1, {0: 1})]) == [(2, 0), (2, 1)]


def test_a_rule_without_conditions_matches_each_row_of_its_shape() -> None:
    assert Matcher([MatchRule(0), MatchRule(1)]).run([row(1, {}), row(0, {3: 1}), row(1, {0: 2})]) == [
        (0, 1),
        (1, 0),
        (2, 1),
    ]


@pytest.mark.parametrize("operator", ["eq", "neq", "lt", "lte", "gt", "gte"])
def test_a_comparison_with_an_absent_column_never_matches(operator: str) -> None:
    matcher = Matcher(
        [MatchRule(1, (Condition(operator, 0, Column(1)),)), MatchRule(1, (Condition(operator, 0, 5),))],
    )
    for values in ({1: 5}, {}, {2: 7}):
        assert matcher.run([row(1, dict(values))] * 50) == []
    assert all(rule == 1 for value in (4, 5, 6) for _, rule in matcher.run([row(1, {0: value})] * 50))


def test_integers_are_exact_to_64_bits() -> None:
    top, bottom = 2**63 - 1, -(2**63)
    matcher = Matcher([MatchRule(1, (Condition("eq", 0, value),)) for value in (top, top - 1, bottom, bottom + 1)])
    rows = [row(1, {0: value}) for value in (bottom + 1, bottom, top - 1, top, 0)]
    assert matcher.run(rows) == [(0, 3), (1, 2), (2, 1), (3, 0)]


@pytest.mark.parametrize("count", [CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])
def test_more_rows_than_fit_into_a_batch(matcher: Matcher, count: int) -> None:
    values = [position % 11 for position in range(count)]
    assert matcher.run([row(1, {0: value}) for value in values]) == pairs(*values)


def test_more_rules_than_fit_into_a_ruleset() -> None:
    rules = [MatchRule(index % 3, (Condition("eq", 0, index),)) for index in range(400)]
    matcher = Matcher(rules)
    order = [(index * 7) % 400 for index in range(400)]
    assert matcher.run([row(index % 3, {0: index}) for index in order]) == list(enumerate(order))
    same = Matcher([MatchRule(1)] * 120)
    assert same.run([row(1, {})] * 3) == [(position, rule) for position in range(3) for rule in range(120)]


def test_facts_of_one_run_are_gone_in_the_next(matcher: Matcher) -> None:
    for value in (9, -1, 3, 9, 0):
        for count in (1, 20):
            assert matcher.run([row(1, {0: value})] * count) == pairs(*[value] * count)


@pytest.mark.parametrize(
    "fragment",
    ['"k":1,"c0":1e22', '"k":1,"c0":', '"k":1,"c0"', "nonsense", '"k":1,"c0":"5', "[1]", '"k":1,"c0":tru', "\0"],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_unreadable_row_is_a_fault_wherever_it_stands(matcher: Matcher, fragment: str, place: int) -> None:
    """The engine ends a batch silently at what it cannot read, and crashes where it could read nothing."""
    rows = [row(1, {0: 1}), row(1, {0: 2})]
    rows.insert(place, fragment)
    with pytest.raises(EngineFault):
        matcher.run(rows)
    assert matcher.run([row(1, {0: 1})]) == pairs(1)


def test_a_row_with_more_columns_than_the_engine_reads_is_a_fault(matcher: Matcher) -> None:
    fragment = '"k":1,' + ",".join(f'"c{index}":1' for index in range(300))
    with pytest.raises(EngineFault, match="end marker did not fire"):
        matcher.run([row(1, {0: 1}), fragment, row(1, {0: 1})])
    assert matcher.run([row(1, {0: 1})]) == pairs(1)


class Broken:
    """The engine with one call replaced; it counts the handles that live."""

    def __init__(self) -> None:
        self.handles: set[int] = set()
        self.broken: dict[str, Callable[..., object]] = {}

    def __getattr__(self, name: str) -> object:
        return self.broken.get(name, getattr(durable, name))

    def create_ruleset(self, name: str, text: str) -> int:
        handle: int = durable.create_ruleset(name, text)
        self.handles.add(handle)
        return handle

    def delete_ruleset(self, handle: int) -> None:
        self.handles.remove(handle)
        durable.delete_ruleset(handle)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Broken:
    stand_in = Broken()
    monkeypatch.setattr(ruleset_module, "durable", stand_in)
    return stand_in


def failing(*_: object) -> object:
    raise durable.error("303")


def forged(text: str) -> Callable[..., object]:
    """Start an action as the engine does, but say that it is another."""

    def start(handle: int, state: int) -> object:
        durable.start_action_for_state(handle, state)
        return "", text

    return start


@pytest.mark.parametrize(
    ("call", "answer", "cause"),
    [
        ("assert_facts", lambda *_: (0, 12345678), "answered with 0"),
        ("assert_facts", lambda *_: (2, 1), "answered with 2"),
        ("assert_facts", failing, "303"),
        ("start_action_for_state", lambda *_: None, "end marker did not fire"),
        ("start_action_for_state", failing, "303"),
        ("start_action_for_state", forged('{"other":[{"m":{"id":0,"k":1}}]}'), "not defined"),
        ("start_action_for_state", lambda *_: ("", "{"), "not defined"),
        ("start_action_for_state", forged('{"r0":[{"m":{"id":9,"k":1}}]}'), "range"),
        ("start_action_for_state", forged('{"r0":[{"m":{"id":x,"k":1}}]}'), "invalid literal"),
        ("start_action_for_state", forged('{"r0":[{"m":{"id":0'), "not found"),
        ("complete_and_start_action", lambda *_: None, "end marker did not fire"),
        ("complete_and_start_action", lambda *_: '{"r0":[{"m":{"id":0,"k":1}}]}', "more often than there are"),
        ("complete_and_start_action", failing, "303"),
        ("retract_facts", lambda *_: None, "facts are left"),
        ("get_facts", failing, "303"),
    ],
)
def test_what_the_engine_must_not_answer(broken: Broken, call: str, answer: Callable[..., object], cause: str) -> None:
    matcher = Matcher(TEN)
    rows = [row(1, {0: 3})]
    assert matcher.run(rows) == pairs(3)
    assert len(broken.handles) == 1
    broken.broken[call] = answer
    with pytest.raises(EngineFault, match=cause):
        matcher.run(rows)
    assert not broken.handles, "a handle that faulted is not used again"
    del broken.broken[call]
    assert matcher.run(rows) == pairs(3)
    assert len(broken.handles) == 1


def test_a_rule_that_fires_after_the_end_marker_is_a_fault(broken: Broken) -> None:
    matcher = Matcher(TEN)
    assert matcher.run([row(1, {0: -1})]) == []
    broken.broken["complete_and_start_action"] = lambda *_: "{}"
    with pytest.raises(EngineFault, match="after the end marker"):
        matcher.run([row(1, {0: -1})])


@pytest.mark.parametrize("call", ["assert_facts", "start_action_for_state", "complete_and_start_action", "get_facts"])
def test_a_fault_while_a_handle_is_made_leaves_none(broken: Broken, call: str) -> None:
    broken.broken[call] = failing
    with pytest.raises(EngineFault):
        Matcher(TEN).run([row(1, {0: 3})])
    assert not broken.handles


def test_interruption_gives_the_handle_up(broken: Broken, matcher: Matcher) -> None:
    def interrupt(*_: object) -> object:
        raise KeyboardInterrupt

    matcher.run([row(1, {0: 3})])
    broken.broken["complete_and_start_action"] = interrupt
    with pytest.raises(KeyboardInterrupt):
        matcher.run([row(1, {0: 3})])
    del broken.broken["complete_and_start_action"]
    assert matcher.run([row(1, {0: 3})]) == pairs(3)


def test_handles_go_with_close_and_with_the_matcher(broken: Broken) -> None:
    matcher = Matcher([*TEN, *[MatchRule(2)] * 60])
    rows = [row(1, {0: 0}), row(2, {})]
    wanted = matcher.run(rows)
    assert len(broken.handles) > 1
    matcher.close()
    assert not broken.handles
    assert matcher.run(rows) == wanted, "a holder that comes late is still answered"
    assert not broken.handles
    dropped = Matcher(TEN)
    dropped.run(rows)
    assert len(broken.handles) == 1
    del dropped
    gc.collect()
    assert not broken.handles


def test_threads_share_a_matcher_and_leave_no_more_handles_than_ran_at_once(broken: Broken) -> None:
    matcher = Matcher(TEN)
    wrong: list[object] = []

    def work(seed: int) -> None:
        try:
            for turn in range(300):
                values = [(seed + turn + offset) % 12 for offset in range(5)]
                found = matcher.run([row(1, {0: value}) for value in values])
                if found != pairs(*values):
                    wrong.append((seed, turn, found))
        except Exception as error:
            wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        matcher.close()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []
    matcher.close()
    assert not broken.handles


def test_deleting_before_anything_fired_is_safe() -> None:
    """The engine frees a pointer it never set unless something has fired; a filled heap makes that a crash."""
    program = (
        "from engine.matching import *\n"
        "for _ in range(50):\n"
        "    matcher = Matcher([MatchRule(1, (Condition('eq', 0, 1),))])\n"
        "    assert matcher.run([row(1, {0: 2})]) == []\n"
        "    matcher.close()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"MALLOC_PERTURB_": "165"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
