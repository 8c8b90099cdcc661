"""Everything that a policy answers about some inputs: all questions for which these suffice, each of all there is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import FieldViolation, RequestError
from engine.language.policy_file import Question
from engine.policy import Policy
from engine.verdict import Request, Verdict


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question: ``about`` is the place of what it was asked of in a list, or one of several texts.

    Without a verdict ``refused`` says why there is none.
    """

    question: str
    about: str = ""
    verdict: Verdict | None = None
    refused: tuple[FieldViolation, ...] = ()


def report(
    policy: Policy, inputs: Mapping[str, Any], minor: str = "", interrupted: Callable[[], bool] | None = None
) -> Iterator[Answer]:
    """Yield the answers to all questions for which the inputs suffice, on one minor ("" for the default).

    :raises RequestError: for a minor that is not known at all.
    :raises Interrupted: once ``interrupted`` says that no answer is wanted any more.
    :raises EvaluationFault: if the fault is ours.
    """
    asked = policy.minor(minor)
    for question, part in policy.asked():
        if question.as_given:  # about a step of admission alone
            continue
        if asked not in part.minors:
            known = f"`{asked}` is not known; known minors: {', '.join(part.minors)}"
            yield Answer(question.name, refused=(FieldViolation("kubernetes", known),))
            continue
        looked_at = part.reads(question.name, asked)
        for about, given in _each(question, inputs):
            if all(given.get(name) is not None for name in question.needs):
                used = {name: value for name, value in given.items() if name in looked_at or name in question.needs}
                yield _answer(part, Request(used, asked, question=question.name), about, interrupted)


def _answer(part: Policy, request: Request, about: str, interrupted: Callable[[], bool] | None) -> Answer:
    try:
        return Answer(request.question, about, part.evaluate(request, interrupted))
    except RequestError as error:
        return Answer(request.question, about, refused=tuple(error.violations))


def _each(question: Question, inputs: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what a question is asked of, with the inputs that it is given then."""
    if isinstance(question.of, tuple) and question.each not in inputs:
        for text in question.of:
            yield text, {**inputs, question.each: text}
    elif isinstance(question.of, str) and isinstance(inputs.get(question.of), list):
        for number, one in enumerate(inputs[question.of]):
            yield f"{question.of}[{number}]", {**inputs, question.each: one}
    else:
        yield "", inputs
