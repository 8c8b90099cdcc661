"""The types of the rule language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: a basic one, a kind of fact (``kind`` is set), or a list (``of`` is set)."""

    name: str
    of: "Type | None" = None
    kind: bool = False

    def __str__(self) -> str:
        """Return the words of a rule file."""
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


def kind(name: str) -> Type:
    """Return the type of a kind of fact."""
    return Type(name, kind=True)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    if given == wanted or given == NOTHING:
        return True
    if given == NUMBER:
        return wanted.numeric
    return bool(given.of and wanted.of and fits(given.of, wanted.of))
