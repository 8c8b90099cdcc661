"""Literals: a number becomes the type that its neighbour has."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from engine.language.mistakes import fail
from engine.language.terms import Term
from engine.language.types import EXACT, FLOAT64, INT64, NOTHING, NUMBER, QUANTITY, Type, list_of
from engine.quantity import parse as parse_quantity


def settle(term: Term) -> Term:
    """Give a number that no neighbour gave a type its own: int64 if it is whole, else exact."""
    if term.type == NUMBER:
        whole = all("." not in str(t.data) for t in term.all() if t.operation == "constant" and t.type == NUMBER)
        return coerce(term, INT64 if whole else EXACT)
    if term.type.of == NUMBER:
        return coerce(term, list_of(INT64))
    return term


def coerce(term: Term, wanted: Type) -> Term:
    """Return a literal (or what is made of literals) as a value of another numeric type."""
    if term.type in (wanted, NOTHING) or term.type.of == NOTHING or (term.optional and term.operation == "constant"):
        return replace(term, type=wanted)
    if term.operation == "constant" and term.type == NUMBER:
        return Term("constant", wanted, False, term.tree, data=_number(term, wanted))
    if wanted.of is not None:
        return replace(term, type=wanted, parts=tuple(coerce(part, wanted.of) for part in term.parts))
    parts = tuple(coerce(part, wanted) if part.type == NUMBER else part for part in term.parts)
    return replace(term, type=wanted, parts=parts)


def _number(term: Term, wanted: Type) -> object:
    text = str(term.data)
    if wanted == QUANTITY:
        return parse_quantity(text)
    if wanted == FLOAT64:
        return float(text)
    exact = Fraction(Decimal(text))
    if wanted == EXACT:
        return exact
    if exact.denominator != 1 or not -(2**63) <= exact < 2**63:
        raise fail(term.tree, f"`{text}` is no int64", "write a whole number within 64 bits")
    return int(exact)
