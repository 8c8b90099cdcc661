"""Typed terms: what a checked expression is, between the syntax tree and generated code."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.language.tree import Tree
from engine.language.types import Type


@dataclass(frozen=True, slots=True)
class TermLoop:
    """One loop of an aggregate: the slot of its variable, its source, and the running sum that goes with it."""

    slot: str
    source: "Term"
    running_slot: str = ""
    running_of: "Term | None" = None
    running_where: "Term | None" = None


@dataclass(frozen=True, slots=True)
class Term:
    """One typed node.

    ``operation`` names what it does (``constant``, ``input``, ``notes``, ``variable``, ``field``, ``index``, ``call``,
    ``apply`` for a definition, ``compare``, ...), ``data`` what belongs to the operation (the constant, the field, the
    slot, the name). ``optional`` says whether the value may be absent.
    """

    operation: str
    type: Type
    optional: bool
    tree: Tree
    parts: tuple["Term", ...] = ()
    data: Any = None
    loops: tuple[TermLoop, ...] = ()
    where: "Term | None" = None
    definition: "Term | None" = field(default=None, repr=False)
    known_slots: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)
    known_identity: str = field(default="", init=False, repr=False, compare=False)

    def below(self) -> Iterator["Term"]:
        """Return the terms directly below this one."""
        yield from self.parts
        for loop in self.loops:
            yield loop.source
            if loop.running_of is not None:
                yield loop.running_of
            if loop.running_where is not None:
                yield loop.running_where
        if self.where is not None:
            yield self.where

    def all(self) -> Iterator["Term"]:
        """Return this term and all below it, definitions of named values included."""
        pending = [self]
        while pending:
            term = pending.pop()
            yield term
            below = [*term.below(), *(() if term.definition is None else (term.definition,))]
            pending += reversed(below)

    def slots(self) -> frozenset[str]:
        """Return the slots of the variables in this term and all below it."""
        if self.known_slots is None:
            found = frozenset(term.data for term in self.all() if term.operation == "variable")
            object.__setattr__(self, "known_slots", found)
            return found
        return self.known_slots

    def identity(self) -> str:
        """Return a text that is equal for terms that always have the same value.

        Named values count as what they name.
        """
        if self.definition is not None:
            return self.definition.identity()
        if not self.known_identity:
            object.__setattr__(self, "known_identity", self._identity())
        return self.known_identity

    def _identity(self) -> str:
        inner = ",".join(term.identity() for term in self.below())
        slots = ",".join(f"{loop.slot}/{loop.running_slot}" for loop in self.loops)
        return f"{self.operation}:{self.data!r}:{self.type}({inner};{slots})"
