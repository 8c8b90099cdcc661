"""What is to be said of an answer: the parts of a report, whatever it is shown on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from cli.answers import Answer
from cli.documents import Documents
from cli.orders import told
from cli.origins import origin_text
from cli.subjects import KINDS, LIMIT_RANGE, POD, Subject
from cli.text import counted
from podlaw.v1 import policy_pb2 as pb

HEADINGS: Final = ("subject", "resource", "list", "value", "where it came from")
_PLURALS: Final = {POD: "pod"}
_DIGEST_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Refusal:
    """One denial: its text, and what there is to know of it by label."""

    message: str
    reasons: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said of one subject."""

    name: str
    outcome: str
    detail: str
    place: str
    values: list[tuple[str, ...]] | None = None
    notes: list[tuple[str, str]] = field(default_factory=list)
    refusals: list[tuple[str, list[Refusal]]] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


def report(answer: Answer, orders: bool = False) -> Report:
    """Return what is to be said of one subject: the outcome, the values, the conclusions, each refusal.

    ``orders``: what every order of its LimitRanges answers was asked for.
    """
    subject, verdict = answer.subject, answer.verdict
    name, place = f"{subject.namespace}/{subject.name}", _place(subject)
    if verdict is None:
        mistakes = [f"{path}: {text}" if path else text for path, text in answer.mistakes]
        return Report(name, "NOT EVALUATED", "", place, mistakes=mistakes)
    outcome, detail = ("ADMITTED", "") if verdict.allowed else ("REFUSED", f"by {verdict.stage} ({verdict.code})")
    return Report(
        name,
        outcome,
        detail,
        place,
        values=list(_values(verdict.values)) if subject.kind == POD or verdict.values else None,
        notes=[
            *conclusions(verdict.conclusions),
            *told(
                answer.orders, [one.name for one in answer.limit_ranges] if subject.kind != LIMIT_RANGE else [], orders
            ),
            *(("warning", text) for text in verdict.warnings),
        ],
        refusals=[
            (heading, list(map(_refusal, violations)))
            for heading, violations in (
                ("refused", verdict.violations),
                ("also wrong, though Kubernetes would not have reached it", verdict.unreported),
            )
            if violations
        ],
    )


def summary(answers: Sequence[Answer], documents: Documents) -> str:
    """Return the closing line: how many of what, what was passed over, and by which policy."""
    parts = []
    for kind in KINDS:
        own = [answer for answer in answers if answer.subject.kind == kind]
        if own:
            parts.append(f"{counted(len(own), _PLURALS.get(kind, kind))}: {_outcomes(own)}")
    if documents.passed_over:
        kinds = sorted(documents.passed_over.items())
        parts.append("passed over: " + ", ".join(f"{number} {kind}" for kind, number in kinds))
    return "; ".join(parts) + _policy(answers)


def _outcomes(answers: Sequence[Answer]) -> str:
    refused = sum(answer.refused for answer in answers)
    lost = sum(answer.verdict is None for answer in answers)
    counts = [f"{len(answers) - refused - lost} admitted", f"{refused} refused"]
    return ", ".join([*counts, f"{lost} not evaluated"] if lost else counts)


def _policy(answers: Iterable[Answer]) -> str:
    for answer in answers:
        if answer.verdict is not None:
            given = answer.verdict
            digest = given.policy_digest[:_DIGEST_SHOWN]
            return f" (Kubernetes {given.kubernetes}, policy {given.policy_version} {digest})"
    return ""


def _place(subject: Subject) -> str:
    about = f"{subject.kind} of {subject.owner}" if subject.owner else "" if subject.kind == POD else subject.kind
    return f"{subject.place}, {about}" if about else subject.place


def _values(values: Iterable[pb.Value]) -> Iterator[tuple[str, ...]]:
    for value in values:
        origin = origin_text(value.origin)
        if value.origin.HasField("rule"):
            origin += f" ({value.origin.rule.file}:{value.origin.rule.line})"
        yield value.subject or "(pod)", value.resource, value.list, value.value, origin


def conclusions(found: pb.Conclusions) -> Iterator[tuple[str, str]]:
    """Yield the conclusions by name, as text; of those that say the same, only the first."""
    entries: list[tuple[str, str]] = []
    for descriptor, value in found.ListFields():
        if descriptor.name == "more":
            entries += [(name, _other(value[name])) for name in sorted(value)]
        else:
            entries.append((descriptor.json_name, value if isinstance(value, str) else amounts(value)))
    first = {text: name for name, text in reversed(entries)}
    return ((name, text) for name, text in entries if first[text] == name)


def _other(conclusion: pb.OtherConclusion) -> str:
    return conclusion.text or ", ".join(conclusion.items) or amounts(dict(conclusion.entries))


def amounts(found: dict[str, str]) -> str:
    """Return values by name as text."""
    return ", ".join(f"{name} {found[name]}" for name in sorted(found))


def accepted(about: pb.Explanation) -> str:
    """Return which values of which field a check accepts."""
    bounds = [(word, bound) for word, bound in (("at least", about.at_least), ("at most", about.at_most)) if bound]
    return f"{about.at} {' and '.join(f'{word} {bound}' for word, bound in bounds)}".rstrip()


def _refusal(violation: pb.Violation) -> Refusal:
    return Refusal(message_text(violation), list(_reasons(violation)))


def message_text(violation: pb.Violation) -> str:
    """Return what Kubernetes says; of an error of a field also the field and the type."""
    return f"{violation.field}: {violation.message} ({violation.type})" if violation.field else violation.message


def _reasons(violation: pb.Violation) -> Iterator[tuple[str, str]]:
    rule, about = violation.rule, violation.explanation
    if rule.file:
        yield "rule", f"{rule.ruleset} {rule.version}, {rule.rule}, case {rule.case}: {rule.file}:{rule.line}"
    if about.limit_range:
        yield "LimitRange", f"{about.limit_range}{', item ' + about.item if about.item else ''}"
    subject = " ".join(part for part in (about.subject, about.resource) if part)
    if subject:
        yield "subject", subject
    if about.observed or about.bound:
        yield "numbers", f"observed {about.observed}, bound {about.bound}"
    if about.at:
        yield "accepted", accepted(about)
    yield from sorted(about.more.items())
    for comparison in violation.comparisons:
        written = f"{comparison.left} {comparison.operator} {comparison.right}"
        yield "compared", f"{written}: {comparison.left_value} {comparison.operator} {comparison.right_value}"
