"""The only values that reach the engine: signed 64-bit integers and codes (fixed-width ASCII digit strings).

Beyond 64 bits the engine saturates silently; it reads true as 1, compares "1" equal to 1, cannot read 1e-07 and takes
the length of a string modulo 65536. So the types are closed here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from engine.matching.model import INT64_MAX, INT64_MIN, Column, DefinitionError
from engine.matching.vocabulary import SHAPE_KEY, check_shape, column_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.matching.model import MatchRule

MAX_WIDTH: Final = 512
MAX_ROW_COLUMNS: Final = 200
INT_KIND: Final = 0
"""The kind of a column of ints; the kind of a column of codes is their width."""

Place = tuple[int, int]
"""A column of a shape: (shape, column)."""


def kind_of(value: object) -> int:
    """Return INT_KIND for a signed 64-bit int, the width for a code; raise DefinitionError for anything else."""
    if type(value) is int and INT64_MIN <= value <= INT64_MAX:
        return INT_KIND
    if type(value) is str and value.isascii() and value.isdigit() and len(value) <= MAX_WIDTH:
        return len(value)
    message = f"{str(value)[:40]!r} ({type(value).__name__}) is neither a 64-bit int nor 1 to {MAX_WIDTH} ASCII digits"
    raise DefinitionError(message)


def row(shape: int, columns: Mapping[int, int | str], kinds: Mapping[Place, int] | None = None) -> str:
    """Return the JSON fragment of one row, checked; for tests and paths that are not hot.

    ``kinds`` (see ``Matcher.kinds``) makes it refuse a value that is not of its column's kind. Raises DefinitionError
    for a value, column or shape out of range and for more than MAX_ROW_COLUMNS columns.
    """
    if len(columns) > MAX_ROW_COLUMNS:
        message = f"a row has {len(columns)} columns, more than {MAX_ROW_COLUMNS}"
        raise DefinitionError(message)
    parts = [f'"{SHAPE_KEY}":{check_shape(shape)}']
    for index, value in columns.items():
        kind = kind_of(value)
        expected = kind if kinds is None else kinds.get((shape, index), kind)
        if kind != expected:
            message = f"column {index} of shape {shape} holds {_text(expected)}, not {_text(kind)}"
            raise DefinitionError(message)
        parts.append(f'"{column_name(index)}":{json.dumps(value)}')
    return ",".join(parts)


def column_kinds(rules: Iterable[MatchRule], declared: Mapping[Place, int]) -> dict[Place, int]:
    """Return the kind of each column that ``rules`` or ``declared`` determine.

    Strings of different width, or a string and an int, must never meet: the engine compares them without complaint
    and wrongly. Raises DefinitionError where they would.
    """
    same = _SamePlaces()
    known = list(declared.items())
    for rule in rules:
        for condition in rule.conditions:
            place = (rule.shape, condition.column)
            if isinstance(condition.operand, Column):
                same.join(place, (rule.shape, condition.operand.index))
            elif condition.operand is not None:
                known.append((place, kind_of(condition.operand)))
    kinds: dict[Place, int] = {}
    for place, kind in known:
        other = kinds.setdefault(same.root(place), kind)
        if other != kind:
            message = f"column {place[1]} of shape {place[0]} meets {_text(kind)} and {_text(other)}"
            raise DefinitionError(message)
    return {
        place: kinds[same.root(place)] for place in [*same.parents, *dict(known), *kinds] if same.root(place) in kinds
    }


class _SamePlaces:
    """Columns that are compared with each other, and so must be of one kind."""

    def __init__(self) -> None:
        self.parents: dict[Place, Place] = {}

    def root(self, place: Place) -> Place:
        while place in self.parents:
            place = self.parents[place]
        return place

    def join(self, left: Place, right: Place) -> None:
        left, right = self.root(left), self.root(right)
        if left != right:
            self.parents[left] = right


def _text(kind: int) -> str:
    return "ints" if kind == INT_KIND else f"codes of {kind} digits"
