"""What a node does, by the size of the node: rankings, and a full report; beside it a floor in plain Python.

    python -m bench.nodes

The floor computes the same usages, requests and keys of the same decoded objects with ``engine.quantity``, and sorts.
It knows no init containers, no overhead and no pod-level resources: these nodes have none. Its rankings must be ours.
"""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import Policy, Request, report
from engine.quantity import parse

ROOT = Path(__file__).parents[1]
ROUNDS = 7
SIZES = (55, 110, 220, 500)
SIGNALS = ("memory.available", "nodefs.available", "nodefs.inodesFree", "pid.available")
REPORTED = 110

Json = dict[str, Any]


def node(count: int, seed: int = 1) -> Json:
    """Return the Pods of a node and what is measured of them."""
    chance = random.Random(seed)  # noqa: S311 - chance, no secret
    pods, stats = [], []
    for number in range(count):
        names = [f"c{at}" for at in range(chance.randint(1, 3))]
        pods.append(_pod(number, names, chance))
        stats.append(_measured(number, names, chance))
    return {"nodePods": pods, "summary": {"pods": stats}}


def _pod(number: int, names: list[str], chance: random.Random) -> Json:
    containers = [
        {
            "name": name,
            "resources": {
                "requests": {
                    "cpu": f"{chance.randint(1, 500)}m",
                    "memory": f"{chance.randint(1, 900)}Mi",
                    "ephemeral-storage": f"{chance.randint(1, 9)}Gi",
                },
                "limits": {
                    "memory": f"{chance.randint(901, 2000)}Mi",
                    "ephemeral-storage": f"{chance.randint(9, 20)}Gi",
                },
            },
        }
        for name in names
    ]
    volumes = [{"name": "v0", "emptyDir": {}}, {"name": "v1", "configMap": {"name": "x"}}]
    return {
        "metadata": {"name": f"p{number}", "namespace": "shop", "uid": f"u{number}"},
        "spec": {
            "containers": containers,
            "volumes": volumes,
            "priority": chance.choice((0, 0, 100, 2_000_000_000)),
        },
    }


def _measured(number: int, names: list[str], chance: random.Random) -> Json:
    containers = [
        {
            "name": name,
            "rootfs": {"usedBytes": chance.randint(1, 2**31), "inodesUsed": chance.randint(1, 9999)},
            "logs": {"usedBytes": chance.randint(1, 2**28), "inodesUsed": 3},
            "memory": {"workingSetBytes": chance.randint(1, 2**30)},
        }
        for name in names
    ]
    volumes = [
        {"name": "v0", "usedBytes": chance.randint(1, 2**30), "inodesUsed": chance.randint(1, 999)},
        {"name": "v1", "usedBytes": 4096, "inodesUsed": 2},
    ]
    return {
        "podRef": {"name": f"p{number}", "namespace": "shop", "uid": f"u{number}"},
        "memory": {"workingSetBytes": chance.randint(1, 2**31)},
        "process_stats": {"process_count": chance.randint(1, 99)},
        "ephemeral-storage": {"usedBytes": chance.randint(1, 2**33)},
        "containers": containers,
        "volume": volumes,
    }


def floor(given: Json, signal: str) -> list[str]:
    """Return the ranking of Pods for a signal, computed in plain Python."""
    stats = {one["podRef"]["uid"]: one for one in given["summary"]["pods"]}
    keyed = []
    for pod in given["nodePods"]:
        measured = stats.get(pod["metadata"]["uid"])
        priority = pod["spec"].get("priority", 0)
        if signal == "pid.available":
            count = measured["process_stats"]["process_count"] if measured else 0
            keyed.append(((priority, measured is not None, -count), pod["metadata"]["name"]))
            continue
        used = _used(pod, measured, signal)
        asked = _asked(pod, "memory" if signal == "memory.available" else "ephemeral-storage")
        above = used > (0 if signal.endswith("inodesFree") else asked)
        keyed.append(((measured is not None, not above, priority, asked - used), pod["metadata"]["name"]))
    return [name for _, name in sorted(keyed, key=lambda entry: entry[0])]


def _used(pod: Json, measured: Json | None, signal: str) -> int:
    if measured is None:
        return 0
    if signal == "memory.available":
        return int(measured["memory"]["workingSetBytes"])
    part = "inodesUsed" if signal.endswith("inodesFree") else "usedBytes"
    volumes: Json = {}
    for one in measured["volume"]:
        volumes.setdefault(one["name"], one)
    counted = [
        one["name"]
        for one in pod["spec"]["volumes"]
        if "hostPath" in one
        or "gitRepo" in one
        or "configMap" in one
        or ("emptyDir" in one and not one["emptyDir"].get("medium"))
    ]
    of_containers = sum(one["rootfs"][part] + one["logs"][part] for one in measured["containers"])
    return int(of_containers + sum(volumes[name][part] for name in counted if name in volumes))


def _asked(pod: Json, resource: str) -> Any:
    total = None
    for container in pod["spec"]["containers"]:
        amount = (container.get("resources", {}).get("requests") or {}).get(resource)
        if amount is not None:
            total = parse(amount) if total is None else total.add(parse(amount))
    return 0 if total is None else total.exact


def least(ask: Callable[[], object]) -> float:
    """Return the least milliseconds of CPU time of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        ask()
        times.append(time.process_time() - start)
    return min(times) * 1000


def main() -> None:
    """Print milliseconds by size."""
    policy = Policy.load(ROOT / "rules")
    write = sys.stdout.write
    write(f"{'ms':>6}  {'signal':<20}{'podlaw':>10}{'floor':>10}{'times':>8}\n")
    for count in SIZES:
        given = node(count)
        for signal in SIGNALS:
            request = Request(given | {"signal": signal}, question="ranking")
            ranked, plain = policy.evaluate(request).conclusions["ranking"], floor(given, signal)
            if ranked != plain:
                raise SystemExit(f"the floor ranks otherwise: {signal}, {count} Pods")
            ours = least(lambda request=request: policy.evaluate(request))
            peer = least(lambda given=given, signal=signal: floor(given, signal))
            write(f"{count:>6}  {signal:<20}{ours:>10.1f}{peer:>10.2f}{ours / peer:>8.1f}\n")
    given = node(REPORTED) | {"node": {"status": {"capacity": {"memory": "64Gi", "pods": "110"}}}, "at": "0s"}
    took = least(lambda: list(report(policy, given)))
    write(f"report of {REPORTED} Pods: {took:.0f} ms, {len(list(report(policy, given)))} answers\n")


if __name__ == "__main__":
    main()
