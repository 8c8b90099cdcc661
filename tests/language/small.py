"""Policies as small as can be, for tests of single words of the language."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine import Policy, PolicyError, Request

STAGES = """
policy: small
version: 0.1.0
kubernetes: ["1.35", "1.36", "1.37"]
operations: [CREATE]
stages:
- {stage: only, code: 422, rulesets: [SETS]}
"""
Given = dict[str, Any]


def load(folder: Path, facts: str, *rule_sets: str) -> Policy:
    """Return a policy of rule sets ``one``, ``two``, ... that run in one stage."""
    names = ["one", "two", "three"][: len(rule_sets)]
    (folder / "facts.yaml").write_text(f"facts: 1\n{facts}", "utf-8")
    (folder / "policy.yaml").write_text(STAGES.replace("SETS", ", ".join(names)), "utf-8")
    for name, text in zip(names, rule_sets, strict=True):
        (folder / f"{name}.yaml").write_text(f"ruleset: {name}\nversion: 0.1.0\n{text}", "utf-8")
    return Policy.load(folder)


def problems(folder: Path, facts: str, *rule_sets: str) -> list[str]:
    """Return what is told of a policy that does not load: messages with their hints."""
    with pytest.raises(PolicyError) as error:
        load(folder, facts, *rule_sets)
    return messages(error.value.problems)


def messages(found: Iterable[Any]) -> list[str]:
    """Return the messages of problems, each once."""
    return list(dict.fromkeys(problem.message for problem in found))


def conclusions(policy: Policy, minor: str = "1.35", **inputs: Any) -> Given:
    """Return what a policy concludes."""
    return dict(policy.evaluate(Request(inputs=inputs, kubernetes=minor)).conclusions)
