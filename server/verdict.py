"""The engine's verdict to a ``Verdict`` message."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine import Answer, RequestError
from engine.canonical import MOST_TOLD, digest, left_out, shown
from engine.orders import Orders, Outcome
from engine.verdict import Check, Comparison, Firing, Origin, RuleReference, Value, Verdict, Violation
from podlaw.v1 import policy_pb2 as pb
from server.facets import Wanted, wanted
from server.manifests import encode
from server.objects import given_back, patch_of
from server.request import OBJECTS, by_the_contract

MOST_COUNTED = 2**63 - 1

_EXPLANATION = {field.json_name: field.name for field in pb.Explanation.DESCRIPTOR.fields if field.name != "more"}
_CONCLUSIONS = {field.json_name: field for field in pb.Conclusions.DESCRIPTOR.fields if field.name != "more"}


def verdict_message(verdict: Verdict, asked: pb.EvaluateRequest) -> pb.Verdict:
    """Return the message that says of the verdict what the request asks for."""
    wants = wanted(asked.facets)
    message = pb.Verdict(
        allowed=verdict.allowed,
        stage=verdict.stage,
        code=verdict.code,
        violations=map(_violation, verdict.violations[:MOST_TOLD]),
        violations_left_out=left_out(verdict.violations),
        unreported=map(_violation, verdict.unreported[:MOST_TOLD]) if wants("unreported") else (),
        unreported_left_out=left_out(verdict.unreported) if wants("unreported") else 0,
        values=map(_value, verdict.values) if wants("values") else (),
        conclusions=_conclusions({name: value for name, value in verdict.conclusions.items() if wants(name)}),
        warnings=verdict.warnings,
        kubernetes=verdict.kubernetes,
        policy_version=verdict.policy_version,
        policy_digest=verdict.policy_digest,
        trace=map(_firing, verdict.trace) if asked.trace == pb.TRACE_LEVEL_FIRINGS else (),
        checks=map(_check, verdict.checks),
        digest=digest(verdict),
        order=next(iter(verdict.order.values()), ()),
    )
    _give_back(message, verdict, asked, wants)
    return message


def answer_message(answer: Answer, asked: pb.EvaluateRequest) -> pb.Answer:
    """Return the message that says what was answered to one question about a node."""
    refused = str(by_the_contract(RequestError(list(answer.refused)))) if answer.refused else ""
    message = pb.Answer(question=answer.question, about=answer.about, refused=refused)
    if answer.verdict is not None:
        verdict, wants = answer.verdict, wanted(asked.facets)
        message.verdict.CopyFrom(
            pb.Verdict(
                allowed=verdict.allowed,
                stage=verdict.stage,
                code=verdict.code,
                violations=map(_violation, verdict.violations[:MOST_TOLD]),
                violations_left_out=left_out(verdict.violations),
                conclusions=_conclusions({name: value for name, value in verdict.conclusions.items() if wants(name)}),
                warnings=verdict.warnings,
                kubernetes=verdict.kubernetes,
                policy_version=verdict.policy_version,
                policy_digest=verdict.policy_digest,
                digest=digest(verdict),
            )
        )
    return message


def orders_message(orders: Orders) -> pb.Orders:
    """Return the message that says what all orders answer."""
    return pb.Orders(
        tried=orders.tried,
        possible=min(orders.possible, MOST_COUNTED),
        depends=orders.depends,
        outcomes=map(_outcome, orders.outcomes),
    )


def _outcome(outcome: Outcome) -> pb.Outcome:
    return pb.Outcome(
        order=outcome.order,
        allowed=outcome.allowed,
        stage=outcome.stage,
        violations=map(_violation, outcome.violations[:MOST_TOLD]),
        violations_left_out=left_out(outcome.violations),
        values=map(_value, outcome.verdict.values),
        conclusions=_conclusions(outcome.verdict.conclusions),
        other_first=outcome.first,
        orders=outcome.orders,
    )


def _give_back(message: pb.Verdict, verdict: Verdict, asked: pb.EvaluateRequest, wants: Wanted) -> None:
    """Add what was asked about as the policy leaves it, and what rules set in it."""
    named = [name for name in OBJECTS if asked.HasField(name)]
    for name in named:
        path = OBJECTS[name][0]
        if wants("object"):
            getattr(message, name).CopyFrom(given_back(getattr(asked, name), verdict.objects[path]))
        if wants("jsonPatch"):
            message.json_patch = patch_of(getattr(asked, name), verdict.patches[path])
    if not named and asked.limit_ranges and wants("object"):
        pairs = zip(asked.limit_ranges, verdict.objects["limitRanges"], strict=True)
        message.limit_ranges.extend(given_back(sent, value) for sent, value in pairs)


def _reference(rule: RuleReference) -> pb.RuleReference:
    return pb.RuleReference(
        ruleset=rule.ruleset,
        version=rule.version,
        rule=rule.rule,
        case=rule.case,
        file=rule.file,
        line=rule.line,
        since=rule.since,
        until=rule.until,
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


def _conclusions(conclusions: Mapping[str, Any]) -> pb.Conclusions | None:
    if not conclusions:
        return None
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
    """Say a conclusion that the contract has no field for, as JSON and, where it can be, as text, texts or entries."""
    told = shown(value)
    entry.json = encode(value)
    if isinstance(told, str):
        entry.text = told
    elif isinstance(told, Mapping) and all(isinstance(inner, str) for inner in told.values()):
        entry.entries.update(told)
    elif isinstance(told, list) and all(isinstance(inner, str) for inner in told):
        entry.items.extend(told)


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
