"""The same question gives the same verdict in process, by typed messages and by the bytes of a manifest."""

import json
from itertools import islice

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

OF_NODES = {"kubelet-handwritten", "kubelet-other-versions", "ranking", "thresholds"}
"""Files about the state of nodes, which the messages do not carry yet."""

FILES = [file for file in sorted(CASES.glob("*.jsonl")) if file.stem not in OF_NODES]
FORMS = {"pod": "pod", "persistentVolumeClaim": "persistent_volume_claim"}

NOT_TYPED = {
    "admission/valid-empty-quantity": "a typed message cannot tell an empty text of a quantity from an absent one",
}
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
def test_every_form_gives_the_same_answer(policy, stub, file):
    """The digests are equal; objects come back in their form and say the same; the patch leads to them."""
    count = patched = 0
    for case in cases(policy, file):
        wanted = digest(here(policy, case))
        by_manifest = stub.Evaluate(asked(case, manifest_object), timeout=DEADLINE).verdict
        by_type = stub.Evaluate(asked(case, typed_object), timeout=DEADLINE).verdict
        assert by_manifest.digest == wanted, case["id"]
        assert (by_type.digest == wanted) is (case["id"] not in NOT_TYPED), case["id"]
        if case["id"] in NOT_TYPED:
            continue
        for value, message in zip(returned(by_manifest), returned(by_type), strict=True):
            form = message.WhichOneof("form")
            assert message == typed_object(form, json.loads(value.manifest)), case["id"]
        patched += leads_to_the_object(case, by_manifest, by_type)
        count += 1
    assert count > 50
    assert patched > 10 or file.stem in ("limitrange-validation", "local-storage-eviction", "oom", "scheduling")


GROWN = {
    "containers": [{"name": "more", "image": "more", "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "3"}}}],
    "initContainers": [{"name": "first", "image": "first", "restartPolicy": "Always"}],
    "volumes": [{"name": "more", "emptyDir": {"sizeLimit": "1Gi"}}],
}


def grown(value):
    """Return an object with more of everything: containers and volumes, and amounts of every container."""
    changed = json.loads(json.dumps(value, default=str))
    changed.setdefault("metadata", {}).setdefault("labels", {})["more"] = "yes"
    spec = changed.setdefault("spec", {})
    holders = [spec, *spec.get("containers", ())]
    if "containers" in spec:
        for name, items in GROWN.items():
            spec[name] = [*(spec.get(name) or ()), *items]
    for holder in holders:
        for name in ("requests", "limits"):
            resources = holder.setdefault("resources", {}) or {}
            resources[name] = {**(resources.get(name) or {}), "memory": "7Gi", "a.io/b": "1"}
            holder["resources"] = resources
    return changed


def updates(policy, file):
    """Yield the updates of a file, and those that add to an object, or take away from it, on every subresource."""
    for case in cases(policy, file):
        if case["input"].get("operation") != "UPDATE":
            continue
        yield case
        (name,) = [name for name in FORMS if name in case["input"]]
        old = f"old{name[0].upper()}{name[1:]}"
        stored = case["input"][old]
        for subresource in ("", "status", "resize") if name == "pod" else ("", "status"):
            for sent, kept in ((grown(stored), stored), (stored, grown(stored))):
                given = case["input"] | {name: sent, old: kept, "subresource": subresource}
                yield case | {"input": given, "id": f"{case['id']} {subresource or 'plain'} {sent is stored}"}


def test_an_update_leaves_the_same_in_every_form(policy, stub):
    """Also where the update may not bring what it says: that is taken away again, in whichever form it came."""
    taken = 0
    for case in (case for name in UPDATED for case in islice(updates(policy, CASES / name), 400)):
        by_manifest = stub.Evaluate(asked(case, manifest_object), timeout=DEADLINE).verdict
        by_type = stub.Evaluate(asked(case, typed_object), timeout=DEADLINE).verdict
        assert by_type.digest == by_manifest.digest, case["id"]
        for value, message in zip(returned(by_manifest), returned(by_type), strict=True):
            assert message == typed_object(message.WhichOneof("form"), json.loads(value.manifest)), case["id"]
        leads_to_the_object(case, by_manifest, by_type)
        taken += b'"remove"' in by_manifest.json_patch
    assert taken > 100


UPDATED = ("admission-handwritten.jsonl", "admission-other-versions.jsonl", "pvc.jsonl")


def returned(verdict):
    """Return the objects that a verdict gives back."""
    return [getattr(verdict, form) for form in FORMS.values() if verdict.HasField(form)] or list(verdict.limit_ranges)


def leads_to_the_object(case, by_manifest, by_type):
    """Check that a patch makes of what was sent what comes back, in JSON; return whether it does anything."""
    for name, form in FORMS.items():
        if name in case["input"] and by_manifest.stage == "defaulting":
            assert (by_manifest.json_patch, by_type.json_patch) == (b"[]", b"[]"), case["id"]
        elif name in case["input"]:
            sent = case["input"][name]
            left = json.loads(getattr(by_manifest, form).manifest)
            patched = jsonpatch.apply_patch(sent, json.loads(by_manifest.json_patch))
            assert spelt(patched) == spelt(left), case["id"]
            shown = typed.to_json(getattr(typed_object(form, sent), form))
            left = typed.to_json(getattr(getattr(by_type, form), form))
            assert spelt(jsonpatch.apply_patch(shown, json.loads(by_type.json_patch))) == spelt(left), case["id"]
            return by_manifest.json_patch != b"[]"
    return False


def spelt(value, key=""):
    """Return JSON with the quantities of resources in one spelling."""
    if isinstance(value, dict):
        return {name: spelt(inner, key if key in LISTS else name) for name, inner in value.items()}
    if isinstance(value, list):
        return [spelt(item) for item in value]
    return parse(str(value or "0")).rounded().canonical if key in LISTS else value


LISTS = ("requests", "limits", "overhead", "sizeLimit", "capacity", "allocatedResources", "divisor")
