"""Match flat rows against rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.matching.lowering import lower
from engine.matching.ruleset import CHUNK, EngineRuleset
from engine.matching.values import column_kinds
from engine.matching.vocabulary import SHAPE_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.matching.model import MatchRule
    from engine.matching.values import Place


class Matcher:
    """A set of rules ready to be run against rows; may be shared by any number of threads."""

    def __init__(self, rules: Sequence[MatchRule], codes: Mapping[Place, int] | None = None) -> None:
        """Validate and lower ``rules``.

        ``codes`` optionally declares columns, as {(shape, column): digits of its codes, or 0 for ints}; what the rules
        themselves reveal is inferred. Raises DefinitionError; nothing of the engine is touched before a first run.
        """
        definitions = lower(rules)
        self.kinds = column_kinds(rules, codes or {})
        self._rulesets = [EngineRuleset(definition) for definition in definitions]
        self._text = "[" + ",".join(definition.text for definition in definitions) + "]"
        self._routes: dict[str, list[EngineRuleset]] = {}
        for definition, ruleset in zip(definitions, self._rulesets, strict=True):
            for shape in definition.shapes:
                self._routes.setdefault(f'"{SHAPE_KEY}":{shape}', []).append(ruleset)

    def run(self, rows: Sequence[str]) -> list[tuple[int, int]]:
        """Return all matches as sorted (row index, rule index) pairs.

        ``rows`` are fragments as ``row`` makes them: no id, the shape first, ints and codes only. They are trusted.
        Raises EngineFault if the engine misbehaves or a fragment is not readable.
        """
        matches: list[tuple[int, int]] = []
        for ruleset, selected, positions in self._share(rows):
            for start in range(0, len(selected), CHUNK):
                end = start + CHUNK
                matches += ruleset.run(selected[start:end], positions[start:end])
        matches.sort()
        return matches

    def close(self) -> None:
        """Give the engine's memory back; a run that is going on or comes later still answers, and cleans up itself."""
        for ruleset in self._rulesets:
            ruleset.close()

    def definition(self) -> str:
        """Return the lowered definitions as canonical JSON: the same rules always give the same text."""
        return self._text

    def _share(self, rows: Sequence[str]) -> list[tuple[EngineRuleset, Sequence[str], Sequence[int]]]:
        if not rows or not self._rulesets:
            return []
        if len(self._rulesets) == 1:
            return [(self._rulesets[0], rows, range(len(rows)))]
        shares: dict[EngineRuleset, tuple[list[str], list[int]]] = {}
        routes = self._routes
        head = route = None
        for position, fragment in enumerate(rows):
            if head is None or not fragment.startswith(head):  # rows of one shape mostly stand together
                shape = fragment.partition(",")[0]
                head, route = f"{shape},", routes.get(shape, ())
            for ruleset in route or ():
                share = shares.get(ruleset)
                if share is None:
                    share = shares[ruleset] = ([], [])
                share[0].append(fragment)
                share[1].append(position)
        return [(ruleset, *share) for ruleset, share in shares.items()]
