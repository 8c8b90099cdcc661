"""Every field of the contract is in the canonical form of a verdict, or is one of those that are left out of it."""

import json

import pytest

from engine.canonical import canonical
from engine.verdict import Comparison, Origin, RuleReference, Value, Violation
from podlaw.v1 import policy_pb2 as pb
from tests.server.conftest import admitted

RULE = RuleReference("set", "1.0.0", "rule", 1, "file", 2, "1.35", "1.36")
ROLES = {field.json_name: "x" for field in pb.Explanation.DESCRIPTOR.fields}
VIOLATION = Violation("s", "m", "f", "t", RULE, ROLES, (Comparison("a", ">", "b", "2", "1"),), True, "pod")
VALUE = Value("p", "s", "l", "r", "v", Origin("filled", "a", "n", RULE, Origin("declared")))
FORM = json.loads(canonical(admitted(violations=(VIOLATION,), values=(VALUE,))))
(SAID,) = FORM["violations"]
(AMOUNT,) = FORM["values"]

GIVEN_BACK = {"pod", "persistentVolumeClaim", "limitRanges", "jsonPatch"}
ON_REQUEST = {"trace", "checks"}


@pytest.mark.parametrize(
    ("message", "form", "left_out"),
    [
        (pb.Verdict, FORM, GIVEN_BACK | ON_REQUEST | {"digest", "order"}),
        (pb.Violation, SAID, set()),
        (pb.RuleReference, SAID["rule"], {"since", "until"}),
        (pb.Explanation, SAID["explanation"], set()),
        (pb.Comparison, SAID["comparisons"][0], set()),
        (pb.Value, AMOUNT, set()),
        (pb.Origin, AMOUNT["origin"], set()),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_fields(message, form, left_out):
    assert {field.json_name for field in message.DESCRIPTOR.fields} == set(form) | left_out
    assert not set(form) & left_out
