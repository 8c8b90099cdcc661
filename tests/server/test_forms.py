"""The same question gives the same verdict in process, by typed messages and by the bytes of a manifest."""

import json

import pytest

from engine import Request
from engine.canonical import digest
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import decode
from tests.places import CASES
from tests.server.conftest import DEADLINE

FILES = sorted(CASES.glob("*.jsonl"))
FORMS = {"pod": "pod", "persistentVolumeClaim": "persistent_volume_claim"}

NOT_TYPED = {}
"""Cases that a typed message cannot express, by id, with the reason."""


def typed_object(form, value):
    sent = pb.Object()
    typed.write(getattr(sent, form), value)
    getattr(sent, form).SetInParent()
    return sent


def manifest_object(_, value):
    return pb.Object(manifest=json.dumps(value, default=str).encode())


def asked(case, make):
    """Return the request about a case, its objects made by a function of their typed form and their value."""
    given = case["input"]
    (name,) = [name for name in FORMS if name in given] or [None]
    objects = {FORMS[name]: make(FORMS[name], given[name])} if name else {}
    ranges = [make("limit_range", value) for value in given.get("limitRanges", ())]
    return pb.EvaluateRequest(kubernetes=case["kubernetes"], limit_ranges=ranges, **objects)


def cases(policy, file):
    for line in file.read_bytes().splitlines():
        case = decode(line)
        plain = case["input"].get("operation", "CREATE") == "CREATE" and not case["input"].get("subresource")
        if (
            plain
            and case["kubernetes"] in policy.minors
            and any(name in case["input"] for name in (*FORMS, "limitRanges"))
        ):
            yield case


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_form_gives_the_same_verdict(policy, stub, file):
    count = 0
    for case in cases(policy, file):
        names = [name for name in (*FORMS, "limitRanges") if name in case["input"]]
        inputs = {name: case["input"][name] for name in names}
        here = digest(policy.evaluate(Request(inputs=inputs, kubernetes=case["kubernetes"])))
        by_manifest = stub.Evaluate(asked(case, manifest_object), timeout=DEADLINE).verdict
        assert by_manifest.digest == here, case["id"]
        if case["id"] not in NOT_TYPED:
            assert stub.Evaluate(asked(case, typed_object), timeout=DEADLINE).verdict.digest == here, case["id"]
        count += 1
    assert count > 50
