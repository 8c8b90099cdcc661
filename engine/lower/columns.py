"""Columns: the terms of conditions, as the engine sees them.

int64 and truth enter as integers, float64 as an integer of the same order, quantities and exact numbers as fixed-width
codes, text as the number under which it is known for one request, and mere presence as 1.
"""

from dataclasses import dataclass, field

from engine.language.terms import Term
from engine.language.types import EXACT, FLOAT64, INT64, QUANTITY, TEXT, TRUTH

ENCODINGS = {INT64: "int64", TRUTH: "truth", FLOAT64: "float64", QUANTITY: "quantity", EXACT: "exact", TEXT: "text"}


@dataclass(frozen=True, slots=True)
class RowColumn:
    """One column of a shape: its number, the term it holds, and how the term is encoded."""

    number: int
    term: Term
    encoding: str


@dataclass
class Columns:
    """The columns of one shape: terms that always have the same value share one."""

    by_identity: dict[tuple[str, str], RowColumn] = field(default_factory=dict)

    def of(self, term: Term, encoding: str) -> RowColumn:
        """Return the column of a term, a new one if it has none."""
        key = (term.identity(), encoding)
        if key not in self.by_identity:
            self.by_identity[key] = RowColumn(len(self.by_identity), term, encoding)
        return self.by_identity[key]

    def presence_of(self, term: Term) -> RowColumn:
        """Return a column that is there exactly when the term is."""
        encoding = ENCODINGS.get(term.type, "presence")
        if encoding == "float64":
            encoding = "presence"
        existing = self.by_identity.get((term.identity(), encoding))
        return existing or self.of(term, "presence")
