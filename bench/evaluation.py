"""How long an evaluation takes: from a decoded request to a verdict without trace, under LimitRanges seen before.

Workloads: w1 (1 container, 1 LimitRange), w2 (3 containers x 3 resources, 2 LimitRanges, a Pod item), w3 (20
containers, 3 LimitRanges, denied), and 100 containers under 2 LimitRanges; the same with amounts that were never seen;
where the time goes; growth with containers x LimitRanges. The floor is a plain-Python loop that does only the max, min
and ratio checks on parsed amounts. Microseconds, the least of several rounds, in CPU time of this process.

    python -m bench.evaluation
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from bench.workloads import NAMES, ROOT, grown, least, never_seen, workload
from engine import Policy, Request
from engine.compiled import CompiledPass
from engine.language.loading import load
from engine.matching import RememberingMatcher
from engine.quantity import parse
from engine.record_reader import RecordReader

BOUNDS = ("max", "min", "maxLimitRequestRatio")
EVALUATIONS = 500


def floor(inputs: dict[str, Any]) -> Callable[[], list[str]]:
    """Return a loop that does only the checks of bounds, on amounts that are parsed beforehand."""

    def amounts(given: dict[str, str] | None) -> dict[str, int]:
        return {name: parse(text).milli for name, text in (given or {}).items()}

    containers = [
        {side: amounts((one.get("resources") or {}).get(side)) for side in ("requests", "limits")}
        for one in inputs["pod"]["spec"]["containers"]
    ]
    items = [
        {bound: amounts(item.get(bound)) for bound in BOUNDS}
        for one in inputs["limitRanges"]
        for item in one["spec"]["limits"]
    ]

    def check() -> list[str]:
        return [
            found
            for item in items
            for container in containers
            for found in beyond(item, container["requests"], container["limits"])
        ]

    return check


def beyond(item: dict[str, dict[str, int]], requests: dict[str, int], limits: dict[str, int]) -> list[str]:
    """Return which bounds of an item a container does not keep."""
    found = []
    for name, most in item["max"].items():
        if name not in limits or limits[name] > most or requests.get(name, 0) > most:
            found.append(f"max {name}")
    for name, fewest in item["min"].items():
        if name not in requests or requests[name] < fewest or limits.get(name, fewest) < fewest:
            found.append(f"min {name}")
    for name, ratio in item["maxLimitRequestRatio"].items():
        if not requests.get(name) or not limits.get(name) or limits[name] * 1000 > ratio * requests[name]:
            found.append(f"ratio {name}")
    return found


def amounts_never_seen(policy: Policy, name: str) -> float:
    """Return the microseconds of an evaluation whose amounts were never seen before: the least of several rounds."""
    best, requests = float("inf"), never_seen(name)
    for _ in range(7):
        batch = [next(requests) for _ in range(EVALUATIONS)]
        start = time.process_time()
        for request in batch:
            policy.evaluate(request)
        best = min(best, (time.process_time() - start) / EVALUATIONS)
    return best * 1e6


def where_time_goes(policy: Policy) -> dict[str, float]:
    """Return the microseconds that parts of an evaluation of w2 take, each with what it costs to measure it."""
    spent: dict[str, float] = defaultdict(float)
    kept = []

    def timed(owner: type, method: str, name: Callable[[Any], str]) -> None:
        original = getattr(owner, method)
        kept.append((owner, method, original))

        def measured(self: Any, *given: Any) -> Any:
            start = time.perf_counter()
            try:
                return original(self, *given)
            finally:
                spent[name(self)] += time.perf_counter() - start

        setattr(owner, method, measured)

    request = Request(inputs=workload("w2"))
    policy.evaluate(request)
    passes: list[CompiledPass] = []
    timed(RecordReader, "read", lambda _: "reading the Pod")
    timed(CompiledPass, "rows", lambda _: "of all passes: making rows")
    timed(RememberingMatcher, "run", lambda _: "of all passes: matching")
    timed(CompiledPass, "run", lambda one: f"pass {order(passes, one)}: {stages(one)}")
    timed(Policy, "evaluate", lambda _: "in all")
    best: dict[str, float] = {}
    for _ in range(EVALUATIONS):
        spent.clear()
        policy.evaluate(request)
        best = {name: min(value, best.get(name, value)) for name, value in spent.items()}
    for owner, method, original in kept:
        setattr(owner, method, original)
    return {name: value * 1e6 for name, value in best.items()}


def order(passes: list[CompiledPass], one: CompiledPass) -> int:
    """Return the number of a pass in the order in which passes were first seen."""
    if not any(one is other for other in passes):
        passes.append(one)
    return next(number for number, other in enumerate(passes, 1) if other is one)


def stages(one: CompiledPass) -> str:
    """Return the stages whose rules a pass holds."""
    return ", ".join(dict.fromkeys(run.rule.stage for run in one.cases.values()))


def main() -> None:
    """Print the figures."""
    start = time.process_time()
    policy = Policy.load(ROOT / "rules")
    loaded = time.process_time()
    tree = load(ROOT / "rules")
    read = time.process_time()
    policy.evaluate(Request(inputs=workload("w2")))
    say = sys.stdout.write
    say(
        f"all minors loaded and checked in {loaded - start:.2f} s of CPU time, of which {read - loaded:.2f} s reading\n"
    )
    say(f"compiled for one minor, with its first answer, in {time.process_time() - read:.2f} s\n\n")
    del tree
    named = {name: workload(name) for name in NAMES} | {"100 x 2": grown(100, 2)}
    say(f"{'workload':<10}{'verdict':>10}{'never seen':>12}{'floor':>10}{'ratio':>8}\n")
    for name, inputs in named.items():
        request = Request(inputs=inputs)
        taken, bare = least(lambda request=request: policy.evaluate(request)), least(floor(inputs))  # type: ignore[misc]
        unseen = f"{amounts_never_seen(policy, name):.0f}" if name in ("w1", "w2") else "-"
        say(f"{name:<10}{taken:>10.0f}{unseen:>12}{bare:>10.1f}{taken / bare:>8.0f}\n")
    say("\nw2, where the time goes\n")
    for part, taken in where_time_goes(policy).items():
        say(f"  {taken:>6.0f}  {part}\n")
    say(f"\n{'containers x LimitRanges':<26}{'verdict':>10}{'each product':>14}\n")
    for containers, ranges in ((1, 1), (5, 1), (10, 2), (20, 5), (50, 5), (100, 10)):
        request = Request(inputs=grown(containers, ranges))
        taken = least(lambda request=request: policy.evaluate(request))  # type: ignore[misc]
        say(f"{f'{containers} x {ranges}':<26}{taken:>10.0f}{taken / containers / ranges:>14.1f}\n")


if __name__ == "__main__":
    main()
