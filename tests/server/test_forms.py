"""The same question gives the same verdict in process, by typed messages and by the bytes of a manifest."""

import json

import jsonpatch
import pytest

from engine import Request
from engine.canonical import digest
from engine.quantity import parse
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import decode
from tests.places import CASES
from tests.server.conftest import DEADLINE

OF_NODES = {"kubelet-handwritten", "kubelet-other-versions", "ranking"}
"""Files about the state of nodes, which the messages do not carry yet."""

FILES = [file for file in sorted(CASES.glob("*.jsonl")) if file.stem not in OF_NODES]
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
    if (old := f"old{name[0].upper()}{name[1:]}" if name else "") in given:
        objects["old_object"] = make(FORMS[name], given[old])
    operation = pb.OPERATION_UPDATE if given.get("operation") == "UPDATE" else pb.OPERATION_CREATE
    objects |= {"operation": operation, "subresource": given.get("subresource", "")}
    ranges = [make("limit_range", value) for value in given.get("limitRanges", ())]
    return pb.EvaluateRequest(kubernetes=case["kubernetes"], limit_ranges=ranges, **objects)


def inputs(case):
    """Return what a case asks about, as the engine takes it."""
    names = [name for name in case["input"] if name in (*FORMS, "oldPod", "oldPersistentVolumeClaim", "limitRanges")]
    return {name: case["input"][name] for name in names}


def cases(policy, file):
    for case in map(decode, file.read_bytes().splitlines()):
        if case["kubernetes"] in policy.minors and inputs(case):
            yield case


def here(policy, case):
    given = case["input"]
    operation, subresource = given.get("operation", "CREATE"), given.get("subresource", "")
    request = Request(inputs=inputs(case), kubernetes=case["kubernetes"], operation=operation, subresource=subresource)
    return policy.evaluate(request)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_form_gives_the_same_verdict(policy, stub, file):
    count = 0
    for case in cases(policy, file):
        wanted = digest(here(policy, case))
        by_manifest = stub.Evaluate(asked(case, manifest_object), timeout=DEADLINE).verdict
        assert by_manifest.digest == wanted, case["id"]
        typed_verdict = stub.Evaluate(asked(case, typed_object), timeout=DEADLINE).verdict
        assert (typed_verdict.digest == wanted) is (case["id"] not in NOT_TYPED), case["id"]
        count += 1
    assert count > 50


def test_patches_lead_to_what_the_policy_leaves(policy):
    updates = 0
    for case in (case for file in FILES for case in cases(policy, file)):
        verdict = here(policy, case)
        for name, operations in verdict.patches.items():
            if name not in FORMS or verdict.stage == "defaulting":
                continue
            patched = jsonpatch.apply_patch(inputs(case)[name], operations)
            assert typed_object(FORMS[name], spelt(patched)) == typed_object(FORMS[name], spelt(verdict.objects[name]))
            updates += case["input"].get("operation") == "UPDATE" and bool(operations)
    assert updates > 20


def spelt(value, key=""):
    """Return JSON with the quantities of resources in one spelling."""
    if isinstance(value, dict):
        return {name: spelt(inner, key if key in LISTS else name) for name, inner in value.items()}
    if isinstance(value, list):
        return [spelt(item) for item in value]
    return parse(str(value)).rounded().canonical if key in LISTS and value is not None else value


LISTS = ("requests", "limits", "overhead", "sizeLimit", "capacity", "allocatedResources", "divisor")
