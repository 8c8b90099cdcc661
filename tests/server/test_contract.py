"""What a caller may ask, in which form, and how it is told a mistake."""

import hashlib
import json
import threading

import grpc
import jsonpatch
import pytest
from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2

from engine import Interrupted, Request
from engine.canonical import canonical, digest
from podlaw.core.v1 import core_pb2 as core
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import decode, decode_all
from server.service import MOST_ANSWER_BYTES
from tests.places import CASES
from tests.server.conftest import DEADLINE, Scripted, admitted, raw_call, request, serving
from tests.server.test_evaluate import EXAMPLES, POD, detail, failing, fields
from tests.server.test_forms import asked, manifest_object

BOUNDS = b"""{kind: LimitRange, metadata: {name: b}, spec: {limits: [{type: Container, default: {cpu: 2, a/b: 1},
  max: {cpu: 1}}]}}"""


def reasons(error):
    found = detail(error, error_details_pb2.BadRequest())
    return {violation.field: violation.reason for violation in found.field_violations}


def typed_pod(manifest=POD):
    pod = core.Pod()
    typed.write(pod, decode(manifest))
    return pod


def evaluated(stub, **asked):
    return stub.Evaluate(pb.EvaluateRequest(**asked), timeout=DEADLINE).verdict


def test_a_typed_object_comes_back_typed_with_what_is_unknown_of_it(stub):
    pod = typed_pod()
    unknown = b"\xba\x06\x03abc"  # field 103, a text
    pod.MergeFromString(unknown)
    pod.spec.containers[0].MergeFromString(unknown)
    verdict = evaluated(stub, pod=pb.Object(pod=pod), limit_ranges=[pb.Object(manifest=BOUNDS)])
    left = verdict.pod.pod
    assert verdict.pod.WhichOneof("form") == "pod"
    assert unknown in left.SerializeToString()
    assert unknown in left.spec.containers[0].SerializeToString()
    limits = left.spec.containers[0].resources.limits
    assert {name: limits[name].string for name in limits} == {"a/b": "1", "cpu": "2"}
    assert left.metadata.annotations["kubernetes.io/limit-ranger"].startswith("LimitRanger plugin set: ")
    left.spec.containers[0].ClearField("resources")
    left.metadata.ClearField("annotations")
    assert left == pod


def test_an_update_of_the_status_leaves_what_is_unknown_of_the_stored_spec(stub):
    unknown = {"pod": b"\xba\x06\x03new", "old_object": b"\xba\x06\x03old"}  # field 103, a text
    sent = {name: pb.Object(pod=typed_pod()) for name in unknown}
    for name, data in unknown.items():
        sent[name].pod.spec.MergeFromString(data)
        sent[name].pod.spec.volumes.add(name="a").volume_source.MergeFromString(data)
    left = evaluated(stub, **sent, operation=pb.OPERATION_UPDATE, subresource="status")
    assert left.allowed
    assert left.pod.pod == sent["old_object"].pod
    assert left.json_patch == b"[]"


def test_typed_limit_ranges_alone_come_back_typed(stub):
    limit_range = core.LimitRange()
    typed.write(limit_range, decode(BOUNDS))
    verdict = evaluated(stub, limit_ranges=[pb.Object(limit_range=limit_range), pb.Object(manifest=BOUNDS)])
    first, second = verdict.limit_ranges
    assert first.WhichOneof("form") == "limit_range"
    assert second.WhichOneof("form") == "manifest"
    assert typed.to_json(first.limit_range)["spec"] == json.loads(second.manifest)["spec"]


def test_presence_is_kept():
    pod = core.Pod()
    assert typed.to_json(pod) == {}
    pod.spec.resources.SetInParent()
    pod.spec.volumes.add(name="a").volume_source.empty_dir.SetInParent()
    pod.spec.ephemeral_containers.add().ephemeral_container_common.name = "e"
    pod.spec.active_deadline_seconds = 0
    pod.metadata.deletion_timestamp.seconds = 1_700_000_000
    assert typed.to_json(pod) == {
        "metadata": {"deletionTimestamp": "2023-11-14T22:13:20Z"},
        "spec": {
            "activeDeadlineSeconds": 0,
            "ephemeralContainers": [{"name": "e"}],
            "resources": {},
            "volumes": [{"name": "a", "emptyDir": {}}],
        },
    }
    again = core.Pod()
    typed.write(again, typed.to_json(pod))
    assert again == pod


def test_what_is_unknown_tells_objects_apart():
    pod, other = typed_pod(), typed_pod()
    other.spec.MergeFromString(b"\x32\x03abc")  # dnsPolicy
    assert typed.to_json(pod) != typed.to_json(other)
    again = core.Pod()
    typed.write(again, typed.to_json(other))
    assert again == other


@pytest.mark.parametrize("form", ["persistent_volume_claim", "limit_range"])
def test_a_typed_object_of_another_kind(stub, form):
    sent = pb.Object()
    getattr(sent, form).SetInParent()
    error = failing(stub.Evaluate, pb.EvaluateRequest(pod=sent))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "where a Pod is wanted" in fields(error)["pod"]


def test_an_object_without_a_form(stub):
    error = failing(stub.Evaluate, pb.EvaluateRequest(pod=pb.Object(), limit_ranges=[pb.Object()]))
    assert reasons(error) == {"pod": "REQUIRED", "limitRanges[0]": "REQUIRED"}


def test_the_patch_sets_what_rules_set_and_nothing_else(policy, stub):
    seen = 0
    for line in (CASES / "admission-handwritten.jsonl").read_bytes().splitlines():
        given = decode(line)["input"]
        if given.get("operation", "CREATE") != "CREATE" or "pod" not in given:
            continue
        inputs = {"pod": given["pod"], "limitRanges": given.get("limitRanges", [])}
        verdict = policy.evaluate(Request(inputs=inputs))
        operations = verdict.patches["pod"]
        set_by_rules = [value for value in verdict.values if value.origin.kind != "declared"]
        annotated = verdict.conclusions.get("annotation", "") != annotation(given["pod"])
        assert sum(map(leaves, operations)) == len(set_by_rules) + annotated
        patched = jsonpatch.apply_patch(given["pod"], operations)
        again = policy.evaluate(Request(inputs={**inputs, "pod": patched}))
        assert again.patches["pod"] == []
        assert {v.path: v.value for v in again.values} == {v.path: v.value for v in verdict.values}
        seen += len(operations)
    assert seen > 100
    verdict = stub.Evaluate(request(POD, BOUNDS), timeout=DEADLINE).verdict
    assert jsonpatch.apply_patch(decode(POD), json.loads(verdict.json_patch)) == json.loads(verdict.pod.manifest)


def annotation(pod):
    return ((pod.get("metadata") or {}).get("annotations") or {}).get("kubernetes.io/limit-ranger", "")


def leaves(operation):
    def count(value):
        return sum(map(count, value.values())) if isinstance(value, dict) else 1

    assert operation["op"] == "add" or (operation["op"] == "replace" and operation["value"])
    return count(operation["value"])


def test_facets(stub):
    whole = stub.Evaluate(request(POD, BOUNDS), timeout=DEADLINE).verdict
    some = stub.Evaluate(request(POD, BOUNDS, facets=["qosClass", "jsonPatch"]), timeout=DEADLINE).verdict
    assert whole.values
    assert whole.pod.manifest
    assert (some.digest, some.json_patch) == (whole.digest, whole.json_patch)
    assert some.violations == whole.violations
    assert not some.values
    assert not some.HasField("pod")
    assert some.conclusions == pb.Conclusions(qos_class=whole.conclusions.qos_class)


def test_a_facet_that_is_not_known(stub):
    error = failing(stub.Evaluate, request(POD, facets=["qosClass", "colour", "x" * 300]))
    assert "known facets: values, unreported, object, jsonPatch, qosClass" in fields(error)["facets[1]"]
    assert reasons(error) == {"facets[1]": "INVALID", "facets[2]": "INVALID"}


def test_too_many_facets(stub):
    assert reasons(failing(stub.Evaluate, request(POD, facets=["values"] * 101))) == {"facets": "TOO_MANY"}


def test_a_policy_that_is_not_served(stub, policy):
    for wanted in (policy.version, policy.digest):
        verdict = stub.Evaluate(request(POD, policy=wanted), timeout=DEADLINE).verdict
        assert (verdict.policy_version, verdict.policy_digest) == (policy.version, policy.digest)
    error = failing(stub.Evaluate, request(POD, policy="9.9.9"))
    assert policy.digest in fields(error)["policy"]


@pytest.mark.parametrize("minor", ["1.35", "v1.35", "1.35.4", "v1.35.4", "1.35.4-gke.100"])
def test_versions_of_kubernetes(stub, minor):
    assert stub.Evaluate(request(POD, kubernetes=minor), timeout=DEADLINE).verdict.kubernetes == "1.35"


def test_a_version_that_is_not_known_is_refused_with_the_list(stub, policy):
    error = failing(stub.Evaluate, request(POD, kubernetes="1.7"))
    assert ", ".join(policy.minors) in fields(error)["kubernetes"]


def test_one_question_alone(stub):
    injected = stub.Evaluate(request(POD, BOUNDS, question="injection"), timeout=DEADLINE).verdict
    assert injected.allowed
    assert "cpu" in injected.conclusions.annotation
    checked = stub.Evaluate(request(POD, BOUNDS, question="check"), timeout=DEADLINE).verdict
    assert [violation.message for violation in checked.violations] == [
        "maximum cpu usage per Container is 1.  No limit is specified"
    ]
    assert set(fields(failing(stub.Evaluate, request(POD, question="why")))) == {"question"}


def test_the_policy_describes_itself(stub, policy):
    told = stub.DescribePolicy(pb.DescribePolicyRequest(), timeout=DEADLINE).policy
    assert (told.version, told.digest, told.default_kubernetes) == (policy.version, policy.digest, policy.default_minor)
    assert [minor.kubernetes for minor in told.minors] == list(policy.minors)
    assert len({minor.digest for minor in told.minors}) == len(told.minors)
    assert [one.name for one in told.rule_sets] == sorted(one.name for one in policy.describe())
    assert all(one.version and one.about for one in told.rule_sets)
    assert {"injection", "check"} <= {question.name for question in told.questions}
    assert {"values", "object", "qosClass", "podRequests"} <= set(told.facets)


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        (b"{", "MALFORMED"),
        (b"a: 1\na: 2", "MALFORMED"),
        (b"a: " + b"[" * 101 + b"]" * 101, "TOO_DEEP"),
        (b'{"a": ' + b"[" * 101 + b"]" * 101 + b"}", "TOO_DEEP"),
        (b" " * (3 * 1024 * 1024 + 1), "TOO_LARGE"),
        (b"a: [" + b"1," * 200_001 + b"]", "TOO_LARGE"),
        (b"kind: Pod\nspec: {containers: [" + b"{}," * 10_001 + b"]}", "TOO_MANY"),
        (b"kind: Secret", "INVALID"),
    ],
)
def test_limits_and_mistakes_have_names(stub, manifest, reason):
    assert reason in reasons(failing(stub.Evaluate, request(manifest))).values()


def test_more_combinations_than_can_be_checked(stub):
    containers = [{"name": f"c{number}"} for number in range(5000)]
    pod = json.dumps({"metadata": {"name": "a"}, "spec": {"containers": containers}}).encode()
    items = [{"type": "Container", "max": {"cpu": 1}}] * 2000
    bounds = json.dumps({"metadata": {"name": "b"}, "spec": {"limits": items}}).encode()
    assert reasons(failing(stub.Evaluate, request(pod, bounds))) == {"pod": "TOO_LARGE"}
    alone = pb.EvaluateRequest(limit_ranges=[pb.Object(manifest=bounds)] * 40)
    assert reasons(failing(stub.Evaluate, alone)) == {"limitRanges": "TOO_LARGE"}


def test_old_and_new_object_in_two_forms(stub):
    asked = request(POD, operation=pb.OPERATION_UPDATE, old_object=pb.Object(pod=typed_pod()))
    assert set(fields(failing(stub.Evaluate, asked))) == {"oldObject"}


def test_mistakes_in_the_old_object_name_it(stub):
    asked = request(POD, operation=pb.OPERATION_UPDATE)
    assert set(fields(failing(stub.Evaluate, asked))) == {"oldObject"}
    asked.old_object.manifest = POD.replace(b"image: a", b"image: 7")
    assert set(fields(failing(stub.Evaluate, asked))) == {"oldObject.spec.containers[0].image"}


def test_a_stored_object_where_none_is_compared(stub):
    stored = pb.Object(manifest=POD)
    assert set(fields(failing(stub.Evaluate, request(POD, old_object=stored)))) == {"oldObject"}
    alone = pb.EvaluateRequest(limit_ranges=[pb.Object(manifest=BOUNDS)], old_object=stored)
    assert reasons(failing(stub.Evaluate, alone)) == {"oldObject": "INVALID"}
    alone.operation = pb.OPERATION_UPDATE
    assert reasons(failing(stub.Evaluate, alone)) == {"oldObject": "INVALID"}


def test_a_question_about_nothing(stub):
    alone = pb.EvaluateRequest(limit_ranges=[pb.Object(manifest=BOUNDS)], question="injection")
    assert reasons(failing(stub.Evaluate, alone)) == {"pod": "INVALID"}


def test_a_quantity_without_text_is_zero(stub):
    pod = typed_pod()
    pod.spec.containers[0].resources.requests["cpu"].SetInParent()
    left = evaluated(stub, pod=pb.Object(pod=pod))
    assert {value.path: value.value for value in left.values} == {"spec.containers[0].resources.requests[cpu]": "0"}
    assert left.pod.pod.spec.containers[0].resources.requests["cpu"].string == "0"


def test_an_answer_that_takes_too_long(policy):
    with serving(policy, most_seconds=-1.0) as (_, channel):
        error = failing(raw_call(channel), request(POD).SerializeToString())
    assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert detail(error, error_details_pb2.ErrorInfo()).reason == "TOO_SLOW"


def test_an_answer_larger_than_the_client_receives(stub):
    containers = ",".join(f"{{name: c{number}, image: a}}" for number in range(2500))
    pod = f"{{kind: Pod, metadata: {{name: a}}, spec: {{containers: [{containers}]}}}}".encode()
    asked = request(pod, BOUNDS)
    error = failing(stub.Evaluate, asked)
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert detail(error, error_details_pb2.ErrorInfo()).reason == "ANSWER_TOO_LARGE"
    asked.facets.append("qosClass")
    assert stub.Evaluate(asked, timeout=DEADLINE).verdict.conclusions.qos_class == "Burstable"
    asked.ClearField("facets")
    asked.max_answer_bytes = MOST_ANSWER_BYTES
    response = stub.Evaluate(asked, timeout=DEADLINE)
    assert len(response.verdict.values) == 2500 * 4
    assert response.ByteSize() > 4 * 1024 * 1024


def test_a_caller_that_has_gone(policy):
    """The evaluation of a caller that has gone ends, instead of working on for nobody."""
    started, ended = threading.Event(), threading.Event()

    def evaluate(asked, interrupted):
        started.set()
        while not interrupted():
            policy.evaluate(asked)
        ended.set()
        raise Interrupted

    scripted = Scripted(lambda _: admitted())
    scripted.evaluate = evaluate
    with serving(scripted) as (_, channel):
        call = raw_call(channel).future(request(POD).SerializeToString(), timeout=DEADLINE)
        assert started.wait(DEADLINE)
        call.cancel()
        assert ended.wait(DEADLINE)


def test_the_digest_is_over_the_canonical_form_that_the_contract_states(policy):
    pod = decode(POD)
    verdict = policy.evaluate(Request(inputs={"pod": pod, "limitRanges": [decode(BOUNDS)]}))
    form = json.loads(canonical(verdict))
    assert list(form) == sorted(form)
    assert set(form) == {
        "allowed", "stage", "code", "violations", "violationsLeftOut", "unreported", "unreportedLeftOut", "values",
        "conclusions", "warnings", "kubernetes", "policyVersion", "policyDigest",
    }  # fmt: skip
    assert form["violations"][0]["message"] == verdict.violations[0].message
    assert form["violations"][0]["rule"]["line"] == verdict.violations[0].rule.line
    assert "item" in form["violations"][0]["explanation"]
    assert form["values"][0]["origin"]["kind"] in ("declared", "copied", "filled")
    traced = policy.evaluate(Request(inputs={"pod": pod, "limitRanges": [decode(BOUNDS)]}, trace=True))
    assert traced.trace
    assert digest(traced) == digest(verdict)


def test_denials_beyond_the_most_are_counted(stub):
    containers = ",".join(f"{{name: c{number}, image: a, resources: {{limits: {{cpu: 2}}}}}}" for number in range(1500))
    pod = f"{{kind: Pod, metadata: {{name: a}}, spec: {{containers: [{containers}]}}}}".encode()
    verdict = stub.Evaluate(request(pod, BOUNDS, BOUNDS), timeout=DEADLINE).verdict
    assert (len(verdict.violations), verdict.violations_left_out) == (1000, 500)
    assert (len(verdict.unreported), verdict.unreported_left_out) == (1000, 500)


def test_orders(stub):
    asked = pb.EvaluateRequest(orders=True)
    for document in decode_all((EXAMPLES / "orders" / "two-ranges.yaml").read_bytes()):
        sent = pb.Object(manifest=json.dumps(document.value).encode())
        if document.value["kind"] == "Pod":
            asked.pod.CopyFrom(sent)
        else:
            asked.limit_ranges.append(sent)
    response = stub.Evaluate(asked, timeout=DEADLINE)
    assert list(response.verdict.order) == ["small", "large"]
    assert response.verdict.allowed
    orders = response.orders
    assert (orders.tried, orders.possible, orders.depends) == (2, 2, True)
    assert [(list(one.order), one.allowed, one.stage) for one in orders.outcomes] == [
        (["small", "large"], True, ""),
        (["large", "small"], False, "limitRanger"),
    ]
    assert [violation.message for violation in orders.outcomes[1].violations] == [
        "maximum memory usage per Pod is 768Mi, but limit is 1Gi"
    ]
    asked.orders = False
    assert not stub.Evaluate(asked, timeout=DEADLINE).HasField("orders")


def test_orders_of_many_limit_ranges_are_not_tried(stub):
    asked = request(POD, *[BOUNDS] * 30, orders=True)
    orders = stub.Evaluate(asked, timeout=DEADLINE).orders
    assert (orders.tried, orders.possible) == (1, 2**63 - 1)


FORM = {
    "allowed": False, "stage": "", "code": 0, "violations": [], "violationsLeftOut": 0, "unreported": [],
    "unreportedLeftOut": 0, "values": [], "conclusions": {}, "warnings": [], "kubernetes": "", "policyVersion": "",
    "policyDigest": "",
}  # fmt: skip
RULE = {"ruleset", "version", "rule", "case", "file", "line"}
ESCAPES = {"\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": "\\"}
KINDS = {"ORIGIN_KIND_DECLARED": "declared", "ORIGIN_KIND_COPIED": "copied", "ORIGIN_KIND_FILLED": "filled"}


def stated(value, key=""):
    """Return a part of a verdict as the comment on `digest` in the contract says; it alone is followed here."""
    if isinstance(value, list):
        return [stated(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {name: stated(inner, name) for name, inner in value.items() if name != "more"}
    for name, inner in value.get("more", {}).items():
        found[name] = next(iter(inner.values()), "") if key == "conclusions" else inner
    if key == "rule":
        found = {name: inner for name, inner in found.items() if name in RULE}
    if key in ("origin", "earlier"):
        found["kind"] = KINDS[found["kind"]]
    return {name: inner for name, inner in found.items() if inner not in (False, "", [], {})}


def written(value):
    """Return JSON as the comment says."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return f'"{"".join(map(escaped, value))}"'
        case list():
            return f"[{','.join(map(written, value))}]"
        case dict():
            return "{" + ",".join(f"{written(key)}:{written(value[key])}" for key in sorted(value)) + "}"


def escaped(character):
    if character in ESCAPES:
        return f"\\{ESCAPES[character]}"
    return character if ord(character) >= 0x20 else f"\\u00{ord(character):02x}"


def computed(verdict):
    told = MessageToDict(verdict)
    form = FORM | {name: stated(told[name], name) for name in FORM if name in told}
    return hashlib.sha256(written(form).encode()).hexdigest()


@pytest.mark.parametrize("name", ["admission-handwritten", "admission-other-versions", "limitrange-validation", "pvc"])
def test_a_client_computes_the_digest_from_the_answer(stub, name):
    seen = set()
    for line in (CASES / f"{name}.jsonl").read_bytes().splitlines()[:120]:
        verdict = stub.Evaluate(asked(decode(line), manifest_object), timeout=DEADLINE).verdict
        assert computed(verdict) == verdict.digest
        seen.add(verdict.stage)
    assert len(seen) > 1


def test_a_client_computes_the_digest_of_odd_texts_and_of_more_than_is_told(stub):
    odd = "".join(map(chr, range(1, 0xA0))) + "\u2028\U0001f600 \\u0041"
    containers = [{"name": f"c{number}", "resources": {"limits": {"cpu": 2}}} for number in range(1100)]
    containers[7] = {"name": odd, "resources": {"limits": {"cpu": 2, odd: 1}}}
    pod = json.dumps({"metadata": {"name": odd}, "spec": {"containers": containers}}).encode()
    verdict = stub.Evaluate(request(pod, BOUNDS, max_answer_bytes=MOST_ANSWER_BYTES), timeout=DEADLINE).verdict
    assert verdict.violations_left_out > 0
    assert verdict.unreported_left_out > 0
    assert any(odd in value.path for value in verdict.values)
    assert computed(verdict) == verdict.digest
