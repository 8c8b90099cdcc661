"""Which definitions use which: the order in which they can be checked, and how much work one of them may hide."""

from collections.abc import Iterator, Mapping

from engine.language.rules import Definition
from engine.language.terms import Term
from engine.language.tree import Tree, below

MOST_UNFOLDED = 5_000
"""Operations that one definition or named value may stand for, those it uses written out: twice-used doubles."""


MOST_LEVELS = 60
"""Definitions that call one another, one within the other."""


def in_order(definitions: Mapping[str, Definition]) -> list[str]:
    """Return the names so that a definition follows those it uses (but for definitions that use themselves)."""
    ordered: dict[str, None] = {}
    begun: set[str] = set()
    waiting = [(name, False) for name in reversed(list(definitions))]
    while waiting:
        name, done = waiting.pop()
        if done:
            ordered[name] = None
        elif name not in begun:
            begun.add(name)
            waiting.append((name, True))
            used = [word for word in words_of(definitions[name].body) if word in definitions]
            waiting += [(word, False) for word in used if word not in begun]
    return list(ordered)


def words_of(tree: Tree) -> Iterator[str]:
    """Return every word of an expression that may name a definition."""
    waiting = [tree]
    while waiting:
        held = waiting.pop()
        if held.form in ("name", "call", "field"):
            yield held.word
        if held.form == "fact":
            yield held.word.split()[0]
        waiting += below(held)


def applied(term: Term) -> Iterator[Term]:
    """Return every use of a definition in a term, not those within the definitions."""
    waiting = [term]
    while waiting:
        held = waiting.pop()
        if held.operation == "apply":
            yield held
        waiting += held.below()


def unfolded(term: Term, known: Mapping[str, int]) -> int:
    """Return how many operations a term is, with those that named values and definitions in it stand for."""
    count, waiting = 0, [term]
    while waiting:
        held = waiting.pop()
        count += 1 + (known.get(f"{held.operation} {held.data}", 0) if held.operation in ("variable", "apply") else 0)
        waiting += held.below()
    return count
