"""The vocabulary of the matcher: what a caller may ask for, and how it fails."""

from __future__ import annotations

from dataclasses import dataclass

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1


class EngineFault(RuntimeError):
    """The rule engine misbehaved; no result of the run may be used. The text names the cause."""


class DefinitionError(ValueError):
    """A rule, row or column lies outside the subset in which the rule engine is known to be right.

    Always a mistake of the compiler that made the rule or row, never of a user's input.
    """


@dataclass(frozen=True, slots=True)
class Column:
    """The other side of a comparison between two columns of one row."""

    index: int


@dataclass(frozen=True, slots=True)
class Condition:
    """One test on a row's column.

    ``operator`` is one of eq, neq, lt, lte, gt, gte (``operand``: an int, a code or a ``Column``) or ex, nex
    (``operand``: None). A code is a string of ASCII digits, compared as text, so all codes that meet in a column have
    one width. A comparison that reads an absent column is false, whatever the operator.
    """

    operator: str
    column: int
    operand: int | str | Column | None = None


@dataclass(frozen=True, slots=True)
class MatchRule:
    """A conjunction: it matches each row of its ``shape`` that meets all ``conditions`` (none: every such row)."""

    shape: int
    conditions: tuple[Condition, ...] = ()
