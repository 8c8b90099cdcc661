"""The types of the rule language."""

from collections.abc import Collection
from dataclasses import dataclass

MOST_LISTS = 4


@dataclass(frozen=True, slots=True)
class Type:
    """A type: a basic one, a kind of fact (``kind``), a list (``of``) or values by name (``entry`` is set)."""

    name: str
    of: "Type | None" = None
    kind: bool = False
    entry: "Type | None" = None

    def __str__(self) -> str:
        """Return the words of a rule file."""
        if self.entry:
            return f"map of {self.entry}"
        return f"list of {self.of}" if self.of else self.name

    @property
    def numeric(self) -> bool:
        """Whether amounts of the type have an order and a sum."""
        return self in NUMERIC


TEXT = Type("text")
TRUTH = Type("truth")
INT64 = Type("int64")
FLOAT64 = Type("float64")
EXACT = Type("exact")
QUANTITY = Type("quantity")
QUANTITIES = Type("quantities")
NUMBER = Type("number")
"""A literal: becomes the numeric type that its neighbour has."""
NOTHING = Type("nothing")
"""The element of an empty list: fits every type."""

NUMERIC = frozenset((INT64, FLOAT64, EXACT, QUANTITY, NUMBER))
BASIC = {t.name: t for t in (TEXT, TRUTH, INT64, FLOAT64, EXACT, QUANTITY, QUANTITIES)}


def list_of(element: Type) -> Type:
    """Return the type of a list."""
    return Type("list", element)


def map_of(entry: Type) -> Type:
    """Return the type of values by name."""
    return Type("map", entry=entry)


def entry_of(type_: Type) -> Type | None:
    """Return the type of the values of a map, or of quantities by resource; None for what is neither."""
    return QUANTITY if type_ == QUANTITIES else type_.entry


def named(words: str, kinds: Collection[str]) -> Type | None:
    """Return the type that words such as ``list of text`` name; None if they name none."""
    if words.count("list of ") > MOST_LISTS:
        return None
    if words.startswith("list of "):
        element = named(words.removeprefix("list of "), kinds)
        return list_of(element) if element else None
    if words.startswith("map of "):
        entry = named(words.removeprefix("map of "), kinds)
        fits_in = entry is not None and (entry.kind or entry in (TEXT, TRUTH, INT64, FLOAT64, list_of(TEXT)))
        return map_of(entry) if entry is not None and fits_in else None
    return BASIC.get(words) or (kind(words) if words in kinds else None)


def kind(name: str) -> Type:
    """Return the type of a kind of fact."""
    return Type(name, kind=True)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    if given in (wanted, NOTHING):
        return True
    if given == NUMBER:
        return wanted.numeric
    if given.entry and wanted.entry:
        return fits(given.entry, wanted.entry)
    return bool(given.of and wanted.of and fits(given.of, wanted.of))
