"""The judgement of expressions: what all of its parts share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.language.catalogue import Catalogue
from engine.language.literals import coerce
from engine.language.mistakes import article, fail
from engine.language.rules import Definition
from engine.language.scope import Scope
from engine.language.tables import Table
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import EXACT, FLOAT64, INT64, NUMBER, QUANTITY, TEXT, TRUTH, Type, fits


@dataclass(frozen=True, slots=True)
class CheckedDefinition:
    """A definition with its parameters' slots and its typed body."""

    name: str
    number: int
    slots: tuple[str, ...]
    kinds: tuple[Type, ...]
    body: Term


class Judgement(ABC):
    """Checks expressions against one catalogue and the definitions active for one minor."""

    def __init__(
        self, catalogue: Catalogue, definitions: dict[str, Definition], tables: Mapping[str, Table] | None = None
    ) -> None:
        """Take the catalogue, and the definitions and tables by name; definitions are checked when first used."""
        self.catalogue = catalogue
        self.tables = tables or {}
        self.sources = definitions
        self.definitions: dict[str, CheckedDefinition | None] = {}
        self.mistaken: dict[str, Problem] = {}
        self.work: dict[str, int] = {}
        self.levels: dict[str, int] = {}
        self.depth = 0
        self.presence: dict[tuple[str, frozenset[str]], bool] = {}
        self.slots = 0
        self.again = 0
        self.numbers = 0

    def slot(self) -> str:
        """Return a new name for generated code."""
        self.slots += 1
        return f"v{self.slots}"

    @abstractmethod
    def term(self, tree: Tree, scope: Scope) -> Term:
        """Return the typed term of a tree.

        :raises CheckError: at its first mistake.
        """

    @abstractmethod
    def apply(self, name: str, arguments: tuple[Term, ...], tree: Tree) -> Term:
        """Return the term of a definition applied to arguments."""

    def condition(self, tree: Tree, scope: Scope) -> Term:
        """Return the term of a condition."""
        term = self.term(tree, scope)
        if term.type != TRUTH:
            raise fail(tree, f"`{tree}` is {article(term.type)}, not a condition", "compare it with something")
        return self.certain(term)

    def certain(self, term: Term) -> Term:
        """Return the term if its value is always there."""
        if term.optional:
            hint = f"test `{term.tree} is present` first, or write `{term.tree} otherwise ...`"
            raise fail(term.tree, f"`{term.tree}` may be absent here", hint)
        return term

    def want(self, term: Term, wanted: Type) -> Term:
        """Return the term as a value of the wanted type; refuse one of another."""
        term = _as_map(term, wanted)
        if not fits(term.type, wanted):
            raise fail(term.tree, f"`{term.tree}` is {article(term.type)}, but {article(wanted)} belongs here")
        return coerce(term, wanted) if term.type != wanted else term

    def alike(self, tree: Tree, left: Term, right: Term) -> tuple[Term, Term]:
        """Return two terms as values of one type; refuse two that have none in common."""
        if left.type == NUMBER and right.type.numeric:
            left = coerce(left, right.type)
        elif right.type == NUMBER and left.type.numeric:
            right = coerce(right, left.type)
        left, right = _as_map(left, right.type), _as_map(right, left.type)
        if left.type != right.type and fits(left.type, right.type):
            left = replace(left, type=right.type)
        if left.type != right.type and fits(right.type, left.type):
            right = replace(right, type=left.type)
        if left.type != right.type:
            message = f"`{left.tree}` is {article(left.type)}, but `{right.tree}` is {article(right.type)}"
            raise fail(tree, message, _alike_hint(tree.word, left.type, right.type), at_name=True)
        return left, right


def _as_map(term: Term, wanted: Type) -> Term:
    """Return `{}` as a map of the wanted type."""
    return replace(term, type=wanted) if term.operation == "nothing" and wanted.entry else term


def _alike_hint(word: str, left: Type, right: Type) -> str:
    """Return how values of two types may be brought together."""
    both = frozenset((left, right))
    if both in _CONVERSIONS:
        return _CONVERSIONS[both]
    if right.of == left and word in ("=", "!="):
        return "write `in` or `not in`"
    if TEXT in both and word == "+":
        return "write `text(...)` of what is no text"
    if TEXT in both and any(type_.kind for type_ in both):
        return "compare a field of it, such as its name"
    return ""


_CONVERSIONS = {
    frozenset((QUANTITY, INT64)): (
        "compare quantities with quantities, or take `value(...)` or `milliValue(...)` of the quantity"
    ),
    frozenset((QUANTITY, EXACT)): "take `amount(...)` of the quantity",
    frozenset((INT64, FLOAT64)): "write `float64(...)` of the int64",
    frozenset((INT64, EXACT)): "write `exact(...)` of the int64",
}
