"""Checks that held: for each case that denies, a function that tells of a row which does not what was compared.

A check applies to a row where everything in its condition but the comparison of amounts is so, and no case before it
spoke. Only rows that no case of the rule denied are asked.
"""

from engine.language.checked import CheckedCase, CheckedRule
from engine.language.terms import Term
from engine.language.types import TEXT
from engine.lower.functions import FunctionWriter, case_terms


def write_held(writer: FunctionWriter, name: str, rule: CheckedRule, case: CheckedCase) -> None:
    """Write the function of a case, unless it compares no amounts, or not as one conjunction."""
    if case.effect.kind != "deny" or case.when is None or not any(map(_compares_amounts, _conjuncts(case.when))):
        return
    if any(_compares_within(part) for part in _conjuncts(case.when)):
        return
    earlier = [other for other in rule.cases if other.number < case.number]
    applies = _applies(writer, earlier, case.when)
    writer.begin(name, rule, [term for other in (*earlier, case) for term in case_terms(other)])
    writer.writer.line(1, f"if not ({applies}): return None")
    writer.writer.line(1, f"return {writer.explain(case)}, {writer.comparisons(case.when)}")


def _applies(writer: FunctionWriter, earlier: list[CheckedCase], when: Term) -> str:
    """Return the code of whether a check applies; each part may rely on those before it."""
    before = [f"not {writer.code.of(other.when)}" for other in earlier if other.when is not None]
    own = [writer.code.of(part) for part in _conjuncts(when) if not _compares_amounts(part)]
    return " and ".join([*before, *own]) or "True"


def _conjuncts(term: Term) -> list[Term]:
    if term.operation == "and":
        return [found for part in term.parts for found in _conjuncts(part)]
    return [term]


def _compares_within(term: Term) -> bool:
    """Whether a condition compares amounts below an alternative or a negation."""
    if term.operation in ("or", "not", "and"):
        return any(_compares_amounts(part) or _compares_within(part) for part in term.parts)
    return False


def _compares_amounts(term: Term) -> bool:
    if term.operation != "compare" or term.data == "in":
        return False
    return term.parts[0].type != TEXT and term.parts[0].type.numeric
