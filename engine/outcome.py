"""The objects as the policy leaves them, and what it changed in them; made when asked for."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.environment import Environment
from engine.objects import copied
from engine.record_reader import RecordReader, put
from engine.records import Reading, Record


class Objects(Mapping[str, Any]):
    """The inputs as the policy leaves them, as JSON values."""

    def __init__(self, reader: RecordReader, environment: Environment) -> None:
        """Take the reader of the facts and what an evaluation left of them."""
        self._reader = reader
        self._environment = environment
        self._inputs = {name: value for name, value in environment.inputs.items() if value is not None}
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return one input as JSON, the same object each time."""
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Any:
        value = self._inputs[name]
        if isinstance(value, list):
            return [self._reader.restored(item) if isinstance(item, Record) else copied(item) for item in value]
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
    """The JSON Patches (RFC 6902) that make inputs of one object, as they were sent, into what the policy leaves."""

    def __init__(self, reader: RecordReader, given: Mapping[str, Any], objects: Mapping[str, Any]) -> None:
        """Take the reader of the facts, the inputs as they were sent, and as the policy leaves them."""
        self._reader = reader
        self._given = {name: value for name, value in given.items() if isinstance(value, dict)}
        self._objects = objects

    def __getitem__(self, name: str) -> list[dict[str, Any]]:
        """Return the operations; another spelling of a quantity is no difference."""
        given, after = self._given[name], self._objects[name]
        operations = list(_operations(given, after, ""))
        if all(one["op"] == "add" and one["value"] not in ({}, []) for one in operations):
            return operations
        # Something was written otherwise than it is given back: what counts is what differs once both are read.
        read = self._reader.read({name: given}, Reading())[name]
        return list(_operations(self._reader.restored(read), after, ""))

    def __iter__(self) -> Iterator[str]:
        """Return the names of the inputs that are one object."""
        return iter(self._given)

    def __len__(self) -> int:
        """Return the number of such inputs."""
        return len(self._given)


def standing(reader: RecordReader, environment: Environment, name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the conclusions that the policy leaves in an input: the steps to where, and the text."""
    for conclusion in reader.catalogue.conclusions.values():
        text = environment.conclusions.get(conclusion.name)
        if conclusion.stands_at is not None and conclusion.stands_at[0] == name and text:
            kind = reader.catalogue.inputs[name].type.name
            declared = reader.catalogue.kinds[kind].fields[conclusion.stands_at[1]]
            if text != getattr(environment.inputs[name], f"f_{declared.name}"):
                yield declared.path, text


def _operations(before: Any, after: Any, path: str) -> Iterator[dict[str, Any]]:
    """Yield what makes one JSON value into another; lists of one length are compared element by element."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() - after.keys():
            yield {"op": "remove", "path": _below(path, key)}
        for key, value in after.items():
            if key in before:
                yield from _operations(before[key], value, _below(path, key))
            else:
                yield {"op": "add", "path": _below(path, key), "value": value}
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _operations(one, other, _below(path, number))
    elif before != after:
        yield {"op": "replace", "path": path, "value": after}


def _below(path: str, key: str | int) -> str:
    """Return the JSON Pointer (RFC 6901) to what stands below another."""
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
