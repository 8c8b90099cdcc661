"""Every recorded case is answered as Kubernetes did."""

import pytest

from cli.cases.comparison import differences
from cli.cases.facets import expectation
from cli.cases.format import read_cases
from cli.cases.node_facets import NODE_FACETS, TOTALS
from tests.places import CASES

FILES = sorted(CASES.glob("*.jsonl"))
OF_ALL_MINORS = {"scheduling", "emptyDirMemorySize"}
"""Facets of a node that the admission side answers, for its minors too."""


def answered_facets(policy, case):
    """The facets of a case that the policy answers on its minor."""
    if case.operation not in policy.operations:
        return set()
    minors = {facet: policy.parts["node"].minors if is_of_node(facet, case) else policy.minors for facet in case.expect}
    return {facet for facet, known in minors.items() if case.kubernetes in known}


def is_of_node(facet, case):
    """Whether a facet is the node's; a stored Pod's totals are too."""
    if facet in OF_ALL_MINORS:
        return False
    return facet in NODE_FACETS or (facet in TOTALS and "uid" in case.input.get("pod", {}).get("metadata", {}))


def differing(policy, case):
    facets = sorted(answered_facets(policy, case))
    answered = expectation({"input": case.input, "kubernetes": case.kubernetes}, facets, policy.evaluate)
    for facet in facets:
        for found in differences(facet, case.expect[facet], answered[facet], case.expect):
            yield f"{case.id} {found}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_cases(policy, file):
    cases = read_cases([file])
    assert {case.kubernetes for case in cases} <= set(policy.minors)
    assert [text for case in cases for text in differing(policy, case)][:5] == []


def test_cases_of_every_minor_and_operation_are_there(policy):
    cases = read_cases(FILES)
    assert {case.kubernetes for case in cases} == set(policy.minors)
    assert {case.operation for case in cases} == set(policy.operations)
    assert len(cases) > 4000
