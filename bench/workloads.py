"""What the benchmarks evaluate, and how they measure."""

import copy
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine import Request

ROOT = Path(__file__).parents[1]
ROUNDS = 7
ENOUGH = 0.15
NAMES = ("w1", "w2", "w3")


def least(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the microseconds of one call in CPU time of this process: the least of several rounds."""
    run()
    calls, best = 1, float("inf")
    for _ in range(rounds):
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


def never_seen(name: str) -> Iterator[Request]:
    """Yield a workload again and again, each time with other amounts within its bounds.

    No amount comes twice, as good as: nothing that is remembered of amounts can help.
    """
    base, dice = workload(name), random.Random(1)  # noqa: S311 - the same amounts each time
    while True:
        pod = copy.deepcopy(base["pod"])
        for container in pod["spec"]["containers"]:
            for side, factor in (("requests", 1), ("limits", 2)):
                written = container["resources"].get(side, {})
                for resource in written:
                    cpu = resource == "cpu"
                    amount = dice.randrange(100_000, 200_000) if cpu else dice.randrange(100_000_000, 200_000_000)
                    written[resource] = f"{factor * amount}{'u' if cpu else ''}"
        yield Request(inputs={"pod": pod, "limitRanges": base["limitRanges"]})
