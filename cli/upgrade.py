"""``podlaw upgrade``: what another Kubernetes minor answers otherwise, and the rule that makes the difference."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from cli.answers import Answer, answers
from cli.asking import Here, There
from cli.evaluate import readable
from cli.report import conclusions, message_text
from cli.rules_folder import rules_folder
from cli.text import counted, printable
from engine import Policy
from podlaw.v1 import policy_pb2 as pb

_NONE: Final = "-"
_SENTENCES: Final = ("refusal ", "warning ")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is answered otherwise: what it is, and its text before and after ("" for nothing)."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One object whose answer differs: the rule that makes the difference, and everything that changes."""

    kind: str
    namespace: str
    name: str
    place: str
    rule: str
    newly_refused: bool
    changes: tuple[Change, ...]


def run(options: argparse.Namespace) -> int:
    """Print what differs; return 1 if something is refused that was admitted, 2 if something has no answer, else 0."""
    documents = readable(options)
    if documents is None:
        return 2
    with There(options.server) if options.server else Here(lambda: Policy.load(rules_folder(options.rules))) as door:
        old, new = (list(answers(documents, minor, door, trace=True)) for minor in (options.before, options.after))
    unknown = [text for answer in (*old, *new) for at, text in answer.mistakes if at == "kubernetes"]
    if unknown:
        sys.stderr.write(f"podlaw: {printable(unknown[0])}\n")
        return 2
    pairs = list(zip(old, new, strict=True))
    minors = _minor(old, options.before), _minor(new, options.after)
    found = [d for before, after in pairs if (d := difference(before, after)) is not None]
    lost = [
        before if before.verdict is None else after
        for before, after in pairs
        if not before.verdict or not after.verdict
    ]
    write = _json if options.output == "json" else _text
    sys.stdout.write(write(found, lost, len(pairs), minors))
    return 2 if lost else int(any(one.newly_refused for one in found))


def _minor(found: Sequence[Answer], asked: str) -> str:
    """Return the minor that was answered for."""
    return next((answer.verdict.kubernetes for answer in found if answer.verdict is not None), asked)


def difference(old: Answer, new: Answer) -> Difference | None:
    """Return how two answers about one object differ, None if they do not."""
    if old.verdict is None or new.verdict is None:
        return None
    before, after = (dict(_told(answer.verdict)) for answer in (old, new) if answer.verdict is not None)
    changes = tuple(
        Change(what, before.get(what, ""), after.get(what, ""))
        for what in dict.fromkeys([*before, *after])
        if before.get(what, "") != after.get(what, "")
    )
    if not changes:
        return None
    subject = old.subject
    return Difference(
        subject.kind,
        subject.namespace,
        subject.name,
        subject.place,
        _cause(old.verdict, new.verdict),
        old.verdict.allowed and not new.verdict.allowed,
        changes,
    )


def _told(verdict: pb.Verdict) -> Iterator[tuple[str, str]]:
    """Yield all that is compared of a verdict: the outcome, what is refused, amounts and conclusions."""
    yield "outcome", "admitted" if verdict.allowed else f"refused by {verdict.stage} ({verdict.code})"
    seen: dict[str, int] = {}
    for violation in verdict.violations:
        text = message_text(violation)
        seen[text] = seen.get(text, 0) + 1
        yield f"refusal {text}" + (f" #{seen[text]}" if seen[text] > 1 else ""), text
    for value in verdict.values:
        yield value.path, value.value
    yield from conclusions(verdict.conclusions)
    yield from ((f"warning {text}", text) for text in verdict.warnings)


def _cause(before: pb.Verdict, after: pb.Verdict) -> str:
    """Return the rule that makes the difference: the first that speaks in one minor only, or says something else.

    A rule that a minor brought or ended comes before one that only says otherwise what others made of the object.
    """
    firings = [_firings(verdict) for verdict in (before, after)]
    spoken: dict[tuple[str, str], str] = {}
    for own, others in (firings, reversed(firings)):
        for said, rule in own.items():
            if said not in others:
                spoken.setdefault((rule.ruleset, rule.rule), _rule_text(rule))
    dated = [text for text in spoken.values() if "(since" in text or "(until" in text]
    return next(iter(dated or spoken.values()), "(no rule tells)")


def _firings(verdict: pb.Verdict) -> Mapping[str, pb.RuleReference]:
    """Return what each rule said, in the order of the policy."""
    messages: dict[tuple[str, str, int], list[str]] = {}
    for violation in (*verdict.violations, *verdict.unreported):
        rule = violation.rule
        messages.setdefault((rule.ruleset, rule.rule, rule.case), []).append(message_text(violation))
    found = {}
    for firing in verdict.trace:
        rule = firing.rule
        denied = sorted(messages.get((rule.ruleset, rule.rule, rule.case), ())) if firing.effect == "deny" else []
        said = (rule.ruleset, rule.rule, firing.effect, sorted(firing.bindings.items()), firing.target, firing.value)
        found[repr((said, denied))] = rule
    return found


def _rule_text(rule: pb.RuleReference) -> str:
    since, until = rule.since, rule.until
    words = " ".join(text for text in (since and f"since {since}", until and f"until {until}") if text)
    return f"{rule.ruleset}: {rule.rule}{f' ({words})' if words else ''}, {rule.file}:{rule.line}"


def _text(found: Sequence[Difference], lost: Sequence[Answer], asked: int, minors: tuple[str, str]) -> str:
    lines = []
    for rule in dict.fromkeys(one.rule for one in found):
        own = [one for one in found if one.rule == rule]
        lines += [rule]
        for one in own:
            lines += ["", f"  {one.namespace}/{one.name}  [{one.place}, {one.kind}]"]
            lines += [f"    {line}" for line in _table(one.changes, minors)]
        lines += [""]
    for answer in lost:
        told = "; ".join(text for _, text in answer.mistakes)
        lines += [f"NOT EVALUATED {answer.subject.namespace}/{answer.subject.name}: {told}", ""]
    refused = sum(one.newly_refused for one in found)
    differing = f"{len(found)} answered otherwise by Kubernetes {minors[1]} than by {minors[0]}"
    were = "was" if refused == 1 else "were"
    lines.append(f"{counted(asked, 'object')}, {differing}: {refused} refused that {were} admitted")
    return "".join(f"{printable(line).rstrip()}\n" for line in lines)


def _table(changes: Sequence[Change], minors: tuple[str, str]) -> Iterator[str]:
    """Yield old and new values side by side, then what is said under one of the minors only."""
    said = [one for one in changes if one.what.startswith(_SENTENCES)]
    rows = [("", *minors), *((c.what, c.before or _NONE, c.after or _NONE) for c in changes if c not in said)]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for what, before, after in rows if len(rows) > 1 else ():
        yield f"{what.ljust(widths[0])}  {before.ljust(widths[1])}  {after}"
    for one in said:
        minor = minors[0] if one.before else minors[1]
        yield f"{one.what.partition(' ')[0]} under {minor} only: {one.before or one.after}"


def _json(found: Sequence[Difference], lost: Sequence[Answer], asked: int, minors: tuple[str, str]) -> str:
    data: dict[str, Any] = {
        "from": minors[0],
        "to": minors[1],
        "objects": asked,
        "notEvaluated": [answer.subject.place for answer in lost],
        "rules": [
            {"rule": rule, "objects": [_entry(one) for one in found if one.rule == rule]}
            for rule in dict.fromkeys(one.rule for one in found)
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _entry(one: Difference) -> dict[str, Any]:
    held = asdict(one)
    held["newlyRefused"] = held.pop("newly_refused")
    held.pop("rule")
    return held
