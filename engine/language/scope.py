"""What an expression may use: names in scope, and what is known to be present."""

from dataclasses import dataclass, field, replace

from engine.errors import Problem
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import NOTHING, entry_of


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope: its term, and for a named value the tree and scope it was given in, or the mistake it has."""

    term: Term
    tree: Tree | None = None
    scope: "Scope | None" = None
    mistake: Problem | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may use: variables by name, and the identities of values known to be present."""

    variables: dict[str, Variable] = field(default_factory=dict)
    present: frozenset[str] = frozenset()

    def with_variable(self, name: str, variable: Variable) -> "Scope":
        """Return the scope with one more variable."""
        return replace(self, variables={**self.variables, name: variable})

    def knowing(self, identities: frozenset[str]) -> "Scope":
        """Return the scope with more values known to be present."""
        return replace(self, present=self.present | identities) if identities else self


def known_present(term: Term, holds: bool) -> frozenset[str]:
    """Return the identities of the values that are present if a condition holds (or does not)."""
    if term.operation == "test" and term.data != "empty":
        return _parts_present(term.parts[0]) if holds == (term.data == "present") else frozenset()
    if term.operation == "not":
        return known_present(term.parts[0], not holds)
    if (term.operation, holds) in (("and", True), ("or", False)):
        return frozenset().union(*(known_present(part, holds) for part in term.parts))
    return frozenset()


def _parts_present(term: Term) -> frozenset[str]:
    """Return what is present because a value is: the value itself, and what it could not be computed without."""
    found = frozenset((term.identity(),))
    if term.definition is not None:
        return found | _parts_present(term.definition)
    needed = term.parts if term.operation in ("binary", "negative", "call") else term.parts[:1]
    if term.operation in ("binary", "negative", "call", "field", "index"):
        found = found.union(*(_parts_present(part) for part in needed if part.optional))
    return found


def entries_of(source: Term, variable: Term) -> frozenset[str]:
    """Return what is present because a variable runs over the keys of one set of quantities: its entry."""
    if source.operation != "keys" or len(source.parts) != 1:
        return frozenset()
    entry = entry_of(source.parts[0].type) or NOTHING
    return frozenset((Term("index", entry, True, variable.tree, (source.parts[0], variable)).identity(),))
