"""An ``EvaluateRequest`` to the engine's request."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine import FieldViolation, Policy, Request, RequestError
from podlaw.v1 import policy_pb2 as pb
from server.facets import check_facets
from server.node_state import node_inputs
from server.objects import read
from server.reasons import INVALID, REQUIRED, TOO_LONG, TOO_MANY

MAX_LIMIT_RANGES: Final = 256
MAX_TEXT: Final = 253

_OPERATIONS: Final = {pb.OPERATION_UNSPECIFIED: "CREATE", pb.OPERATION_CREATE: "CREATE", pb.OPERATION_UPDATE: "UPDATE"}

OBJECTS: Final = {"pod": ("pod", "Pod"), "persistent_volume_claim": ("persistentVolumeClaim", "PersistentVolumeClaim")}
"""The fields of the message that hold an object which may be asked about, with its input and its kind."""

_OF_NODE: Final = {
    "nodePods": "pods",
    **{field.json_name: field.json_name for field in pb.NodeState.DESCRIPTOR.fields if field.name != "pods"},
}
"""The inputs that come with the state of a node, with the names of their fields in it."""

_OLD_OBJECT: Final = "oldObject"
_OLD: Final = {"pod": "oldPod", "persistent_volume_claim": "oldPersistentVolumeClaim"}


def engine_request(message: pb.EvaluateRequest, policy: Policy) -> Request:
    """Return what the message asks of a policy.

    Raises :class:`~engine.RequestError` with every mistake found, and :class:`~engine.UnsupportedRequest` for what no
    policy answers yet.
    """
    mistakes = [*_texts(message), *_pin(message.policy, policy)]
    operation = _operation(message.operation, mistakes)
    check_facets(message, policy, mistakes)
    if message.trace not in pb.TraceLevel.values():
        mistakes.append(FieldViolation("trace", f"{message.trace} is not a level", INVALID))
    inputs = _inputs(message, mistakes)
    if message.HasField("node"):
        given = node_inputs(message.node, policy.memories, mistakes)
        known = policy.inputs_of(message.question) if message.question else given
        inputs |= {name: value for name, value in given.items() if name in known}
    if mistakes:
        raise RequestError(mistakes)
    return Request(
        inputs=inputs,
        kubernetes=message.kubernetes,
        operation=operation,
        subresource=message.subresource,
        question=message.question,
        trace=message.trace != pb.TRACE_LEVEL_UNSPECIFIED,
    )


def admission_inputs(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return what admission is asked about: the inputs without the state of a node."""
    return {name: value for name, value in inputs.items() if name not in _OF_NODE}


def by_the_contract(error: RequestError) -> RequestError:
    """Return the mistakes that an evaluation found, with the fields called as the contract calls them."""
    return RequestError([replace(mistake, field=_renamed(mistake.field)) for mistake in error.violations])


def _renamed(path: str) -> str:
    head = re.match(r"[A-Za-z]*", path)
    if head is not None and head[0] in _OF_NODE:
        return f"node.{_OF_NODE[head[0]]}{path[head.end() :]}"
    for name in _OLD.values():
        if path == name or path.startswith(f"{name}."):
            return f"{_OLD_OBJECT}{path.removeprefix(name)}"
    return path


def _texts(message: pb.EvaluateRequest) -> list[FieldViolation]:
    """Return the texts that are too long to mean anything."""
    texts = {name: getattr(message, name) for name in ("kubernetes", "subresource", "policy", "question")}
    return [
        FieldViolation(name, f"is longer than {MAX_TEXT} characters", TOO_LONG)
        for name, text in texts.items()
        if len(text) > MAX_TEXT
    ]


def _pin(wanted: str, policy: Policy) -> list[FieldViolation]:
    """Return the mistake of asking for a policy that is not served."""
    if wanted in ("", policy.version, policy.digest):
        return []
    served = f"served is version {policy.version}, digest {policy.digest}"
    return [FieldViolation("policy", f"{wanted[:80]!r} is not served; {served}", INVALID)]


def _inputs(message: pb.EvaluateRequest, mistakes: list[FieldViolation]) -> dict[str, Any]:
    """Return the object that is asked about, if it is not the LimitRanges themselves, and the LimitRanges."""
    asked = [name for name in OBJECTS if message.HasField(name)]
    if not asked and not message.limit_ranges and not message.HasField("node"):
        mistakes.append(FieldViolation("pod", "is required, or a persistentVolumeClaim, or limitRanges", REQUIRED))
    elif len(asked) > 1:
        other = OBJECTS[asked[1]][0]
        mistakes.append(FieldViolation(other, "cannot be asked about together with another object", INVALID))
    if not asked and message.HasField("old_object"):
        text = "is given, but no object that is asked about: LimitRanges alone are validated as they are"
        mistakes.append(FieldViolation(_OLD_OBJECT, text, INVALID))
    inputs: dict[str, Any] = {}
    for name in asked[:1]:
        inputs |= _asked(message, name, mistakes)
    if not asked and not message.limit_ranges:
        return inputs
    return inputs | {"limitRanges": _limit_ranges(message, mistakes)}


def _asked(message: pb.EvaluateRequest, name: str, mistakes: list[FieldViolation]) -> dict[str, Any]:
    """Return the object that is asked about, and the old one where there is one."""
    path, kind = OBJECTS[name]
    has_old = message.HasField("old_object")
    inputs = {path: read(getattr(message, name), path, kind, mistakes)}
    if has_old:
        if (getattr(message, name).WhichOneof("form") == "manifest") != (
            message.old_object.WhichOneof("form") == "manifest"
        ):
            text = f"comes in another form than {path}: the two could not be compared"
            mistakes.append(FieldViolation(_OLD_OBJECT, text, INVALID))
        inputs[_OLD[name]] = read(message.old_object, _OLD_OBJECT, kind, mistakes)
    return inputs


def _operation(number: int, mistakes: list[FieldViolation]) -> str:
    for operation, name in _OPERATIONS.items():
        if operation == number:
            return name
    mistakes.append(FieldViolation("operation", f"{number} is not an operation", INVALID))
    return ""


def _limit_ranges(message: pb.EvaluateRequest, mistakes: list[FieldViolation]) -> list[Any]:
    count = len(message.limit_ranges)
    if count > MAX_LIMIT_RANGES:
        text = f"holds {count} objects; at most {MAX_LIMIT_RANGES} are taken"
        mistakes.append(FieldViolation("limitRanges", text, TOO_MANY))
        return []
    return [
        read(sent, f"limitRanges[{index}]", "LimitRange", mistakes) for index, sent in enumerate(message.limit_ranges)
    ]
