"""Readers of single fields: a JSON value becomes a text, truth, number, quantity or set of quantities.

What stands by name is kept in the order of the names: a map of Kubernetes has no other, whatever form it came in.
"""

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from engine.language.catalogue import Field
from engine.language.types import FLOAT64, INT64, QUANTITIES, QUANTITY, TEXT, TRUTH, Type
from engine.quantity import Quantity, QuantityError, from_json
from engine.records import Reading, Record
from engine.values import wrap

MOST_REMEMBERED = 20_000
MOST_REMEMBERED_LENGTH = 64
MOST_ENTRIES = 10_000

FieldReader = Callable[[Any, str, Record, Reading], Any]


def place(record: Record, words: str, key: str | None = None) -> str:
    """Return the path of a field within the request."""
    return f"{record.root}.{record.at((words,), key)}"


def scalar_reader(type_: Type, missing: Any, unsigned: bool = False) -> FieldReader:
    """Return the reader of a text, truth or number; ``missing`` is what an absent one is."""
    accepts, wanted = _UNSIGNED if unsigned else _SCALARS[type_]
    converted = wrap if unsigned else float if type_ == FLOAT64 else None

    def read(value: Any, words: str, record: Record, reading: Reading) -> Any:
        if value is None:
            return missing
        if accepts(value):
            return value if converted is None else converted(value)
        reading.wrong(place(record, words), wanted)
        return missing

    return read


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and (value.isascii() or _is_unicode(value))


def _is_unicode(text: str) -> bool:
    """Whether a text has no half of a surrogate pair, which no UTF-8 can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_int64(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def _is_float64(value: Any) -> bool:
    """Whether a value is a number that some float64 is nearest to."""
    if not isinstance(value, int | float | Decimal) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(float(value))
    except (OverflowError, ValueError):
        return False


def _is_unsigned(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**64


_SCALARS: dict[Type, tuple[Callable[[Any], bool], str]] = {
    TEXT: (_is_text, "a text"),
    TRUTH: (_is_truth, "true or false"),
    INT64: (_is_int64, "a whole number of 64 bits"),
    FLOAT64: (_is_float64, "a number"),
}
_UNSIGNED = (_is_unsigned, "a whole number of 64 bits, not negative")
MISSING: dict[Type, Any] = {TEXT: "", TRUTH: False, INT64: 0, FLOAT64: 0.0}
"""What an absent field is that is not optional."""


def field_reader(declared: Field, as_given: bool) -> FieldReader:
    """Return the reader of a field that holds no fact; ``as_given``: no quantity is rounded when it is read."""
    type_ = declared.type
    ways = () if as_given else declared.reading
    if type_ == QUANTITIES:
        return _quantities_reader(ways)
    if type_ == QUANTITY:
        return _quantity_reader(ways)
    if type_.of is not None:
        return _list_reader(type_.of, declared.optional)
    if type_.entry is not None:
        return _map_reader(type_.entry, declared.optional)
    return scalar_reader(type_, None if declared.optional else MISSING[type_], "unsigned" in declared.reading)


def _list_reader(element: Type, optional: bool) -> FieldReader:
    accepts, wanted = _SCALARS[element]

    def read(value: Any, words: str, record: Record, reading: Reading) -> list[Any] | None:
        if value is None:
            return None if optional else []
        if not isinstance(value, list | tuple) or not all(accepts(item) for item in value):
            reading.wrong(place(record, words), f"a list, each element {wanted}")
            return []
        return list(value)

    return read


def _map_reader(entry: Type, optional: bool) -> FieldReader:
    accepts, wanted = _SCALARS[entry]

    def read(value: Any, words: str, record: Record, reading: Reading) -> dict[str, Any] | None:
        if value is None:
            return None if optional else {}
        if type(value) is not dict or len(value) > MOST_ENTRIES:
            reading.wrong(place(record, words), f"an object of at most {MOST_ENTRIES} values by name")
            return {}
        if not all(map(_is_text, value)):
            reading.wrong(place(record, words), "an object whose names are texts")
            return {}
        for name, inner in value.items():
            if not accepts(inner):
                reading.wrong(place(record, words, name), wanted)
        return {name: value[name] for name in sorted(value) if accepts(value[name])}

    return read


def _quantities_reader(ways: tuple[str, ...]) -> FieldReader:
    read_one = _one_quantity(ways)

    def read(value: Any, words: str, record: Record, reading: Reading) -> dict[str, Quantity]:
        if value is None:
            return {}
        if type(value) is not dict or len(value) > MOST_ENTRIES:
            reading.wrong(place(record, words), f"an object of at most {MOST_ENTRIES} quantities by name")
            return {}
        if not all(map(_is_text, value)):
            reading.wrong(place(record, words), "an object whose names are texts")
            return {}
        found = {}
        for name, amount in value.items():
            quantity = read_one(amount, words, name, record, reading)
            if quantity is not None:
                found[name] = quantity
        return dict(sorted(found.items())) if len(found) > 1 else found

    return read


def _quantity_reader(ways: tuple[str, ...]) -> FieldReader:
    read_one = _one_quantity(ways)

    def read(value: Any, words: str, record: Record, reading: Reading) -> Quantity | None:
        return None if value is None else read_one(value, words, None, record, reading)

    return read


def _one_quantity(ways: tuple[str, ...]) -> Callable[..., Quantity | None]:
    remembered: dict[str, Quantity] = {}

    def read(value: Any, words: str, key: str | None, record: Record, reading: Reading) -> Quantity | None:
        if type(value) is str:
            known = remembered.get(value)
            if known is not None:
                return known
        elif isinstance(value, bool) or not isinstance(value, str | int | Decimal | float | None):
            reading.wrong(place(record, words, key), "a quantity: a text or a number")
            return None
        try:
            quantity = from_json(str(value) if isinstance(value, Decimal) else value)
        except QuantityError as error:
            reading.refuse(record, words, key, str(error))
            return None
        for way in ways:
            quantity = quantity.rounded() if way == "rounded to milli" else quantity.stored()
        if type(value) is str and len(value) <= MOST_REMEMBERED_LENGTH:
            if len(remembered) >= MOST_REMEMBERED:
                remembered.clear()
            remembered[value] = quantity
        return quantity

    return read
