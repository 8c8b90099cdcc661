"""What stands by name has no order in Kubernetes: the order of a text changes no answer."""

import json

from engine import Request
from tests.places import CASES


def turned(value):
    """Return a JSON value with the entries of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(inner) for key, inner in reversed(value.items())}
    return [turned(inner) for inner in value] if isinstance(value, list) else value


def answered(policy, inputs):
    verdict = policy.evaluate(Request(inputs=inputs))
    return verdict.violations, verdict.unreported, verdict.values, verdict.conclusions, verdict.warnings


def test_order_of_maps(policy):
    lines = (CASES / "admission-handwritten.jsonl").read_text().splitlines()
    cases = [case["input"] for case in map(json.loads, lines) if case["input"].get("operation", "CREATE") == "CREATE"]
    inputs = [{name: case[name] for name in ("pod", "limitRanges") if name in case} for case in cases if "pod" in case]
    assert len(inputs) > 50
    for one in inputs:
        # Which of several texts that are no quantities is told first is the one point where their order counts.
        first = answered(policy, one)
        assert first == answered(policy, turned(one)) or first[0][0].stage == "defaulting"
