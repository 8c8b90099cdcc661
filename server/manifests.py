"""Manifests: bytes of JSON or YAML to JSON values, with every number exact.

JSON numbers are :class:`int` or :class:`decimal.Decimal`. In YAML, a plain scalar is read as ``kubectl`` reads it where
YAML 1.1 and 1.2 agree on it; where they do not (``010``, ``1_000``, ``1:30``) it stays the text that was written, and
nothing ever becomes a binary float. Both forms refuse a key that appears twice, and stop at the limits below.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from server.yaml_documents import YamlError, documents

MAX_BYTES: Final = 3 * 1024 * 1024
MAX_DEPTH: Final = 100
MAX_NODES: Final = 200_000
MAX_DIGITS: Final = 512
MAX_EXPONENT_DIGITS: Final = 6

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89abAB]|\\u[dD][c-fC-F]")
_BYTE_ORDER_MARK = "\ufeff"


class ManifestError(Exception):
    """A manifest that cannot be read: what is wrong and, where it is known, at which line and column (from 1)."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        """Take the message and the place; 0 stands for a place that is not known."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        """Return the message with its place."""
        return f"{self.message} (line {self.line}, column {self.column})" if self.line else self.message


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a manifest: its value and the line it begins at."""

    value: Any
    line: int


def decode(data: bytes) -> dict[str, Any]:
    """Return the one object that the bytes hold; raise :class:`ManifestError` if they hold anything else."""
    found = decode_all(data)
    if len(found) != 1:
        raise ManifestError(f"holds {len(found)} documents where one is wanted" if found else "is empty")
    value = found[0].value
    if not isinstance(value, dict):
        raise ManifestError("is not an object, with apiVersion, kind and metadata", found[0].line, 1)
    return value


def decode_all(data: bytes) -> list[Document]:
    """Return the documents that the bytes hold, empty ones left out; raise :class:`ManifestError`."""
    if len(data) > MAX_BYTES:
        raise ManifestError(f"is larger than {MAX_BYTES} bytes")
    text = _text(data)
    if text.lstrip().startswith("{"):
        try:
            return [Document(_json(text), 1)]
        except json.JSONDecodeError:
            pass  # a flow mapping of YAML begins in the same way
    return list(_yaml(text))


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ManifestError(f"is not UTF-8 at byte {error.start}") from None
    if "\0" in text:
        raise ManifestError(f"holds a NUL character at {text.index(chr(0))}")
    return text.removeprefix(_BYTE_ORDER_MARK)


def _yaml(text: str) -> Iterator[Document]:
    try:
        for value, line in documents(text, max_depth=MAX_DEPTH, max_nodes=MAX_NODES, number=exact):
            yield Document(value, line)
    except YamlError as error:
        raise ManifestError(error.message, error.line, error.column) from None


def _json(text: str) -> Any:
    _check_depth(text)
    value = json.loads(
        text,
        parse_int=exact,
        parse_float=exact,
        parse_constant=_constant,
        object_pairs_hook=_unique,
    )
    return _without_surrogates(value) if _SURROGATE.search(text) else value


def exact(literal: str) -> int | Decimal:
    """Return the number that a decimal literal says; one too long to be a quantity is a :class:`ManifestError`."""
    digits, _, exponent = literal.lower().partition("e")
    if len(digits) > MAX_DIGITS or len(exponent.lstrip("+-0")) > MAX_EXPONENT_DIGITS:
        raise ManifestError(f"the number {literal[:20]}... is too long")
    return int(literal) if digits.lstrip("+-").isdigit() and not exponent else Decimal(literal)


def _constant(name: str) -> Any:
    raise ManifestError(f"{name} is not a number of JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ManifestError(f"the key {key[:100]!r} appears twice in one object")
            seen.add(key)
    return found


def _check_depth(text: str) -> None:
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return
    depth = 0
    for token in _BRACKETS.finditer(text):
        match token[0]:
            case "{" | "[":
                depth += 1
                if depth > MAX_DEPTH:
                    raise ManifestError(f"is nested deeper than {MAX_DEPTH}", *_place(text, token.start()))
            case "}" | "]":
                depth -= 1


def _place(text: str, index: int) -> tuple[int, int]:
    """Return the line and column of an index."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _without_surrogates(value: Any) -> Any:
    """Replace halves of surrogate pairs, which no UTF-8 text can hold, as Go's decoder does."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_without_surrogates(key): _without_surrogates(entry) for key, entry in value.items()}
        case list():
            return [_without_surrogates(entry) for entry in value]
        case _:
            return value


def encode(value: Any) -> bytes:
    """Return JSON bytes of a value; a :class:`~decimal.Decimal` becomes the number it is, without rounding."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except TypeError:
        return _json_text(value).encode()


def _json_text(value: Any) -> str:
    match value:
        case Decimal():
            return str(value)
        case dict():
            return "{" + ",".join(f"{json.dumps(str(key))}:{_json_text(entry)}" for key, entry in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(map(_json_text, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
