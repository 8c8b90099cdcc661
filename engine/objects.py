"""Copying and comparing the JSON objects that facts were read from."""

from collections.abc import Sequence
from typing import Any

from engine.quantity import Quantity

ELEMENTS = "*"
"""The step into every element of a list."""


def copied(value: Any) -> Any:
    """Return a copy of JSON that shares no list and no object with it."""
    if isinstance(value, dict):
        return {name: copied(inner) if isinstance(inner, dict | list) else inner for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [copied(inner) if isinstance(inner, dict | list) else inner for inner in value]
    return value


def differs(left: Any, right: Any, paths: Sequence[str]) -> bool:
    """Whether two facts differ anywhere but at the given paths (``resources.claims``, ``spec.containers[*].image``).

    Fields that the catalogue declares as quantities are compared by amount, as they now stand; all others as JSON, with
    missing and empty values the same.
    """
    masked = [steps_of(path) for path in paths]
    return bool(_normal(_object(left), masked) != _normal(_object(right), masked))


def steps_of(path: str) -> tuple[str, ...]:
    """Return the steps of a path; ``[*]`` after one is a step of its own, into every element of a list."""
    return tuple(step for step in path.replace("[*]", f".{ELEMENTS}").split(".") if step)


def differs_at(left: Any, right: Any, paths: Sequence[str]) -> bool:
    """Whether two facts differ at one of the given paths; compared as :func:`differs` does."""
    left, right = _object(left), _object(right)
    return any(bool(_normal(_at(left, path), []) != _normal(_at(right, path), [])) for path in paths)


def _at(value: Any, path: str) -> Any:
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return {"": value}


def _object(record: Any) -> Any:
    """Return a fact's object with its quantities, and those of the facts within it, in place of their texts."""
    if record is None:
        return None
    if isinstance(record, list):
        return [_object(item) for item in record]
    result: dict[str, Any] = dict(record.source)
    for attribute, steps in (*record.nested, *record.amounts):
        value = getattr(record, attribute)
        if (attribute, steps) in record.nested:
            value = _object(value)
        inner = result
        for step in steps[:-1]:
            inner[step] = dict(inner[step]) if isinstance(inner.get(step), dict) else {}
            inner = inner[step]
        inner[steps[-1]] = value
    return result


def _normal(value: Any, masked: list[tuple[str, ...]]) -> Any:
    if isinstance(value, Quantity):
        return value
    if isinstance(value, dict):
        result = {}
        for name, inner in value.items():
            if (name,) in masked:
                continue
            below = [path[1:] for path in masked if path[0] == name and len(path) > 1]
            normal = _normal(inner, below)
            if normal not in (None, {}, [], ""):
                result[name] = normal
        return result
    if isinstance(value, list | tuple):
        below = [path[1:] for path in masked if path[0] == ELEMENTS and len(path) > 1]
        return [_normal(item, below) for item in value]
    return value
