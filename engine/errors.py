"""The three families of errors: mistakes in rule files, mistakes of a caller, and our own faults.

A denied object is none of these: it is a :class:`engine.verdict.Verdict`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One mistake in a rule file: where it stands (line and column count from 1), what is wrong, what to do."""

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Return ``file:line:column: message (hint)``."""
        text = f"{self.file}:{self.line}:{self.column}: {self.message}"
        return f"{text} ({self.hint})" if self.hint else text


class PolicyError(Exception):
    """Rule files that cannot be compiled, with every :class:`Problem` found, sorted by place."""

    def __init__(self, problems: list[Problem]) -> None:
        """Take the problems in any order."""
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """One mistake of a caller: the path of the field in the request, and what is wrong with its value.

    ``reason`` is the kind of mistake in a word of capitals, "" for a value that is simply not accepted.
    """

    field: str
    description: str
    reason: str = ""


class RequestError(Exception):
    """A request that cannot be evaluated because its caller made mistakes; all that were found."""

    def __init__(self, violations: list[FieldViolation]) -> None:
        """Take the violations in the order in which the request was read."""
        self.violations = tuple(violations)
        super().__init__("; ".join(f"{violation.field}: {violation.description}" for violation in violations))


class EvaluationFault(Exception):
    """A fault of ours while evaluating: never to be read as "allowed". The message names the rule where it is known."""


class Interrupted(Exception):
    """An evaluation that its caller no longer wants, or that took longer than it may: it has no answer."""


class UnsupportedRequest(Exception):
    """A request that is well formed, but asks for something the policy does not answer yet."""
