"""podlaw beside what a user would run instead, in the same run: OPA with a Rego policy, and Kubernetes' own code in Go.

Rounds are interleaved, each in one thread; the best round of each counts. podlaw is measured in CPU time; what the
others tell in time of the clock is scaled by the share of a core that their process got. OPA's policy does the same
defaulting, bounds and class, but no API validation; podlaw does all of creation. Fleets (w4, w5) are pods of many
templates, in order.

    python -m bench.beside --programs FOLDER [--data FOLDER] [--opa-policy FILE]

``--programs`` holds ``opa`` and ``gopeers``; a peer that is not there is left out. ``--data`` holds w1.jsonl to
w5.jsonl (a line is one pod with its LimitRanges); without it, w1 to w3 are taken from bench/data.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from bench.workloads import NAMES, ROOT, least, workload
from engine import Policy, Request
from podlaw.v1 import policy_pb2 as pb
from server.service import evaluate

ROUNDS = 3
FLEET, BEFORE = 3000, 1000


class Podlaw:
    """Evaluates in process."""

    def __init__(self) -> None:
        """Load the policy."""
        self.policy = Policy.load(ROOT / "rules")

    def decoded(self, items: list[dict[str, Any]]) -> float:
        """Return the microseconds from a decoded request to a verdict."""
        requests = [Request(inputs={"pod": item["pod"], "limitRanges": item["limitRanges"]}) for item in items]
        if len(requests) == 1:
            return least(lambda: self.policy.evaluate(requests[0]), rounds=1)
        return one_after_another(requests, self.policy.evaluate)

    def from_bytes(self, items: list[dict[str, Any]]) -> float:
        """Return the microseconds from the bytes of a request with JSON manifests to the bytes of its response."""
        messages = [asked(item) for item in items]

        def answer(data: bytes) -> bytes:
            return evaluate(pb.EvaluateRequest.FromString(data), self.policy).SerializeToString()

        if len(messages) == 1:
            return least(lambda: answer(messages[0]), rounds=1)
        return one_after_another(messages, answer)


def asked(item: dict[str, Any]) -> bytes:
    """Return a request that wants verdict, values and the patch."""
    message = pb.EvaluateRequest(pod=pb.Object(manifest=json.dumps(item["pod"]).encode()))
    for one in item["limitRanges"]:
        message.limit_ranges.add(manifest=json.dumps(one).encode())
    message.facets.extend(["values", "jsonPatch"])
    return message.SerializeToString()


def one_after_another(requests: list[Any], answer: Callable[[Any], object]) -> float:
    """Return the microseconds a request of a fleet, after a first part of it."""
    for request in requests[:BEFORE]:
        answer(request)
    start = time.process_time()
    for request in requests[BEFORE:]:
        answer(request)
    return (time.process_time() - start) / len(requests[BEFORE:]) * 1e6


def opa(program: Path, rego: Path, items: list[dict[str, Any]]) -> float:
    """Return the microseconds of a decision by ``opa bench``."""
    query = "data.podlaw.decision" if len(items) == 1 else "data.podlaw.batch"
    given = items[0] if len(items) == 1 else {"items": items[:500]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(given, file)
        file.flush()
        command = [program, "bench", "-d", rego, "-i", file.name, "--format", "json", query]
        told, share = run(command)
    return float(told["T"] / told["N"] / (1 if len(items) == 1 else 500) / 1000 * share)


def kubernetes(program: Path, items: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the microseconds of Kubernetes' own code, from JSON to JSON and of the rules alone."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", prefix="w") as file:
        file.writelines(json.dumps(item) + "\n" for item in items)
        file.flush()
        told, share = run([program, "bench", file.name])
    return 1e6 / told["native_json"] * share, 1e6 / told["native_rules_only"] * share


def run(command: list[Any]) -> tuple[dict[str, Any], float]:
    """Return what a program prints, run on one core, and the share of a core that it got."""
    environment = {**os.environ, "GOMAXPROCS": "1"}
    before, start = os.times(), time.perf_counter()
    done = subprocess.run([str(word) for word in command], capture_output=True, check=True, env=environment)  # noqa: S603
    after, wall = os.times(), time.perf_counter() - start
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads(done.stdout), min(1.0, used / wall)


def items_of(name: str, data: Path | None) -> list[dict[str, Any]]:
    """Return the items of a workload."""
    if data is None:
        return [workload(name)]
    with (data / f"{name}.jsonl").open() as file:
        return [json.loads(line) for line in islice(file, FLEET)]


def measured(podlaw: Podlaw, items: list[dict[str, Any]], options: argparse.Namespace) -> dict[str, float]:
    """Return the microseconds of each, in one round."""
    found = {"podlaw": podlaw.decoded(items), "podlaw, bytes to bytes": podlaw.from_bytes(items)}
    if options.opa_policy and (options.programs / "opa").exists():
        found["OPA"] = opa(options.programs / "opa", options.opa_policy, items)
    if (options.programs / "gopeers").exists():
        found["Kubernetes, JSON to JSON"], found["Kubernetes, rules"] = kubernetes(options.programs / "gopeers", items)
    return found


def main() -> None:
    """Print the figures and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--opa-policy", type=Path)
    options = parser.parse_args()
    podlaw = Podlaw()
    for name in (*NAMES, *(("w4", "w5") if options.data else ())):
        items, best = items_of(name, options.data), dict[str, float]()
        for _ in range(ROUNDS):
            for peer, taken in measured(podlaw, items, options).items():
                best[peer] = min(taken, best.get(peer, taken))
        sys.stdout.write(f"{name}\n")
        for peer, taken in best.items():
            sys.stdout.write(f"  {peer:<26}{taken:>8.0f} microseconds{taken / best['podlaw']:>8.2f} of podlaw's\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
