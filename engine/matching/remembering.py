"""Match rows that were met before without asking the engine again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.matching.matcher import Matcher

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.matching.model import MatchRule
    from engine.matching.values import Place

MOST_ROWS: Final = 8_192
MOST_LENGTH: Final = 1_024


class RememberingMatcher(Matcher):
    """A matcher that remembers which rules matched a row.

    A rule speaks of one row and of nothing else, so equal rows match the same rules in whatever run they stand. A row
    is integers and codes alone; no text of a request is kept. At most :data:`MOST_ROWS` rows are remembered, none
    longer than :data:`MOST_LENGTH` characters.
    """

    def __init__(self, rules: Sequence[MatchRule], codes: Mapping[Place, int] | None = None) -> None:
        """Take what a :class:`Matcher` takes."""
        super().__init__(rules, codes)
        self._known: dict[str, tuple[int, ...]] = {}

    def run(self, rows: Sequence[str]) -> list[tuple[int, int]]:
        """Return what a :class:`Matcher` returns; each row is given to the engine once.

        Raises EngineFault if the engine misbehaves or a fragment is not readable; nothing is then remembered.
        """
        known = self._known
        matches: list[tuple[int, int]] = []
        places: dict[str, list[int]] = {}
        for position, row in enumerate(rows):
            rules = known.get(row)
            if rules is None:
                places.setdefault(row, []).append(position)
            elif rules:
                matches += [(position, rule) for rule in rules]
        if places:
            matches += self._asked(places)
            matches.sort()
        return matches

    def _asked(self, places: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
        """Ask the engine about rows that are not known, and remember the answers."""
        fresh = list(places)
        answers: list[list[int]] = [[] for _ in fresh]
        for number, rule in super().run(fresh):
            answers[number].append(rule)
        if len(self._known) + len(fresh) > MOST_ROWS:
            self._known.clear()
        self._known.update(
            (row, tuple(rules))
            for row, rules in zip(fresh[:MOST_ROWS], answers, strict=False)
            if len(row) <= MOST_LENGTH
        )
        found = zip(places.values(), answers, strict=True)
        return [(position, rule) for positions, rules in found for position in positions for rule in rules]
