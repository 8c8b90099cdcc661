"""``podlaw conform``: answers recorded cases, one JSON object a line in and out, whatever the lines hold."""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from cli.rules_folder import rules_folder
from engine import Policy, Request, UnsupportedRequest, Verdict
from engine.verdict import Violation
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
    except ManifestError as error:
        message = f"the line cannot be read: {error}"
    except Exception as error:  # whatever one case does, the next is answered
        message = f"{type(error).__name__}: {error}"
    return {"id": name, "error": message[:_MAX_ERROR]}


def _answered(case: dict[str, Any], policy: Policy) -> dict[str, Any]:
    given = case.get("input")
    facets = case.get("facets")
    if not isinstance(given, dict) or not isinstance(facets, list):
        raise ManifestError("a case has an `input` object and a `facets` list")
    known = [facet for facet in facets if facet in _FACETS]
    unknown = [str(facet) for facet in facets if facet not in _FACETS]
    judge = _Case(policy, case)
    expect = {facet: _FACETS[facet](judge) for facet in known}
    return {"expect": expect, "error": f"not supported yet: {', '.join(unknown)}"} if unknown else {"expect": expect}


class _Case:
    """One case and the verdicts on it: each question is asked once, however many facets it answers."""

    def __init__(self, policy: Policy, case: dict[str, Any]) -> None:
        self.policy = policy
        self.case = case
        self.given: dict[str, Any] = case["input"]
        self.verdicts: dict[tuple[tuple[str, ...], str], Verdict] = {}

    def verdict(self, inputs: tuple[str, ...], question: str = "") -> Verdict:
        """Return the verdict on the named inputs."""
        if (inputs, question) not in self.verdicts:
            request = Request(
                inputs={name: self.given[name] for name in inputs if name in self.given},
                kubernetes=self.case.get("kubernetes", ""),
                operation=self.given.get("operation", "CREATE"),
                subresource=self.given.get("subresource", ""),
                question=question,
            )
            self.verdicts[inputs, question] = self.policy.evaluate(request)
        return self.verdicts[inputs, question]

    def judged(self, question: str = "") -> Verdict:
        """Return the verdict on the object of the case under its LimitRanges."""
        objects = [name for name in ("pod", "persistentVolumeClaim") if name in self.given]
        if not objects:
            raise ManifestError("a case has a `pod` or a `persistentVolumeClaim`")
        return self.verdict((*objects, "limitRanges"), question)


def _admission(case: _Case) -> dict[str, Any]:
    verdict = case.judged()
    answered = {
        "allowed": verdict.allowed,
        "stage": verdict.stage,
        "errors": [_error(violation) for violation in verdict.violations],
    }
    # Where decoding failed there are no conclusions, and a claim has no containers.
    if "annotation" in verdict.conclusions:
        answered["resources"] = _resources(verdict.objects["pod"])
        answered["annotation"] = verdict.conclusions["annotation"]
    return answered


def _inject(case: _Case) -> dict[str, Any]:
    verdict = case.judged("injection")
    return {"resources": _resources(verdict.objects["pod"]), "annotation": verdict.conclusions["annotation"]}


def _check(case: _Case) -> list[str]:
    return [violation.message for violation in case.judged("check").violations]


def _limit_range_validation(case: _Case) -> list[list[Any]]:
    verdict = case.verdict(("limitRanges",))
    ranges = range(len(case.given.get("limitRanges", [])))
    return [[_error(v) for v in verdict.violations if v.root == f"limitRanges[{at}]"] for at in ranges]


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


def _conclusion(name: str) -> Callable[[_Case], Any]:
    def conclusion(case: _Case) -> Any:
        verdict = case.judged()
        if name not in verdict.conclusions:
            raise UnsupportedRequest(f"this policy does not conclude {name}")
        return verdict.conclusions[name]

    return conclusion


# The facets of the case format that are answered: the names are the format's.
_FACETS: Final[dict[str, Callable[[_Case], Any]]] = {
    "admission": _admission,
    "limitRangeValidation": _limit_range_validation,
    "limitRangerInject": _inject,
    "limitRangerCheck": _check,
    **{
        name: _conclusion(name)
        for name in ("qosClass", "podRequests", "podLimits", "limitRangerPodRequests", "limitRangerPodLimits")
    },
}
