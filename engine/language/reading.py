"""Reading nodes into the parts of a rule file: every mistake becomes a problem and reading goes on."""

import difflib
from collections.abc import Iterable

from engine.errors import Problem
from engine.language.expression import ExpressionError, Tree, parse
from engine.language.source import Mapping, Node, Place, Sequence, Text

NOWHERE = Place("", 0, 0)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean `x`?`` for the nearest known word, or ""."""
    close = difflib.get_close_matches(word, list(known), 1, 0.6)
    return f"did you mean `{close[0]}`?" if close else ""


class Reader:
    """Collects problems while nodes are read."""

    def __init__(self) -> None:
        """Start without problems."""
        self.problems: list[Problem] = []

    def problem(self, place: Place, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(place.problem(message, hint))

    def mapping(
        self, node: Node | None, what: str, allowed: Iterable[str] = (), required: Iterable[str] = ()
    ) -> Mapping:
        """Return the node as a mapping that has the required keys and no others than the allowed ones (none given: any)."""
        if not isinstance(node, Mapping):
            if node is not None:
                self.problem(node.place, f"{what} must be keys with values", "write `key: value` lines")
            return Mapping((), node.place if node else NOWHERE)
        known = [*allowed, *required]
        for key, _ in node.entries:
            if known and key.value not in known:
                hint = nearest(key.value, known) or f"known here: {', '.join(known)}"
                self.problem(key.place, f"`{key.value}` is not known in {what}", hint)
        for key_name in required:
            if node.get(key_name) is None:
                self.problem(node.place, f"{what} lacks `{key_name}`")
        return node

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """Return the items of a list; nothing if the node is absent."""
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.problem(node.place, f"{what} must be a list", "begin each item with `- `")
            return ()
        return node.items

    def text(self, node: Node | None, what: str) -> str:
        """Return the text of a scalar, "" if the node is absent."""
        if node is None:
            return ""
        if not isinstance(node, Text):
            self.problem(node.place, f"{what} must be a text")
            return ""
        return node.value

    def expression(self, node: Node | None, what: str) -> Tree | None:
        """Return the syntax tree of an expression; None if it is absent or wrong."""
        if node is None:
            return None
        if not isinstance(node, Text):
            self.problem(node.place, f"{what} must be an expression in one text", "quote it if it begins with { or [")
            return None
        try:
            return parse(node)
        except ExpressionError as error:
            self.problems.append(error.problem)
            return None
