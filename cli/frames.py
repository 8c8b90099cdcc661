"""Problems of rule files as text for a terminal: each with the line it stands in, and a caret under the token."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine import Problem

_WIDTH: Final = 100
_MOST_BYTES: Final = 2_000_000
_MOST_MESSAGE: Final = 400
_TOKEN: Final = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_]+(?:\.[0-9]+)?|[<>!]=|\S""")
_QUOTED: Final = re.compile(r"`([^`]+)`")


def printable(text: str) -> str:
    """Return the text with everything that could steer a terminal written as an escape."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def framed(problems: Iterable[Problem], places: Sequence[Path]) -> str:
    """Return all problems, each with its frame; ``places`` are the folders or files that were read."""
    files = _Files(places)
    return "".join(_framed(problem, files) for problem in problems)


def _framed(problem: Problem, files: "_Files") -> str:
    message = _short(problem.message)
    lines = [f"{problem.file}:{problem.line}:{problem.column}: {message}"]
    source = files.line(problem.file, problem.line)
    if source.strip():
        lines += _frame(source, problem.column - 1, problem.message)
    if problem.hint:
        lines.append(f"    {_short(problem.hint)}")
    return "".join(f"{printable(line)}\n" for line in lines)


def _frame(source: str, at: int, message: str) -> list[str]:
    """Return the line, cut where it is long, and the carets under what the problem is about."""
    at = max(0, min(at, len(source)))
    length = max(1, min(_length(source, at, message), _WIDTH // 2))
    start = max(0, min(at - _WIDTH // 3, len(source) - _WIDTH)) if len(source) > _WIDTH else 0
    cut = source[start : start + _WIDTH]
    before, after = "..." if start else "", "..." if start + _WIDTH < len(source) else ""
    text = printable((before + cut + after).replace("\t", " "))
    offset = len(printable((before + source[start:at]).replace("\t", " ")))
    return [f"    {text}", f"    {' ' * offset}^{'~' * (length - 1)}"]


def _length(source: str, at: int, message: str) -> int:
    """Return how long the token is: what the message quotes if it stands here, else one word, text or sign."""
    for quoted in _QUOTED.findall(message):
        if source.startswith(quoted, at):
            return len(quoted)
    token = _TOKEN.match(source, at)
    return len(token[0]) if token else 1


def _short(text: str) -> str:
    return text if len(text) <= _MOST_MESSAGE else f"{text[:_MOST_MESSAGE]}..."


class _Files:
    """The lines of the files that problems name, read when first asked for."""

    def __init__(self, places: Sequence[Path]) -> None:
        self.places = places
        self.known: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """Return a line of a file, "" if there is none or it cannot be read."""
        if file not in self.known:
            self.known[file] = self._lines(file)
        lines = self.known[file]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _lines(self, file: str) -> list[str]:
        for path in (path for place in self.places for path in _candidates(place, file)):
            try:
                with path.open("rb") as opened:
                    text = opened.read(_MOST_BYTES).decode("utf-8", "replace")
            except (OSError, ValueError):
                continue
            return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return []


def _candidates(place: Path, file: str) -> Iterable[Path]:
    """Return where a file that a problem names may stand: a problem names the folder read, then what is in it."""
    name = place.name or place.resolve().name
    if file.startswith(f"{name}/"):
        yield place / file.removeprefix(f"{name}/")
    elif file == name:
        yield place
