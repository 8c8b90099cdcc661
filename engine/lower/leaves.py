"""What columns are made of: the texts, numbers and quantities that they are computed from, and nothing else."""

from collections.abc import Callable, Iterable

from engine.language.terms import Term
from engine.language.types import INT64, QUANTITY, TEXT, TRUTH

READS = frozenset({"variable", "field", "index", "input"})
PURE = frozenset(
    {"negative", "binary", "otherwise", "compare", "test", "and", "or", "not", "if", "call", "apply", "lookup", "list"}
)
SCALARS = (TEXT, INT64, TRUTH, QUANTITY)


def leaves(terms: Iterable[Term], is_pure: Callable[[Term], bool]) -> dict[str, Term] | None:
    """Return the values that terms are computed from, by identity; None if they depend on more than values.

    A leaf is a text, a whole number, a truth or a quantity that stands in a fact. ``is_pure`` tells of a definition
    whether it depends on nothing but its variables.
    """
    found: dict[str, Term] = {}
    return found if all(_gather(term, found, is_pure) for term in terms) else None


def _gather(term: Term, found: dict[str, Term], is_pure: Callable[[Term], bool]) -> bool:
    if term.definition is not None:
        return _gather(term.definition, found, is_pure)
    if term.operation == "constant":
        return True
    if _is_read(term):
        if term.type in SCALARS:
            found[term.identity()] = term
        return term.type in SCALARS
    if term.operation not in PURE or term.loops or (term.operation == "apply" and not is_pure(term)):
        return False
    return all(_gather(part, found, is_pure) for part in term.parts)


def _is_read(term: Term) -> bool:
    """Whether a value is read from a fact, without computing anything."""
    if term.definition is not None:
        return _is_read(term.definition)
    if term.operation in ("variable", "input", "constant"):
        return True
    return term.operation in READS and all(_is_read(part) for part in term.parts)
