"""``podlaw rules list``: the rule sets with their versions, the minors in which they speak, and their digests."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Final

from cli.rules_folder import rules_folder
from engine import Policy

_DIGEST_SHOWN: Final = 12


def run(options: argparse.Namespace) -> int:
    """List the rule sets of a folder, and what is compiled of it for each minor; return 0."""
    policy = Policy.load(rules_folder(options.rules))
    sets = policy.describe()
    if options.output == "json":
        minors = [{"kubernetes": minor, "digest": policy.compiled_digest(minor)} for minor in policy.minors]
        listed = [asdict(rule_set) for rule_set in sets]
        data = {"version": policy.version, "digest": policy.digest, "minors": minors, "ruleSets": listed}
        sys.stdout.write(json.dumps(data, indent=2) + "\n")
        return 0
    heading = ("rule set", "version", "rules", "digest", "minors")
    rows = [heading] + [(s.name, s.version, str(s.rules), s.digest[:_DIGEST_SHOWN], " ".join(s.minors)) for s in sets]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
    for row in rows:
        sys.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")
    sys.stdout.write(f"policy {policy.version} {policy.digest}\n")
    for minor in policy.minors:
        sys.stdout.write(f"compiled for Kubernetes {minor} {policy.compiled_digest(minor)}\n")
    return 0
