"""Tests that policy authors write: given objects and the expected answer, in files that begin with ``tests:``."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EvaluationFault, PolicyError, RequestError, UnsupportedRequest
from engine.examples import as_texts, found_at, given_inputs
from engine.language import structure
from engine.language.catalogue import Catalogue
from engine.language.loading import is_test_file, read_folder
from engine.language.source import Mapping as Keys
from engine.language.source import Node, plain_value
from engine.verdict import Request, Verdict

if TYPE_CHECKING:
    from engine.policy import Policy


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test on one minor: where it stands, and what differs from its expectation ("" if nothing does)."""

    suite: str
    name: str
    kubernetes: str
    file: str
    line: int
    failure: str


def run_tests(policy: "Policy", catalogue: Catalogue, folder: Path) -> list[TestResult]:
    """Run every test of a folder (or of one file) on the minor it names, or on every minor.

    :raises PolicyError: for test files that cannot be read.
    """
    suites = {name: node for name, node in read_folder(folder).items() if is_test_file(node)}
    problems = [problem for node in suites.values() for problem in structure.problems(node, "tests")]
    if problems:
        raise PolicyError(problems)
    results: list[TestResult] = []
    for node in suites.values():
        results += _suite(policy, catalogue, node)
    return results


def _suite(policy: "Policy", catalogue: Catalogue, node: Node) -> Iterator[TestResult]:
    top = plain_value(node)
    cases = node.get("cases") if isinstance(node, Keys) else None
    for case_node, case in zip(getattr(cases, "items", ()), top["cases"], strict=True):
        for minor in [case["kubernetes"]] if "kubernetes" in case else policy.minors:
            failure = _failure(policy, catalogue, case_node, case, minor)
            place = case_node.place
            yield TestResult(top["tests"], case["name"], minor, place.file, place.line, failure)


def _failure(policy: "Policy", catalogue: Catalogue, node: Keys, case: Mapping[str, Any], minor: str) -> str:
    given = node.get("given")
    inputs, unknown = given_inputs(catalogue, given if isinstance(given, Keys) else Keys((), node.place))
    if unknown:
        return f"`{unknown}` is neither an input nor a shorthand"
    operation, _, subresource = case.get("on", policy.operations[0]).partition("/")
    try:
        verdict = policy.evaluate(Request(inputs, minor, operation, subresource))
    except (RequestError, EvaluationFault, UnsupportedRequest) as error:
        return f"cannot be evaluated: {error}"
    return "; ".join(_differences(catalogue, verdict, case["expect"]))


def _differences(catalogue: Catalogue, verdict: Verdict, expected: Mapping[str, Any]) -> Iterator[str]:
    for name in ("allowed", "stage"):
        if name in expected and getattr(verdict, name) != expected[name]:
            yield f"{name} is {getattr(verdict, name)!r}, not {expected[name]!r}"
    for name, found in (("denies", [v.message for v in verdict.violations]), ("warns", list(verdict.warnings))):
        if name in expected and Counter(found) != Counter(expected[name]):
            yield f"{name} {found}, not {expected[name]}"
    for place, amount in expected.get("values", {}).items():
        value = found_at(catalogue, verdict, place)
        if value != as_texts(amount):
            yield f"{place} is {value}, not {amount}"
    for name, wanted in expected.get("concludes", {}).items():
        value = verdict.conclusions.get(name)
        if as_texts(value) != as_texts(wanted):
            yield f"{name} is {value}, not {wanted}"
