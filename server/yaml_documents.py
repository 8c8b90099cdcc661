"""YAML text to JSON values, from the events of the C parser: without recursion, and within stated limits.

Plain scalars are those of YAML 1.2's core schema, with ``yes``, ``no``, ``on`` and ``off`` the booleans that kubectl
makes of them. Digits with a leading zero or with ``_`` are text, since YAML 1.1 and 1.2 disagree on them: kubectl makes
8 of ``010`` and 1000 of ``1_000``.
"""

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS: Final = {
    spelling: value
    for value, words in ((True, ("true", "yes", "y", "on")), (False, ("false", "no", "n", "off")))
    for word in words
    for spelling in (word, word.capitalize(), word.upper())
}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_BASED = re.compile(r"0x[0-9a-fA-F]{1,16}|0o[0-7]{1,22}|0b[01]{1,64}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_TAG = "tag:yaml.org,2002:"
_CONTAINER_TAGS: Final = (None, "!", _TAG + "map", _TAG + "seq")

Number = Callable[[str], Any]


class YamlError(Exception):
    """What is wrong with a text, and where (line and column count from 1; 0 where it is not known)."""

    def __init__(self, message: str, mark: Any = None) -> None:
        """Take the message and the parser's mark."""
        super().__init__(message)
        self.message = message
        self.line: int = mark.line + 1 if mark else 0
        self.column: int = mark.column + 1 if mark else 0


@dataclass(frozen=True, slots=True)
class _Node:
    """A finished value and the number of nodes that it expands to."""

    value: Any
    size: int


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read."""

    value: dict[str, Any] | list[Any]
    anchor: str | None
    size: int = 1
    key: str | None = None

    @property
    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None

    def add(self, node: _Node) -> None:
        self.size += node.size
        if isinstance(self.value, list):
            self.value.append(node.value)
        elif self.key is not None:
            self.value[self.key] = node.value
            self.key = None

    def begin_entry(self, key: str, event: yaml.Event) -> None:
        if key in self.value:
            raise YamlError(f"the key {key[:100]!r} appears twice in one mapping", event.start_mark)
        self.key = key


def documents(text: str, *, max_depth: int, max_nodes: int, number: Number) -> Iterator[tuple[Any, int]]:
    """Yield each document that is not empty with the line it begins at; raise :class:`YamlError`.

    ``number`` makes a value of a decimal literal. Aliases are copied, and count towards ``max_nodes`` as often as used.
    """
    reader = _Reader(max_depth, max_nodes, number)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            if isinstance(event, yaml.DocumentStartEvent):
                reader.start()
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


class _Reader:
    """Builds the value of one document at a time from events."""

    def __init__(self, max_depth: int, max_nodes: int, number: Number) -> None:
        self._max_depth = max_depth
        self._max_nodes = max_nodes
        self._number = number
        self._nodes = 0
        self.start()

    def start(self) -> None:
        """Begin a document."""
        self.root: _Node | None = None
        self.line = 1
        self._open: list[_Open] = []
        self._anchored: dict[str, _Node] = {}

    def read(self, event: yaml.Event) -> None:
        """Take the next event of the document."""
        match event:
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._begin(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = self._open.pop()
                self._place(_Node(done.value, done.size), done.anchor, event)
            case yaml.AliasEvent():
                self._alias(event)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._count(1, event)
        if self._open and self._open[-1].wants_key:
            if event.value == "<<" and event.implicit[0]:
                raise YamlError("merge keys (`<<`) are not supported: write the entries out", event.start_mark)
            self._open[-1].begin_entry(event.value, event)
            return
        self._place(_Node(self._resolve(event), 1), event.anchor, event)

    def _begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        self._count(1, event)
        if self._open and self._open[-1].wants_key:
            raise YamlError("a key has to be a scalar", event.start_mark)
        if len(self._open) >= self._max_depth:
            raise YamlError(f"is nested deeper than {self._max_depth}", event.start_mark)
        if event.tag not in _CONTAINER_TAGS:
            raise YamlError(f"the tag {event.tag} is not supported", event.start_mark)
        if not self._open:
            self.line = _line(event)
        self._open.append(_Open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor))

    def _alias(self, event: yaml.AliasEvent) -> None:
        node = self._anchored.get(event.anchor or "")
        if node is None:
            raise YamlError(f"the alias *{event.anchor} stands for nothing that is complete", event.start_mark)
        if self._open and self._open[-1].wants_key:
            raise YamlError("an alias cannot be a key", event.start_mark)
        self._count(node.size, event)
        self._place(_Node(copy.deepcopy(node.value), node.size), None, event)

    def _place(self, node: _Node, anchor: str | None, event: yaml.Event) -> None:
        if anchor is not None:
            self._anchored[anchor] = node
        if self._open:
            self._open[-1].add(node)
        else:
            self.root = node
            self.line = self.line if isinstance(node.value, dict | list) else _line(event)

    def _count(self, nodes: int, event: yaml.Event) -> None:
        self._nodes += nodes
        if self._nodes > self._max_nodes:
            raise YamlError(f"holds more than {self._max_nodes} values", event.start_mark)

    def _resolve(self, event: yaml.ScalarEvent) -> Any:
        text = event.value
        if event.tag is not None:
            return self._tagged(event)
        if not event.implicit[0] or event.style:
            return text
        return self._plain(text)

    def _tagged(self, event: yaml.ScalarEvent) -> Any:
        if event.tag in {"!", _TAG + "str"}:
            return event.value
        value = self._plain(event.value)
        fits = {"int": int, "bool": bool, "null": type(None)}.get(str(event.tag).removeprefix(_TAG))
        if fits is None or type(value) is not fits:
            raise YamlError(f"the tag {event.tag} is not supported here", event.start_mark)
        return value

    def _plain(self, text: str) -> Any:
        if text in _NULL:
            return None
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        if _INTEGER.fullmatch(text) or _FLOAT.fullmatch(text):
            return self._number(text)
        if _BASED.fullmatch(text):
            return int(text, 0)
        return text
