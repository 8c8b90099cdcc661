"""Making one object as another is, at some paths only or everywhere but there: what an update leaves alone."""

import copy
from collections.abc import Sequence
from typing import Any

from engine.objects import ELEMENTS, steps_of
from engine.record_reader import RecordReader
from engine.records import Record

Paths = list[tuple[str, ...]]


def take(into: Record, source: Record, paths: Sequence[str], but: bool, reader: RecordReader) -> None:
    """Make ``into`` as ``source`` is, everywhere but at the paths, or (``but`` false) only at the paths.

    A path such as ``spec.containers[*].resources`` goes into every element; elements are paired by position. Lists of
    different lengths are left as they are.
    """
    _take(into, source, [steps_of(path) for path in paths], but, reader)


def _take(into: Record, source: Record, paths: Paths, but: bool, reader: RecordReader) -> None:
    for declared in reader.catalogue.kinds[into.kind].fields.values():
        steps, name = declared.path, f"f_{declared.name}"
        if not steps:
            continue
        named = any(path == steps[: len(path)] for path in paths)
        below = [path[len(steps) :] for path in paths if len(path) > len(steps) and path[: len(steps)] == steps]
        if named or not below:
            if named != but:
                setattr(into, name, _copied(getattr(source, name), into))
        else:
            _take_below(getattr(into, name), getattr(source, name), below, but, reader)
    into.source = _merged(source.source, into.source, paths) if but else _merged(into.source, source.source, paths)


def _take_below(into: Any, source: Any, paths: Paths, but: bool, reader: RecordReader) -> None:
    if isinstance(into, Record) and isinstance(source, Record):
        _take(into, source, paths, but, reader)
    elif isinstance(into, list) and isinstance(source, list) and len(into) == len(source):
        inner = [path[1:] for path in paths if path[0] == ELEMENTS]
        for one, other in zip(into, source, strict=True):
            if isinstance(one, Record):
                _take(one, other, inner, but, reader)


def _copied(value: Any, owner: Record) -> Any:
    """Return a value that rules may change without changing the object that it was taken from."""
    if isinstance(value, list):
        return [_copied(item, owner) for item in value]
    if isinstance(value, dict):
        return dict(value)
    if not isinstance(value, Record):
        return value
    fresh = type(value)()
    fresh.kind, fresh.path, fresh.position, fresh.source = value.kind, value.path, value.position, value.source
    fresh.root, fresh.top = owner.root, owner.top
    for name in type(value).__slots__:
        setattr(fresh, name, _copied(getattr(value, name), owner))
    return fresh


def _merged(whole: Any, part: Any, paths: Paths) -> Any:
    """Return JSON that is ``whole`` but at the paths, where it is ``part``."""
    if any(not path for path in paths):
        return part
    if isinstance(whole, list) and isinstance(part, list):
        inner = [path[1:] for path in paths if path[0] == ELEMENTS]
        if len(whole) != len(part):
            return part if inner else whole
        return [_merged(one, other, inner) for one, other in zip(whole, part, strict=True)]
    whole, part = (value if isinstance(value, dict) else {} for value in (whole, part))
    result = dict(whole)
    for step in dict.fromkeys(path[0] for path in paths):
        inner = [path[1:] for path in paths if path[0] == step]
        value = _merged(whole.get(step), part.get(step), inner)
        if step in part or value:
            result[step] = copy.copy(value)
        else:
            result.pop(step, None)
    return result
