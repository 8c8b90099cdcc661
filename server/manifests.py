"""Manifests: bytes of JSON or YAML to JSON values, as the API server decodes a body.

JSON keeps the literal of every number: :class:`int` for plain integers, :class:`~server.scalars.Number` otherwise. YAML
is converted to JSON first, as ``kubectl`` and the API server do it (:mod:`server.yaml_documents`). Both forms refuse a
key that appears twice, and stop at stated limits.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from server.reasons import MALFORMED, TOO_DEEP, TOO_LARGE
from server.scalars import number
from server.yaml_documents import Limits, YamlError, documents

REQUEST: Final = Limits(size=3 * 1024 * 1024, nodes=200_000)
"""The limits of what comes with a request."""

# A string that does not end is read to the end of the text, once: nothing is ever tried again from within it.
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89abAB]|\\u[dD][c-fC-F]")
_BLANKS = re.compile(r"[ \t\r\n]*")
_BYTE_ORDER_MARK = "\ufeff"


class ManifestError(Exception):
    """A manifest that cannot be read: what is wrong and, where it is known, at which line and column (from 1)."""

    def __init__(self, message: str, line: int = 0, column: int = 0, reason: str = MALFORMED) -> None:
        """Take the message, the place (0 stands for one that is not known) and the reason that a caller is told."""
        super().__init__(message)
        self.message = message
        self.reason = reason
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


def decode(data: bytes, limits: Limits = REQUEST) -> dict[str, Any]:
    """Return the one object that the bytes hold; raise :class:`ManifestError` if they hold anything else."""
    found = list(decode_all(data, limits))
    if len(found) != 1:
        raise ManifestError(f"holds {len(found)} documents where one is wanted" if found else "is empty")
    value = found[0].value
    if not isinstance(value, dict):
        raise ManifestError("is not an object, with apiVersion, kind and metadata", found[0].line, 1)
    return value


def decode_all(data: bytes, limits: Limits = REQUEST) -> Iterator[Document]:
    """Yield the documents that the bytes hold, empty ones left out; raise :class:`ManifestError`."""
    if len(data) > limits.size:
        raise ManifestError(f"is larger than {limits.size} bytes", reason=TOO_LARGE)
    text = _text(data)
    if text.lstrip().startswith("{"):
        try:
            yield from _json_documents(text, limits)
        except json.JSONDecodeError:
            pass  # a flow mapping of YAML begins in the same way
        except ManifestError:
            yield from _yaml(text, limits)  # JSON is YAML, too, and its reader knows the place
            raise
        else:
            return
    yield from _yaml(text, limits)


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        raise ManifestError("is not UTF-8", *_place(before, len(before))) from None
    if "\0" in text:
        raise ManifestError("holds a NUL character", *_place(text, text.index("\0")))
    return text.removeprefix(_BYTE_ORDER_MARK)


def _yaml(text: str, limits: Limits) -> Iterator[Document]:
    try:
        for value, line in documents(text, limits):
            yield Document(value, line)
    except YamlError as error:
        raise ManifestError(error.message, error.line, error.column, error.reason) from None


def _json_documents(text: str, limits: Limits) -> list[Document]:
    """Return the objects of a text that holds JSON objects one after the other."""
    _check_depth(text, limits.depth)
    decoder = json.JSONDecoder(
        parse_int=_exact, parse_float=_exact, parse_constant=_constant, object_pairs_hook=_unique
    )
    found: list[Document] = []
    line, at = 1, 0
    has_surrogates = _SURROGATE.search(text) is not None
    while (begin := _after_blanks(text, at)) < len(text):
        line += text.count("\n", at, begin)
        value, end = decoder.raw_decode(text, begin)
        found.append(Document(_without_surrogates(value) if has_surrogates else value, line))
        if len(found) > limits.documents:
            raise ManifestError(f"holds more than {limits.documents} documents", reason=TOO_LARGE)
        line, at = line + text.count("\n", begin, end), end
    return found


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _exact(literal: str) -> Any:
    try:
        return number(literal)
    except ValueError as error:
        raise ManifestError(str(error)) from None


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


def _check_depth(text: str, most: int) -> None:
    if text.count("{") + text.count("[") <= most:
        return
    depth = 0
    for token in _BRACKETS.finditer(text):
        match token[0]:
            case "{" | "[":
                depth += 1
                if depth > most:
                    raise ManifestError(f"is nested deeper than {most}", *_place(text, token.start()), TOO_DEEP)
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
