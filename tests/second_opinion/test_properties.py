"""What must not change an answer, or only in one direction: properties that need no second answer to compare with."""

import copy
import dataclasses
import random

import pytest

from engine import Request, RequestError
from engine.quantity import parse
from tests.second_opinion.requests import Generator, recorded

NAME = "renamed-by-a-test"
BOUNDS = {"min": -1, "max": 1, "maxLimitRequestRatio": 1}
COUNT = 300
ORDINARY = 2**60


def answers(policy, request):
    """A verdict, None for a request that cannot be answered."""
    try:
        return policy.evaluate(request)
    except RequestError:
        return None


@pytest.fixture(scope="module")
def creations(policy):
    """Generated requests to create a Pod, with their verdicts."""
    generator, found = Generator(7, policy.minors), []
    while len(found) < COUNT:
        request = generator.request()
        if request.operation == "CREATE" and not request.question and "pod" in request.inputs:
            verdict = answers(policy, request)
            if verdict is not None and verdict.conclusions:
                found.append((request, verdict))
    assert sum(verdict.allowed for _, verdict in found) > COUNT // 10
    return found


def changed(request, **inputs):
    return dataclasses.replace(request, inputs={**request.inputs, **inputs})


def turned(value, order):
    """A value with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = list(value)
        order.shuffle(keys)
        return {key: turned(value[key], order) for key in keys}
    return [turned(inner, order) for inner in value] if isinstance(value, list) else value


def amounts(totals):
    """The amounts of totals; those near 2^63, where Kubernetes' own sums depend on their order, are left out."""
    found = {name: parse(text).exact for name, text in totals.items()}
    return {name: amount for name, amount in found.items() if abs(amount) < ORDINARY}


def test_order_of_keys(policy, creations):
    order = random.Random(1)  # noqa: S311 - tests, not secrets
    for request, verdict in creations:
        other = policy.evaluate(dataclasses.replace(request, inputs=turned(dict(request.inputs), order)))
        assert (other.allowed, other.stage) == (verdict.allowed, verdict.stage)
        assert dict(other.objects) == dict(verdict.objects)
        assert other.conclusions["qosClass"] == verdict.conclusions["qosClass"]
        assert sorted(one.message for one in other.violations) == sorted(one.message for one in verdict.violations)


def test_order_of_containers(policy, creations):
    several = 0
    for request, verdict in creations:
        pod = copy.deepcopy(request.inputs["pod"])
        containers = pod["spec"].get("containers") or []
        names = [container.get("name") for container in containers]
        if len(set(names)) != len(names) or len(names) < 2:
            continue
        several += 1
        containers.reverse()
        other = policy.evaluate(changed(request, pod=pod))
        assert (other.allowed, other.stage) == (verdict.allowed, verdict.stage)
        assert other.conclusions["qosClass"] == verdict.conclusions["qosClass"]
        for total in ("podRequests", "podLimits"):
            assert amounts(other.conclusions[total]) == amounts(verdict.conclusions[total])
        left, right = (
            {container["name"]: container.get("resources") for container in one.objects["pod"]["spec"]["containers"]}
            for one in (verdict, other)
        )
        assert left == right
    assert several > 20


def test_renamed_pod(policy, creations):
    renamed = 0
    for request, verdict in creations:
        pod = copy.deepcopy(request.inputs["pod"])
        name = pod.get("metadata", {}).get("name")
        if not name or len(name) < 3 or verdict.stage == "validation":
            continue
        renamed += 1
        pod["metadata"]["name"] = NAME
        other = policy.evaluate(changed(request, pod=pod))
        assert (other.allowed, other.stage, other.code) == (verdict.allowed, verdict.stage, verdict.code)
        assert [one.message for one in other.violations] == [one.message for one in verdict.violations]
        assert other.conclusions["qosClass"] == verdict.conclusions["qosClass"]
    assert renamed > 20


def loosened(item, name, resource):
    """An item with one bound that lets more through: twice the amount, or none."""
    wider = copy.deepcopy(item)
    bound = parse(str(item[name][resource]))
    wider[name][resource] = "0" if BOUNDS[name] < 0 else bound.add(bound).text
    return wider


def bounds_of(ranges):
    for at, one in enumerate(ranges):
        for number, item in enumerate((one.get("spec") or {}).get("limits") or []):
            if item.get("type") == "Pod":  # nothing is filled in from these
                for name in BOUNDS:
                    for resource in item.get(name) or {}:
                        yield at, number, name, resource


def denials(verdict):
    """How many denials of bounds there are, reported or not."""
    return sum(one.stage == "limitRanger" for one in (*verdict.violations, *verdict.unreported))


def test_a_looser_bound_denies_no_more(policy):
    loose = fewer = 0
    for case in recorded("admission-generated"):
        given = case["input"]
        if given.get("operation", "CREATE") != "CREATE" or "pod" not in given or "limitRanges" not in given:
            continue
        before = None
        for at, number, name, resource in bounds_of(given["limitRanges"]):
            before = before or answers(policy, Request({n: given[n] for n in ("pod", "limitRanges")}))
            item = given["limitRanges"][at]["spec"]["limits"][number]
            if before is None or parse(str(item[name][resource])).exact < 0:
                continue
            ranges = copy.deepcopy(given["limitRanges"])
            ranges[at]["spec"]["limits"][number] = loosened(item, name, resource)
            after = answers(policy, Request({"pod": given["pod"], "limitRanges": ranges}))
            loose += 1
            fewer += denials(after) < denials(before)
            assert denials(after) <= denials(before), (case["id"], name, resource)
            assert after.allowed >= before.allowed
        if loose > 600:
            break
    assert loose > 300
    assert fewer > 10
