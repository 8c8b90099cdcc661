"""How a scalar lies in its file: the line and column of each of its characters.

A folded, quoted or many-lined scalar is not in the file as it is read: lines are joined, indentation is dropped,
escapes are undone. What is never lost is the order of the characters that are not white space, so those of the text are
those of the file, one by one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_UNITS = {
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|.)|.", re.DOTALL),
    "'": re.compile(r"''|.", re.DOTALL),
}
_WHITE = frozenset(" \t\r\n\x85\u2028\u2029\xa0")
_WHITE_ESCAPES = frozenset("t\tn_NLPr \r\n")


@dataclass(slots=True)
class Layout:
    """One scalar: its source (quotes and block header included), its style, its text as read, and where it begins."""

    source: str
    style: str
    value: str
    line: int
    column: int
    _offsets: list[int] | None = field(default=None, repr=False)

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column (from 1) of a character of the text."""
        if self._offsets is None:
            self._offsets = self._aligned()
        place = self._offsets[max(0, min(offset, len(self.value)))]
        before = self.source.rfind("\n", 0, place)
        line = self.line + self.source.count("\n", 0, place)
        return line, place - before if before >= 0 else self.column + place

    def _aligned(self) -> list[int]:
        """Return the offset in the source of every character of the text, and of its end."""
        units = self._units()
        offsets, end = [], self._start()
        for character in self.value:
            if character in _WHITE:
                offsets.append(end)
            else:
                start, end = next(units, (end, end))
                offsets.append(start)
        return [*offsets, end]

    def _start(self) -> int:
        """Return where the text begins: behind the quote, or behind the line that holds ``>-``."""
        if self.style in ("|", ">"):
            return self.source.find("\n") + 1
        return 1 if self.style else 0

    def _units(self) -> Iterator[tuple[int, int]]:
        """Return start and end of all that stands for one character that is not white space."""
        pattern = _UNITS.get(self.style)
        at, stop = self._start(), len(self.source) - (1 if pattern else 0)
        while at < stop:
            found = pattern.match(self.source, at, stop) if pattern else None
            end = found.end() if found else at + 1
            if not self._is_white(self.source[at:end]):
                yield at, end
            at = end

    def _is_white(self, unit: str) -> bool:
        if len(unit) == 1 or self.style != '"':
            return unit in _WHITE
        kind, code = unit[1], unit[2:]
        return kind in _WHITE_ESCAPES or (kind in "xuU" and chr(int(code, base=16)) in _WHITE)
