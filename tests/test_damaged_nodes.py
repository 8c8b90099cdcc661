"""Recorded cases about nodes with something damaged in them are answered, or refused by name: nothing breaks."""

import copy
import json
import random

import pytest

from cli.cases.facets import CaseError, expectation
from engine import RequestError, UnsupportedRequest
from tests.places import CASES

FILES = (
    *("oom", "local-storage-eviction", "ranking", "thresholds", "kubelet-handwritten", "kubelet-other-versions"),
    *("cgroup", "scheduling"),
)
REFUSED = (RequestError, UnsupportedRequest, CaseError)
ODD = (
    *(None, 0, -1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30, True, False, [], {}, [None], [[]], {"": None}, "", "x"),
    *("1Gi", "-5", "1e400", "9E", "0x10", "\ud800", "é\0", "a" * 3000, "1n", "nan%", "inf", "-0%", {"a": {"b": 1}}),
)


def spots(value, path=()):
    """Yield the path of everything within a value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from spots(inner, (*path, key))


def damage(value, chance):
    """Remove, replace or repeat something within a value."""
    *steps, last = chance.choice([*spots(value)] or [("pod",)])
    held = value
    for step in steps:
        held = held[step]
    match chance.randrange(8):
        case 0 | 1 if len(held):
            del held[last]
        case 2 if isinstance(held, list):
            held.append(copy.deepcopy(held[last]))
        case _:
            held[last] = copy.deepcopy(chance.choice(ODD))


@pytest.mark.parametrize("name", FILES)
def test_damaged_nodes(policy, name):
    cases = [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]
    chance = random.Random(name)  # noqa: S311 - chance, no secret
    answered = refused = 0
    for _ in range(400):
        case = copy.deepcopy(chance.choice(cases))
        for _ in range(chance.choice((1, 1, 2, 5))):
            damage(case["input"], chance)
        for facet in case["expect"]:
            try:
                expectation({"input": case["input"], "kubernetes": case["kubernetes"]}, [facet], policy.evaluate)
                answered += 1
            except REFUSED:
                refused += 1
    assert answered > 20
    assert refused > 20
