"""The state of one evaluation: facts, notes, conclusions, and how values came to be. Never shared between requests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.encoding import Encoder
from engine.errors import FieldViolation, Interrupted, RequestError
from engine.objects import differs, differs_at
from engine.records import Record
from engine.verdict import Origin

OriginKey = tuple[int, str, str | None]

MOST_ROWS = 250_000
"""How many combinations of facts one evaluation may come to, over all rules."""

MOST_PIECES = 2_048
MOST_PIECE_LENGTH = 1_024

BETWEEN_LOOKS = 4096
"""How many rows are made, or firings take effect, until it is asked again whether an answer is wanted."""


class Environment:
    """What the functions made from rules see (as ``e``), and what effects change."""

    __slots__ = (
        "absent",
        "cache",
        "classes",
        "conclusions",
        "encoder",
        "inputs",
        "interrupted",
        "look_at",
        "notes",
        "orders",
        "origins",
        "rows_before",
        "taken_away",
    )

    def __init__(
        self,
        inputs: Mapping[str, Any],
        notes: Mapping[str, Any],
        texts: Mapping[str, int],
        classes: Mapping[str, type[Record]],
        origins: Mapping[OriginKey, Origin] | None = None,
    ) -> None:
        """Take the facts of a request, the names of notes, the numbers of the texts that rules name,
        the classes of facts, and how values came to be so far."""
        self.interrupted: Callable[[], bool] | None = None  # tells that no answer is wanted any more
        self.inputs = inputs
        self.absent = frozenset(name for name, value in inputs.items() if value is None)
        self.classes = classes
        self.rows_before = self.look_at = 0
        self.notes: dict[str, list[Record]] = {name: [] for name in notes}
        self.encoder = Encoder(texts)
        self.cache: dict[Any, Any] = {}
        self.orders: dict[Any, _Order] = {}
        self.conclusions: dict[str, Any] = {}
        self.origins: dict[OriginKey, Origin] = dict(origins or {})
        self.taken_away: list[Any] = []  # held, so that no other fact gets an identity that origins know

    def begin_pass(self) -> None:
        """Forget what was computed from values that effects may have changed since.

        :raises Interrupted: if no answer is wanted any more.
        """
        self.proceed()
        self.cache.clear()
        self.orders.clear()

    def proceed(self) -> None:
        """Go on, unless no answer is wanted any more.

        :raises Interrupted: then.
        """
        if self.interrupted is not None and self.interrupted():
            raise Interrupted

    def begin_shape(self, rows: int) -> None:
        """Begin a shape, with as many rows of this pass made so far."""
        self.look_at = rows + BETWEEN_LOOKS

    def look(self, rows: int) -> None:
        """Look whether an answer is still wanted, with as many rows of this pass made so far, and too much is not.

        :raises Interrupted: if no answer is wanted any more.
        :raises RequestError: if there are too many combinations.
        """
        self.proceed()
        self.look_at = rows + BETWEEN_LOOKS
        if self.rows_before + rows > MOST_ROWS:
            first = next((name for name, value in self.inputs.items() if value), "")
            message = f"makes, with what it is judged by, more than {MOST_ROWS} combinations to be checked"
            raise RequestError([FieldViolation(first, message, "TOO_LARGE")])

    def fact(self, kind: str, fields: Mapping[str, Any], position: int) -> Record:
        """Return a fact that no object holds: one that an effect leaves behind, or that an expression makes."""
        record: Record = self.classes[kind]()
        record.kind, record.root, record.path, record.position, record.source = kind, "", "", position, None
        record.top = None
        for attribute in type(record).__slots__:
            setattr(record, attribute, fields.get(attribute.removeprefix("f_")))
        return record

    def keep(self, known: dict[Any, Any], key: tuple[Any, ...], values: tuple[Any, ...], piece: str) -> str:
        """Remember a part of a row by what it was computed from, and return it.

        Quantities are known by identity, so they are held along. Codes that are ranks within one request are never
        remembered, and at most :data:`MOST_PIECES` parts of one kind are.
        """
        if not (self.encoder.irregular or self.encoder.ranks) and len(piece) <= MOST_PIECE_LENGTH:
            if len(known) >= MOST_PIECES:
                known.clear()
            known[key] = (piece, values)
        return piece

    def among(self, elements: Sequence[Record], fields: Sequence[str], wanted: tuple[Any, ...]) -> Sequence[Record]:
        """Return the facts of a list that stays the same, whose fields have the wanted values, in order."""
        return self._order(elements, fields).index.get(wanted, ())

    def earlier(
        self, elements: Sequence[Record], element: Record, fields: Sequence[str], wanted: tuple[Any, ...]
    ) -> Iterator[Record]:
        """Return the same of the facts that stand before a given one."""
        order = self._order(elements, fields)
        found = order.index.get(wanted, ())
        if not found or found[0] is element:
            return
        places = order.places()
        end = places.get(id(element), len(elements))
        for record in found:
            if places[id(record)] >= end:
                return
            yield record

    def _order(self, elements: Sequence[Record], fields: Sequence[str]) -> "_Order":
        key = (id(elements), fields)
        order = self.orders.get(key)
        if order is None:
            order = self.orders[key] = _Order(elements, fields)
        return order

    @staticmethod
    def differs(left: Any, right: Any, paths: Sequence[str]) -> bool:
        """Whether two facts' objects differ anywhere but at the given paths."""
        return differs(left, right, paths)

    @staticmethod
    def differs_at(left: Any, right: Any, paths: Sequence[str]) -> bool:
        """Whether two facts' objects differ at one of the given paths."""
        return differs_at(left, right, paths)


class _Order:
    """A list with the places of its facts, by identity and by the values of some fields.

    It holds the list, so that the identity it is known by stays its own.
    """

    __slots__ = ("_places", "elements", "index")

    def __init__(self, elements: Sequence[Record], fields: Sequence[str]) -> None:
        self.elements = elements
        self._places: dict[int, int] = {}
        self.index: dict[tuple[Any, ...], list[Record]] = {}
        for record in elements:
            self.index.setdefault(tuple([getattr(record, field) for field in fields]), []).append(record)

    def places(self) -> dict[int, int]:
        """Return the first place of each fact by its identity."""
        if not self._places:
            for place, record in enumerate(self.elements):
                self._places.setdefault(id(record), place)
        return self._places
