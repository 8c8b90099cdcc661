"""Mistakes in expressions: the first of one expression ends its check."""

from engine.errors import Problem
from engine.language.tree import Tree
from engine.language.types import Type


class CheckError(Exception):
    """The first mistake of one expression."""

    def __init__(self, problem: Problem) -> None:
        """Take the problem."""
        super().__init__(problem.message)
        self.problem = problem


def fail(tree: Tree, message: str, hint: str = "", at_name: bool = False) -> CheckError:
    """Return an error that stands at a tree, or at the field or operator that names it."""
    place = tree.named if at_name and tree.named is not None else tree.place
    return CheckError(place.problem(message, hint))


def article(type_: Type) -> str:
    """Return the type as a phrase."""
    name = str(type_)
    if name in ("quantities", "nothing"):
        return f"a set of {name}" if name == "quantities" else name
    return f"an {name}" if name[0] in "aeioAEIO" else f"a {name}"
