"""How an answer is compared with what was recorded: field by field, but for the orders that Kubernetes does not define.

The rules are those of the case format (``docs/conformance.md``).
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

_CLOSE: Final = 1e-6
_KEEPS_ORDER: Final = 12
"""Up to so many pods of equal rank keep their order; of more, Kubernetes' sort does not define it."""

_ANNOTATION: Final = "LimitRanger plugin set: "
_ABSENT: Final = "(absent)"


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where an answer is not what was recorded."""

    place: str
    recorded: str
    answered: str


def differences(facet: str, recorded: Any, answered: Any, expect: Mapping[str, Any]) -> list[Difference]:
    """Return where the answer to a facet is not what was recorded, in the light of the whole expectation.

    Parts of an answer that were not recorded are not compared where the facet is ``admission`` or a step.
    """
    try:
        same = _NORMAL.get(facet, _as_it_is)
        return list(_differing(facet, *same(recorded, answered, expect)))
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):  # an answer of another shape
        return [Difference(facet, _text(recorded), _text(answered))]


def _differing(place: str, recorded: Any, answered: Any) -> Iterator[Difference]:
    if isinstance(recorded, dict) and isinstance(answered, dict):
        for key in sorted(recorded.keys() | answered.keys()):
            yield from _differing(f"{place}.{key}", recorded.get(key, _ABSENT), answered.get(key, _ABSENT))
    elif isinstance(recorded, list) and isinstance(answered, list) and len(recorded) == len(answered):
        for number, pair in enumerate(zip(recorded, answered, strict=True)):
            yield from _differing(f"{place}[{number}]", *pair)
    elif not _same(recorded, answered):
        yield Difference(place, _text(recorded), _text(answered))


def _same(recorded: Any, answered: Any) -> bool:
    if isinstance(recorded, float | Decimal) or isinstance(answered, float | Decimal):
        numbers = isinstance(recorded, int | float | Decimal) and isinstance(answered, int | float | Decimal)
        return numbers and math.isclose(float(recorded), float(answered), rel_tol=_CLOSE)
    return type(recorded) is type(answered) and bool(recorded == answered)


def _text(value: Any) -> str:
    return value if value == _ABSENT else json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


Pair = tuple[Any, Any]
Normal = Callable[[Any, Any, Mapping[str, Any]], Pair]


def _as_it_is(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return recorded, answered


def _unordered(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return _multiset(recorded), _multiset(answered)


def _multiset(items: Iterable[Any]) -> list[Any]:
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True, default=str))


def _clauses(text: str) -> Any:
    """Return an annotation as its clauses, each with its resources: neither has an order."""
    if not text.startswith(_ANNOTATION):
        return text
    clauses = []
    for clause in text.removeprefix(_ANNOTATION).split("; "):
        what = next((word for word in (" request for ", " limit for ") if word in clause), "")
        resources, _, subject = clause.partition(what) if what else (clause, "", "")
        clauses.append([sorted(resources.split(", ")) if what else resources, what, subject])
    return _multiset(clauses)


def _admission(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return _admitted(recorded, recorded), _admitted(answered, recorded)


def _admitted(value: Any, recorded: Any) -> dict[str, Any]:
    """Return the parts that were recorded."""
    parts = {key: value[key] for key in recorded if key in value}
    if "errors" in parts:
        parts["errors"] = _multiset(parts["errors"])
    if "annotation" in parts:
        parts["annotation"] = _clauses(parts["annotation"])
    return parts


def _injection(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return (
        {"resources": recorded["resources"], "annotation": _clauses(recorded["annotation"])},
        {"resources": answered.get("resources"), "annotation": _clauses(answered.get("annotation", ""))},
    )


def _range_validation(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return [_multiset(errors) for errors in recorded], [_multiset(errors) for errors in answered]


def _ties(expect: Mapping[str, Any]) -> dict[str, str]:
    """Return for each pod of a tie the name of the tie, where their order is not defined."""
    if len(expect.get("ranking", ())) <= _KEEPS_ORDER:
        return {}
    return {pod: f"one of {', '.join(sorted(tie))}" for tie in expect.get("rankingTies", ()) for pod in tie}


def _ranking(recorded: Any, answered: Any, expect: Mapping[str, Any]) -> Pair:
    ties = _ties({**expect, "ranking": recorded})
    if not ties or sorted(recorded) != sorted(answered):
        return recorded, answered
    return [ties.get(pod, pod) for pod in recorded], [ties.get(pod, pod) for pod in answered]


def _evicted(recorded: Any, answered: Any, expect: Mapping[str, Any]) -> Pair:
    ties = _ties(expect)
    return ties.get(recorded, recorded), ties.get(answered, answered)


def _ranking_ties(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    return sorted(map(sorted, recorded)), sorted(map(sorted, answered))


def _skipped(recorded: Any, answered: Any, expect: Mapping[str, Any]) -> Pair:
    """Among equals without an order, protected pods may stand before or after the evicted one."""
    ties = _ties(expect)
    of_evicted = ties.get(expect.get("evicted", ""))
    free = {pod for pod, tie in ties.items() if tie == of_evicted}
    return sorted(set(recorded) - free), sorted(set(answered) - free)


def _steps(recorded: Any, answered: Any, _: Mapping[str, Any]) -> Pair:
    if len(recorded) != len(answered):
        return recorded, answered
    pairs = [(_step(a, a), _step(b, a)) for a, b in zip(recorded, answered, strict=True)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _step(value: Any, recorded: Any) -> dict[str, Any]:
    """Return the parts that were recorded; what is chosen by the order of a map is a set of outcomes."""
    parts = {}
    for key in recorded:
        part = value.get(key, _ABSENT)
        if key in ("signals", "starved"):
            part = _multiset([] if part in (_ABSENT, None) else part)
        elif key == "evictions":
            outcomes = {} if part in (_ABSENT, None) else part
            part = {signal: {name: _multiset(held) for name, held in one.items()} for signal, one in outcomes.items()}
        parts[key] = part
    return parts


_NORMAL: Final[dict[str, Normal]] = {
    "admission": _admission,
    "limitRangerInject": _injection,
    "limitRangerCheck": _unordered,
    "limitRangeValidation": _range_validation,
    "ranking": _ranking,
    "evicted": _evicted,
    "rankingTies": _ranking_ties,
    "skipped": _skipped,
    "steps": _steps,
}
