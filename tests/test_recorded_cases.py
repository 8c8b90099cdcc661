"""Every recorded case that the policy answers is answered as Kubernetes did."""

import json
from collections import Counter

import pytest

from cli.conform import answer
from tests.places import CASES

FILES = sorted(CASES.glob("*.jsonl"))
NOT_ANSWERED_YET = {"scheduling", "emptyDirMemorySize"}


def comparable(facet, value):
    """Return a facet without the orders that Kubernetes does not define."""
    if facet == "admission":
        value = {**value, "errors": multiset(value["errors"])}
        if "annotation" in value:
            value["annotation"] = clauses(value["annotation"])
    if facet == "limitRangeValidation":
        value = [multiset(errors) for errors in value]
    return value


def multiset(errors):
    return Counter(json.dumps(error, sort_keys=True) for error in errors)


def clauses(annotation):
    found = []
    for clause in annotation.removeprefix("LimitRanger plugin set: ").split("; "):
        what = next((word for word in (" request for ", " limit for ") if word in clause), None)
        if what:
            resources, subject = clause.split(what, 1)
            found.append((tuple(sorted(resources.split(", "))), what, subject))
        else:
            found.append((clause,))
    return sorted(found)


def differing(policy, case):
    facets = sorted(case["expect"].keys() - NOT_ANSWERED_YET)
    line = json.dumps({**case, "facets": facets}).encode()
    answered = answer(line, policy).get("expect", {})
    for facet in facets:
        wanted, got = case["expect"][facet], answered.get(facet)
        if facet == "admission" and got is not None:
            got = {name: got[name] for name in wanted if name in got}
        if got is None or comparable(facet, got) != comparable(facet, wanted):
            yield f"{case['id']} {facet}: recorded {wanted}, answered {got}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_cases(policy, file):
    cases = [json.loads(line) for line in file.read_text().splitlines()]
    operations = {(case["input"].get("operation", "CREATE"), case["input"].get("subresource", "")) for case in cases}
    answered = [case for case in cases if case["kubernetes"] in policy.minors and is_answered(policy, case)]
    assert answered, f"no case of {file.name} is answered; it holds {operations}"
    assert [text for case in answered for text in differing(policy, case)][:5] == []


def is_answered(policy, case):
    """Whether the policy answers the operation of a case; updates and resizes come later."""
    operation, subresource = case["input"].get("operation", "CREATE"), case["input"].get("subresource", "")
    return (f"{operation}/{subresource}" if subresource else operation) in policy.operations


def test_there_are_enough_cases(policy):
    cases = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]
    assert len({case["id"] for case in cases}) == len(cases)
    assert sum(1 for case in cases if is_answered(policy, case)) > 3000
