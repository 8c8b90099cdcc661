"""The objects of a request: whatever form they come in, JSON values within, and back into that form."""

from typing import Any, Final

from engine.errors import FieldViolation
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import ManifestError, decode, encode
from server.reasons import INVALID, REQUIRED

_KINDS: Final = {
    "pod": "Pod",
    "persistent_volume_claim": "PersistentVolumeClaim",
    "limit_range": "LimitRange",
    "node": "Node",
}
"""The kinds of the typed forms, by their names."""


def read(sent: pb.Object, path: str, kind: str, mistakes: list[FieldViolation]) -> Any:
    """Return the object as a JSON value; mistakes are added with the path of the field."""
    form = sent.WhichOneof("form")
    match form:
        case None:
            mistakes.append(FieldViolation(path, "is required", REQUIRED))
            return {}
        case "manifest":
            return _read_manifest(sent.manifest, path, kind, mistakes)
        case _ if _KINDS[form] != kind:
            mistakes.append(FieldViolation(path, f"is a {_KINDS[form]} where a {kind} is wanted", INVALID))
            return {}
        case _:
            return typed.to_json(getattr(sent, form))


def _read_manifest(manifest: bytes, path: str, kind: str, mistakes: list[FieldViolation]) -> Any:
    try:
        value = decode(manifest)
    except ManifestError as error:
        mistakes.append(FieldViolation(path, str(error), error.reason))
        return {}
    for key, wanted in (("kind", kind), ("apiVersion", "v1")):
        found = value.get(key, wanted)
        if found != wanted:
            mistakes.append(
                FieldViolation(f"{path}.{key}", f"is {str(found)[:60]!r} where {wanted!r} is wanted", INVALID)
            )
    return value


def given_back(sent: pb.Object, value: Any) -> pb.Object:
    """Return an object in the form in which it was sent, with the values that it has now."""
    form = sent.WhichOneof("form")
    if form in (None, "manifest"):
        return pb.Object(manifest=encode(value))
    result = pb.Object()
    typed.write(getattr(result, form), value)
    getattr(result, form).SetInParent()
    return result


def patch_of(sent: pb.Object, operations: list[dict[str, Any]]) -> bytes:
    """Return a JSON Patch of an object; of a typed one, for the JSON that its known fields have in Kubernetes."""
    return encode(operations if sent.WhichOneof("form") == "manifest" else typed.without_unknown(operations))
