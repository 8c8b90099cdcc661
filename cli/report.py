"""Verdicts as text for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cli.documents import Manifest
from cli.frames import printable
from podlaw.v1 import policy_pb2 as pb

_KINDS: Final = {"limitRanges": "LimitRange"}
_DIGEST_SHOWN: Final = 12
_HEADINGS: Final = ("subject", "resource", "list", "value", "where it came from")


def verdict(pod: Manifest, answer: pb.Verdict) -> str:
    """Return all that is to be said of one pod: the outcome, the values, the conclusions, each refusal."""
    if answer.allowed:
        heading = f"{_name(pod)}: ADMITTED"
    else:
        heading = f"{_name(pod)}: REFUSED by {answer.stage} ({answer.code})"
    return _lines(
        [
            f"{heading}  [{pod.place}]",
            *_values(answer.values),
            *_conclusions(answer.conclusions),
            *_labelled(("warning", text) for text in answer.warnings),
            *_refusals("refused", answer.violations),
            *_refusals("also wrong, though Kubernetes would not have reached it", answer.unreported),
        ]
    )


def mistake(pod: Manifest, message: str, violations: Sequence[tuple[str, str]]) -> str:
    """Return what is to be said of a pod that could not be evaluated."""
    told = [f"{field}: {text}" if field else text for field, text in violations] or [message]
    return _lines([f"{_name(pod)}: NOT EVALUATED  [{pod.place}]", *(f"  {line}" for line in told)])


def summary(answers: Sequence[pb.Verdict | None]) -> str:
    """Return the closing line: how many of what, and by which policy."""
    given = [answer for answer in answers if answer is not None]
    admitted = sum(answer.allowed for answer in given)
    counts = [f"{admitted} admitted", f"{len(given) - admitted} refused"]
    if len(given) < len(answers):
        counts.append(f"{len(answers) - len(given)} not evaluated")
    line = f"{counted(len(answers), 'pod')}: {', '.join(counts)}"
    for answer in given[:1]:
        digest = answer.policy_digest[:_DIGEST_SHOWN]
        line += f" (Kubernetes {answer.kubernetes}, policy {answer.policy_version} {digest})"
    return _lines([line])


def counted(number: int, what: str) -> str:
    """Return the number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _name(pod: Manifest) -> str:
    return f"{pod.namespace}/{pod.name}"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{printable(line).rstrip()}\n" for line in lines)


def _values(values: Iterable[pb.Value]) -> Iterator[str]:
    rows = [
        (value.subject or "(pod)", value.resource, value.list, value.value, _origin(value.origin)) for value in values
    ]
    if not rows:
        yield "  no values"
        return
    table = [_HEADINGS, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(_HEADINGS))]
    for row in table:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))


def _origin(origin: pb.Origin) -> str:
    """Say where a value came from, and in brackets which line of the policy brought it."""
    text = _source(origin)
    return f"{text} ({origin.rule.file}:{origin.rule.line})" if origin.HasField("rule") else text


def _source(origin: pb.Origin) -> str:
    match origin.kind:
        case pb.ORIGIN_KIND_COPIED:
            text = f"copied from {_field(origin.source)}"
        case pb.ORIGIN_KIND_FILLED:
            text = f"filled by {_object(origin)} {_field(origin.source)}"
        case _:
            return "declared"
    if origin.HasField("earlier") and origin.earlier.source:
        text += f", which was {_earlier(origin.earlier)}"
    return text


def _earlier(origin: pb.Origin) -> str:
    """Say how the field that gave a value came to be, when the object it stands in was stored."""
    text = f"set from {_field(origin.source)} when it was stored"
    if origin.HasField("earlier") and origin.earlier.source:
        text += f", which was {_earlier(origin.earlier)}"
    return text


def _object(origin: pb.Origin) -> str:
    kind = _KINDS.get(origin.source.partition("[")[0], "")
    return f"{kind} {origin.source_name}".strip()


def _field(path: str) -> str:
    """Return a path within its object: without the input that it begins with, nor the container's own prefix."""
    _, found, rest = path.rpartition(".resources.")
    if found:
        return rest
    head, dot, rest = path.partition(".")
    return rest if dot and head.partition("[")[0] in _KINDS else path


def _conclusions(conclusions: pb.Conclusions) -> Iterator[str]:
    entries: list[tuple[str, str]] = []
    for field, value in conclusions.ListFields():
        if field.name == "more":
            entries += [(name, other.text or _amounts(other.entries)) for name, other in value.items()]
        else:
            entries.append((field.json_name, value if isinstance(value, str) else _amounts(value)))
    first = {text: name for name, text in reversed(entries)}
    return _labelled((name, text) for name, text in entries if first[text] == name)


def _amounts(amounts: dict[str, str]) -> str:
    return ", ".join(f"{name} {amounts[name]}" for name in sorted(amounts))


def _labelled(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for label, text in entries:
        yield f"  {label}: {text}"


def _refusals(heading: str, violations: Sequence[pb.Violation]) -> Iterator[str]:
    if violations:
        yield f"  {heading}:"
    for violation in violations:
        yield f"    {_message(violation)}"
        for label, text in _reasons(violation):
            yield f"      {label:<10}  {text}"


def _message(violation: pb.Violation) -> str:
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
    yield from sorted(about.more.items())
    for comparison in violation.comparisons:
        written = f"{comparison.left} {comparison.operator} {comparison.right}"
        yield "compared", f"{written}: {comparison.left_value} {comparison.operator} {comparison.right_value}"
