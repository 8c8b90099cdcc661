"""The objects of a request: whatever form they come in, JSON values within, and back into that form."""

from typing import Any, Final

from engine.errors import FieldViolation
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import ManifestError, decode, encode
from server.reasons import INVALID, REQUIRED

_KINDS: Final = {"pod": "Pod", "persistent_volume_claim": "PersistentVolumeClaim", "limit_range": "LimitRange"}
"""The kinds of the typed forms, by their names."""


def read(sent: pb.Object, path: str, kind: str, mistakes: list[FieldViolation], with_unknown: bool = False) -> Any:
    """Return the object as a JSON value; mistakes are added with the path of the field.

    ``with_unknown``: what is unknown of a typed object counts, because two objects are compared.
    """
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
            return typed.to_json(getattr(sent, form), with_unknown)


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
    result.CopyFrom(sent)
    typed.write(getattr(result, form), value)
    return result
