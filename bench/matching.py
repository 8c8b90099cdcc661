"""Print what a matcher costs: microseconds of processor time, and memory after many runs.

Run as ``python -m bench.matching``.
"""

from __future__ import annotations

import resource
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.matching import Column, Condition, Matcher, MatchRule, row

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7
RUNS = 200_000


def micros(work: Callable[[], object], calls: int) -> float:
    """Return the microseconds of processor time of one call: the best of ROUNDS rounds of ``calls`` calls."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, time.process_time() - start)
    return best / calls * 1e6


def rules(count: int, shapes: int = 1) -> list[MatchRule]:
    """Return rules like those of a bound: one column against a constant, one against another, one code."""
    return [
        MatchRule(
            index % shapes,
            (Condition("gt", 0, Column(1)), Condition("eq", 2, index // shapes), Condition("gte", 3, "0" * 39 + "5")),
        )
        for index in range(count)
    ]


def sample(shape: int, *, hit: bool) -> str:
    """Return a row that matches the first rule of its shape, or none."""
    return row(shape, {0: 123456, 1: 5, 2: 0 if hit else 999, 3: "0" * 39 + "9"})


def resident() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def say(text: str, value: float, unit: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{text:<58}{value:>9.2f} {unit}\n")


def costs(count: int) -> None:
    """Print the costs of matchers of ``count`` rules."""
    matcher = Matcher(rules(count))
    miss, hit = sample(0, hit=False), sample(0, hit=True)
    other = sample(1, hit=False)
    calls = max(1000, 10_000 // count)
    single = Matcher(rules(count, max(1, count // 10)))
    say(f"{count} rules, one row of no shape (fixed cost)", micros(partial(matcher.run, [other]), calls), "us")
    say(f"{count} rules, one row, no match", micros(partial(matcher.run, [miss]), calls), "us")
    say(f"{count} rules, one row, one match", micros(partial(matcher.run, [hit]), calls), "us")
    say(f"{count} rules in shapes of 10, one row, no match", micros(partial(single.run, [miss]), calls), "us")
    for name, rows in (("no match", [miss] * 512), ("a match", [hit] * 512)):
        say(f"{count} rules of one shape, per row of 512, {name}", micros(partial(matcher.run, rows), 30) / 512, "us")


def mixed(hits: int) -> list[str]:
    """Return 24 rows of three shapes, of which the first ``hits`` match a rule."""
    return [sample(index % 3, hit=index < hits) for index in range(24)]


def main() -> None:
    """Print all figures."""
    for count in (1, 10, 50, 200):
        costs(count)
    ten = Matcher(rules(10, 3))
    for hits in (0, 1, 4, 24):
        say(f"24 rows, 10 rules, {hits} matches", micros(partial(ten.run, mixed(hits)), 2000), "us")
    rows = mixed(4)
    many = [sample(0, hit=True)] * 24
    for _ in range(1000):
        ten.run(rows)
    say("resident memory after 1,000 runs", resident(), "MB")
    for turn in range(RUNS):
        ten.run(many if turn % 10 == 0 else rows)
    say(f"resident memory after {RUNS:,} runs more", resident(), "MB")


if __name__ == "__main__":
    main()
