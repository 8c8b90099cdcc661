"""Conditions as the engine can match them: alternatives of conjunctions of single tests on columns."""

from dataclasses import dataclass

from engine.language.terms import Term
from engine.language.types import EXACT, FLOAT64, INT64, QUANTITY, TEXT, TRUTH

MOST_ALTERNATIVES = 32
NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ENGINE = {"=": "eq", "!=": "neq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
COLUMN_TYPES = frozenset((INT64, FLOAT64, EXACT, QUANTITY, TEXT))


@dataclass(frozen=True, slots=True)
class Test:
    """One test: a comparison of two terms, or (``right`` None) whether a term is there (ex, nex) or true (eq, neq)."""

    operator: str
    left: Term
    right: Term | None = None


class AlternativesError(Exception):
    """A condition with more alternatives than the engine is given."""


def alternatives(term: Term, holds: bool = True) -> list[list[Test]]:
    """Return the alternatives under which a condition holds (or does not).

    :raises AlternativesError: if there are more than :data:`MOST_ALTERNATIVES`.
    """
    if term.operation == "not":
        return alternatives(term.parts[0], not holds)
    if term.operation in ("and", "or"):
        parts = [alternatives(part, holds) for part in term.parts]
        return _product(parts) if (term.operation == "and") == holds else _bounded([a for part in parts for a in part])
    if term.operation == "constant":
        return [[]] if term.data == holds else []
    return [[_test(term, holds)]]


def _test(term: Term, holds: bool) -> Test:
    if term.operation == "test" and term.data != "empty":
        return Test("ex" if (term.data == "present") == holds else "nex", term.parts[0])
    if term.operation == "compare" and term.data in ENGINE:
        left, right = term.parts
        # Not a number is neither below nor above: the complement of a comparison of floats is no comparison.
        plain = left.type in COLUMN_TYPES and not (left.type == FLOAT64 and (not holds or term.data == "!="))
        if plain and not (left.operation == right.operation == "constant"):
            return Test(ENGINE[term.data if holds else NEGATED[term.data]], left, right)
    return Test("eq" if holds else "neq", term)


def _product(parts: list[list[list[Test]]]) -> list[list[Test]]:
    result: list[list[Test]] = [[]]
    for part in parts:
        result = _bounded([[*left, *right] for left in result for right in part])
    return result


def _bounded(found: list[list[Test]]) -> list[list[Test]]:
    if len(found) > MOST_ALTERNATIVES:
        raise AlternativesError
    return found


def is_truth(test: Test) -> bool:
    """Whether a test asks for the truth of a column."""
    return test.right is None and test.operator in ("eq", "neq") and test.left.type == TRUTH
