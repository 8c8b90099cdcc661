"""Admission V9: what Kubernetes says of the devices that a container claims; no recorded case holds any."""

from collections import Counter

import pytest

from engine import Request

NONE_LISTED = "must be one of the names in pod.spec.resourceClaims which is empty"
OTHERS_LISTED = "must be one of the names in pod.spec.resourceClaims: gpu, nic"
A, B, WHOLE = {"name": "gpu", "request": "a"}, {"name": "gpu", "request": "b"}, {"name": "gpu"}
CASES = {
    "listed": (["gpu"], [WHOLE], []),
    "no name": (["gpu"], [{"name": ""}], [("[0]", "Required", "")]),
    "whole twice": (["gpu"], [WHOLE] * 2, [("[1]", "Duplicate", "")]),
    "two requests": (["gpu"], [A, B], []),
    "a request twice": (["gpu"], [A, A], [("[1]", "Duplicate", "")]),
    "a request after the whole": (["gpu"], [WHOLE, A], [("[1]", "Duplicate", "")]),
    "the whole after two requests": (["gpu"], [A, B, WHOLE], [("[2]", "Duplicate", "")] * 2),
    "not listed": (["nic", "gpu"], [{"name": "tpu"}], [("[0]", "NotFound", OTHERS_LISTED)]),
    "nothing listed": ([], [{"name": "tpu"}], [("[0]", "NotFound", NONE_LISTED)]),
}


@pytest.mark.parametrize("name", CASES)
def test_devices_that_are_claimed(policy, name):
    listed, claims, wanted = CASES[name]
    container = {"name": "app", "image": "a", "resources": {"claims": claims}}
    spec = {"resourceClaims": [{"name": claim} for claim in listed], "containers": [container]}
    verdict = policy.evaluate(Request({"pod": {"metadata": {"name": "web"}, "spec": spec}}))
    path = "spec.containers[0].resources.claims"
    found = Counter((v.field, v.type, v.message) for v in verdict.violations)
    assert found == Counter((path + at, f"FieldValue{kind}", detail) for at, kind, detail in wanted)
