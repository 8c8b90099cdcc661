"""The gate for outside data: JSON values become typed facts, as the catalogue declares them."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.field_readers import MISSING, FieldReader, field_reader, place
from engine.language.catalogue import Catalogue, Field, Input, Kind
from engine.language.types import QUANTITIES, QUANTITY, Type
from engine.objects import copied
from engine.records import Reading, Record, Top

MOST_ITEMS = 10_000
"""How many objects a list may hold."""

_NONE_OF_ITS_OWN = object()
"""Stands where an absent field has no value that all facts can share."""
_FieldOfKind = tuple[str, str, tuple[str, ...], str, FieldReader, Any]
"""Attribute, first step and the others, the path in words, what reads it, and what an absent one is."""


class RecordReader:
    """Reads inputs into facts."""

    def __init__(self, catalogue: Catalogue, as_given: bool = False) -> None:
        """Prepare the classes and readers of all kinds; ``as_given``: no quantity is rounded when it is read."""
        self.catalogue = catalogue
        self.as_given = as_given
        self.classes = {name: _record_class(kind) for name, kind in catalogue.kinds.items()}
        self._restoring: dict[str, list[tuple[str, tuple[str, ...], Callable[[Any], Any]]]] = {
            name: [
                (f"f_{field.name}", field.path, as_json)
                for field in kind.fields.values()
                if field.path and (as_json := self._as_json(field.type))
            ]
            for name, kind in catalogue.kinds.items()
        }
        self.readers: dict[str, list[_FieldOfKind]] = {
            name: [self._field(f) for f in kind.fields.values() if f.path] for name, kind in catalogue.kinds.items()
        }

    def _field(self, declared: Field) -> "_FieldOfKind":
        first, *rest = declared.path
        shared = declared.type in MISSING or declared.type == QUANTITY or bool(declared.type.kind and declared.optional)
        missing = None if declared.optional else MISSING.get(declared.type)
        reader = self._reader(declared)
        missing = missing if shared else _NONE_OF_ITS_OWN
        return f"f_{declared.name}", first, tuple(rest), ".".join(declared.path), reader, missing

    def read(
        self, given: Mapping[str, Any], reading: Reading, known: Mapping[str, list[Record]] | None = None
    ) -> dict[str, Any]:
        """Return the facts of a request's inputs by name; an input that is not given is absent, or an empty list.

        ``known`` holds inputs that were read before.
        """
        known = known or {}
        for name in given:
            if name not in self.catalogue.inputs:
                reading.wrong(name, f"one of the inputs {', '.join(self.catalogue.inputs)}")
        return {
            name: known[name] if name in known else self._input(declared, given.get(name), reading)
            for name, declared in self.catalogue.inputs.items()
        }

    def restored(self, record: Record) -> Any:
        """Return a fact's object as JSON, with quantities as they now stand and print."""
        return copied(self._restored(record))

    def _restored(self, record: Record) -> Any:
        """Return the same; what no fact changes is shared with the object that the fact was read from."""
        result = dict(record.source)
        for attribute, path, as_json in self._restoring[record.kind]:
            value = as_json(getattr(record, attribute))
            if value is not None:
                put(result, path, value)
        return result

    def _as_json(self, type_: Type) -> Callable[[Any], Any] | None:
        """Return what makes JSON of a field that effects may change, None for a field of another type."""
        if type_ == QUANTITIES:
            return lambda value: {name: amount.text for name, amount in value.items()} if value else None
        if type_ == QUANTITY:
            return lambda value: value.text if value is not None else None
        if type_.kind:
            return lambda value: self._restored(value) if value is not None else None
        if type_.of and type_.of.kind:
            return lambda value: [self._restored(item) for item in value] if value else None
        return None

    def _input(self, declared: Input, value: Any, reading: Reading) -> Any:
        reading.refused_stage = declared.refused_stage
        type_ = declared.type
        if value is None and declared.optional:
            return None
        if type_.of is not None and type_.of.kind:
            return self._top_list(declared.name, type_.of, value, reading)
        if value is None and not (type_.of or type_.entry or type_ == QUANTITIES):
            return None
        if type_.kind:
            return self._record(type_.name, value, (declared.name, "", 0, None), reading)
        return field_reader(_as_field(declared), self.as_given)(value, declared.name, _Nowhere(), reading)

    def _top_list(self, name: str, element: Type, value: Any, reading: Reading) -> list[Record]:
        if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
            if value is not None:
                _wrong_list(name, value, reading)
            return []
        places = ((f"{name}[{number}]", "", number, None) for number in range(len(value)))
        read = (self._record(element.name, item, at, reading) for item, at in zip(value, places, strict=True))
        return [record for record in read if record is not None]

    def _record(self, kind: str, value: Any, at: tuple[str, str, int, Top | None], reading: Reading) -> Record | None:
        root, path, position, top = at
        if not isinstance(value, dict):
            reading.wrong(f"{root}.{path}".rstrip("."), "an object")
            return None
        record: Record = self.classes[kind]()
        record.kind, record.root, record.path, record.position, record.source = kind, root, path, position, value
        record.top = top or Top(kind, value)
        for attribute, first, rest, words, read, missing in self.readers[kind]:
            inner: Any = value.get(first)
            for step in rest:
                if type(inner) is not dict:
                    if inner is not None:
                        reading.wrong(place(record, words), f"within an object, where {step} can stand")
                        inner = None
                    break
                inner = inner.get(step)
            if inner is None and missing is not _NONE_OF_ITS_OWN:
                setattr(record, attribute, missing)
            else:
                setattr(record, attribute, read(inner, words, record, reading))
        if top is None:
            record.top.title = record.title
        return record

    def _reader(self, declared: Field) -> FieldReader:
        if declared.type.kind:
            return self._kind_reader(declared.type.name, declared.optional)
        if declared.type.of is not None and declared.type.of.kind:
            return self._list_reader(declared.type.of)
        return field_reader(declared, self.as_given)

    def _kind_reader(self, kind: str, optional: bool) -> FieldReader:
        def read(value: Any, words: str, record: Record, reading: Reading) -> Any:
            if value is None and optional:
                return None
            at = (record.root, record.at((words,)), 0, record.top)
            return self._record(kind, {} if value is None else value, at, reading)

        return read

    def _list_reader(self, element: Type) -> FieldReader:
        def read(value: Any, words: str, record: Record, reading: Reading) -> list[Any]:
            if value is None:
                return []
            if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
                _wrong_list(place(record, words), value, reading)
                return []
            base, found = record.at((words,)), []
            for number, item in enumerate(value):
                inner = self._record(
                    element.name, item, (record.root, f"{base}[{number}]", number, record.top), reading
                )
                if inner is not None:
                    found.append(inner)
            return found

        return read


def _wrong_list(at: str, value: Any, reading: Reading) -> None:
    if isinstance(value, list | tuple):
        reading.wrong(at, f"a list of at most {MOST_ITEMS} objects, not {len(value)}", "TOO_MANY")
    else:
        reading.wrong(at, "a list")


class _Nowhere(Record):
    """Stands for the request itself, where an input is no object."""

    root = ""

    def at(self, steps: tuple[str, ...], key: str | None = None) -> str:
        return ".".join(steps) if key is None else f"{'.'.join(steps)}[{key}]"


def _as_field(declared: Input) -> Field:
    return Field(declared.name, declared.type, declared.optional, (declared.name,), declared.about)


def put(result: dict[str, Any], steps: tuple[str, ...], value: Any) -> None:
    """Set a field of an object of JSON, with what has to stand around it."""
    for step in steps[:-1]:
        inner = result.get(step)
        result[step] = dict(inner) if isinstance(inner, dict) else {}
        result = result[step]
    result[steps[-1]] = value


def _record_class(kind: Kind) -> type[Record]:
    amounts = tuple(
        (f"f_{f.name}", f.path) for f in kind.fields.values() if f.path and f.type in (QUANTITY, QUANTITIES)
    )
    nested = tuple((f"f_{f.name}", f.path) for f in kind.fields.values() if f.path and (f.type.of or f.type).kind)
    body = {"__slots__": tuple(f"f_{name}" for name in kind.fields), "amounts": amounts, "nested": nested}
    return type(f"Record{kind.name}", (Record,), body)
