"""The parts of a verdict that a caller may ask for, beside the decision."""

from collections.abc import Callable, Collection
from typing import Final

from engine import FieldViolation, Policy
from podlaw.v1 import policy_pb2 as pb
from server.reasons import INVALID, TOO_MANY

PARTS: Final = ("values", "unreported", "object", "jsonPatch")
"""The parts that every policy has; the others are the names of its conclusions."""

MAX_FACETS: Final = 100

Wanted = Callable[[str], bool]


def known_facets(policy: Policy) -> tuple[str, ...]:
    """Return the names of all parts."""
    return (*PARTS, *policy.conclusions)


def check_facets(message: pb.EvaluateRequest, policy: Policy, mistakes: list[FieldViolation]) -> None:
    """Add the mistakes in the parts that a request asks for."""
    if len(message.facets) > MAX_FACETS:
        text = f"holds {len(message.facets)} names; at most {MAX_FACETS} are taken"
        mistakes.append(FieldViolation("facets", text, TOO_MANY))
        return
    known = known_facets(policy)
    for number, facet in enumerate(message.facets):
        if facet not in known:
            text = f"{facet[:60]!r} is not known; known facets: {', '.join(known)}"
            mistakes.append(FieldViolation(f"facets[{number}]", text, INVALID))


def wanted(facets: Collection[str]) -> Wanted:
    """Return what tells whether a part is wanted: all of them where none is named."""
    return set(facets).__contains__ if facets else lambda _: True
