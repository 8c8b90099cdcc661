"""``podlaw explain``: in plain words, what was declared, what was added and by whom, what was checked, what follows."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cli.answers import Answer, exit_status
from cli.evaluate import asked, readable
from cli.origins import origin_text
from cli.plain import plain_line
from cli.report import accepted, conclusions, message_text, summary
from cli.styled import Terminal, is_terminal
from cli.text import counted
from podlaw.v1 import policy_pb2 as pb


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A heading and what stands under it, each line with its depth."""

    heading: str
    lines: list[tuple[int, str]]


def run(options: argparse.Namespace) -> int:
    """Print an explanation of each answer; return what ``evaluate`` returns."""
    documents = readable(options)
    if documents is None:
        return 2
    found = []
    terminal = Terminal() if is_terminal() else None
    for answer in asked(documents, options, trace=True):
        found.append(answer)
        _write(answer, terminal)
    _line(summary(found, documents), terminal, "bold")
    return exit_status(found)


def _write(answer: Answer, terminal: Terminal | None) -> None:
    subject = answer.subject
    title = f"{subject.kind} {subject.namespace}/{subject.name}"
    made = f" of {subject.owner}" if subject.owner else ""
    _line(f"{title}{made}  [{subject.place}]", terminal, "bold")
    for paragraph in explanation(answer):
        _line(f"  {paragraph.heading}", terminal, "cyan")
        for depth, text in paragraph.lines:
            _line("  " * (depth + 2) + text, terminal)
    _line("", terminal)


def _line(text: str, terminal: Terminal | None, style: str = "") -> None:
    if terminal is None:
        sys.stdout.write(plain_line(text))
    else:
        terminal.line(text, style)


def explanation(answer: Answer) -> list[Paragraph]:
    """Return the explanation of one answer."""
    verdict = answer.verdict
    if verdict is None:
        told = [(0, f"{path}: {text}" if path else text) for path, text in answer.mistakes]
        return [Paragraph("It could not be evaluated:", told)]
    paragraphs = [
        Paragraph("What it declares:", list(_declared(verdict.values))),
        Paragraph("What was added:", list(_added(verdict.values))),
        Paragraph("What it was judged by:", list(_judges(answer))),
        Paragraph("What was checked:", list(_checked(verdict))),
        Paragraph("What Kubernetes would not have come to, but is wrong as well:", list(_denials(verdict.unreported))),
        Paragraph("What there is to remark:", [(0, warning) for warning in verdict.warnings]),
        Paragraph("What follows:", [(0, f"{name}: {text}") for name, text in conclusions(verdict.conclusions)]),
        Paragraph("Which rules took effect, in order:", list(_firings(verdict.trace))),
        Paragraph(_outcome(verdict), []),
    ]
    return [paragraph for paragraph in paragraphs if paragraph.lines] + paragraphs[-1:]


def _judges(answer: Answer) -> Iterator[tuple[int, str]]:
    for limit_range in answer.limit_ranges:
        if limit_range is not answer.subject:
            yield 0, f"{limit_range.kind} {limit_range.name} [{limit_range.place}]"


def _declared(values: Iterable[pb.Value]) -> Iterator[tuple[int, str]]:
    """Yield a line for each subject and list: what its author wrote there."""
    lists: dict[tuple[str, str], list[str]] = {}
    for value in values:
        if value.origin.kind == pb.ORIGIN_KIND_DECLARED:
            lists.setdefault((value.subject, value.list), []).append(f"{value.resource} {value.value}")
    for (subject, name), amounts in lists.items():
        yield 0, f"{subject}: {name} {', '.join(amounts)}"


def _added(values: Iterable[pb.Value]) -> Iterator[tuple[int, str]]:
    """Yield two lines for each value that a rule brought: from where, and by which rule."""
    for value in values:
        if value.origin.kind != pb.ORIGIN_KIND_DECLARED:
            yield 0, f"{value.subject}: {value.list} {value.resource} {value.value}, {origin_text(value.origin)}"
            origin = value.origin
            yield 1, f"by {_rule(origin.rule)}"
            while origin.HasField("earlier"):
                origin = origin.earlier
                if origin.HasField("rule"):
                    yield 1, f"and before that by {_rule(origin.rule)}"


def _checked(verdict: pb.Verdict) -> Iterator[tuple[int, str]]:
    """Yield what each check that did not hold found, then each comparison of amounts that passed, with its numbers."""
    yield from _denials(verdict.violations)
    for check in verdict.checks:
        about = check.explanation
        subject = " ".join(part for part in (about.subject, about.resource) if part)
        by = f" of LimitRange {about.limit_range}" if about.limit_range else ""
        numbers = f"{about.observed} against {about.bound}" if about.observed and about.bound else about.observed
        told = f" ({numbers})" if numbers else ""
        yield 0, f"passed: {check.rule.rule}{by}: {subject or 'the object'}{told}"
        for comparison in check.comparisons:
            yield 1, f"not so: {_comparison(comparison)}"
    others = "every other check" if verdict.violations or verdict.unreported or verdict.checks else "every check"
    yield 0, f"{others} of policy {verdict.policy_version} found nothing to deny"


def _denials(violations: Iterable[pb.Violation]) -> Iterator[tuple[int, str]]:
    for violation in violations:
        about = violation.explanation
        yield 0, f"does not hold: {message_text(violation)}"
        where = " ".join(part for part in (about.subject, about.resource) if part)
        if about.observed or about.bound:
            yield 1, f"{where or 'it'} has {about.observed or 'nothing'}, the bound is {about.bound or 'not said'}"
        if about.limit_range:
            yield 1, f"set by LimitRange {about.limit_range}{', item ' + about.item if about.item else ''}"
        if about.at:
            yield 1, f"it would hold with {accepted(about)}"
        for comparison in violation.comparisons:
            yield 1, f"compared: {_comparison(comparison)}"
        if violation.rule.file:
            yield 1, f"by {_rule(violation.rule)}"


def _firings(trace: Iterable[pb.Firing]) -> Iterator[tuple[int, str]]:
    for firing in trace:
        names = ", ".join(f"{name} {text}" for name, text in sorted(firing.bindings.items()) if text)
        result = " = ".join(part for part in (firing.target, firing.value) if part)
        what = f"{firing.effect} {result}" if result else firing.effect
        yield 0, f"{firing.stage}: {what} by {_rule(firing.rule)}{' for ' + names if names else ''}"


def _comparison(comparison: pb.Comparison) -> str:
    written = f"{comparison.left} {comparison.operator} {comparison.right}"
    return f"{written}: {comparison.left_value} {comparison.operator} {comparison.right_value}"


def _rule(rule: pb.RuleReference) -> str:
    return f"the rule `{rule.rule}` of {rule.ruleset}, case {rule.case} ({rule.file}:{rule.line})"


def _outcome(verdict: pb.Verdict) -> str:
    by = f"Kubernetes {verdict.kubernetes}"
    if verdict.allowed:
        return f"So {by} admits it."
    reasons = counted(len(verdict.violations), "reason")
    return f"So {by} refuses it in stage {verdict.stage} with code {verdict.code}, for {reasons}."
