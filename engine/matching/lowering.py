"""From match rules to the engine's definitions, inside the subset in which the engine is right.

One rule becomes one ``all`` with one alias over one flat row. Joins, negation, ``$or``, arithmetic and text patterns
are never written: each of them is wrong or crashes somewhere. A faulty definition is refused here, because the engine
keeps a megabyte and the handle of each definition it refuses itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.matching.model import Column, Condition, DefinitionError, MatchRule
from engine.matching.values import kind_of
from engine.matching.vocabulary import ALIAS, END_RULE, SHAPE_KEY, check_distinct, check_shape, column_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_RULES: Final = 50
MAX_CONDITIONS: Final = 28
END_SHAPE: Final = -1
HEAD_SHAPE: Final = -2

_COMPARISONS: Final = frozenset({"eq", "neq", "lt", "lte", "gt", "gte"})
_PRESENCE: Final = frozenset({"ex", "nex"})

_Lowered = dict[str, object]


@dataclass(frozen=True, slots=True)
class Definition:
    """One engine ruleset: its JSON text, and the indices of the rules in it by the engine's rule name."""

    text: str
    rules: dict[str, int]
    shapes: frozenset[int]


def lower(rules: Sequence[MatchRule]) -> tuple[Definition, ...]:
    """Return the engine rulesets for ``rules``; raise DefinitionError for a rule outside the safe subset."""
    lowered = [_lower_rule(index, rule) for index, rule in enumerate(rules)]
    definitions = []
    for group in _groups(rules):
        body: dict[str, object] = {rule_name(index): lowered[index] for index in group}
        # The marker has the last priority: that it fires proves that the engine read the batch to its end.
        body[END_RULE] = {"all": [{ALIAS: {SHAPE_KEY: END_SHAPE}}], "pri": 2}
        columns = {column for index in group for column in _columns(rules[index])}
        names = {rule_name(index): index for index in group}
        check_distinct([*map(column_name, sorted(columns)), *names])
        text = json.dumps(body, separators=(",", ":"))
        definitions.append(Definition(text, names, frozenset(rules[index].shape for index in group)))
    return tuple(definitions)


def rule_name(index: int) -> str:
    """Return the engine's name of rule ``index``."""
    return f"r{index}"


def _lower_rule(index: int, rule: MatchRule) -> _Lowered:
    if len(rule.conditions) > MAX_CONDITIONS:
        message = f"rule {index} has {len(rule.conditions)} conditions, more than {MAX_CONDITIONS}"
        raise DefinitionError(message)
    terms: list[_Lowered] = [{SHAPE_KEY: check_shape(rule.shape)}]
    for condition in sorted(rule.conditions, key=_rank):
        terms += (term for term in _lower_condition(condition) if term not in terms)
    test = terms[0] if len(terms) == 1 else {"$and": terms}
    # cap: all rows that match come in one firing; the engine keeps 16 bits of it, so this is the largest.
    return {"all": [{ALIAS: test}], "cap": 65535, "pri": 1}


def _rank(condition: Condition) -> int:
    """Order conditions: the engine tests them in turn, and rules share the tests of their common beginnings.

    Equalities with a constant rule out most rows; comparisons of two columns are never shared.
    """
    if isinstance(condition.operand, Column):
        return 3
    return {"eq": 0, "nex": 2}.get(condition.operator, 1)


def _lower_condition(condition: Condition) -> Iterator[_Lowered]:
    """Yield the engine's terms for ``condition``.

    The column on the left needs no guard: the engine finds a comparison through the name of a column that the row
    has, so an absent one is false. An absent column on the right is read uninitialised and may match, so it is
    tested for presence first.
    """
    name = column_name(condition.column)
    operand = condition.operand
    if condition.operator in _PRESENCE:
        if operand is not None:
            message = f"{condition.operator} takes no operand, got {operand!r}"
            raise DefinitionError(message)
        yield {f"${condition.operator}": {name: 1}}
    elif condition.operator not in _COMPARISONS:
        message = f"unknown operator {condition.operator!r}"
        raise DefinitionError(message)
    elif isinstance(operand, Column):
        other = column_name(operand.index)
        yield {"$ex": {other: 1}}
        yield {f"${condition.operator}": {name: {"$m": other}}}
    else:
        kind_of(operand)
        yield {f"${condition.operator}": {name: operand}}


def _columns(rule: MatchRule) -> Iterator[int]:
    for condition in rule.conditions:
        yield condition.column
        if isinstance(condition.operand, Column):
            yield condition.operand.index


def _groups(rules: Sequence[MatchRule]) -> list[list[int]]:
    """Share the rules out over engine rulesets, the rules of one shape together where they fit."""
    by_shape: dict[int, list[int]] = {}
    for index, rule in enumerate(rules):
        by_shape.setdefault(rule.shape, []).append(index)
    groups: list[list[int]] = []
    for indices in by_shape.values():
        for start in range(0, len(indices), MAX_RULES):
            part = indices[start : start + MAX_RULES]
            home = next((group for group in groups if len(group) + len(part) <= MAX_RULES), None)
            if home is None:
                groups.append(part)
            else:
                home.extend(part)
    return groups
