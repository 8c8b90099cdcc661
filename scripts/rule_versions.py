"""Writes down which version of a rule set says what: ``tests/rule_versions.json``.

It refuses where a rule set says something else than before under a version that was not raised.
"""

import json
import sys
from pathlib import Path

from engine import Policy

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = ROOT / "tests" / "rule_versions.json"


def versions(policy: Policy) -> dict[str, dict[str, str]]:
    """Return version and digest of each rule set."""
    return {one.name: {"version": one.version, "digest": one.digest} for one in policy.describe()}


def unraised(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    """Return the rule sets that say something else under a version that is not higher."""
    return [
        name
        for name, one in now.items()
        if name in before
        and one["digest"] != before[name]["digest"]
        and _number(one["version"]) <= _number(before[name]["version"])
    ]


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def main() -> int:
    """Write the file anew; return 1 if a version has to be raised first."""
    now = versions(Policy.load(ROOT / "rules"))
    before = json.loads(WRITTEN.read_text("utf-8")) if WRITTEN.exists() else {}
    found = unraised(before, now)
    for name in found:
        sys.stderr.write(f"rule set {name} says something else than before: raise its version\n")
    if not found:
        WRITTEN.write_text(json.dumps(now, indent=2) + "\n", "utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
