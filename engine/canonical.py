"""The canonical form of a verdict, and its digest: what two answers are compared by.

``proto/podlaw/v1/policy.proto`` states the form (``Verdict.digest``): the JSON object of what was decided and why. The
object itself, the patch, the trace and the checks are not in it; below the first level, what is empty is left out.
Of violations it holds as many as a message tells, and the number of the others, so that a client can compute it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.verdict import DECLARED, Origin, RuleReference, Value, Verdict, Violation

MOST_TOLD = 1000
"""How many violations are told, of those that Kubernetes reports and of the others."""


def digest(verdict: Verdict) -> str:
    """Return SHA-256 over the canonical form, in hexadecimal digits."""
    return hashlib.sha256(canonical(verdict)).hexdigest()


def canonical(verdict: Verdict) -> bytes:
    """Return the canonical form: JSON in UTF-8, keys in the order of their code points, no blanks."""
    form = {
        "allowed": verdict.allowed,
        "stage": verdict.stage,
        "code": verdict.code,
        "violations": [_violation(one) for one in verdict.violations[:MOST_TOLD]],
        "violationsLeftOut": left_out(verdict.violations),
        "unreported": [_violation(one) for one in verdict.unreported[:MOST_TOLD]],
        "unreportedLeftOut": left_out(verdict.unreported),
        "values": [_value(one) for one in verdict.values],
        "conclusions": {
            name: shown(value) for name, value in verdict.conclusions.items() if value not in ("", {}, [], ())
        },
        "warnings": list(verdict.warnings),
        "kubernetes": verdict.kubernetes,
        "policyVersion": verdict.policy_version,
        "policyDigest": verdict.policy_digest,
    }
    return json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def left_out(violations: Sequence[Violation]) -> int:
    """Return how many violations are not told."""
    return max(0, len(violations) - MOST_TOLD)


def shown(value: Any) -> Any:
    """Return a conclusion as text, texts, or texts by name: numbers and truths as the contract tells them."""
    if isinstance(value, Mapping):
        return {name: shown(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [shown(inner) for inner in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _violation(violation: Violation) -> dict[str, Any]:
    return _present(
        stage=violation.stage,
        message=violation.message,
        field=violation.field,
        type=violation.type,
        rule=_rule(violation.rule),
        explanation=_present(**violation.explanation),
        comparisons=[
            _present(
                left=one.left,
                operator=one.operator,
                right=one.right,
                leftValue=one.left_value,
                rightValue=one.right_value,
            )
            for one in violation.comparisons
        ],
        reported=violation.reported,
        root=violation.root,
    )


@lru_cache(maxsize=4096)
def _rule(rule: RuleReference) -> dict[str, Any]:
    return _present(
        ruleset=rule.ruleset, version=rule.version, rule=rule.rule, case=rule.case, file=rule.file, line=rule.line
    )


def _value(value: Value) -> dict[str, Any]:
    path, subject, held_in, resource, text, origin = value
    held = {"path": path, "subject": subject, "list": held_in, "resource": resource, "value": text}
    held = held if subject and resource else _present(**held)
    return {**held, "origin": _origin(origin)}


def _origin(origin: Origin) -> dict[str, Any]:
    if origin is DECLARED:
        return {"kind": origin.kind}
    return _present(
        kind=origin.kind,
        source=origin.source,
        sourceName=origin.source_name,
        rule=None if origin.rule is None else _rule(origin.rule),
        earlier=None if origin.earlier is None else _origin(origin.earlier),
    )
