"""Where a value came from, in words."""

from typing import Final

from podlaw.v1 import policy_pb2 as pb

_KINDS: Final = {"limitRanges": "LimitRange"}


def origin_text(origin: pb.Origin) -> str:
    """Say where a value came from, and how the field that gave it came to be."""
    match origin.kind:
        case pb.ORIGIN_KIND_COPIED:
            text = f"copied from {_field(origin.source)}"
        case pb.ORIGIN_KIND_FILLED:
            text = f"filled by {_object(origin)} {_field(origin.source)}"
        case _:
            return "declared"
    if origin.HasField("earlier") and origin.earlier.source:
        text += f", which was {_earlier(origin.earlier)}"
    return text


def _earlier(origin: pb.Origin) -> str:
    """Say how the field that gave a value came to be, when the object it stands in was stored."""
    text = f"set from {_field(origin.source)} when it was stored"
    if origin.HasField("earlier") and origin.earlier.source:
        text += f", which was {_earlier(origin.earlier)}"
    return text


def _object(origin: pb.Origin) -> str:
    kind = _KINDS.get(origin.source.partition("[")[0], "")
    return f"{kind} {origin.source_name}".strip()


def _field(path: str) -> str:
    """Return a path within its object: without the input that it begins with, nor the container's own prefix."""
    _, found, rest = path.rpartition(".resources.")
    if found:
        return rest
    head, dot, rest = path.partition(".")
    return rest if dot and head.partition("[")[0] in _KINDS else path
