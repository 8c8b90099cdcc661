"""YAML text with positions: the only reader of rule files.

A file becomes a tree of :class:`Text`, :class:`Sequence` and :class:`Mapping` nodes, each with its place. A plain
scalar is its own text: no YAML type is guessed, so ``010``, ``1:30`` and ``yes`` mean what they show. What rule files
do not need (aliases, anchors, tags, merge keys, several documents) is a problem, never a surprise.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import yaml

from engine.errors import Problem
from engine.language.layout import Layout
from engine.language.yaml_problems import in_plain_words

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
    """A scalar: its text as read, whether it stood plain, and how it lies in its file.

    ``offset`` is where the text begins within the scalar that ``layout`` describes: a message has expressions in it.
    """

    value: str
    place: Place
    plain: bool = True
    layout: Layout | None = field(default=None, repr=False, compare=False)
    offset: int = 0

    def at(self, offset: int) -> Place:
        """Return the place of a character of the text; one beyond its end stands behind its last character."""
        if self.layout is not None:
            line, column = self.layout.at(self.offset + offset)
            return Place(self.place.file, line, column)
        return Place(self.place.file, self.place.line, self.place.column + offset)

    def part(self, value: str, offset: int) -> "Text":
        """Return what stands at an offset as a text of its own; its places are those of this file."""
        return Text(value, self.at(offset), True, self.layout, self.offset + offset)


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

    def key_place(self, key: str) -> Place:
        """Return where a key stands; where the mapping begins, if it has no such key."""
        return next((name.place for name, _ in self.entries if name.value == key), self.place)

    def keys(self) -> tuple[str, ...]:
        """Return the keys in the order of the file."""
        return tuple(name.value for name, _ in self.entries)


Node = Text | Sequence | Mapping


def plain_value(node: Node, decimals: bool = False) -> Any:
    """Return the node as JSON-like data; plain true, false, null and whole numbers, as YAML 1.2 has them, are those.

    ``decimals``: numbers with a fraction are numbers too, as in objects; in words of rules `1.36` is a text.
    """
    if isinstance(node, Mapping):
        return {name.value: plain_value(value, decimals) for name, value in node.entries}
    if isinstance(node, Sequence):
        return [plain_value(item, decimals) for item in node.items]
    if node.plain and node.value in {"true", "false", "null", "~", ""}:
        return {"true": True, "false": False}.get(node.value)
    if node.plain and WHOLE.fullmatch(node.value):
        return int(node.value)
    if decimals and node.plain and FRACTION.fullmatch(node.value):
        return Decimal(node.value)
    return node.value


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


WHOLE = re.compile("0|-?[1-9][0-9]{0,19}")
"""Up to 20 digits: what 64 bits hold, and a little more."""
FRACTION = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
UNREADABLE = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(data: bytes, file: str) -> Node | Problem:
    """Read one file: return its tree, or the first problem of its YAML."""
    text = _text(data, file)
    if isinstance(text, Problem):
        return text
    try:
        return _Builder(file, text).document(yaml.parse(text, Loader=yaml.CSafeLoader))
    except _Refused as refused:
        return refused.problem
    except yaml.MarkedYAMLError as error:
        told = in_plain_words(error, text)
        return Place(file, told.line, told.column).problem(told.message, told.hint)
    except yaml.YAMLError as error:
        return Place(file, 1, 1).problem(f"the file is not YAML: {' '.join(str(error).split())}")


def _text(data: bytes, file: str) -> str | Problem:
    if len(data) > MOST_BYTES:
        hint = "split it into several files"
        return Place(file, 1, 1).problem(f"the file has more than {MOST_BYTES} bytes", hint)
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        return _place_behind(before, file).problem("the file is not UTF-8", "save it as UTF-8")
    unreadable = UNREADABLE.search(text)
    if unreadable is None:
        return text
    message = f"the character U+{ord(unreadable[0]):04X} cannot stand in a rule file"
    return _place_behind(text[: unreadable.start()], file).problem(message, "delete it")


def _place_behind(text: str, file: str) -> Place:
    return Place(file, text.count("\n") + 1, len(text) - text.rfind("\n"))


class _Builder:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
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
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise _Refused(place.problem(f"a tag ({tag}) cannot be used here", "leave it out"))
        if depth > MOST_DEPTH:
            raise _Refused(place.problem(f"the file is nested deeper than {MOST_DEPTH} levels"))
        if self.nodes > MOST_NODES:
            hint = "split it into several files"
            raise _Refused(place.problem(f"the file holds more than {MOST_NODES} values", hint))
        if isinstance(event, yaml.ScalarEvent):
            first: Any = event.start_mark
            last: Any = event.end_mark
            plain = event.style in (None, "")
            simple = plain and first.line == last.line
            layout = None
            if not simple:
                written = self.text[first.index : last.index]
                layout = Layout(written, event.style or "", event.value, place.line, place.column)
            return Text(event.value, place, plain, layout)
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
