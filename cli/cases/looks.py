"""Looks of the eviction manager one after the other: what one remembers is given to the next."""

import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

MEMORIES: Final = ("history", "conditionsSeen", "observationsSeen")
"""What an answer tells and the next question is given back."""

_BETWEEN: Final = ("at", "summary", "summaryAfterReclaim")
_FEWEST_DIGITS, _MOST_DIGITS = 1, 9
_PLAIN: Final = (-6, 21)
"""The exponents of ten between which a number is written without one."""

Conclusions = Mapping[str, Any]


def looks(steps: Sequence[Mapping[str, Any]], ask: Callable[[Conclusions], Conclusions]) -> Iterator[Conclusions]:
    """Yield what each look concludes; ``ask`` is given the inputs that change from look to look."""
    state: dict[str, Any] = {}
    for step in steps:
        given = {name: step[name] for name in _BETWEEN if step.get(name) is not None}
        told = ask({"at": "0s", "summary": {}, **given, **state})
        state = {name: told.get(name, []) for name in MEMORIES}
        yield told


def step_of(told: Conclusions) -> dict[str, Any]:
    """Return one look in the shape of the case format."""
    seen = told.get("observations", {})
    return {
        "observations": {name: {part: one[part] for part in ("available", "capacity")} for name, one in seen.items()},
        "quantities": told.get("quantities", {}),
        "observed": told.get("observed", []),
        "met": told.get("met", []),
        "nodeConditions": told.get("nodeConditions", []),
        "starved": told.get("starved", []),
        "signals": told.get("signals", []),
        "nodeReclaim": told.get("nodeReclaim", {}),
        "evictions": outcomes(told.get("evictions", [])),
        "localStorageEvicted": [
            {"pod": pod, "message": message} for pod, message in told.get("localStorageMessage", {}).items()
        ],
        "admit": told.get("admit", {}),
    }


def outcomes(evictions: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, list[Any]]]:
    """Return by signal who may go, with what message and grace period, each value once."""
    found: dict[str, dict[str, list[Any]]] = {}
    for one in evictions:
        held = found.setdefault(one["signal"], {"pods": [], "messages": [], "gracePeriodSeconds": []})
        for name, part in (("pods", "pod"), ("messages", "message"), ("gracePeriodSeconds", "gracePeriodSeconds")):
            if one[part] not in held[name]:
                held[name].append(one[part])
    return found


def thresholds_of(thresholds: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return thresholds in the shape and order of the case format: sorted by their JSON text."""
    told = [
        {name: one[name] for name in ("signal", "kind", "gracePeriod", "value", "minReclaim") if name in one}
        for one in thresholds
    ]
    return sorted(told, key=_text)


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{_text(value[name])}" for name in sorted(value)) + "}"
    return _shortest(value) if isinstance(value, float) else json.dumps(value)


def _shortest(number: float) -> str:
    """Return a 32-bit float in the fewest digits that name it, as Go's JSON does."""
    for digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1):
        text = f"{number:.{digits - 1}e}"
        if struct.pack("<f", float(text)) == struct.pack("<f", number):
            break
    mantissa, _, exponent = text.partition("e")
    if number and not _PLAIN[0] <= int(exponent) < _PLAIN[1]:
        return f"{mantissa}e{int(exponent):+d}"
    return f"{float(text):.{max(len(mantissa.lstrip('-').replace('.', '')) - 1 - int(exponent), 0)}f}"
