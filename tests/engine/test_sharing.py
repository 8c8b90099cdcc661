"""What is remembered between requests, or kept from one pass to the next, never shows where it should not."""

import copy

import pytest

from engine import EvaluationFault, Request, RequestError

POD = {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app", "image": "pause:3.10"}]}}


def bounds(**lists):
    item = {"type": "Container", **lists}
    return {"metadata": {"name": "bounds", "labels": {"a": "b"}}, "spec": {"limits": [item]}}


def evaluate(policy, pod, *ranges):
    return policy.evaluate(Request(inputs={"pod": pod, "limitRanges": list(ranges)}))


def test_a_change_of_the_answer_does_not_reach_the_next_request(policy):
    given = bounds(default={"cpu": "1"})
    answered = evaluate(policy, POD, given).objects["limitRanges"][0]
    answered["metadata"]["labels"]["a"] = "changed"
    answered["spec"]["limits"][0]["default"]["cpu"] = "changed"
    again = evaluate(policy, POD, copy.deepcopy(given)).objects["limitRanges"][0]
    assert again["metadata"]["labels"] == {"a": "b"}
    assert again["spec"]["limits"][0]["default"] == {"cpu": "1"}


def test_a_change_of_the_request_does_not_reach_the_next_one(policy):
    given = bounds(default={"cpu": "1"})
    evaluate(policy, POD, given)
    original = copy.deepcopy(given)
    given["spec"]["limits"][0]["default"]["cpu"] = "2"
    changed, unchanged = evaluate(policy, POD, given), evaluate(policy, POD, original)
    assert [value.value for value in changed.values if value.list == "limits"] == ["2"]
    assert [value.value for value in unchanged.values if value.list == "limits"] == ["1"]


@pytest.mark.parametrize("annotation", ["", "too long to be remembered" * 4000])
def test_amounts_beyond_every_code_compare_exactly_in_every_pass(policy, annotation):
    """7e30 stands in the LimitRange, which earlier passes speak of; 9e30 first comes up when the Pod is validated."""
    resources = {"requests": {"cpu": "9e30"}, "limits": {"cpu": "7e30"}}
    asked = {"metadata": {"name": "w"}, "spec": {"containers": [{"name": "a", "image": "b", "resources": resources}]}}
    item = {"type": "PersistentVolumeClaim", "min": {"storage": "1", "x": "7e30"}, "max": {"x": "7e30"}}
    given = {"metadata": {"name": "l", "annotations": {"a": annotation}}, "spec": {"limits": [item]}}
    verdict = evaluate(policy, asked, given)
    assert [v.rule.rule for v in verdict.violations] == ["request within limit"]


@pytest.mark.parametrize(
    "containers",
    [
        ({"name": "a", "resources": {"requests": {"cpu": "x"}}},),
        [{"name": "\ud800"}],
        [{"name": "a", "resources": {"limits": {"\ud800": "1"}}}],
        [{"name": "a", "resources": {"limits": {1: "1"}}}],
    ],
)
def test_odd_python_values_are_answered_or_the_callers_mistake(policy, containers):
    try:
        verdict = evaluate(policy, {"metadata": {"name": "w"}, "spec": {"containers": containers}})
    except EvaluationFault as fault:
        pytest.fail(f"told as our fault: {fault}")
    except RequestError:
        return
    assert verdict.stage == "defaulting"


def test_many_denials_and_warnings_take_time_in_proportion(policy):
    """2,000 items and claims took seconds when each was compared with all others."""
    draft = {"metadata": {"name": "l"}, "spec": {"limits": [{}] * 2000}}
    assert len(evaluate(policy, POD, draft).warnings) >= 4000
    claims = [{"name": "gpu"}] * 4000
    spec = {
        "containers": [{"name": "a", "image": "b", "resources": {"claims": claims}}],
        "resourceClaims": [{"name": "gpu"}],
    }
    verdict = evaluate(policy, {"metadata": {"name": "w"}, "spec": spec})
    assert len(verdict.violations) == 3999
