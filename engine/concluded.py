"""What rules conclude, as JSON values: quantities as text, facts as the objects that their fields stand in."""

import math
from collections.abc import Mapping
from typing import Any

from engine.errors import EvaluationFault
from engine.language.catalogue import Kind
from engine.quantity import Quantity
from engine.records import Record


def told(value: Any, kinds: Mapping[str, Kind]) -> Any:
    """Return a conclusion as a JSON value; what is absent of a fact is left out.

    :raises EvaluationFault: for a number that is none, or is infinite: no JSON can hold it.
    """
    if isinstance(value, Quantity):
        return value.text
    if isinstance(value, Record):
        kind = kinds[value.kind]
        return told(written(kind, {name: getattr(value, f"f_{name}") for name in kind.fields}), kinds)
    if isinstance(value, dict):
        return {name: told(inner, kinds) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [told(inner, kinds) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise EvaluationFault(f"a rule concludes {value}, which is no number")
    return value


def written(kind: Kind, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a fact as the object that its fields are read from; a field that stands nowhere is told by its name."""
    whole: dict[str, Any] = {}
    for name, value in fields.items():
        if value is None:
            continue
        *steps, last = kind.fields[name].path or (name,)
        held = whole
        for step in steps:
            held = held.setdefault(step, {})
        held[last] = value
    return whole
