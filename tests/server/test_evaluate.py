"""The Evaluate call: what is a verdict, and what is which error."""

import json
import logging
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from engine import EvaluationFault, RequestError
from engine.errors import FieldViolation
from podlaw.v1 import policy_pb2 as pb
from tests.server.conftest import DEADLINE, Scripted, admitted, raw_call, request, serving

EXAMPLES = Path(__file__).parents[2] / "examples"
POD = b"{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}"
CLAIM = (
    b"{kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], "
    b"resources: {requests: {storage: 2Gi}}}}"
)


def example(name: str) -> bytes:
    return (EXAMPLES / f"{name}.yaml").read_bytes()


def failing(call: Any, *arguments: Any) -> grpc.RpcError:
    with pytest.raises(grpc.RpcError) as caught:
        call(*arguments, timeout=DEADLINE)
    return caught.value


def detail(error: grpc.RpcError, message: Any) -> Any:
    status = rpc_status.from_call(error)
    assert status is not None
    assert any(packed.Unpack(message) for packed in status.details)
    return message


def fields(error: grpc.RpcError) -> dict[str, str]:
    found = detail(error, error_details_pb2.BadRequest())
    return {violation.field: violation.description for violation in found.field_violations}


def test_admitted_pod(stub):
    verdict = stub.Evaluate(request(example("nothing-declared"), example("limit-range")), timeout=DEADLINE).verdict
    assert verdict.allowed
    assert (verdict.stage, verdict.code, list(verdict.violations)) == ("", 0, [])
    assert verdict.conclusions.qos_class == "Burstable"
    assert dict(verdict.conclusions.pod_limits) == {"cpu": "300m", "memory": "512Mi"}
    assert verdict.kubernetes
    assert verdict.policy_version
    assert verdict.policy_digest
    left = json.loads(verdict.pod.manifest)["spec"]["containers"][0]["resources"]
    assert left == {
        "requests": {"cpu": "120m", "memory": "384Mi"},
        "limits": {"cpu": "300m", "memory": "512Mi"},
    }


def test_values_say_where_they_came_from(stub):
    verdict = stub.Evaluate(request(example("only-limits"), example("limit-range")), timeout=DEADLINE).verdict
    kinds = {(value.list, value.resource): value.origin.kind for value in verdict.values}
    assert kinds == {
        ("limits", "cpu"): pb.ORIGIN_KIND_DECLARED,
        ("limits", "memory"): pb.ORIGIN_KIND_DECLARED,
        ("requests", "cpu"): pb.ORIGIN_KIND_COPIED,
        ("requests", "memory"): pb.ORIGIN_KIND_COPIED,
    }


def test_denied_pod_is_an_answer(stub):
    verdict = stub.Evaluate(
        request(example("memory-limit-above-max"), example("limit-range")), timeout=DEADLINE
    ).verdict
    assert (verdict.allowed, verdict.stage, verdict.code) == (False, "limitRanger", 403)
    (violation,) = verdict.violations
    assert violation.message == "maximum memory usage per Container is 768Mi, but limit is 1Gi"
    assert violation.reported
    assert violation.rule.file.endswith(".yaml")
    assert violation.rule.line > 0
    about = violation.explanation
    assert (about.limit_range, about.resource, about.observed, about.bound) == (
        "container-defaults",
        "memory",
        "1Gi",
        "768Mi",
    )
    assert violation.comparisons


def test_trace_only_when_asked_for(stub):
    found = {}
    for level in pb.TraceLevel.values():
        asked = request(example("ratio-nine"), example("limit-range"), trace=level)
        verdict = stub.Evaluate(asked, timeout=DEADLINE).verdict
        found[level] = bool(verdict.trace), bool(verdict.checks)
    assert found == {
        pb.TRACE_LEVEL_UNSPECIFIED: (False, False),
        pb.TRACE_LEVEL_CHECKS: (False, True),
        pb.TRACE_LEVEL_FIRINGS: (True, True),
    }


@pytest.mark.parametrize("data", [b"\xff", b"\x0a\xff\xff\xff\xff\x0f", b"\x1a\x01\xff", b"\x0a\x05\x0a\x7f"])
def test_damaged_bytes(channel, data):
    error = failing(raw_call(channel), data)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert detail(error, error_details_pb2.ErrorInfo()).reason == "DAMAGED_MESSAGE"


def test_missing_pod(stub):
    error = failing(stub.Evaluate, pb.EvaluateRequest())
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert fields(error) == {"pod": "is required, or a persistentVolumeClaim, or limitRanges"}


def test_manifests_that_cannot_be_read(stub):
    error = failing(stub.Evaluate, request(b"a: 1\na: 2", b"{", b"kind: Secret\napiVersion: v1"))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert set(fields(error)) == {"pod", "limitRanges[0]", "limitRanges[1].kind"}
    assert "appears twice" in fields(error)["pod"]


def test_manifest_of_the_wrong_shape(stub):
    error = failing(stub.Evaluate, request(b"{kind: Pod, metadata: {name: a}, spec: {containers: 7}}"))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert any("spec.containers" in field for field in fields(error))


def test_a_pod_and_a_claim_at_once(stub):
    asked = request(POD, persistent_volume_claim=pb.Object(manifest=CLAIM))
    error = failing(stub.Evaluate, asked)
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert set(fields(error)) == {"persistentVolumeClaim"}


def test_a_claim(stub):
    bounds = (
        b"{kind: LimitRange, metadata: {name: b}, spec: {limits: [{type: PersistentVolumeClaim, max: {storage: 1Gi}}]}}"
    )
    asked = pb.EvaluateRequest(
        persistent_volume_claim=pb.Object(manifest=CLAIM), limit_ranges=[pb.Object(manifest=bounds)]
    )
    verdict = stub.Evaluate(asked, timeout=DEADLINE).verdict
    assert (verdict.allowed, verdict.stage) == (False, "limitRanger")
    assert [violation.explanation.observed for violation in verdict.violations] == ["2Gi"]
    assert json.loads(verdict.persistent_volume_claim.manifest)["metadata"]["name"] == "data"
    assert not verdict.pod.manifest
    assert not verdict.limit_ranges


def test_limit_ranges_alone_are_validated(stub):
    sound, wrong = (
        b"{kind: LimitRange, metadata: {name: b}, spec: {limits: [{type: Container, max: {cpu: %s}, min: {cpu: 1}}]}}"
        % most
        for most in (b"2", b"500m")
    )
    asked = pb.EvaluateRequest(limit_ranges=[pb.Object(manifest=manifest) for manifest in (sound, wrong)])
    verdict = stub.Evaluate(asked, timeout=DEADLINE).verdict
    assert (verdict.allowed, verdict.stage, verdict.code) == (False, "rangeValidation", 422)
    assert {violation.root for violation in verdict.violations} == {"limitRanges[1]"}
    stored = [json.loads(manifest.manifest)["spec"]["limits"][0]["default"] for manifest in verdict.limit_ranges]
    assert stored == [{"cpu": "2"}, {"cpu": "500m"}]


def test_a_limit_range_that_could_not_be_stored_is_a_warning(stub):
    wrong = (
        b"{kind: LimitRange, metadata: {name: b}, spec: {limits: [{type: Container, max: {cpu: 1}, min: {cpu: 2}}]}}"
    )
    verdict = stub.Evaluate(request(POD, wrong), timeout=DEADLINE).verdict
    assert any("is not valid" in warning for warning in verdict.warnings)
    assert json.loads(verdict.pod.manifest)["kind"] == "Pod"


def test_unknown_minor(stub):
    error = failing(stub.Evaluate, request(POD, kubernetes="0.1"))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_number_that_is_no_operation(stub):
    error = failing(stub.Evaluate, request(POD, operation=77))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert set(fields(error)) == {"operation"}


@pytest.mark.parametrize("more", [{"subresource": "status"}, {"subresource": "scale"}])
def test_what_is_not_answered_yet(stub, more):
    error = failing(stub.Evaluate, request(POD, **more))
    assert error.code() is grpc.StatusCode.UNIMPLEMENTED
    assert error.details().startswith("not supported yet: ")


def test_too_many_limit_ranges(stub):
    error = failing(stub.Evaluate, request(POD, *[b"{}"] * 257))
    assert fields(error) == {"limitRanges": "holds 257 objects; at most 256 are taken"}


def test_larger_than_the_cap():
    with serving(Scripted(lambda _: admitted()), max_request_bytes=1000) as (_, channel):
        error = failing(raw_call(channel), request(b" " * 2000).SerializeToString())
    assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("fault", [EvaluationFault("rule `maximum` of limit-range"), KeyError("x"), MemoryError()])
def test_a_fault_of_ours_is_never_allowed(fault, caplog, monkeypatch):
    def evaluate(_):
        raise fault

    monkeypatch.setattr(logging.getLogger("podlaw.server"), "propagate", True)
    with serving(Scripted(evaluate)) as (_, channel), caplog.at_level(logging.ERROR, "podlaw.server"):
        error = failing(raw_call(channel), request(POD).SerializeToString())
    assert error.code() is grpc.StatusCode.INTERNAL
    request_id = detail(error, error_details_pb2.RequestInfo()).request_id
    assert request_id in error.details()
    assert [record.fields["requestId"] for record in caplog.records if record.exc_info] == [request_id]


def test_a_verdict_that_cannot_be_said_is_a_fault():
    with serving(Scripted(lambda _: admitted(stage=7))) as (_, channel):
        error = failing(raw_call(channel), request(POD).SerializeToString())
    assert error.code() is grpc.StatusCode.INTERNAL


def test_many_long_mistakes_fit_into_the_answer():
    def evaluate(_):
        raise RequestError([FieldViolation(f"pod.{'ü' * 300}[{n}]", "ß" * 5000) for n in range(1000)])

    with serving(Scripted(evaluate)) as (_, channel):
        error = failing(raw_call(channel), request(POD).SerializeToString())
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    found = detail(error, error_details_pb2.BadRequest()).field_violations
    assert found[-1].description.endswith("more")


def test_conclusions_without_a_field_are_kept():
    conclusions = {"qosClass": "Burstable", "verdictOfMine": "fine", "sums": {"cpu": "1"}, "podLimits": "no map"}
    conclusions |= {"order": ["b", "a"], "scores": {"app": 1000, "sure": True}}
    with serving(Scripted(lambda _: admitted(conclusions=conclusions))) as (_, channel):
        data = raw_call(channel)(request(POD).SerializeToString(), timeout=DEADLINE)
    found = pb.EvaluateResponse.FromString(data).verdict.conclusions
    assert found.qos_class == "Burstable"
    assert found.more["verdictOfMine"].text == "fine"
    assert dict(found.more["sums"].entries) == {"cpu": "1"}
    assert found.more["podLimits"].text == "no map"
    assert list(found.more["order"].items) == ["b", "a"]
    assert dict(found.more["scores"].entries) == {"app": "1000", "sure": "true"}


def test_request_id_of_the_caller_is_kept():
    with serving(Scripted(lambda _: admitted())) as (_, channel):
        call = channel.unary_unary("/podlaw.v1.PolicyService/Evaluate")
        asked = request(POD).SerializeToString()
        for sent, kept in (("abc-1", True), ("no spaces", False)):
            _, answered = call.with_call(asked, timeout=DEADLINE, metadata=(("x-request-id", sent),))
            assert (dict(answered.trailing_metadata())["x-request-id"] == sent) is kept
