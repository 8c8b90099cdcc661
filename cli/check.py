"""``podlaw check``: are the rules sound, and do their own examples hold."""

import argparse
import sys

from cli.frames import framed
from cli.rules_folder import rules_folder
from cli.text import counted
from engine import Policy, PolicyError


def run(options: argparse.Namespace) -> int:
    """Print what is sound and return 0, or print every problem and return 1."""
    folder = rules_folder(options.rules)
    try:
        policy = Policy.load(folder)
        problems = sorted(policy.check())
    except PolicyError as error:
        problems = list(error.problems)
    if problems:
        sys.stdout.write(framed(problems, [folder]))
        sys.stdout.write(f"{counted(len(problems), 'problem')} in {folder}\n")
        return 1
    sys.stdout.write(_summary(policy))
    return 0


def _summary(policy: Policy) -> str:
    rulesets = policy.describe()
    width = max((len(ruleset.name) for ruleset in rulesets), default=0)
    lines = [
        f"  {ruleset.name:<{width}}  {ruleset.version:<8}  {counted(ruleset.rules, 'rule')}" for ruleset in rulesets
    ]
    total = sum(ruleset.rules for ruleset in rulesets)
    heading = (
        f"{counted(total, 'rule')} in {counted(len(rulesets), 'rule set')}: all are sound, and their examples hold"
    )
    compiled = [f"compiled for Kubernetes {minor} {policy.compiled_digest(minor)}" for minor in policy.minors]
    return "\n".join([heading, *lines, f"policy {policy.version} {policy.digest}", *compiled, ""])
