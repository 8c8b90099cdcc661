"""An ``EvaluateRequest`` to the engine's request."""

from typing import Any, Final

from engine import Request, RequestError, UnsupportedRequest
from engine.errors import FieldViolation
from podlaw.v1 import policy_pb2 as pb
from server.manifests import ManifestError, decode

MAX_LIMIT_RANGES: Final = 256
MAX_TEXT: Final = 253

_OPERATIONS: Final = {pb.OPERATION_UNSPECIFIED: "CREATE", pb.OPERATION_CREATE: "CREATE", pb.OPERATION_UPDATE: "UPDATE"}

_OBJECTS: Final = {"pod": ("pod", "Pod"), "persistent_volume_claim": ("persistentVolumeClaim", "PersistentVolumeClaim")}
"""The fields of the message that hold an object which may be asked about, with its input and its kind."""


def engine_request(message: pb.EvaluateRequest) -> Request:
    """Return what the message asks.

    Raises :class:`~engine.RequestError` with every mistake found, and :class:`~engine.UnsupportedRequest` for what no
    policy answers yet.
    """
    if message.HasField("node"):
        raise UnsupportedRequest("the state of a node")
    mistakes: list[FieldViolation] = []
    operation = _operation(message.operation, mistakes)
    mistakes += [
        FieldViolation(name, f"is longer than {MAX_TEXT} characters")
        for name in ("kubernetes", "subresource")
        if len(getattr(message, name)) > MAX_TEXT
    ]
    inputs = _inputs(message, mistakes)
    if mistakes:
        raise RequestError(mistakes)
    return Request(
        inputs=inputs,
        kubernetes=message.kubernetes,
        operation=operation,
        subresource=message.subresource,
        trace=message.trace,
    )


def _inputs(message: pb.EvaluateRequest, mistakes: list[FieldViolation]) -> dict[str, Any]:
    """Return the object that is asked about, if it is not the LimitRanges themselves, and the LimitRanges."""
    asked = [name for name in _OBJECTS if message.HasField(name)]
    if not asked and not message.limit_ranges:
        mistakes.append(FieldViolation("pod", "is required, or a persistentVolumeClaim, or limitRanges"))
    elif len(asked) > 1:
        mistakes.append(FieldViolation(_OBJECTS[asked[1]][0], "cannot be asked about together with another object"))
    inputs: dict[str, Any] = {}
    for name in asked[:1]:
        path, kind = _OBJECTS[name]
        inputs[path] = _object(getattr(message, name), path, kind, mistakes)
    return inputs | {"limitRanges": _limit_ranges(message, mistakes)}


def _operation(number: int, mistakes: list[FieldViolation]) -> str:
    for operation, name in _OPERATIONS.items():
        if operation == number:
            return name
    mistakes.append(FieldViolation("operation", f"{number} is not an operation"))
    return ""


def _limit_ranges(message: pb.EvaluateRequest, mistakes: list[FieldViolation]) -> list[Any]:
    count = len(message.limit_ranges)
    if count > MAX_LIMIT_RANGES:
        mistakes.append(FieldViolation("limitRanges", f"holds {count} objects; at most {MAX_LIMIT_RANGES} are taken"))
        return []
    return [
        _object(manifest, f"limitRanges[{index}]", "LimitRange", mistakes)
        for index, manifest in enumerate(message.limit_ranges)
    ]


def _object(manifest: pb.Manifest, path: str, kind: str, mistakes: list[FieldViolation]) -> dict[str, Any]:
    if manifest.WhichOneof("form") is None:
        mistakes.append(FieldViolation(path, "is required"))
        return {}
    try:
        value = decode(manifest.manifest)
    except ManifestError as error:
        mistakes.append(FieldViolation(path, str(error)))
        return {}
    for key, wanted in (("kind", kind), ("apiVersion", "v1")):
        found = value.get(key, wanted)
        if found != wanted:
            mistakes.append(FieldViolation(f"{path}.{key}", f"is {str(found)[:60]!r} where {wanted!r} is wanted"))
    return value
