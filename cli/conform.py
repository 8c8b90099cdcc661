"""``podlaw conform``: answers recorded cases, one JSON object a line in and out, whatever the lines hold."""

import argparse
import sys
from typing import Any, Final

from cli.cases.facets import FACETS, CaseError, expectation
from cli.rules_folder import rules_folder
from engine import Policy, UnsupportedRequest
from server.manifests import ManifestError, decode, encode

_MAX_ERROR: Final = 500


def run(options: argparse.Namespace) -> int:
    """Answer every line of standard input; one that cannot be answered gets an error and does not end the run."""
    policy = Policy.load(rules_folder(options.rules))
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.write(f"{encode(answer(line, policy)).decode()}\n")
            sys.stdout.flush()
    return 0


def answer(line: bytes, policy: Policy) -> dict[str, Any]:
    """Return the answer to one line: the facets asked for, and an error for those that cannot be answered."""
    name = None
    try:
        case = decode(line)
        name = case.get("id")
        return {"id": name, **_answered(case, policy)}
    except UnsupportedRequest as error:
        message = f"not supported yet: {error}"
    except (ManifestError, CaseError) as error:
        message = f"the line cannot be read: {error}"
    except Exception as error:  # whatever one case does, the next is answered
        message = f"{type(error).__name__}: {error}"
    return {"id": name, "error": message[:_MAX_ERROR]}


def _answered(case: dict[str, Any], policy: Policy) -> dict[str, Any]:
    facets = case.get("facets")
    if not isinstance(case.get("input"), dict) or not isinstance(facets, list):
        raise CaseError("a case has an `input` object and a `facets` list")
    unknown = [str(facet) for facet in facets if facet not in FACETS]
    expect = expectation(case, [facet for facet in facets if facet in FACETS], policy.evaluate)
    return {"expect": expect, "error": f"not supported yet: {', '.join(unknown)}"} if unknown else {"expect": expect}
