"""The names that reach the engine, all generated here.

The engine compares names by a 32-bit FNV-1a hash and never by their text: two names with one hash are one name to it.
So nothing but this closed vocabulary is used, and what a definition uses is checked for collisions before compiling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.matching.model import DefinitionError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_COLUMNS: Final = 4096
MAX_SHAPES: Final = 2**31
SHAPE_KEY: Final = "k"
ALIAS: Final = "m"
END_RULE: Final = "$end"
STATE_ID: Final = "sid-0"

RESERVED: Final = (
    *("id", "sid", SHAPE_KEY, ALIAS, END_RULE, STATE_ID, "$s", "name"),
    *("all", "any", "pri", "count", "cap", "dist", "$forward", "$pulse", "$timerName", "$baseTime", "$time"),
    *("$lt", "$lte", "$gt", "$gte", "$eq", "$neq", "$mt", "$imt", "$iall", "$iany", "$ex", "$nex", "$or", "$and"),
    *("$m", "$i", "$l", "$r", "$add", "$sub", "$mul", "$div", "$all", "$any", "$not"),
)
"""Every name the engine gives a meaning of its own, and those the matcher adds."""


def fnv1a(name: str) -> int:
    """Return the 32-bit hash by which the engine identifies ``name``."""
    value = 2166136261
    for byte in name.encode("ascii"):
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def check_distinct(names: Iterable[str]) -> None:
    """Raise DefinitionError if two of ``names``, or one of them and a reserved name, have the same hash."""
    seen: dict[int, str] = {fnv1a(name): name for name in RESERVED}
    for name in names:
        other = seen.setdefault(fnv1a(name), name)
        if other is not name:
            message = f"the engine cannot tell the names {other!r} and {name!r} apart"
            raise DefinitionError(message)


def column_name(index: int) -> str:
    """Return the name under which rows carry column ``index`` (``c0``, ``c1``, ...).

    Raises DefinitionError unless ``index`` is an int from 0 to MAX_COLUMNS - 1.
    """
    if type(index) is not int or not 0 <= index < MAX_COLUMNS:
        message = f"column {index!r} is not an int from 0 to {MAX_COLUMNS - 1}"
        raise DefinitionError(message)
    return f"c{index}"


def check_shape(shape: int) -> int:
    """Return ``shape`` if it is an int from 0 to MAX_SHAPES - 1, else raise DefinitionError."""
    if type(shape) is not int or not 0 <= shape < MAX_SHAPES:
        message = f"shape {shape!r} is not an int from 0 to {MAX_SHAPES - 1}"
        raise DefinitionError(message)
    return shape
