"""Making one object as another is, at some paths only or everywhere but there: what an update leaves alone."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.environment import Environment
from engine.objects import ELEMENTS, steps_of
from engine.record_reader import RecordReader
from engine.records import Record

Paths = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Taking:
    """Takes facts over, as the catalogue of a reader declares them, with how their values came to be."""

    reader: RecordReader
    environment: Environment

    def take(self, into: Record, source: Record, paths: Sequence[str], but: bool) -> None:
        """Make ``into`` as ``source`` is, everywhere but at the paths, or (``but`` false) only at the paths.

        A path such as ``spec.containers[*].resources`` goes into every element; elements are paired by position. Lists
        of different lengths are left as they are.
        """
        self._take(into, source, [steps_of(path) for path in paths], but)

    def _take(self, into: Record, source: Record, paths: Paths, but: bool) -> None:
        for declared in self.reader.catalogue.kinds[into.kind].fields.values():
            steps, name = declared.path, f"f_{declared.name}"
            if not steps:
                continue
            named = any(path == steps[: len(path)] for path in paths)
            below = [path[len(steps) :] for path in paths if len(path) > len(steps) and path[: len(steps)] == steps]
            if named or not below:
                if named != but:
                    self._replace(into, source, declared.name)
            else:
                self._take_below(getattr(into, name), getattr(source, name), below, but)
        into.source = _merged(source.source, into.source, paths) if but else _merged(into.source, source.source, paths)

    def _take_below(self, into: Any, source: Any, paths: Paths, but: bool) -> None:
        if isinstance(into, Record) and isinstance(source, Record):
            self._take(into, source, paths, but)
        elif isinstance(into, list) and isinstance(source, list) and len(into) == len(source):
            inner = [path[1:] for path in paths if path[0] == ELEMENTS]
            for one, other in zip(into, source, strict=True):
                if isinstance(one, Record):
                    self._take(one, other, inner, but)

    def _replace(self, into: Record, source: Record, field: str) -> None:
        """Set a field to what it is in another fact; facts that this takes away keep their identity for themselves."""
        before = getattr(into, f"f_{field}")
        self.environment.taken_away.append(before)
        setattr(into, f"f_{field}", self._copied(getattr(source, f"f_{field}"), into))
        for key in (None, *(before if isinstance(before, dict) else ())):
            self.environment.origins.pop((id(into), field, key), None)
        self._carry(into, source, field)

    def _carry(self, into: Record, source: Record, field: str) -> None:
        """Make the values of a field have come to be as those of another fact did."""
        origins, held = self.environment.origins, getattr(into, f"f_{field}")
        for key in (None, *(held if isinstance(held, dict) else ())):
            origin = origins.get((id(source), field, key))
            if origin is not None:
                origins[id(into), field, key] = origin

    def _copied(self, value: Any, owner: Record) -> Any:
        """Return a value that rules may change without changing the object that it was taken from."""
        if isinstance(value, list):
            return [self._copied(item, owner) for item in value]
        if isinstance(value, dict):
            return dict(value)
        if not isinstance(value, Record):
            return value
        fresh = type(value)()
        fresh.kind, fresh.path, fresh.position, fresh.source = value.kind, value.path, value.position, value.source
        fresh.root, fresh.top = owner.root, owner.top
        for name in type(value).__slots__:
            setattr(fresh, name, self._copied(getattr(value, name), owner))
            self._carry(fresh, value, name.removeprefix("f_"))
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
