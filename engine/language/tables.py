"""Tables of rule files: values by one text or several, typed and closed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.language import types
from engine.language.reading import Reader, nearest
from engine.language.source import Mapping as Keys
from engine.language.source import Node, Place, Sequence, Text, plain_value
from engine.language.types import INT64, QUANTITY, TEXT, TRUTH, Type, list_of
from engine.quantity import QuantityError
from engine.quantity import parse as parse_quantity

MOST_KEYS = 4
HOLDS = (TEXT, TRUTH, INT64, QUANTITY, list_of(TEXT))
WRITTEN = {
    TEXT: "a text",
    TRUTH: "true or false",
    INT64: "a whole number of 64 bits",
    QUANTITY: "a quantity",
    list_of(TEXT): "a list of texts",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names of its keys, the type of its values, its rows, and what stands for a key that it lacks.

    ``otherwise`` is None if such a value is absent.
    """

    name: str
    about: str
    keys: tuple[str, ...]
    gives: Type
    rows: Mapping[tuple[str, ...], Any]
    otherwise: Any
    place: Place

    def of(self, *keys: str) -> Any:
        """Return the value in a row."""
        return self.rows.get(keys, self.otherwise)


def read_tables(reader: Reader, node: Node | None) -> tuple[Table, ...]:
    """Read the tables of a rule file; problems go to the reader."""
    found = (_table(reader, name, value) for name, value in reader.mapping(node).entries)
    return tuple(table for table in found if table is not None)


def _table(reader: Reader, name: Text, node: Node) -> Table | None:
    top = reader.mapping(node)
    keys = tuple(reader.text(item) for item in reader.items(top.get("by")))
    gives = types.named(reader.text(top.get("gives")), ())
    if gives not in HOLDS:
        known = [str(type_) for type_ in HOLDS]
        given = top.get("gives")
        if given is not None:
            hint = nearest(reader.text(given), known) or f"write one of {', '.join(known)}"
            reader.problem(given.place, f"a table cannot give `{reader.text(given)}`", hint)
        return None
    otherwise = top.get("otherwise")
    rows = dict(_rows(reader, top.get("rows"), keys, gives))
    whole = _value(reader, otherwise, gives) if otherwise is not None else None
    return Table(name.value, reader.text(top.get("about")), keys, gives, rows, whole, name.place)


def _rows(
    reader: Reader, node: Node | None, keys: tuple[str, ...], gives: Type
) -> Iterator[tuple[tuple[str, ...], Any]]:
    if node is None or not keys:
        return
    if not isinstance(node, Keys):
        reader.problem(node.place, f"rows by {' and '.join(keys)} were expected here", f"write `{keys[0]}: ...` lines")
        return
    for key, value in node.entries:
        if len(keys) == 1:
            yield (key.value,), _value(reader, value, gives)
        else:
            yield from (((key.value, *rest), found) for rest, found in _rows(reader, value, keys[1:], gives))


def _value(reader: Reader, node: Node, gives: Type) -> Any:
    if gives.of is not None:
        if isinstance(node, Sequence) and all(isinstance(item, Text) for item in node.items):
            return tuple(reader.text(item) for item in node.items)
    elif isinstance(node, Text):
        found = _scalar(node, gives)
        if found is not None:
            return found
    reader.problem(node.place, f"the table gives {WRITTEN[gives]} in every row", "write it so, or change `gives`")
    return None


def _scalar(node: Text, gives: Type) -> Any:
    if gives == TEXT:
        return node.value
    if gives == QUANTITY:
        try:
            return parse_quantity(node.value)
        except QuantityError:
            return None
    value = plain_value(node)
    if gives == TRUTH:
        return value if isinstance(value, bool) else None
    whole = isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63
    return value if whole else None
