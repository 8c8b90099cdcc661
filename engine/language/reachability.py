"""Reachability: cases that can never speak, because their condition never holds or an earlier case always speaks first.

What is found is sure: a case that is not told of may still be one that never speaks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.errors import Problem
from engine.language.checked import CheckedCase, CheckedRule
from engine.language.formulas import MOST_PARTS, Budget, Formula, formula, named
from engine.language.source import Place
from engine.language.terms import Term
from engine.language.types import FLOAT64, TEXT, TRUTH

OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
Found = dict[Place, Problem | None]
"""By the place of each case: why it can never speak (or why no case after it can); None if nothing is wrong."""


def found_in(rules: Iterable[CheckedRule]) -> Found:
    """Return what is wrong with the cases of the rules that are active for one minor."""
    found: Found = {}
    budget = Budget()
    for rule in rules:
        formulas = [formula(case.when) if case.when is not None else None for case in rule.cases]
        always = next((case for case in rule.cases if _is_always(rule, case)), None)
        for number, case in enumerate(rule.cases):
            problem = _after(always, case) or _certain(rule, case, last=number == len(rule.cases) - 1)
            found[case.place] = problem or _covered(rule, number, formulas, budget)
    return found


def in_every(minors: Iterable[Found]) -> list[Problem]:
    """Return the problems that cases have in every minor in which they are active."""
    by_case: dict[Place, list[Problem | None]] = {}
    for found in minors:
        for place, problem in found.items():
            by_case.setdefault(place, []).append(problem)
    return [told[0] for told in by_case.values() if told[0] is not None and all(p is not None for p in told)]


def _after(always: CheckedCase | None, case: CheckedCase) -> Problem | None:
    if always is None or always.number >= case.number:
        return None
    return case.place.problem(
        f"this case can never speak: {_called(always)} has no `when`, so it always speaks first",
        f"put this case before case {always.number}, or give that one a `when`",
    )


def _certain(rule: CheckedRule, case: CheckedCase, *, last: bool) -> Problem | None:
    certain = known(case.when) if case.when is not None else None
    if certain is False:
        message = "this case can never speak: its condition never holds"
        return _own_place(rule, case).problem(message, "mend the condition, or leave the case out")
    if certain is True and not last:
        message = "this condition always holds, so no later case can speak"
        return _own_place(rule, case).problem(message, "mend the condition, or put the case last without `when`")
    return None


def _covered(rule: CheckedRule, number: int, formulas: list[Formula | None], budget: Budget) -> Problem | None:
    case, own = rule.cases[number], formulas[number]
    for earlier, other in zip(rule.cases[:number], formulas[:number], strict=True):
        if own is not None and other is not None and budget.implies(own, other):
            message = f"this case can never speak: {_called(earlier)} holds whenever it does"
            hint = f"put this case before case {earlier.number}, or mend its condition"
            return _own_place(rule, case).problem(message, hint)
    return None


def _called(case: CheckedCase) -> str:
    return f"case {case.number} (line {case.place.line})"


def _own_place(rule: CheckedRule, case: CheckedCase) -> Place:
    """Return where a case's own condition stands; where it has none, that of its rule, or the case."""
    written = next((one.when for one in rule.rule.cases if one.number == case.number), None) or rule.rule.when
    return written.place if written is not None else case.place


def _is_always(rule: CheckedRule, case: CheckedCase) -> bool:
    """Whether a case has no condition of its own: it speaks whenever the rule does."""
    return all(one.when is None for one in rule.rule.cases if one.number == case.number)


def known(term: Term) -> bool | None:
    """Return whether a condition always holds (True) or never does (False); None if it depends on the facts."""
    if term.definition is not None:
        return known(term.definition)
    if term.operation == "constant" and term.type == TRUTH:
        return bool(term.data)
    if term.operation == "not":
        inner = known(term.parts[0])
        return None if inner is None else not inner
    if term.operation in ("and", "or"):
        return _known_of_many(term)
    return _known_comparison(term)


def _known_of_many(term: Term) -> bool | None:
    deciding = term.operation == "or"
    answers = [known(part) for part in term.parts]
    if deciding in answers:
        return deciding
    if all(answer is not None for answer in answers):
        return not deciding
    parts = [part for part, answer in zip(term.parts, answers, strict=True) if answer is None]
    inner = [leaf for part in parts for leaf in _flat(part, term.operation)]
    for number, left in enumerate(inner[:MOST_PARTS]):
        if any(_opposed(left, right) for right in inner[:number]):
            return deciding
    return _disjoint(inner) if term.operation == "and" else None


def _flat(term: Term, operation: str) -> Iterator[Term]:
    if term.definition is not None:
        yield from _flat(term.definition, operation)
    elif term.operation == operation:
        for part in term.parts:
            yield from _flat(part, operation)
    else:
        yield term


def _known_comparison(term: Term) -> bool | None:
    if term.operation != "compare":
        return None
    left, right = (named(part) for part in term.parts)
    if term.data == "in":
        whole = right.operation == "list" and all(part.operation == "constant" for part in right.parts)
        if whole and not right.parts:
            return False
        return left.data in [part.data for part in right.parts] if whole and left.operation == "constant" else None
    if left.operation == right.operation == "constant":
        return ORDERS[term.data](left.data, right.data)
    same = left.type != FLOAT64 and left.identity() == right.identity()
    return term.data in ("=", "<=", ">=") if same else None


def _opposed(left: Term, right: Term) -> bool:
    """Whether of two conditions one holds exactly where the other does not."""
    left, right = named(left), named(right)
    for one, other in ((left, right), (right, left)):
        if one.operation == "not" and named(one.parts[0]).identity() == other.identity():
            return True
    if left.operation != right.operation or left.operation not in ("test", "compare"):
        return False
    if [part.identity() for part in left.parts] != [part.identity() for part in right.parts]:
        return False
    if left.operation == "test":
        return {left.data, right.data} == {"absent", "present"}
    orders = left.parts[0].type == FLOAT64 and not {left.data, right.data} <= {"=", "!="}
    return not orders and OPPOSITES.get(left.data) == right.data


def _disjoint(parts: list[Term]) -> bool | None:
    """Return False if comparisons of one value with constants cannot hold together, None if they may."""
    bounds: dict[str, list[tuple[str, Any]]] = {}
    for part in parts:
        if part.operation == "compare" and part.data in OPPOSITES:
            value, constant = (named(side) for side in part.parts)
            if constant.operation == "constant" and value.operation != "constant":
                bounds.setdefault(value.identity(), []).append((part.data, constant))
    return False if any(_none_meets(tests) for tests in bounds.values()) else None


def _none_meets(tests: list[tuple[str, Any]]) -> bool:
    """Whether no value meets all tests: one that must be equal fails another, or a least one lies above a most one."""
    for word, constant in tests:
        if word == "=" and not all(ORDERS[other](constant.data, one.data) for other, one in tests):
            return True
    if any(constant.type == TEXT for _, constant in tests):
        return False
    lows = [(constant.data, word) for word, constant in tests if word in (">", ">=")]
    highs = [(constant.data, word) for word, constant in tests if word in ("<", "<=")]
    return any(
        low > high or (low == high and (above, below) != (">=", "<=")) for low, above in lows for high, below in highs
    )
