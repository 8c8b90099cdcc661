"""The objects as the policy leaves them, and what it changed in them; made when asked for."""

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.environment import Environment
from engine.record_reader import RecordReader, put
from engine.records import Record

Steps = tuple[str | int, ...]


class Objects(Mapping[str, Any]):
    """The inputs as the policy leaves them, as JSON values."""

    def __init__(self, reader: RecordReader, environment: Environment) -> None:
        """Take the reader of the facts and what an evaluation left of them."""
        self._reader = reader
        self._environment = environment
        self._inputs = {name: value for name, value in environment.inputs.items() if value is not None}

    def __getitem__(self, name: str) -> Any:
        """Return one input as JSON."""
        value = self._inputs[name]
        if isinstance(value, list):
            return [self._reader.restored(item) if isinstance(item, Record) else copy.deepcopy(item) for item in value]
        if not isinstance(value, Record):
            return value
        restored = self._reader.restored(value)
        for steps, text in standing(self._reader, self._environment, name):
            put(restored, steps, text)
        return restored

    def __iter__(self) -> Iterator[str]:
        """Return the names of the inputs."""
        return iter(self._inputs)

    def __len__(self) -> int:
        """Return the number of inputs."""
        return len(self._inputs)


class Patches(Mapping[str, list[dict[str, Any]]]):
    """For each input that is one object, the JSON Patch (RFC 6902) of the fields that rules set in it."""

    def __init__(self, reader: RecordReader, environment: Environment) -> None:
        """Take the reader of the facts and what an evaluation left of them."""
        self._reader = reader
        self._environment = environment
        self._objects = {name: value for name, value in environment.inputs.items() if isinstance(value, Record)}

    def __getitem__(self, name: str) -> list[dict[str, Any]]:
        """Return the operations, in the order in which rules set the fields."""
        record = self._objects[name]
        return patch(record.source, [*self._set(record), *standing(self._reader, self._environment, name)])

    def __iter__(self) -> Iterator[str]:
        """Return the names of the inputs that are one object."""
        return iter(self._objects)

    def __len__(self) -> int:
        """Return the number of such inputs."""
        return len(self._objects)

    def _set(self, top: Record) -> Iterator[tuple[Steps, Any]]:
        for owner, name, key in self._environment.changes:
            if owner.top is top:
                declared = self._reader.catalogue.kinds[owner.kind].fields[name]
                value = getattr(owner, f"f_{name}")
                held = value if key is None else value[key]
                end = declared.path if key is None else (*declared.path, key)
                yield (*_steps(owner.path), *end), getattr(held, "text", held)


def standing(reader: RecordReader, environment: Environment, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the conclusions that the policy leaves in an input: the steps to where, and the text."""
    for conclusion in reader.catalogue.conclusions.values():
        text = environment.conclusions.get(conclusion.name)
        if conclusion.stands_at is not None and conclusion.stands_at[0] == name and text:
            kind = reader.catalogue.inputs[name].type.name
            declared = reader.catalogue.kinds[kind].fields[conclusion.stands_at[1]]
            if text != getattr(environment.inputs[name], f"f_{declared.name}"):
                yield declared.path, text


def patch(source: Any, changes: Iterable[tuple[Steps, Any]]) -> list[dict[str, Any]]:
    """Return the operations of RFC 6902 that set fields in an object, each with as much around it as is missing."""
    operations, patched = [], copy.deepcopy(source)
    for steps, value in changes:
        held, depth = patched, 0
        while depth < len(steps) - 1 and _inner(held, steps[depth]) is not None:
            held, depth = _inner(held, steps[depth]), depth + 1
        added = value
        for step in reversed(steps[depth + 1 :]):
            added = {step: added}
        held[steps[depth]] = added
        operations.append({"op": "add", "path": _pointer(steps[: depth + 1]), "value": copy.deepcopy(added)})
    return operations


def _inner(held: Any, step: str | int) -> Any:
    return held.get(step) if isinstance(held, dict) else held[step]


def _pointer(steps: Steps) -> str:
    """Return the JSON Pointer (RFC 6901) to a field."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def _steps(path: str) -> Steps:
    """Return the steps of a fact's path such as ``spec.containers[0]``."""
    return tuple(int(index) if index else word for index, word in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path))
