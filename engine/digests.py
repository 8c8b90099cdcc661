"""The digest of what was compiled for one minor: equal only where the policy says the same.

It covers the rules, cases, definitions and tables that are active, the facts they speak of, and the matcher's
definitions. Places, layout, examples and what is told to readers do not count, nor do ranges of minors.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from engine.language.checked import CheckedRule
from engine.language.loading import PolicyTree
from engine.language.rules import Definition, RuleSet
from engine.lower.plan import PassPlan
from engine.quantity import Quantity

SILENT = frozenset(
    (
        *(
            "about",
            "at",
            "bases",
            "depth",
            "examples",
            "given_at",
            "known_identity",
            "named",
            "note_at",
            "place",
            "shorthands",
        ),
        *("since", "source", "until", "written"),
    )
)
"""Fields that say nothing about what a policy answers on one minor."""


def compiled_digest(
    tree: PolicyTree, rules: Iterable[CheckedRule], definitions: Mapping[str, Definition], plans: Iterable[PassPlan]
) -> str:
    """Return the digest over what was compiled, in hexadecimal digits of SHA-256."""
    whole = {
        "facts": tree.catalogue,
        "stages": [(stage.name, stage.code, stage.of) for stage in tree.policy.stages],
        "rules": [_rule(rule) for rule in rules],
        "definitions": sorted(definitions.values(), key=lambda definition: definition.name),
        "tables": sorted(tree.tables().values(), key=lambda table: table.name),
        "matcher": [plan.match_rules for plan in plans],
    }
    return hashlib.sha256(json.dumps(canonical(whole), sort_keys=True).encode()).hexdigest()


def rule_set_digest(rule_set: RuleSet) -> str:
    """Return the digest over what one rule set says in whatever minor, ranges of minors included."""
    ranges = [[(rule.since, rule.until), *((case.since, case.until) for case in rule.cases)] for rule in rule_set.rules]
    held = [(definition.since, definition.until) for definition in rule_set.definitions]
    whole = [canonical(replace(rule_set, version="")), ranges, held]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _rule(checked: CheckedRule) -> Any:
    active = {case.number for case in checked.cases}
    rule = replace(checked.rule, cases=tuple(case for case in checked.rule.cases if case.number in active))
    whole = checked.rule_set
    settings = (whole.name, whole.version, whole.stop_after, whole.ends_stage, whole.only_if_clean, whole.explain)
    return checked.stage, settings, rule


def canonical(value: Any) -> Any:
    """Return a value as JSON data that is equal for values that mean the same."""
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in SILENT}
        return {type(value).__name__: {name: canonical(held) for name, held in named.items()}}
    if isinstance(value, Mapping):
        return [[canonical(key), canonical(held)] for key, held in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return [canonical(held) for held in value]
    return value.text if isinstance(value, Quantity) else value
