"""Facts, and what went wrong while they were read."""

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.errors import FieldViolation


class Top:
    """What the facts of one object know of the whole: its kind, what it is called, and the JSON they were read from.

    It holds none of them, so that facts that no one needs any more are gone at once.
    """

    __slots__ = ("kind", "source", "title")

    def __init__(self, kind: str, source: Any) -> None:
        """Take kind and JSON; the title is set when the fact of the whole object was read."""
        self.kind = kind
        self.source = source
        self.title = ""


class Record:
    """One fact. Subclasses, one a kind, hold its fields as attributes ``f_NAME``.

    ``root`` names the input it came from (``pod``, ``limitRanges[0]``), ``path`` its place in that object
    (``spec.containers[0]``), ``position`` its index in its list, ``top`` what is known of the whole
    object; None for a fact that no object holds.
    """

    __slots__ = ("kind", "path", "position", "root", "source", "top")
    kind: str
    root: str
    path: str
    position: int
    source: Any
    top: Top | None
    amounts: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    """The attributes that hold quantities, with their paths in the object."""
    nested: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    """The attributes that hold facts or lists of facts, with their paths in the object."""

    def at(self, steps: tuple[str, ...], key: str | None = None) -> str:
        """Return the path of a field of this fact within its object."""
        text = ".".join((self.path, *steps) if self.path else steps)
        return text if key is None else f"{text}[{key}]"

    @property
    def title(self) -> str:
        """Return what the fact is called in an explanation: its name if it has one, else its place."""
        name = getattr(self, "f_name", "")
        return str(name) if name else f"{self.root}.{self.path}".rstrip(".")

    @property
    def whole(self) -> tuple[str, str]:
        """Return kind and title of the whole object; its own if no object holds it."""
        return (self.top.kind, self.top.title) if self.top else (self.kind, self.title)


@dataclass
class Reading:
    """What went wrong while one request was read: mistakes of the caller, and quantities that Kubernetes refuses."""

    told: dict[FieldViolation, None] = field(default_factory=dict)
    refused: list[tuple[list[int], str, str]] = field(default_factory=list)
    refused_stage: str = ""
    places: dict[int, dict[str, int]] = field(default_factory=dict)

    @property
    def violations(self) -> list[FieldViolation]:
        """Return the caller's mistakes; one is told once, though two facts may read the same place."""
        return list(self.told)

    def wrong(self, place: str, wanted: str, reason: str = "") -> None:
        """Note a value of the wrong shape, or one that is too large."""
        self.told[FieldViolation(place, f"must be {wanted}", reason)] = None

    def refuse(self, record: Record, words: str, key: str | None, message: str) -> None:
        """Note a quantity that Kubernetes refuses: an answer for some inputs, the caller's mistake for others."""
        if self.refused_stage:
            steps = [*re.split(r"[.\[\]]+", record.path), *words.split("."), *([key] if key is not None else [])]
            whole = record.top.source if record.top else None
            self.refused.append((self._text_order(whole, steps), self.refused_stage, message))
        else:
            self.told[FieldViolation(f"{record.root}.{record.at((words,), key)}", message)] = None

    def first_refused(self) -> tuple[str, str] | None:
        """Return stage and message of the refused quantity that comes first in the text, if there is one."""
        if not self.refused:
            return None
        _, stage, message = min(self.refused)
        return stage, message

    def _text_order(self, value: Any, steps: list[str]) -> list[int]:
        """Return where a value stands among its neighbours, level by level: the order of the text."""
        order = []
        for step in filter(None, steps):
            if isinstance(value, list | tuple):
                order.append(int(step))
                value = value[int(step)]
            else:
                places = self.places.get(id(value))
                if places is None:
                    places = self.places[id(value)] = {name: number for number, name in enumerate(value)}
                order.append(places[step])
                value = value[step]
        return order
