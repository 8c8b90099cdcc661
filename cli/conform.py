"""``podlaw conform``: answers recorded cases, one JSON object a line in and out, whatever the lines hold."""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from cli.rules_folder import rules_folder
from engine import Policy, Request, UnsupportedRequest, Verdict
from engine.verdict import Violation
from server.manifests import ManifestError, decode, encode

_INPUTS: Final = frozenset({"pod", "limitRanges", "operation", "subresource"})
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
    """Return the answer to one line: the facets asked for, or an error."""
    name = None
    try:
        case = decode(line)
        name = case.get("id")
        return {"id": name, "expect": _expect(case, policy)}
    except UnsupportedRequest as error:
        message = f"not supported yet: {error}"
    except ManifestError as error:
        message = f"the line cannot be read: {error}"
    except Exception as error:  # whatever one case does, the next is answered
        message = f"{type(error).__name__}: {error}"
    return {"id": name, "error": message[:_MAX_ERROR]}


def _expect(case: dict[str, Any], policy: Policy) -> dict[str, Any]:
    given = case.get("input")
    facets = case.get("facets")
    if not isinstance(given, dict) or not isinstance(facets, list):
        raise ManifestError("a case has an `input` object and a `facets` list")
    _refuse_unanswered(given, facets)
    verdict = policy.evaluate(
        Request(
            inputs={"pod": given["pod"], "limitRanges": given.get("limitRanges", [])},
            kubernetes=case.get("kubernetes", ""),
            operation=given.get("operation", "CREATE"),
            subresource=given.get("subresource", ""),
        )
    )
    return {facet: _FACETS[facet](verdict) for facet in facets}


def _refuse_unanswered(given: dict[str, Any], facets: list[Any]) -> None:
    unknown = [str(facet) for facet in facets if facet not in _FACETS]
    if unknown:
        raise UnsupportedRequest(f"the facets {', '.join(unknown)}")
    inputs = sorted(given.keys() - _INPUTS)
    if inputs:
        raise UnsupportedRequest(f"the inputs {', '.join(inputs)}")
    if "pod" not in given:
        raise UnsupportedRequest("an input without a pod")


def _admission(verdict: Verdict) -> dict[str, Any]:
    return {
        "allowed": verdict.allowed,
        "stage": verdict.stage,
        "errors": [_error(violation) for violation in verdict.violations],
        "resources": _resources(verdict.objects["pod"]),
        "annotation": verdict.conclusions.get("annotation", ""),
    }


def _error(violation: Violation) -> str | dict[str, str]:
    if not violation.field:
        return violation.message
    return {"field": violation.field, "type": violation.type, "detail": violation.message}


def _resources(pod: Mapping[str, Any]) -> dict[str, Any]:
    spec = pod.get("spec") or {}
    return {
        "containers": _of_containers(spec.get("containers")),
        "initContainers": _of_containers(spec.get("initContainers")),
        "pod": _lists(spec["resources"]) if spec.get("resources") is not None else {},
    }


def _of_containers(containers: list[Mapping[str, Any]] | None) -> dict[str, Any]:
    return {container["name"]: _lists(container.get("resources") or {}) for container in containers or ()}


def _lists(resources: Mapping[str, Any]) -> dict[str, Any]:
    return {name: dict(resources.get(name) or {}) for name in ("requests", "limits")}


def _conclusion(name: str) -> Callable[[Verdict], Any]:
    def conclusion(verdict: Verdict) -> Any:
        if name not in verdict.conclusions:
            raise UnsupportedRequest(f"this policy does not conclude {name}")
        return verdict.conclusions[name]

    return conclusion


# The facets of the case format that are answered: the names are the format's.
_FACETS: Final[dict[str, Callable[[Verdict], Any]]] = {
    "admission": _admission,
    **{
        name: _conclusion(name)
        for name in ("qosClass", "podRequests", "podLimits", "limitRangerPodRequests", "limitRangerPodLimits")
    },
}
