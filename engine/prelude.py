"""What many requests share: the facts of one list of objects, as the first rules of the policy leave them.

The LimitRanges of a namespace come with every Pod in it. Rules that speak of nothing else, and come before all others,
give them the same values each time, so that work is done once for equal objects and remembered.
"""

import hashlib
import marshal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.effects import Denial
from engine.language.catalogue import Catalogue, reachable
from engine.language.checked import CheckedRule
from engine.records import Record
from engine.verdict import Check, Firing, Origin

MOST_BYTES = 65_536
MOST_REMEMBERED = 512


@dataclass(frozen=True, slots=True)
class Shared:
    """The facts of an input after the prelude, how their values came to be, firings, denials and checks."""

    records: list[Record]
    origins: dict[tuple[int, str, str | None], Origin]
    trace: tuple[Firing, ...]
    denials: tuple[Denial, ...]
    checks: tuple[Check, ...]


class Memory:
    """Remembers what equal objects became; never more than :data:`MOST_REMEMBERED` of them."""

    def __init__(self) -> None:
        """Start empty."""
        self._known: dict[bytes, Shared] = {}

    def shared(self, value: Any, make: Callable[[Any], Shared | None]) -> Shared | None:
        """Return what a JSON value became; ``make`` is called with a copy of a value that is not known yet.

        None if the value is not one to remember, or ``make`` could make nothing of it.
        """
        try:
            written = marshal.dumps(value, 2)
        except ValueError:
            return None
        if len(written) > MOST_BYTES:
            return None
        key = hashlib.sha256(written).digest()
        known = self._known.get(key)
        if known is None:
            known = make(marshal.loads(written))  # noqa: S302 - the bytes are those just written, and never leave here
            if known is not None:
                if len(self._known) >= MOST_REMEMBERED:
                    self._known.clear()
                self._known[key] = known
        return known


def prelude_of(rules: list[CheckedRule], catalogue: Catalogue) -> tuple[str, int]:
    """Return the input that the first rules speak of alone, and how many they are; ("", 0) if there are none.

    No later rule may set a value in that input: it is shared between requests.
    """
    name, count = "", 0
    for rule in rules:
        inputs = {field for kind, field in rule.reads if kind == "input"}
        notes = any(kind in ("notes", "conclusions") for kind, _ in (*rule.reads, *rule.writes))
        plain = all(case.effect.kind in ("fill", "copy", "deny") for case in rule.cases)
        if len(inputs) != 1 or notes or not plain or (name and {name} != inputs):
            break
        name, count = inputs.pop(), count + 1
    if not name or not catalogue.inputs[name].type.of:
        return "", 0
    kinds = reachable(catalogue, catalogue.inputs[name].type)
    later = {kind for rule in rules[count:] for kind, _ in rule.writes}
    return ("", 0) if kinds & later else (name, count)
