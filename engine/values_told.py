"""The quantities that a verdict tells: every reported one of the object asked about, with its origin."""

from collections.abc import Callable
from typing import Any

from engine.environment import Environment
from engine.language.catalogue import Catalogue, Kind
from engine.language.types import QUANTITIES
from engine.records import Record
from engine.verdict import DECLARED, Value

Teller = Callable[[Record, Environment, list[Value]], None]


class Values:
    """Tells the quantities of facts, by the fields of each kind that are reported or hold facts that have such."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Prepare the kinds."""
        self._kinds = catalogue.kinds
        self._telling = _telling(catalogue.kinds)
        self._tellers: dict[str, list[Teller]] = {
            name: list(self._of_kind(kind)) for name, kind in catalogue.kinds.items() if name in self._telling
        }

    def of(self, judged: str, environment: Environment) -> tuple[Value, ...]:
        """Return the quantities of the input that is asked about, in the order of the object; none of lists alone."""
        found: list[Value] = []
        if judged:
            self._tell(environment.inputs[judged], environment, found)
        return tuple(found)

    def _tell(self, record: Record, environment: Environment, found: list[Value]) -> None:
        for teller in self._tellers.get(record.kind, ()):
            teller(record, environment, found)

    def _of_kind(self, kind: Kind) -> "list[Teller]":
        tellers = []
        for declared in kind.fields.values():
            attribute, inner = f"f_{declared.name}", declared.type.of or declared.type
            if not declared.path:
                continue
            if declared.type == QUANTITIES and declared.reported:
                tellers.append(_quantities(attribute, declared.name, declared.path))
            elif inner.kind and inner.name in self._telling:
                tellers.append(self._facts(attribute, declared.type.of is not None))
        return tellers

    def _facts(self, attribute: str, many: bool) -> Teller:
        def tell(record: Record, environment: Environment, found: list[Value]) -> None:
            held: Any = getattr(record, attribute)
            for item in held if many else () if held is None else (held,):
                self._tell(item, environment, found)

        return tell


def _quantities(attribute: str, name: str, path: tuple[str, ...]) -> Teller:
    def tell(record: Record, environment: Environment, found: list[Value]) -> None:
        held = getattr(record, attribute)
        if not held:
            return
        at, title, origins, own = record.at(path), record.title, environment.origins, id(record)
        for key, amount in held.items():
            origin = origins.get((own, name, key), DECLARED)
            found.append(Value(f"{at}[{key}]", title, name, key, amount.text, origin))

    return tell


def _telling(kinds: dict[str, Kind]) -> frozenset[str]:
    """Return the kinds that have a reported quantity, or a fact that has one."""
    found: set[str] = set()
    while True:
        more = {
            name
            for name, kind in kinds.items()
            for field in kind.fields.values()
            if field.path and (field.reported or ((field.type.of or field.type).name in found))
        }
        if more <= found:
            return frozenset(found)
        found |= more
