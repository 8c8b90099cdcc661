"""Every violation that compares amounts names an interval of values, and with a value of it the check passes."""

import copy
import itertools
import json
import re

import pytest

from engine import Request
from engine.quantity import QuantityError, parse
from tests.places import CASES

FILES = ("admission-handwritten.jsonl", "admission-generated.jsonl", "pvc.jsonl", "limitrange-validation.jsonl")
ENDS = ("atLeast", "atMost")
WRAPS = parse(str(2**63))
OBJECTS = ("pod", "persistentVolumeClaim")

WITHOUT_INTERVAL = {
    ("limit-ranger", "limit to request ratio", 1): "no request, or zero: it depends on the limit too what passes",
    ("limit-ranger", "limit to request ratio", 2): "no limit, or zero: what passes depends on the request too",
}
"""Cases that compare an amount with nothing but zero, by rule set, rule and case."""


def steps(place):
    """Return the steps of a path such as ``spec.containers[0].resources.limits[requests.cpu]``."""
    return [key or word for key, word in re.findall(r"\[([^\[\]]*)\]|([^.\[\]]+)", place)]


def placed(inputs, violation, value):
    """Return the inputs with a value at the place that a violation names."""
    changed = copy.deepcopy(inputs)
    held = changed
    *way, last = [*steps(violation.root), *steps(violation.explanation["at"])]
    for step in way:
        if isinstance(held, list):
            held = held[int(step)]
        else:
            held[step] = held.get(step) or {}
            held = held[step]
    held[last] = value
    return changed


def identity(violation):
    roles = ("limitRange", "item", "subject", "resource", "at")
    rule = violation.rule
    return rule.ruleset, rule.rule, rule.case, violation.root, *map(violation.explanation.get, roles)


def denied(policy, inputs):
    verdict = policy.evaluate(Request(inputs=inputs))
    return [*verdict.violations, *verdict.unreported]


def asked(file, at_most=400):
    for case in map(json.loads, (CASES / file).read_text().splitlines()[:at_most]):
        if case["input"].get("operation", "CREATE") == "CREATE":
            names = [name for name in (*OBJECTS, "limitRanges") if name in case["input"]]
            if file == "limitrange-validation.jsonl":
                names = ["limitRanges"]
            yield {name: case["input"][name] for name in names}


def is_amount(text):
    try:
        parse(text)
    except QuantityError:
        return False
    return True


def compares_amounts(violation):
    """Whether an order or an equality of two amounts made the check deny."""
    return any(
        comparison.operator in ("<", ">", "<=", ">=", "!=", "=")
        and is_amount(comparison.left_value)
        and is_amount(comparison.right_value)
        for comparison in violation.comparisons
    )


@pytest.mark.parametrize("file", FILES)
def test_a_value_of_the_interval_passes(policy, file):
    tried = 0
    for inputs in asked(file):
        for violation in denied(policy, inputs):
            if not violation.explanation.get("at", "").startswith("spec."):
                continue
            for end in ENDS:
                value = violation.explanation.get(end)
                if value is not None:
                    tried += 1
                    again = denied(policy, placed(inputs, violation, value))
                    assert identity(violation) not in map(identity, again), (inputs, violation)
    assert tried > 10


@pytest.mark.parametrize("file", FILES)
def test_a_comparison_of_amounts_names_an_interval(policy, file):
    compared = 0
    for inputs in asked(file):
        for violation in denied(policy, inputs):
            rule = violation.rule
            if compares_amounts(violation) and (rule.ruleset, rule.rule, rule.case) not in WITHOUT_INTERVAL:
                compared += 1
                assert "at" in violation.explanation, violation
                assert any(end in violation.explanation for end in ENDS), violation
    assert compared > 10


def test_the_observed_value_lies_outside(policy):
    outside = 0
    for inputs in asked("admission-handwritten.jsonl"):
        for violation in denied(policy, inputs):
            told = violation.explanation
            ends = [parse(told[end]) for end in ENDS if end in told]
            # At 2^63 and beyond int64 wraps, and Kubernetes refuses amounts that are within the bound.
            if "observed" in told and ends and "." not in told["observed"] and all(end < WRAPS for end in ends):
                observed = parse(told["observed"])
                below = "atLeast" in told and observed < parse(told["atLeast"])
                above = "atMost" in told and observed > parse(told["atMost"])
                assert below or above, told
                outside += 1
    assert outside > 10


BOUNDS = ("12E", "10E", "10000E", "1e19", "16Ei", "8Ei", "9223372036854775808", "-12E", "9.3e15", "1.5", "-1", "9E")
AMOUNTS = ("0", "1", "2", "1500m", "1k", "9223372036854775", "9223372036854776", "7E", "9E")


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("side", ["min", "max"])
@pytest.mark.parametrize("name", OBJECTS)
def test_bounds_that_int64_does_not_hold(policy, name, side, bound):
    """The interval is of what Kubernetes compares with, which is not always the bound as it is written."""
    for held, amount in itertools.product(("requests", "limits"), AMOUNTS):
        inputs = bounded(name, {side: {"storage": bound}}, {held: {"storage": amount}})
        for violation in denied(policy, inputs):
            told = violation.explanation
            if not violation.rule.ruleset.startswith("limit-ranger") or not told.get("at", "").startswith("spec."):
                continue
            for value in (told[end] for end in ENDS if end in told):
                again = denied(policy, placed(inputs, violation, value))
                assert identity(violation) not in map(identity, again), (inputs, violation)


def bounded(name, bounds, resources):
    """Return an object with some resources under a LimitRange with some bounds."""
    spec = {
        "pod": {"containers": [{"name": "app", "image": "app", "resources": resources}]},
        "persistentVolumeClaim": {"accessModes": ["ReadWriteOnce"], "resources": resources},
    }[name]
    item = {"type": "Container" if name == "pod" else "PersistentVolumeClaim", **bounds}
    ranges = [{"metadata": {"name": "bounds"}, "spec": {"limits": [item]}}]
    return {name: {"metadata": {"name": "web"}, "spec": spec}, "limitRanges": ranges}
