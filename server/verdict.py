"""The engine's verdict to a ``Verdict`` message."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.verdict import Check, Comparison, Firing, Origin, RuleReference, Value, Verdict, Violation
from podlaw.v1 import policy_pb2 as pb
from server.manifests import encode

_EXPLANATION = {field.json_name: field.name for field in pb.Explanation.DESCRIPTOR.fields if field.name != "more"}
_CONCLUSIONS = {field.json_name: field for field in pb.Conclusions.DESCRIPTOR.fields if field.name != "more"}


def verdict_message(verdict: Verdict) -> pb.Verdict:
    """Return the message that says everything the verdict says."""
    return pb.Verdict(
        allowed=verdict.allowed,
        stage=verdict.stage,
        code=verdict.code,
        violations=map(_violation, verdict.violations),
        unreported=map(_violation, verdict.unreported),
        values=map(_value, verdict.values),
        conclusions=_conclusions(verdict.conclusions),
        warnings=verdict.warnings,
        kubernetes=verdict.kubernetes,
        policy_version=verdict.policy_version,
        policy_digest=verdict.policy_digest,
        pod=_manifest(verdict.objects.get("pod")),
        trace=map(_firing, verdict.trace),
        persistent_volume_claim=_manifest(verdict.objects.get("persistentVolumeClaim")),
        limit_ranges=_limit_ranges(verdict.objects),
        checks=map(_check, verdict.checks),
    )


def _limit_ranges(objects: Mapping[str, Any]) -> list[pb.Manifest]:
    """Return the LimitRanges where they are what was asked about."""
    if {"pod", "persistentVolumeClaim"} & set(objects):
        return []
    return [pb.Manifest(manifest=encode(value)) for value in objects.get("limitRanges") or ()]


def _manifest(value: Any) -> pb.Manifest | None:
    return None if value is None else pb.Manifest(manifest=encode(value))


def _reference(rule: RuleReference) -> pb.RuleReference:
    return pb.RuleReference(
        ruleset=rule.ruleset,
        version=rule.version,
        rule=rule.rule,
        case=rule.case,
        file=rule.file,
        line=rule.line,
    )


def _comparisons(comparisons: Iterable[Comparison]) -> list[pb.Comparison]:
    return [
        pb.Comparison(
            left=comparison.left,
            operator=comparison.operator,
            right=comparison.right,
            left_value=comparison.left_value,
            right_value=comparison.right_value,
        )
        for comparison in comparisons
    ]


def _violation(violation: Violation) -> pb.Violation:
    return pb.Violation(
        stage=violation.stage,
        message=violation.message,
        field=violation.field,
        type=violation.type,
        rule=_reference(violation.rule),
        explanation=_explanation(violation.explanation),
        comparisons=_comparisons(violation.comparisons),
        reported=violation.reported,
        root=violation.root,
    )


def _explanation(roles: Mapping[str, str]) -> pb.Explanation:
    message = pb.Explanation()
    for role, text in roles.items():
        if role in _EXPLANATION:
            setattr(message, _EXPLANATION[role], text)
        else:
            message.more[role] = text
    return message


def _value(value: Value) -> pb.Value:
    return pb.Value(
        path=value.path,
        subject=value.subject,
        list=value.list,
        resource=value.resource,
        value=value.value,
        origin=_origin(value.origin),
    )


def _origin(origin: Origin) -> pb.Origin:
    return pb.Origin(
        kind=f"ORIGIN_KIND_{origin.kind.upper()}",
        source=origin.source,
        source_name=origin.source_name,
        rule=None if origin.rule is None else _reference(origin.rule),
        earlier=None if origin.earlier is None else _origin(origin.earlier),
    )


def _conclusions(conclusions: Mapping[str, Any]) -> pb.Conclusions:
    message = pb.Conclusions()
    for name, value in conclusions.items():
        field = _CONCLUSIONS.get(name)
        if field is None or not isinstance(value, str if field.message_type is None else Mapping):
            _other(message.more[name], value)
        elif isinstance(value, str):
            setattr(message, field.name, value)
        else:
            getattr(message, field.name).update(value)
    return message


def _other(entry: pb.OtherConclusion, value: Any) -> None:
    """Say a conclusion that the contract has no field for: a text, texts, or texts, numbers or truths by name."""
    if isinstance(value, Mapping):
        entry.entries.update({name: _text(inner) for name, inner in value.items()})
    elif isinstance(value, list | tuple):
        entry.items.extend(map(_text, value))
    else:
        entry.text = _text(value)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _firing(firing: Firing) -> pb.Firing:
    return pb.Firing(
        stage=firing.stage,
        rule=_reference(firing.rule),
        bindings=firing.bindings,
        effect=firing.effect,
        comparisons=_comparisons(firing.comparisons),
        target=firing.target,
        value=firing.value,
    )


def _check(check: Check) -> pb.Check:
    return pb.Check(
        stage=check.stage,
        rule=_reference(check.rule),
        explanation=_explanation(check.explanation),
        comparisons=_comparisons(check.comparisons),
    )
