"""Recorded cases that hold rules to account: which of them a changed policy answers otherwise than was recorded."""

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from cli.cases.comparison import differences
from cli.cases.facets import CaseError, Question
from cli.cases.format import Case
from engine import EvaluationFault, Interrupted, Policy, Request, RequestError, UnsupportedRequest, Verdict
from engine.mutants import Mutant, RuleName
from engine.mutation import Mutation

MOST_SECONDS: Final = 20.0
"""How long a changed policy may take for one answer; one that takes longer does not answer as recorded."""


@dataclass
class Evidence:
    """Cases that the policy answers as recorded, with the facets that it does, and the rules that judged them.

    ``judged`` holds for each rule the cases in which it had facts to judge: those that told a change of it apart come
    first, the last of them before the others, then those in which it spoke.
    """

    cases: list[Case] = field(default_factory=list)
    facets: list[list[str]] = field(default_factory=list)
    judged: dict[RuleName, list[int]] = field(default_factory=dict)

    def told_apart(self, policy: Policy, mutant: Mutant, *, was_active: bool) -> str:
        """Return the id of the first case that a changed policy answers otherwise than was recorded, "" if none.

        :raises PolicyError: if the change is a mistake.
        """
        for number in self.of(mutant, was_active=was_active):
            case = self.cases[number]
            question = Question(case.input, case.kubernetes, _Asked(policy))
            if not all(_as_recorded(question, case, facet) for facet in self.facets[number]):
                for rule in mutant.concerns:
                    others = (one for one in self.judged.get(rule, ()) if one != number)
                    self.judged[rule] = [number, *others]
                return case.id
        return ""

    def of(self, mutant: Mutant, *, was_active: bool) -> list[int]:
        """Return the cases that may tell a mutant apart, those of one minor and operation together.

        A rule that was not active has judged none: then all cases of the minor may tell.
        """
        found = dict.fromkeys(number for rule in sorted(mutant.concerns) for number in self.judged.get(rule, ()))
        numbers: Iterable[int] = found if was_active else range(len(self.cases))
        order: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number in numbers:
            case = self.cases[number]
            if case.kubernetes in mutant.minors:
                order[case.kubernetes, case.operation].append(number)
        return [number for group in order.values() for number in group]


def evidence(mutation: Mutation, cases: Iterable[Case]) -> Evidence:
    """Return what the cases can tell: each is asked of the policy, which is watched."""
    found = Evidence()
    watch = mutation.watch
    spoke: dict[RuleName, list[int]] = defaultdict(list)
    silent: dict[RuleName, list[int]] = defaultdict(list)
    for case in cases:
        watch.judged.clear()
        watch.spoke.clear()
        question = Question(case.input, case.kubernetes, _Asked(mutation.policy))
        facets = [facet for facet in sorted(case.expect) if _as_recorded(question, case, facet)]
        if not facets:
            continue
        speakers = {(rule.ruleset, rule.rule) for rule, _ in watch.spoke}
        for name in dict.fromkeys((rule.ruleset, rule.rule) for rule in watch.judged):
            (spoke if name in speakers else silent)[name].append(len(found.cases))
        found.cases.append(case)
        found.facets.append(facets)
    found.judged = {name: spoke[name] + silent[name] for name in {**spoke, **silent}}
    return found


def ask_all(policy: Policy, cases: Iterable[Case]) -> None:
    """Ask a policy every facet of cases, whatever it answers: for those who watch it."""
    for case in cases:
        question = Question(case.input, case.kubernetes, _Asked(policy))
        for facet in case.expect:
            _as_recorded(question, case, facet)


class _Asked:
    """Asks a policy, which must answer in time."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __call__(self, request: Request) -> Verdict:
        end = time.monotonic() + MOST_SECONDS
        return self.policy.evaluate(request, lambda: time.monotonic() > end)


def _as_recorded(question: Question, case: Case, facet: str) -> bool:
    try:
        answered = question.answer(facet)
    except (UnsupportedRequest, CaseError, RequestError, EvaluationFault, Interrupted):
        return False
    return not differences(facet, case.expect[facet], answered, case.expect)
