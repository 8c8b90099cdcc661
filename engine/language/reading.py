"""Reading nodes into the parts of a rule file: every mistake becomes a problem and reading goes on."""

import difflib
from collections.abc import Iterable

from engine.errors import Problem
from engine.language.expression import parse
from engine.language.source import Mapping, Node, Place, Sequence, Text
from engine.language.tree import ExpressionError, Tree, broken

NOWHERE = Place("", 0, 0)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean `x`?`` for the nearest known word, or ""."""
    close = difflib.get_close_matches(word, list(known), 1, 0.7)
    return f"did you mean `{close[0]}`?" if close else ""


MEANT_TYPES = {
    "string": "text",
    "str": "text",
    "bool": "truth",
    "boolean": "truth",
    "int": "int64",
    "integer": "int64",
    "number": "int64",
    "float": "float64",
    "double": "float64",
}


def type_hint(word: str, known: Iterable[str]) -> str:
    """Return which type was probably meant by a word that names none, or which there are."""
    listed = list(known)
    meant = f"did you mean `{MEANT_TYPES[word]}`?" if word in MEANT_TYPES else nearest(word, listed)
    return meant or f"types are {', '.join(listed)}, `list of ...` and `map of ...`"


class Reader:
    """Collects problems while nodes are read.

    The shape of a file is what its schema says (:mod:`engine.language.structure`), and its problems are told there:
    what does not have that shape is read here as if it were absent.
    """

    def __init__(self) -> None:
        """Start without problems."""
        self.problems: list[Problem] = []

    def problem(self, place: Place, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(place.problem(message, hint))

    def mapping(self, node: Node | None) -> Mapping:
        """Return the node as a mapping."""
        return node if isinstance(node, Mapping) else Mapping((), node.place if node else NOWHERE)

    def items(self, node: Node | None) -> tuple[Node, ...]:
        """Return the items of a list."""
        return node.items if isinstance(node, Sequence) else ()

    def text(self, node: Node | None) -> str:
        """Return the text of a scalar."""
        return node.value if isinstance(node, Text) else ""

    def expression_or_broken(self, node: Node | None) -> Tree | None:
        """Return the syntax tree of an expression; for a wrong one a tree that stands for its mistake.

        What uses its name then has that mistake too, and not another: that the name is not known.
        """
        if not isinstance(node, Text):
            return None
        try:
            return parse(node)
        except ExpressionError as error:
            self.problems.append(error.problem)
            return broken(error.problem)

    def expression(self, node: Node | None) -> Tree | None:
        """Return the syntax tree of an expression; None if it is absent or wrong."""
        if not isinstance(node, Text):
            return None
        try:
            return parse(node)
        except ExpressionError as error:
            self.problems.append(error.problem)
            return None
