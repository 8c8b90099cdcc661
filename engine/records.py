"""The gate for outside data: JSON values become typed facts, as the catalogue declares them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar

from engine.errors import FieldViolation
from engine.language.catalogue import Catalogue, Field, Input, Kind
from engine.language.types import INT64, QUANTITIES, QUANTITY, TEXT, TRUTH, Type
from engine.quantity import Quantity, QuantityError, from_json
from engine.values import wrap

MOST_REMEMBERED = 20_000
MOST_ENTRIES = 10_000


class Record:
    """One fact. Subclasses, one a kind, hold its fields as attributes ``f_NAME``.

    ``root`` names the input it came from (``pod``, ``limitRanges[0]``), ``path`` its place in that object
    (``spec.containers[0]``), ``position`` its index in its list, ``top`` the fact of the whole object.
    """

    __slots__ = ("kind", "path", "position", "root", "source", "top")
    kind: str
    root: str
    path: str
    position: int
    source: Any
    top: "Record"
    amounts: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    """The attributes that hold quantities, with their paths in the object."""
    nested: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    """The attributes that hold facts or lists of facts, with their paths in the object."""

    def at(self, steps: tuple[str, ...], key: str | None = None) -> str:
        """Return the path of a field of this fact within its object."""
        text = ".".join((self.path, *steps) if self.path else steps)
        return text if key is None else f"{text}[{key}]"

    @property
    def title(self) -> str:
        """Return what the fact is called in an explanation: its name if it has one, else its place."""
        name = getattr(self, "f_name", "")
        return str(name) if name else f"{self.root}.{self.path}".rstrip(".")


@dataclass
class Reading:
    """What went wrong while one request was read: mistakes of the caller, and quantities that Kubernetes refuses."""

    violations: list[FieldViolation] = field(default_factory=list)
    refused: list[tuple[list[int], str, str]] = field(default_factory=list)
    refused_stage: str = ""

    def wrong(self, place: str, wanted: str) -> None:
        """Note a value of the wrong shape."""
        self.violations.append(FieldViolation(place, f"must be {wanted}"))

    def refuse(self, record: Record, words: str, key: str | None, message: str) -> None:
        """Note a quantity that Kubernetes refuses: an answer for some inputs, the caller's mistake for others."""
        if self.refused_stage:
            steps = [*re.split(r"[.\[\]]+", record.path), *words.split("."), *([key] if key is not None else [])]
            self.refused.append((_text_order(record.top.source, steps), self.refused_stage, message))
        else:
            self.violations.append(FieldViolation(f"{record.root}.{record.at((words,), key)}", message))

    def first_refused(self) -> tuple[str, str] | None:
        """Return stage and message of the refused quantity that comes first in the text of the object, if there is one."""
        if not self.refused:
            return None
        _, stage, message = min(self.refused)
        return stage, message


def _text_order(value: Any, steps: list[str]) -> list[int]:
    """Return where a value stands among its neighbours, level by level: the order of the text."""
    order = []
    for step in filter(None, steps):
        order.append(int(step) if isinstance(value, list) else list(value).index(step))
        value = value[order[-1]] if isinstance(value, list) else value[step]
    return order


FieldReader = Callable[[Any, str, Record, Reading], Any]


class RecordReader:
    """Reads inputs into facts."""

    def __init__(self, catalogue: Catalogue, as_given: bool = False) -> None:
        """Prepare the classes and readers of all kinds; ``as_given``: no quantity is rounded when it is read."""
        self.catalogue = catalogue
        self.as_given = as_given
        self.classes = {name: _record_class(kind) for name, kind in catalogue.kinds.items()}
        self.readers: dict[str, list[tuple[str, tuple[str, ...], str, FieldReader]]] = {
            name: [
                (f"f_{f.name}", f.path, ".".join(f.path), self._field_reader(f)) for f in kind.fields.values() if f.path
            ]
            for name, kind in catalogue.kinds.items()
        }

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

    def _input(self, declared: Input, value: Any, reading: Reading) -> Any:
        reading.refused_stage = declared.refused_stage
        if declared.type.of and declared.type.of.kind:
            return self._top_list(declared.name, declared.type.of, value, reading)
        if value is None:
            return [] if declared.type.of else None
        if declared.type.kind:
            return self._record(declared.type.name, value, (declared.name, "", 0, None), reading)
        return _SCALARS[declared.type](value, declared.name, reading)

    def _top_list(self, name: str, element: Type, value: Any, reading: Reading) -> list[Record]:
        if not isinstance(value, list | tuple):
            if value is not None:
                reading.wrong(name, "a list")
            return []
        records = []
        for number, item in enumerate(value):
            record = self._record(element.name, item, (f"{name}[{number}]", "", number, None), reading)
            if record is not None:
                records.append(record)
        return records

    def _record(
        self, kind: str, value: Any, place: tuple[str, str, int, Record | None], reading: Reading
    ) -> Record | None:
        root, path, position, top = place
        if not isinstance(value, dict):
            reading.wrong(f"{root}.{path}".rstrip("."), "an object")
            return None
        record: Record = self.classes[kind]()
        record.kind, record.root, record.path, record.position, record.source = kind, root, path, position, value
        record.top = top or record
        for attribute, steps, words, read in self.readers[kind]:
            inner: Any = value
            for step in steps:
                if type(inner) is not dict:
                    if inner is not None:
                        reading.wrong(f"{root}.{record.at(steps)}", f"within an object, where {step} can stand")
                        inner = None
                    break
                inner = inner.get(step)
            setattr(record, attribute, read(inner, words, record, reading))
        return record

    def _field_reader(self, declared: Field) -> FieldReader:
        type_ = declared.type
        if type_ == QUANTITIES:
            return _quantities_reader(() if self.as_given else declared.reading)
        if type_ == QUANTITY:
            return _quantity_reader(() if self.as_given else declared.reading)
        if type_.kind:
            return self._kind_reader(type_.name, declared.optional)
        if type_.of:
            return self._list_reader(type_.of)
        if type_.entry:
            return _map_reader(type_.entry)
        read, missing = _SCALARS[type_], None if declared.optional else _MISSING[type_]
        if "unsigned" in declared.reading:
            read = _unsigned

        def scalar(value: Any, words: str, record: Record, reading: Reading) -> Any:
            return missing if value is None else read(value, _place(record, words), reading)

        return scalar

    def _kind_reader(self, kind: str, optional: bool) -> FieldReader:
        def read(value: Any, words: str, record: Record, reading: Reading) -> Any:
            if value is None:
                if optional:
                    return None
                value = {}
            return self._record(kind, value, (record.root, record.at((words,)), 0, record.top), reading)

        return read

    def _list_reader(self, element: Type) -> FieldReader:
        def read(value: Any, words: str, record: Record, reading: Reading) -> list[Any]:
            if value is None:
                return []
            if not isinstance(value, list | tuple):
                reading.wrong(_place(record, words), "a list")
                return []
            if not element.kind:
                return [_SCALARS[element](item, _place(record, words), reading) for item in value]
            base, found = record.at((words,)), []
            for number, item in enumerate(value):
                inner = self._record(
                    element.name, item, (record.root, f"{base}[{number}]", number, record.top), reading
                )
                if inner is not None:
                    found.append(inner)
            return found

        return read

    def note(self, kind: str, fields: Mapping[str, Any], position: int) -> Record:
        """Return a fact that an effect leaves behind."""
        record: Record = self.classes[kind]()
        record.kind, record.root, record.path, record.position, record.source = kind, "", "", position, None
        record.top = record
        for name, value in fields.items():
            setattr(record, f"f_{name}", value)
        return record

    def restored(self, record: Record) -> Any:
        """Return a fact's object as JSON, with quantities as they now stand and print."""
        result = dict(record.source)
        for declared in self.catalogue.kinds[record.kind].fields.values():
            if declared.path:
                value = getattr(record, f"f_{declared.name}")
                _restore(result, declared.path, self._json(declared.type, value))
        return result

    def _json(self, type_: Type, value: Any) -> Any:
        if type_ == QUANTITIES:
            return {name: amount.text for name, amount in value.items()} or _UNCHANGED
        if type_ == QUANTITY and value is not None:
            return value.text
        if type_.kind and value is not None:
            return self.restored(value)
        if type_.of and type_.of.kind:
            return [self.restored(item) for item in value] or _UNCHANGED
        return _UNCHANGED


_UNCHANGED = object()


def _restore(result: dict[str, Any], steps: tuple[str, ...], value: Any) -> None:
    if value is _UNCHANGED:
        return
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


def _place(record: Record, words: str) -> str:
    return f"{record.root}.{record.at((words,))}"


def _text(value: Any, place: str, reading: Reading) -> str:
    if isinstance(value, str):
        return value
    reading.wrong(place, "a text")
    return ""


def _truth(value: Any, place: str, reading: Reading) -> bool:
    if isinstance(value, bool):
        return value
    reading.wrong(place, "true or false")
    return False


def _int64(value: Any, place: str, reading: Reading) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63:
        return value
    reading.wrong(place, "a whole number of 64 bits")
    return 0


def _unsigned(value: Any, place: str, reading: Reading) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64:
        return wrap(value)
    reading.wrong(place, "a whole number of 64 bits, not negative")
    return 0


def _map_reader(entry: Type) -> FieldReader:
    read_one = _SCALARS[entry]

    def read(value: Any, words: str, record: Record, reading: Reading) -> dict[str, Any]:
        if value is None:
            return {}
        if type(value) is not dict or len(value) > MOST_ENTRIES:
            reading.wrong(_place(record, words), f"an object of at most {MOST_ENTRIES} values by name")
            return {}
        return {name: read_one(inner, f"{_place(record, words)}[{name}]", reading) for name, inner in value.items()}

    return read


_SCALARS: dict[Type, Callable[[Any, str, Reading], Any]] = {TEXT: _text, TRUTH: _truth, INT64: _int64}
_MISSING: dict[Type, Any] = {TEXT: "", TRUTH: False, INT64: 0}


def _quantities_reader(ways: tuple[str, ...]) -> FieldReader:
    read_one = _one_quantity(ways)

    def read(value: Any, words: str, record: Record, reading: Reading) -> dict[str, Quantity]:
        if value is None:
            return {}
        if type(value) is not dict or len(value) > MOST_ENTRIES:
            reading.wrong(_place(record, words), f"an object of at most {MOST_ENTRIES} quantities by name")
            return {}
        found = {}
        for name, amount in value.items():
            quantity = read_one(amount, words, name, record, reading)
            if quantity is not None:
                found[name] = quantity
        return found

    return read


def _quantity_reader(ways: tuple[str, ...]) -> FieldReader:
    read_one = _one_quantity(ways)

    def read(value: Any, words: str, record: Record, reading: Reading) -> Quantity | None:
        return None if value is None else read_one(value, words, None, record, reading)

    return read


def _one_quantity(ways: tuple[str, ...]) -> Callable[..., Quantity | None]:
    remembered: dict[Any, Quantity] = {}

    def read(value: Any, words: str, key: str | None, record: Record, reading: Reading) -> Quantity | None:
        if type(value) is str:
            known = remembered.get(value)
            if known is not None:
                return known
        elif isinstance(value, bool) or not isinstance(value, int | Decimal | float | None):
            reading.wrong(f"{record.root}.{record.at((words,), key)}", "a quantity: a text or a number")
            return None
        try:
            quantity = from_json(str(value) if isinstance(value, Decimal) else value)
        except QuantityError as error:
            reading.refuse(record, words, key, str(error))
            return None
        for way in ways:
            quantity = quantity.rounded() if way == "rounded to milli" else quantity.stored()
        if type(value) is str:
            if len(remembered) >= MOST_REMEMBERED:
                remembered.clear()
            remembered[value] = quantity
        return quantity

    return read
