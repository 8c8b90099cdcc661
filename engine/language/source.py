"""YAML text with positions: the only reader of rule files.

A file becomes a tree of :class:`Text`, :class:`Sequence` and :class:`Mapping` nodes, each with its place. A plain
scalar is its own text: no YAML type is guessed, so ``010``, ``1:30`` and ``yes`` mean what they show. What rule files do
not need (aliases, anchors, tags, merge keys, several documents) is a problem, never a surprise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from engine.errors import Problem

MOST_BYTES = 1_000_000
MOST_DEPTH = 60
MOST_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node begins: file, line and column (both from 1)."""

    file: str
    line: int
    column: int

    def problem(self, message: str, hint: str = "") -> Problem:
        """Return a problem that stands here."""
        return Problem(self.file, self.line, self.column, message, hint)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: its text as read, and whether it stood plain (then a column in it is a column in the file)."""

    value: str
    place: Place
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple["Node", ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; keys are unique."""

    entries: tuple[tuple[Text, "Node"], ...]
    place: Place

    def get(self, key: str) -> "Node | None":
        """Return the value of a key, None if there is none."""
        return next((value for name, value in self.entries if name.value == key), None)

    def keys(self) -> tuple[str, ...]:
        """Return the keys in the order of the file."""
        return tuple(name.value for name, _ in self.entries)


Node = Text | Sequence | Mapping


def plain_value(node: Node) -> Any:
    """Return the node as JSON-like data; plain scalars that YAML 1.2 reads as true, false, null or whole numbers are those."""
    if isinstance(node, Mapping):
        return {name.value: plain_value(value) for name, value in node.entries}
    if isinstance(node, Sequence):
        return [plain_value(item) for item in node.items]
    if node.plain and node.value in {"true", "false", "null", "~", ""}:
        return {"true": True, "false": False}.get(node.value)
    if node.plain and node.value.lstrip("-").isascii() and node.value.lstrip("-").isdigit() and len(node.value) <= 18:
        digits = node.value.lstrip("-")
        if digits == "0" or not digits.startswith("0"):
            return int(node.value)
    return node.value


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read(data: bytes, file: str) -> Node | Problem:
    """Read one file: return its tree, or the first problem of its YAML."""
    start = Place(file, 1, 1)
    if len(data) > MOST_BYTES:
        return start.problem(f"the file has {len(data)} bytes, more than {MOST_BYTES}", "split it into several files")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Place(file, line, 1).problem("the file is not UTF-8", "save it as UTF-8")
    try:
        return _Builder(file).document(yaml.parse(text.removeprefix("\ufeff"), Loader=yaml.CSafeLoader))
    except _Refused as refused:
        return refused.problem
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else start
        return place.problem(f"not YAML: {error.problem or error.context}")
    except yaml.YAMLError as error:
        return start.problem(f"not YAML: {' '.join(str(error).split())}")


class _Builder:
    def __init__(self, file: str) -> None:
        self.file = file
        self.nodes = 0

    def place(self, event: Any) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def document(self, events: Iterator[Any]) -> Node:
        tree: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if tree is not None:
                    raise _Refused(
                        self.place(event).problem("a rule file holds one document", "make it a file of its own")
                    )
                tree = self.node(next(events), events, 0)
        if tree is None:
            raise _Refused(Place(self.file, 1, 1).problem("the file is empty"))
        return tree

    def node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        place = self.place(event)
        self.nodes += 1
        if isinstance(event, yaml.AliasEvent):
            raise _Refused(place.problem(f"an alias (*{event.anchor}) cannot be used here", "write the value out"))
        if event.anchor is not None:
            raise _Refused(place.problem(f"an anchor (&{event.anchor}) cannot be used here", "leave it out"))
        if event.tag is not None:
            raise _Refused(place.problem(f"a tag ({event.tag}) cannot be used here", "leave it out"))
        if depth > MOST_DEPTH or self.nodes > MOST_NODES:
            raise _Refused(place.problem(f"more than {MOST_DEPTH} levels or {MOST_NODES} values"))
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, place, event.style in (None, ""))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self.node(event, events, depth + 1))
            return Sequence(tuple(items), place)
        return self.mapping(place, events, depth)

    def mapping(self, place: Place, events: Iterator[Any], depth: int) -> Mapping:
        entries: dict[str, tuple[Text, Node]] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self.node(event, events, depth + 1)
            if not isinstance(key, Text):
                raise _Refused(key.place.problem("a key must be a word"))
            if key.value in entries:
                raise _Refused(key.place.problem(f"`{key.value}` is given twice", "keep one of them"))
            if key.value == "<<":
                raise _Refused(key.place.problem("a merge key (<<) cannot be used here", "write the values out"))
            entries[key.value] = (key, self.node(next(events), events, depth + 1))
        return Mapping(tuple(entries.values()), place)
