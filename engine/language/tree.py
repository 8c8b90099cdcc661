"""The syntax tree of expressions."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import Problem
from engine.language.source import Place


@dataclass(frozen=True, slots=True)
class Loop:
    """One ``for NAME in SOURCE`` of an aggregate; ``running`` names a running sum that goes with it."""

    name: str
    source: "Tree"
    running: str = ""
    running_of: "Tree | None" = None
    running_where: "Tree | None" = None


@dataclass(frozen=True, slots=True)
class Tree:
    """One node of the syntax tree.

    ``form`` says what it is (``name``, ``number``, ``text``, ``truth``, ``call``, ``field``, ``index``, ``list``,
    ``unary``, ``binary``, ``compare``, ``test``, ``and``, ``or``, ``not``, ``if``, ``keys``, ``aggregate``,
    ``quantifier``, ``message``, ``format``); ``word`` is its name or operator, ``parts`` its operands, ``loops`` and
    ``where`` belong to aggregates, ``place`` is where it begins in the file, ``named`` where its field or
    operator stands, ``depth`` how many levels it has.
    """

    form: str
    word: str
    parts: tuple["Tree", ...]
    place: Place
    loops: tuple[Loop, ...] = ()
    where: "Tree | None" = None
    written: str = ""
    named: Place | None = None
    depth: int = 1

    def __str__(self) -> str:
        """Return the words of the rule."""
        return self.written


class ExpressionError(Exception):
    """A mistake in one expression, with its :class:`~engine.errors.Problem`."""

    def __init__(self, problem: Problem) -> None:
        """Take the problem."""
        super().__init__(problem.message)
        self.problem = problem


def broken(problem: Problem) -> Tree:
    """Return a tree in the place of one that could not be read."""
    return Tree("broken", problem.message, (), Place(problem.file, problem.line, problem.column), written=problem.hint)


def below(tree: Tree) -> Iterator[Tree]:
    """Return the trees directly below one."""
    yield from tree.parts
    for loop in tree.loops:
        yield from (part for part in (loop.source, loop.running_of, loop.running_where) if part is not None)
    if tree.where is not None:
        yield tree.where
