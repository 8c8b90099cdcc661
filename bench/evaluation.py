"""How long an evaluation takes: from a decoded request to a verdict without trace, under LimitRanges seen before.

Workloads: w1 (1 container, 1 LimitRange), w2 (3 containers x 3 resources, 2 LimitRanges, a Pod item), w3 (20
containers, 3 LimitRanges, denied), and 100 containers under 2 LimitRanges; then growth with containers x LimitRanges.
The floor is a plain-Python loop that does only the max, min and ratio checks on parsed amounts. Microseconds, the least
of several rounds, in CPU time of this process.

    python -m bench.evaluation
"""

import copy
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import Policy, Request
from engine.quantity import parse

ROOT = Path(__file__).parents[1]
ROUNDS = 7
ENOUGH = 0.15
BOUNDS = ("max", "min", "maxLimitRequestRatio")


def least(run: Callable[[], object]) -> float:
    """Return the microseconds of one call: the least of several rounds."""
    run()
    calls, best = 1, float("inf")
    for _ in range(ROUNDS):
        while True:
            start = time.process_time()
            for _ in range(calls):
                run()
            taken = time.process_time() - start
            if taken >= ENOUGH or calls > 1 << 16:
                break
            calls *= 2
        best = min(best, taken / calls)
    return best * 1e6


def workload(name: str) -> dict[str, Any]:
    """Return the pod and the LimitRanges of a workload."""
    item = json.loads((ROOT / "bench" / "data" / f"{name}.json").read_text())
    return {"pod": item["pod"], "limitRanges": item["limitRanges"]}


def grown(containers: int, ranges: int) -> dict[str, Any]:
    """Return w2 with as many containers and LimitRanges, all within their bounds."""
    base = workload("w2")
    pod, given = copy.deepcopy(base["pod"]), base["pod"]["spec"]["containers"]
    pod["spec"]["containers"] = [{**given[at % len(given)], "name": f"c{at}"} for at in range(containers)]
    limits = [item for one in base["limitRanges"] for item in one["spec"]["limits"] if item["type"] == "Container"]
    named = [{"metadata": {"name": f"r{at}"}, "spec": {"limits": [limits[at % len(limits)]]}} for at in range(ranges)]
    return {"pod": pod, "limitRanges": named}


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


def main() -> None:
    """Print the figures."""
    start = time.process_time()
    policy = Policy.load(ROOT / "rules")
    sys.stdout.write(f"policy loaded in {time.process_time() - start:.2f} s of CPU time\n\n")
    named = {name: workload(name) for name in ("w1", "w2", "w3")} | {"100 x 2": grown(100, 2)}
    sys.stdout.write(f"{'workload':<10}{'verdict':>10}{'floor':>10}{'ratio':>8}\n")
    for name, inputs in named.items():
        request = Request(inputs=inputs)
        taken, bare = least(lambda request=request: policy.evaluate(request)), least(floor(inputs))  # type: ignore[misc]
        sys.stdout.write(f"{name:<10}{taken:>10.0f}{bare:>10.1f}{taken / bare:>8.0f}\n")
    sys.stdout.write(f"\n{'containers x LimitRanges':<26}{'verdict':>10}{'each product':>14}\n")
    for containers, ranges in ((1, 1), (5, 1), (10, 2), (20, 5), (50, 5), (100, 10)):
        request = Request(inputs=grown(containers, ranges))
        taken = least(lambda request=request: policy.evaluate(request))  # type: ignore[misc]
        sys.stdout.write(f"{f'{containers} x {ranges}':<26}{taken:>10.0f}{taken / containers / ranges:>14.1f}\n")


if __name__ == "__main__":
    main()
