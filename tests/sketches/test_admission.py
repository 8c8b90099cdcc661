"""Statements of the admission side as rule text, evaluated on recorded cases."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from engine import Request, Verdict
from tests.sketches.recorded import cases, policy

Errors = Counter[tuple[str, str, str]]
NAME_ERRORS = (
    "must be a standard",
    "name part",
    "prefix part",
    "a valid label",
    "a qualified name",
    "doesn't follow",
    "supported values",
)
RESIZE_ERRORS = (
    "only cpu and memory",
    "resources for non-sidecar",
    "resource limits cannot",
    "resource requests cannot",
    "containers may",
    "initContainers may",
)


def ids(name: str) -> Any:
    return [pytest.param(case, id=case["id"]) for case in cases(name)]


def recorded(errors: Iterable[dict[str, str]], beginnings: tuple[str, ...] = ("",)) -> Errors:
    found = [(e["field"], e["type"], e["detail"]) for e in errors]
    return Counter(error for error in found if error[2].startswith(beginnings))


def said(verdict: Verdict, beginnings: tuple[str, ...] = ("",)) -> Errors:
    found = [(v.field, v.type, v.message) for v in verdict.violations]
    return Counter(error for error in found if error[2].startswith(beginnings))


def validation_errors(case: dict[str, Any]) -> list[dict[str, str]]:
    admission = case["expect"]["admission"]
    return list(admission["errors"]) if admission["stage"] == "validation" else []


@pytest.mark.parametrize("case", ids("ranges"))
def test_validation_of_limit_ranges(case: dict[str, Any]) -> None:
    """N1-N5, R1, R4-R12 and R14: every error of every range, in any order."""
    inputs = {"newLimitRanges": case["input"]["limitRanges"]}
    verdict = policy("admission").evaluate(Request(inputs=inputs, kubernetes=case["kubernetes"]))
    wanted = (error for errors in case["expect"]["limitRangeValidation"] for error in errors)
    assert said(verdict) == recorded(wanted)


@pytest.mark.parametrize("case", ids("names"))
def test_names_of_resources(case: dict[str, Any]) -> None:
    """V2 with N2-N6: the errors about names, wherever a resource is named in a Pod."""
    inputs = {"pod": case["input"]["pod"], "limitRanges": case["input"].get("limitRanges", [])}
    verdict = policy("admission").evaluate(Request(inputs=inputs, kubernetes=case["kubernetes"]))
    assert said(verdict, NAME_ERRORS) == recorded(validation_errors(case), NAME_ERRORS)


@pytest.mark.parametrize("case", ids("resize"))
def test_what_a_resize_may_change(case: dict[str, Any]) -> None:
    """U13-U16: the errors about what a resize removes or changes besides cpu and memory."""
    given = case["input"]
    inputs = {"pod": given["pod"], "oldPod": given["oldPod"], "limitRanges": given.get("limitRanges", [])}
    request = Request(inputs=inputs, kubernetes=case["kubernetes"], operation="UPDATE", subresource="resize")
    assert said(policy("admission").evaluate(request), RESIZE_ERRORS) == recorded(
        validation_errors(case), RESIZE_ERRORS
    )


ONLY_GPU = "must be one of the names in pod.spec.resourceClaims: gpu, nic"
NONE_LISTED = "must be one of the names in pod.spec.resourceClaims which is empty"
CLAIMS: dict[str, tuple[list[str], list[dict[str, str]], dict[str, list[tuple[str, str]]]]] = {
    "listed": (["gpu"], [{"name": "gpu"}], {}),
    "no name": (["gpu"], [{"name": ""}], {"[0]": [("Required", "")]}),
    "whole twice": (["gpu"], [{"name": "gpu"}] * 2, {"[1]": [("Duplicate", "")]}),
    "two requests": (["gpu"], [{"name": "gpu", "request": "a"}, {"name": "gpu", "request": "b"}], {}),
    "a request twice": (["gpu"], [{"name": "gpu", "request": "a"}] * 2, {"[1]": [("Duplicate", "")]}),
    "a request after the whole": (
        ["gpu"],
        [{"name": "gpu"}, {"name": "gpu", "request": "a"}],
        {"[1]": [("Duplicate", "")]},
    ),
    "the whole after two requests": (
        ["gpu"],
        [{"name": "gpu", "request": "a"}, {"name": "gpu", "request": "b"}, {"name": "gpu"}],
        {"[2]": [("Duplicate", ""), ("Duplicate", "")]},
    ),
    "not listed": (["nic", "gpu"], [{"name": "tpu"}], {"[0]": [("NotFound", ONLY_GPU)]}),
    "nothing listed": ([], [{"name": "tpu"}], {"[0]": [("NotFound", NONE_LISTED)]}),
    "not listed, twice": (
        [],
        [{"name": "tpu"}] * 2,
        {"[0]": [("NotFound", NONE_LISTED)], "[1]": [("Duplicate", ""), ("NotFound", NONE_LISTED)]},
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claims(name: str) -> None:
    """V9: no recorded case holds claims, so these follow the statement."""
    listed, claims, expected = CLAIMS[name]
    pod = {
        "metadata": {"name": "web"},
        "spec": {
            "resourceClaims": [{"name": claim} for claim in listed],
            "containers": [{"name": "app", "resources": {"claims": claims}}],
        },
    }
    verdict = policy("admission").evaluate(Request(inputs={"pod": pod}, kubernetes="1.35"))
    path = "spec.containers[0].resources.claims"
    wanted = [(path + at, f"FieldValue{kind}", detail) for at, errors in expected.items() for kind, detail in errors]
    assert said(verdict) == Counter(wanted)


def test_request_of_a_claim_is_a_label() -> None:
    claims = [{"name": "gpu", "request": "Not_A_Label"}]
    pod = {
        "spec": {"resourceClaims": [{"name": "gpu"}], "containers": [{"name": "app", "resources": {"claims": claims}}]}
    }
    verdict = policy("admission").evaluate(Request(inputs={"pod": pod}, kubernetes="1.35"))
    found = [(v.field, v.type) for v in verdict.violations]
    assert found == [("spec.containers[0].resources.claims[0].request", "FieldValueInvalid")]


def test_a_resize_that_changes_the_containers_says_nothing_of_their_resources() -> None:
    """U13: it stops there."""

    def pod(*names: str, gpus: int) -> dict[str, Any]:
        resources = {"limits": {"example.com/gpu": gpus}}
        return {"spec": {"containers": [{"name": name, "resources": resources} for name in names]}}

    inputs = {"pod": pod("a", "c", gpus=2), "oldPod": pod("a", "b", gpus=1)}
    request = Request(inputs=inputs, kubernetes="1.35", operation="UPDATE", subresource="resize")
    verdict = policy("admission").evaluate(request)
    assert [v.message for v in verdict.violations] == ["containers may not be renamed or reordered on resize"]
    assert [v.message for v in verdict.unreported] == ["only cpu and memory resources are mutable"] * 2
