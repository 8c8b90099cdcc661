"""The floor that the compiler is measured against: two engine rounds for one pod, written by hand.

3 containers x 3 resources under 2 LimitRanges. Round one injects (limit copied to request, default limit, default
request: the first LimitRange with a default gives it); round two checks request <= limit, min, max and ratio of every
container under each LimitRange and concludes the QoS class. Prints microseconds an evaluation, the least of several
rounds, in CPU time of this process. Amounts are MilliValues, already parsed: parsing is not part of the figure;
building rows, matching and reading the firings are.

    python -m bench.two_rounds_by_hand
"""

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import durable_rules_engine as durable

END = '{"id":"end","k":0}'
IDS = re.compile(r'"id":"(\d+)"').findall
NAME = re.compile(r'\{ *"([^"]+)').match
PODS = 300
ROUNDS = 15
RESOURCES = ("cpu", "memory", "ephemeral-storage")

Container = tuple[dict[str, int], dict[str, int]]
Bounds = dict[str, tuple[int, ...]]


def _rule(shape: int, *rest: dict[str, Any]) -> dict[str, Any]:
    return {"all": [{"m": {"$and": [{"k": shape}, *rest]}}], "cap": 65535, "pri": 1}


def _there(*columns: str) -> list[dict[str, Any]]:
    return [{"$ex": {column: 1}} for column in columns]


def _test(operator: str, left: str, right: str) -> dict[str, Any]:
    return {operator: {left: {"$m": right}}}


INJECT = {
    "copied_request": _rule(1, {"$nex": {"r": 1}}, *_there("l")),
    "default_limit": _rule(1, {"$nex": {"l": 1}}, *_there("dl")),
    "default_request": _rule(1, {"$nex": {"r": 1}}, {"$nex": {"l": 1}}, *_there("dr")),
}
CHECK = {
    "request_above_limit": _rule(1, *_there("r", "l"), _test("$gt", "r", "l")),
    "min_absent": _rule(2, {"$nex": {"r": 1}}, *_there("min")),
    "min_request": _rule(2, *_there("r", "min"), _test("$lt", "r", "min")),
    "min_limit": _rule(2, *_there("l", "min"), _test("$lt", "l", "min")),
    "max_absent": _rule(2, {"$nex": {"l": 1}}, *_there("max")),
    "max_limit": _rule(2, *_there("l", "max"), _test("$gt", "l", "max")),
    "max_request": _rule(2, *_there("r", "max"), _test("$gt", "r", "max")),
    "ratio_no_request": _rule(2, {"$nex": {"r": 1}}, *_there("p")),
    "ratio_no_limit": _rule(2, {"$nex": {"l": 1}}, *_there("p")),
    "ratio": _rule(2, *_there("q", "p"), _test("$gt", "q", "p")),
    "best_effort": _rule(3, {"m": 0}, {"any": 0}),
    "guaranteed": _rule(3, {"any": 1}, {"all": 1}),
    "burstable": _rule(3, {"any": 1}, {"all": 0}),
}


def _create(rules: dict[str, Any]) -> int:
    handle: int = durable.create_ruleset("r", json.dumps({**rules, "$end": {"all": [{"m": {"k": 0}}], "pri": 100}}))
    _drive(handle, [])
    return handle


def _drive(handle: int, rows: list[str]) -> list[tuple[int, str]]:
    _, state = durable.assert_facts(handle, "[" + "".join(rows) + END + "]")
    firings: list[tuple[int, str]] = []
    try:
        result = durable.start_action_for_state(handle, state)
        message = result and result[1]
        while message:
            rule = NAME(message)[1]
            if rule != "$end":
                firings.extend((int(row), rule) for row in IDS(message))
            message = durable.complete_and_start_action(handle, state)
    finally:
        durable.delete_state(handle, "0")
    firings.sort()
    return firings


def _optional(name: str, value: int | None) -> str:
    return "" if value is None else f',"{name}":{value}'


def _inject(handle: int, containers: list[Container], ranges: list[Bounds]) -> None:
    rows: list[str] = []
    targets: list[tuple[dict[str, int], dict[str, int], str, tuple[int, ...]]] = []
    first: Bounds = {}
    for bounds in ranges:
        for resource, bound in bounds.items():
            first.setdefault(resource, bound)
    for requests, limits in containers:
        for resource, bound in first.items():
            rows.append(
                f'{{"id":"{len(targets)}","k":1{_optional("r", requests.get(resource))}'
                f"{_optional('l', limits.get(resource))}{_optional('dl', bound[0])}{_optional('dr', bound[1])}}},"
            )
            targets.append((requests, limits, resource, bound))
    for row, rule in _drive(handle, rows):
        requests, limits, resource, bound = targets[row]
        if rule == "copied_request":
            requests.setdefault(resource, limits[resource])
        elif rule == "default_limit":
            limits.setdefault(resource, bound[0])
        else:
            requests.setdefault(resource, bound[1])


def _check(handle: int, containers: list[Container], ranges: list[Bounds]) -> list[tuple[int, str]]:
    rows: list[str] = []
    positive, equal = False, True
    for requests, limits in containers:
        for resource, request in requests.items():
            limit = limits.get(resource)
            rows.append(f'{{"id":"{len(rows)}","k":1,"r":{request}{_optional("l", limit)}}},')
            positive = positive or request > 0
            equal = equal and request == limit
        for bounds in ranges:
            for resource, bound in bounds.items():
                request, limit = requests.get(resource, 0), limits.get(resource)
                ratio = int(limit / request * 1000) if request and limit else None
                rows.append(
                    f'{{"id":"{len(rows)}","k":2{_optional("r", request or None)}{_optional("l", limit)}'
                    f',"min":{bound[2]},"max":{bound[3]}{_optional("q", ratio)},"p":{bound[4]}}},'
                )
    rows.append(f'{{"id":"{len(rows)}","k":3,"any":{int(positive)},"all":{int(equal)},"m":0}},')
    return _drive(handle, rows)


def _least(pods: Callable[[], list[Container]], inject: int, check: int, ranges: list[Bounds]) -> float:
    least = float("inf")
    for _ in range(ROUNDS):
        batch = [pods() for _ in range(PODS)]
        start = time.process_time()
        for pod in batch:
            _inject(inject, pod, ranges)
            _check(check, pod, ranges)
        least = min(least, (time.process_time() - start) / PODS)
    return least


def main() -> None:
    """Print the figures of three pods: one that declares nothing, one with limits only, one with everything."""
    inject, check = _create(INJECT), _create(CHECK)
    bounds = dict.fromkeys(RESOURCES, (500, 250, 10, 100_000, 4_000))
    ranges = [bounds, dict(bounds)]
    declared = dict.fromkeys(RESOURCES, 400)
    pods: dict[str, Callable[[], list[Container]]] = {
        "nothing declared": lambda: [({}, {}) for _ in range(3)],
        "limits declared": lambda: [({}, dict(declared)) for _ in range(3)],
        "all declared": lambda: [(dict(declared), dict(declared)) for _ in range(3)],
    }
    for name, make in pods.items():
        sys.stdout.write(f"{name:20} {_least(make, inject, check, ranges) * 1e6:7.1f} microseconds\n")


if __name__ == "__main__":
    main()
