"""Asking about cases: this process, or a server."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf import json_format
from google.rpc import code_pb2

from cli.asking import RefusedQuestion, There
from cli.cases.facets import Ask
from engine import Request, UnsupportedRequest
from podlaw.v1 import policy_pb2 as pb
from server.manifests import encode

_FIELDS: Final = {
    "pod": "pod",
    "persistentVolumeClaim": "persistent_volume_claim",
    "oldPod": "old_object",
    "oldPersistentVolumeClaim": "old_object",
}
_DOCUMENTS: Final = {
    "summary": "summary",
    "kubeletConfig": "kubelet_config",
    "summaryAfterReclaim": "summary_after_reclaim",
}
_OPERATIONS: Final = {"CREATE": pb.OPERATION_CREATE, "UPDATE": pb.OPERATION_UPDATE}
_NEVER: Final = frozenset({code_pb2.UNAVAILABLE, code_pb2.CANCELLED})


class UnreachableError(Exception):
    """A server that does not answer."""


@dataclass(frozen=True, slots=True)
class Message:
    """A verdict of a server, told as that of this process is."""

    allowed: bool
    stage: str
    violations: tuple[pb.Violation, ...]
    conclusions: Mapping[str, Any]
    objects: Mapping[str, Any]


def by_server(door: There) -> Ask:
    """Return what asks a server by the bytes of manifests.

    It raises :class:`UnreachableError` if the server does not answer, :class:`~engine.UnsupportedRequest` for what it
    does not know, and :class:`~cli.asking.RefusedQuestion` for every other error status.
    """

    def ask(request: Request) -> Message:
        try:
            return _told(door.ask(_message(request)))
        except RefusedQuestion as refused:
            if refused.status.code in _NEVER:
                raise UnreachableError(refused.status.message) from None
            if refused.status.code == code_pb2.UNIMPLEMENTED:
                raise UnsupportedRequest(refused.status.message) from None
            raise

    return ask


def _message(request: Request) -> pb.EvaluateRequest:
    message = pb.EvaluateRequest(
        kubernetes=request.kubernetes,
        operation=_OPERATIONS[request.operation],
        subresource=request.subresource,
        question=request.question,
        limit_ranges=[pb.Object(manifest=encode(value)) for value in request.inputs.get("limitRanges", ())],
    )
    for name, field in _FIELDS.items():
        if name in request.inputs:
            getattr(message, field).manifest = encode(request.inputs[name])
    state = {name: value for name, value in request.inputs.items() if name not in (*_FIELDS, "limitRanges")}
    if state:
        _write_state(message.node, state)
    return message


def _write_state(state: pb.NodeState, inputs: Mapping[str, Any]) -> None:
    """Write what is known of a node; what the message has no field for was remembered."""
    state.SetInParent()
    for name, value in inputs.items():
        match name:
            case "node":
                state.node.manifest = encode(value)
            case "nodePods":
                state.pods.extend(pb.Object(manifest=encode(pod)) for pod in value)
            case "diskInfo":
                json_format.ParseDict(value, state.disk_info)
            case "signal" | "at":
                setattr(state, name, value)
            case "fillIn":
                state.fill_in = value
            case "summary" | "kubeletConfig" | "summaryAfterReclaim":
                setattr(state, _DOCUMENTS[name], encode(value))
            case _:
                state.memories[name] = encode(value)


def _told(verdict: pb.Verdict) -> Message:
    objects = {name: json.loads(getattr(verdict, _FIELDS[name]).manifest) for name in _given(verdict)}
    conclusions = _concluded(verdict.conclusions) if verdict.HasField("conclusions") else {}
    return Message(verdict.allowed, verdict.stage, tuple(verdict.violations), conclusions, objects)


def _concluded(conclusions: pb.Conclusions) -> dict[str, Any]:
    told = json_format.MessageToDict(conclusions, always_print_fields_with_no_presence=True)
    return told | {name: _other(one) for name, one in conclusions.more.items()}


def _given(verdict: pb.Verdict) -> list[str]:
    return [name for name in ("pod", "persistentVolumeClaim") if verdict.HasField(_FIELDS[name])]


def _other(one: pb.OtherConclusion) -> Any:
    return json.loads(one.json)
