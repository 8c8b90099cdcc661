"""Replaying cases: each facet asked again, and what came of it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from cli.asking import RefusedQuestion
from cli.cases.comparison import Difference, differences
from cli.cases.facets import Ask, CaseError, Question
from cli.cases.format import Case
from engine import EvaluationFault, RequestError, UnsupportedRequest


@dataclass(slots=True)
class Outcome:
    """What came of one case: where each facet differs, and why a facet has no answer."""

    case: Case
    facets: list[str]
    differing: dict[str, list[Difference]] = field(default_factory=dict)
    unanswered: dict[str, str] = field(default_factory=dict)
    expected: bool = False

    @property
    def agrees(self) -> bool:
        """Whether every facet was answered as recorded."""
        return not self.differing and not self.unanswered

    @property
    def failure(self) -> str:
        """Return why the case fails, "" if it does not: an expected failure that passes fails."""
        if self.expected:
            return "passes, though it is listed as an expected failure" if self.agrees else ""
        told = [f"{facet} differs" for facet in self.differing]
        told += [f"{facet}: {why}" for facet, why in self.unanswered.items()]
        return "; ".join(told)


def replayed(
    chosen: Iterable[tuple[Case, list[str]]], expected_failures: Collection[str], ask: Ask
) -> Iterator[Outcome]:
    """Yield what came of each case and its facets."""
    for case, facets in chosen:
        outcome = Outcome(case, facets, expected=case.id in expected_failures)
        question = Question(case.input, case.kubernetes, ask)
        for facet in facets:
            _answer(outcome, facet, question)
        yield outcome


def _answer(outcome: Outcome, facet: str, question: Question) -> None:
    expect = outcome.case.expect
    try:
        answered = question.answer(facet)
    except UnsupportedRequest as error:
        outcome.unanswered[facet] = f"not answered: {error}"
    except (CaseError, RequestError, RefusedQuestion) as error:
        outcome.unanswered[facet] = f"refused: {error}"
    except EvaluationFault as error:
        outcome.unanswered[facet] = f"fault: {error}"
    else:
        found = differences(facet, expect[facet], answered, expect)
        if found:
            outcome.differing[facet] = found
