"""Every violation that names an interval of accepted values is right: with such a value the check passes."""

import copy
import json
import re

import pytest

from engine import Request
from engine.quantity import parse
from tests.places import CASES

FILES = ("admission-handwritten.jsonl", "admission-generated.jsonl", "pvc.jsonl")
ENDS = ("atLeast", "atMost")
WRAPS = parse(str(2**63))


def placed(inputs, at, value):
    """Return the inputs with a value at a path such as ``spec.containers[0].resources.limits[cpu]``."""
    changed = copy.deepcopy(inputs)
    held = changed["pod" if "pod" in changed else "persistentVolumeClaim"]
    field, key = re.fullmatch(r"(.*?)\[([^\[\]]*)\]", at).groups() if at.count("[") == 1 else at[:-1].rsplit("[", 1)
    for step in re.findall(r"[^.\[\]]+", field):
        if isinstance(held, list):
            held = held[int(step)]
        else:
            held[step] = held.get(step) or {}
            held = held[step]
    held[key] = value
    return changed


def identity(violation):
    roles = ("limitRange", "item", "subject", "resource", "at")
    rule = violation.rule
    return rule.ruleset, rule.rule, rule.case, *(violation.explanation.get(role) for role in roles)


def denied(policy, inputs):
    verdict = policy.evaluate(Request(inputs=inputs))
    return [*verdict.violations, *verdict.unreported]


def asked(file, at_most=400):
    for case in map(json.loads, (CASES / file).read_text().splitlines()[:at_most]):
        if case["input"].get("operation", "CREATE") == "CREATE" and not case["expect"]["admission"]["allowed"]:
            names = ("pod", "persistentVolumeClaim", "limitRanges")
            yield {name: case["input"][name] for name in names if name in case["input"]}


@pytest.mark.parametrize("file", FILES)
def test_a_value_of_the_interval_passes(policy, file):
    tried = 0
    for inputs in asked(file):
        for violation in denied(policy, inputs):
            place = violation.explanation.get("at", "")
            for end in ENDS:
                value = violation.explanation.get(end)
                if value is None or not place.startswith("spec."):
                    continue
                tried += 1
                again = denied(policy, placed(inputs, place, value))
                assert identity(violation) not in map(identity, again), (inputs, violation)
    assert tried > 10


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
