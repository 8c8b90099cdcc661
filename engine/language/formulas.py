"""Conditions as formulas: their parts, joined by `and` and `or`, and which of two holds wherever the other does."""

from dataclasses import dataclass

from engine.language.terms import Term

MOST_LEVELS, MOST_PARTS, MOST_WORK = 4, 40, 500_000
"""Levels and parts of conditions that are compared with one another, and how many comparisons a policy is worth."""


def named(term: Term) -> Term:
    """Return what a named value stands for; a term that is none stands for itself."""
    while term.definition is not None:
        term = term.definition
    return term


@dataclass(frozen=True, slots=True)
class Formula:
    """A condition as its words `and` and `or` join it; ``word`` is "" for a part that is neither, ``name`` tells it."""

    word: str
    parts: tuple["Formula", ...] = ()
    name: str = ""


def formula(term: Term, depth: int = 0) -> Formula:
    """Return the formula of a condition; what lies deeper than :data:`MOST_LEVELS` or is too wide is one part."""
    term = named(term)
    if term.operation not in ("and", "or") or depth >= MOST_LEVELS or len(term.parts) > MOST_PARTS:
        return Formula("", name=term.identity())
    return Formula(term.operation, tuple(formula(part, depth + 1) for part in term.parts))


class Budget:
    """How much more is looked at, so that no rule file takes long."""

    def __init__(self) -> None:
        """Start with all of it."""
        self.left = MOST_WORK

    def implies(self, one: Formula, other: Formula) -> bool:
        """Whether one condition surely holds wherever another one does: ``other`` where ``one``."""
        self.left -= 1
        if self.left < 0:
            return False
        if one == other:
            return True
        if one.word == "or":
            return all(self.implies(part, other) for part in one.parts)
        if other.word == "and":
            return all(self.implies(one, part) for part in other.parts)
        if other.word == "or" and any(self.implies(one, part) for part in other.parts):
            return True
        return one.word == "and" and any(self.implies(part, other) for part in one.parts)
