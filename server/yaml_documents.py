"""YAML text to JSON values, from the events of the C parser: without recursion, and within stated limits.

Scalars, tags, aliases and merge keys mean what they mean to ``kubectl`` (:mod:`server.scalars`). Only one thing is
stricter: a key that is written twice in one mapping is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from server.reasons import MALFORMED, TOO_DEEP, TOO_LARGE
from server.scalars import Resolved, json_value, key_text, plain, tagged

_TAG: Final = "tag:yaml.org,2002:"
_MERGE: Final = "<<"


@dataclass(frozen=True, slots=True)
class Limits:
    """What is taken at most, of one text: bytes, values, values that aliases add, documents; and how deep."""

    size: int
    nodes: int
    aliased: int = 200_000
    documents: int = 100_000
    depth: int = 100


class YamlError(Exception):
    """What is wrong with a text, and where (line and column count from 1; 0 where it is not known)."""

    def __init__(self, message: str, mark: Any = None, reason: str = MALFORMED) -> None:
        """Take the message, the parser's mark and the reason that a caller is told."""
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.line: int = mark.line + 1 if mark else 0
        self.column: int = mark.column + 1 if mark else 0


@dataclass(frozen=True, slots=True)
class _Node:
    """A finished value, the number of nodes that it expands to, and how deep it is."""

    value: Any
    size: int
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read."""

    value: dict[str, Any] | list[Any]
    anchor: str | None
    size: int = 1
    height: int = 1
    key: str | None = None
    merges: bool = False
    written: set[str] = field(default_factory=set)

    @property
    def wants_key(self) -> bool:
        """Whether the next node is a key."""
        return isinstance(self.value, dict) and self.key is None and not self.merges

    def add(self, node: _Node, event: yaml.Event) -> None:
        """Take a finished node."""
        self.size += node.size
        self.height = max(self.height, node.height + 1)
        if isinstance(self.value, list):
            self.value.append(node.value)
        elif self.merges:
            self.merges = False
            for mapping in _merged(node.value, event):
                self.value.update(mapping)
        elif self.key is not None:
            self.value[self.key] = node.value
            self.key = None

    def begin_entry(self, key: str, event: yaml.Event) -> None:
        """Take a key."""
        if key in self.written:
            raise YamlError(f"the key {key[:100]!r} appears twice in one mapping", event.start_mark)
        self.written.add(key)
        self.key = key


def _merged(value: Any, event: yaml.Event) -> list[dict[str, Any]]:
    """Return the mappings that a merge key brings, in the order in which they are laid over each other."""
    mappings = [value] if isinstance(value, dict) else value
    if not isinstance(mappings, list) or not all(isinstance(mapping, dict) for mapping in mappings):
        raise YamlError("a merge key (`<<`) wants a mapping or a list of mappings", event.start_mark)
    return mappings[::-1]


def documents(text: str, limits: Limits) -> Iterator[tuple[Any, int]]:
    """Yield each document that is not empty with the line it begins at; raise :class:`YamlError`."""
    reader = _Reader(limits)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.DocumentStartEvent):
                reader.start(event)
            elif isinstance(event, yaml.DocumentEndEvent):
                if reader.root is not None and reader.root.value is not None:
                    yield reader.root.value, reader.line
            else:
                reader.read(event)
    except yaml.MarkedYAMLError as error:
        raise YamlError(error.problem or "is not YAML", error.problem_mark) from None
    except yaml.YAMLError as error:
        raise YamlError(str(error).splitlines()[0]) from None


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _resolved(event: yaml.ScalarEvent) -> Resolved:
    """Return what a scalar is by its tag, its style and its text."""
    if event.tag is not None:
        tag = str(event.tag)
        return tagged(tag.removeprefix(_TAG) if tag.startswith(_TAG) else "", event.value)
    return plain(event.value) if event.implicit[0] and not event.style else Resolved("str", event.value)


def _in_order(value: dict[str, Any] | list[Any]) -> dict[str, Any] | list[Any]:
    """Return a mapping with its keys in the order in which the converter to JSON writes them."""
    return dict(sorted(value.items())) if isinstance(value, dict) else value


def _copied(value: Any) -> Any:
    """Return a copy of a JSON value; how deep it is was checked before."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


class _Reader:
    """Builds the value of one document at a time from events."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._nodes = self._aliased = self._documents = 0
        self._begin_document()

    def _begin_document(self) -> None:
        self.root: _Node | None = None
        self.line = 1
        self._open: list[_Open] = []
        self._anchored: dict[str, _Node] = {}

    def start(self, event: yaml.Event) -> None:
        """Begin a document."""
        self._documents += 1
        if self._documents > self._limits.documents:
            raise YamlError(f"holds more than {self._limits.documents} documents", event.start_mark, TOO_LARGE)
        self._begin_document()

    def read(self, event: yaml.Event) -> None:
        """Take the next event of the document."""
        match event:
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._begin(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = self._open.pop()
                self._place(_Node(_in_order(done.value), done.size, done.height), done.anchor, event)
            case yaml.AliasEvent():
                self._alias(event)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._count(1, event)
        inner = self._open[-1] if self._open else None
        wants_key = inner is not None and inner.wants_key
        try:
            found = _resolved(event)
            value = key_text(found) if wants_key else json_value(found)
        except ValueError as error:
            raise YamlError(str(error), event.start_mark) from None
        if inner is None or not wants_key:
            self._place(_Node(value, 1), event.anchor, event)
            return
        if event.anchor is not None:
            self._anchored[event.anchor] = _Node(value, 1)
        if value == _MERGE and (event.implicit[0] or event.tag == f"{_TAG}merge"):
            inner.merges = True
        else:
            inner.begin_entry(value, event)

    def _begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        self._count(1, event)
        if self._open and self._open[-1].wants_key:
            raise YamlError("a key has to be a scalar", event.start_mark)
        self._check_depth(1, event)
        if not self._open:
            self.line = _line(event)
        self._open.append(_Open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor))

    def _alias(self, event: yaml.AliasEvent) -> None:
        node = self._anchored.get(event.anchor or "")
        if node is None:
            raise YamlError(f"the alias *{event.anchor} stands for nothing that is complete", event.start_mark)
        self._count(node.size, event)
        self._aliased += node.size
        if self._aliased > self._limits.aliased:
            raise YamlError(
                f"its aliases stand for more than {self._limits.aliased} values", event.start_mark, TOO_LARGE
            )
        if self._open and self._open[-1].wants_key:
            if not isinstance(node.value, str):
                raise YamlError("an alias that is a key has to stand for a text", event.start_mark)
            self._open[-1].begin_entry(node.value, event)
            return
        self._check_depth(node.height, event)
        self._place(_Node(_copied(node.value), node.size, node.height), None, event)

    def _place(self, node: _Node, anchor: str | None, event: yaml.Event) -> None:
        if anchor is not None:
            self._anchored[anchor] = node
        if self._open:
            self._open[-1].add(node, event)
        else:
            self.root = node
            self.line = self.line if isinstance(node.value, dict | list) else _line(event)

    def _check_depth(self, height: int, event: yaml.Event) -> None:
        if len(self._open) + height > self._limits.depth:
            raise YamlError(f"is nested deeper than {self._limits.depth}", event.start_mark, TOO_DEEP)

    def _count(self, nodes: int, event: yaml.Event) -> None:
        self._nodes += nodes
        if self._nodes > self._limits.nodes:
            raise YamlError(f"holds more than {self._limits.nodes} values", event.start_mark, TOO_LARGE)
