"""The engine's verdict to a ``Verdict`` message."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.verdict import Comparison, Firing, Origin, RuleReference, Value, Verdict, Violation
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
    )


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


def _conclusions(conclusions: Mapping[str, str | Mapping[str, str]]) -> pb.Conclusions:
    message = pb.Conclusions()
    for name, value in conclusions.items():
        field = _CONCLUSIONS.get(name)
        if field is None or (field.message_type is None) != isinstance(value, str):
            _other(message, name, value)
        elif isinstance(value, str):
            setattr(message, field.name, value)
        else:
            getattr(message, field.name).update(value)
    return message


def _other(message: pb.Conclusions, name: str, value: str | Mapping[str, str]) -> None:
    entry = message.more[name]
    if isinstance(value, str):
        entry.text = value
    else:
        entry.entries.update(value)


def _firing(firing: Firing) -> pb.Firing:
    return pb.Firing(
        stage=firing.stage,
        rule=_reference(firing.rule),
        bindings=firing.bindings,
        effect=firing.effect,
        comparisons=_comparisons(firing.comparisons),
    )
