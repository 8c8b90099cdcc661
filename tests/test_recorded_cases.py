"""Every recorded case that the policy answers is answered as Kubernetes did."""

import pytest

from cli.cases.comparison import differences
from cli.cases.facets import expectation
from cli.cases.format import read_cases
from tests.places import CASES

FILES = sorted(CASES.glob("*.jsonl"))
NOT_ANSWERED_YET = {"scheduling", "emptyDirMemorySize"}


def is_answered(policy, case):
    """Whether the policy answers the minor and the operation of a case; updates and resizes come later."""
    return case.kubernetes in policy.minors and case.operation in policy.operations


def differing(policy, case):
    facets = sorted(case.expect.keys() - NOT_ANSWERED_YET)
    answered = expectation({"input": case.input, "kubernetes": case.kubernetes}, facets, policy.evaluate)
    for facet in facets:
        for found in differences(facet, case.expect[facet], answered[facet], case.expect):
            yield f"{case.id} {found}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_cases(policy, file):
    cases = read_cases([file])
    answered = [case for case in cases if is_answered(policy, case)]
    assert answered, f"no case of {file.name} is answered; it holds { ({case.operation for case in cases}) }"
    assert [text for case in answered for text in differing(policy, case)][:5] == []


def test_there_are_enough_cases(policy):
    cases = read_cases(FILES)
    assert sum(is_answered(policy, case) for case in cases) > 3000
