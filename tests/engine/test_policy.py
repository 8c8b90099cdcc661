"""Evaluating requests with the shipped rules: what the verdict tells beyond the recorded answers."""

import json

import pytest

from engine import Request, RequestError, UnsupportedRequest
from tests.places import CASES

CASE_LINES = [
    case
    for case in map(json.loads, (CASES / "admission-handwritten.jsonl").read_text().splitlines())
    if case["id"].startswith("admission/worked-")
]


def limit_range(name="bounds", **lists):
    return {"metadata": {"name": name}, "spec": {"limits": [{"type": "Container", **lists}]}}


def pod(*containers, **spec):
    named = [{"name": f"c{number}", "image": "pause:3.10", **c} for number, c in enumerate(containers)]
    return {"metadata": {"name": "web"}, "spec": {"containers": named, **spec}}


def evaluate(policy, pod, *ranges, **rest):
    return policy.evaluate(Request(inputs={"pod": pod, "limitRanges": list(ranges)}, **rest))


@pytest.mark.parametrize("case", CASE_LINES, ids=lambda case: case["id"])
def test_recorded_case(policy, case):
    given, wanted = case["input"], case["expect"]
    verdict = evaluate(policy, given["pod"], *given["limitRanges"])
    assert verdict.allowed == wanted["admission"]["allowed"]
    assert verdict.stage == wanted["admission"]["stage"]
    found = [
        {"field": v.field, "type": v.type, "detail": v.message} if v.field else v.message for v in verdict.violations
    ]
    assert found == wanted["admission"]["errors"]
    assert verdict.conclusions["annotation"] == wanted["admission"]["annotation"]
    for name in ("qosClass", "podRequests", "podLimits", "limitRangerPodRequests", "limitRangerPodLimits"):
        assert verdict.conclusions[name] == wanted[name]
    for container in verdict.objects["pod"]["spec"]["containers"]:
        assert container["resources"] == wanted["admission"]["resources"]["containers"][container["name"]]


def test_a_violation_names_its_reason(policy):
    verdict = evaluate(policy, pod({"resources": {"limits": {"memory": "1Gi"}}}), limit_range(max={"memory": "768Mi"}))
    (violation,) = verdict.violations
    assert violation.message == "maximum memory usage per Container is 768Mi, but limit is 1Gi"
    assert (violation.rule.ruleset, violation.rule.rule, violation.rule.case) == ("limit-ranger", "maximum", 2)
    assert violation.rule.file == "rules/admission/limit-ranger.yaml"
    assert dict(violation.explanation) == {
        "limitRange": "bounds",
        "item": "0",
        "subject": "c0",
        "resource": "memory",
        "observed": "1Gi",
        "bound": "768Mi",
        "at": "spec.containers[0].resources.limits[memory]",
        "atMost": "768Mi",
    }
    (comparison,) = violation.comparisons
    assert (comparison.left_value, comparison.operator, comparison.right_value) == (
        "1073741824000",
        ">",
        "805306368000",
    )
    assert verdict.code == 403


def test_the_line_of_a_violation_is_that_of_its_case(policy):
    verdict = evaluate(policy, pod({"resources": {"limits": {"memory": "1Gi"}}}), limit_range(max={"memory": "768Mi"}))
    rule = verdict.violations[0].rule
    line = (CASES.parents[1] / rule.file).read_text().splitlines()[rule.line - 1]
    assert "when: limitAmount > maxAmount" in line


def test_origins_tell_every_step(policy):
    verdict = evaluate(policy, pod({"resources": {"requests": {"cpu": "1m"}}}), limit_range(max={"cpu": "2"}))
    values = {(value.list, value.resource): value for value in verdict.values}
    assert values["requests", "cpu"].origin.kind == "declared"
    limit = values["limits", "cpu"].origin
    assert (limit.kind, limit.source_name) == ("filled", "bounds")
    assert limit.source == "limitRanges[0].spec.limits[0].default[cpu]"
    assert limit.earlier.kind == "copied"
    assert limit.earlier.source == "limitRanges[0].spec.limits[0].max[cpu]"
    assert limit.earlier.rule.rule == "max becomes default"


def test_a_copied_request_names_the_limit(policy):
    verdict = evaluate(policy, pod({"resources": {"limits": {"cpu": "600m"}}}))
    request = next(value for value in verdict.values if value.list == "requests")
    assert (request.origin.kind, request.origin.source) == ("copied", "pod.spec.containers[0].resources.limits[cpu]")
    assert request.path == "spec.containers[0].resources.requests[cpu]"


def test_a_later_range_and_a_later_stage_are_told_as_not_reported(policy):
    asked = pod({"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "3"}}})
    verdict = evaluate(policy, asked, limit_range("first", max={"cpu": "2"}), limit_range("second", max={"cpu": "1"}))
    assert [v.explanation["limitRange"] for v in verdict.violations] == ["first"]
    assert [(v.explanation["limitRange"], v.reported) for v in verdict.unreported] == [("second", False)]
    asked["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "4"
    verdict = evaluate(policy, asked, limit_range("first", max={"cpu": "2"}))
    assert verdict.stage == "validation"
    assert [v.stage for v in verdict.unreported] == ["limitRanger"]


def test_a_range_that_denies_later_in_the_list_is_reported_if_it_is_the_first_to_deny(policy):
    asked = pod({"resources": {"limits": {"cpu": "3"}}})
    verdict = evaluate(policy, asked, limit_range("wide", max={"cpu": "9"}), limit_range("narrow", max={"cpu": "1"}))
    assert [v.explanation["limitRange"] for v in verdict.violations] == ["narrow"]


def test_a_trace_on_demand(policy):
    asked = pod({"resources": {"limits": {"cpu": "600m"}}})
    assert evaluate(policy, asked).trace == ()
    firings = evaluate(policy, asked, trace=True).trace
    assert [(f.rule.rule, f.effect) for f in firings][:1] == [("limit becomes request", "copy")]
    assert firings[0].bindings == {"container": "c0", "resource": "cpu"}


def test_the_objects_of_the_caller_are_left_alone(policy):
    asked, bounds = pod({}), limit_range(default={"cpu": "1"})
    before = json.dumps([asked, bounds])
    verdict = evaluate(policy, asked, bounds)
    assert verdict.objects["pod"]["spec"]["containers"][0]["resources"]["limits"] == {"cpu": "1"}
    assert json.dumps([asked, bounds]) == before


def test_requests_do_not_see_each_other(policy):
    first = evaluate(policy, pod({}), limit_range(default={"cpu": "1"}))
    second = evaluate(policy, pod({}))
    assert first.values
    assert not second.values
    assert second.conclusions["annotation"] == ""


def test_a_refused_quantity_in_a_pod_is_an_answer(policy):
    verdict = evaluate(policy, pod({"resources": {"limits": {"cpu": "1x"}}}))
    assert (verdict.allowed, verdict.stage, verdict.code) == (False, "defaulting", 400)
    assert verdict.violations[0].message.startswith("quantities must match the regular expression")


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        ({"pod": 3}, "pod"),
        ({"pod": {"spec": []}}, "pod.spec.containers"),
        ({"pod": {"spec": {"containers": {}}}}, "pod.spec.containers"),
        ({"pod": {"spec": {"containers": ["a"]}}}, "pod.spec.containers[0]"),
        ({"pod": {"spec": {"containers": [{"name": 3}]}}}, "pod.spec.containers[0].name"),
        (
            {"pod": {"spec": {"containers": [{"resources": {"limits": {"cpu": []}}}]}}},
            "pod.spec.containers[0].resources.limits[cpu]",
        ),
        (
            {"pod": {"spec": {"containers": [{"resources": {"limits": {"cpu": True}}}]}}},
            "pod.spec.containers[0].resources.limits[cpu]",
        ),
        ({"pod": {"spec": {"containers": [{"resources": "none"}]}}}, "pod.spec.containers[0].resources.requests"),
        ({"limitRanges": {}}, "limitRanges"),
        ({"limitRanges": [None]}, "limitRanges[0]"),
        ({"limitRanges": [{"spec": {"limits": [{"max": {"cpu": "one"}}]}}]}, "limitRanges[0].spec.limits[0].max[cpu]"),
        ({"pods": {}}, "pods"),
    ],
)
def test_a_callers_mistake_has_its_path(policy, inputs, field):
    with pytest.raises(RequestError) as caught:
        policy.evaluate(Request(inputs=inputs))
    assert field in [violation.field for violation in caught.value.violations]


def test_several_mistakes_are_told_at_once(policy):
    with pytest.raises(RequestError) as caught:
        policy.evaluate(Request(inputs={"pod": {"spec": {"containers": [{"name": 1}, {"name": 2}]}}}))
    assert len(caught.value.violations) == 2


@pytest.mark.parametrize("minor", ["1.35", "v1.35", "1.35.4", ""])
def test_known_minors(policy, minor):
    assert evaluate(policy, pod({}), kubernetes=minor).kubernetes == "1.35"


@pytest.mark.parametrize("minor", ["1.2", "2", "latest", "1.35x", "1.350", "1.35.junk", "1.35.4.5"])
def test_unknown_minors_are_refused_with_the_list(policy, minor):
    with pytest.raises(RequestError, match="known minors"):
        evaluate(policy, pod({}), kubernetes=minor)


def test_operations_that_are_not_answered(policy):
    with pytest.raises(UnsupportedRequest, match="UPDATE/ephemeralcontainers"):
        evaluate(policy, pod({}), operation="UPDATE", subresource="ephemeralcontainers")


def test_limit_ranges_without_a_pod(policy):
    verdict = policy.evaluate(Request(inputs={"limitRanges": [limit_range(max={"cpu": "1"})]}))
    assert verdict.allowed
    assert verdict.objects["limitRanges"][0]["spec"]["limits"][0]["defaultRequest"] == {"cpu": "1"}


def test_every_example_of_every_rule_holds(policy):
    assert policy.check() == []


@pytest.mark.parametrize(("small", "large"), [("1e1000", "1e1001"), ("9" * 60, "1" + "0" * 60), ("-1e41", "-1e40")])
def test_amounts_beyond_every_code_compare_exactly(policy, small, large):
    """Amounts outside the range of plain codes get ranks: equal amounts stay equal, and order stays order."""
    for request, limit, wanted in ((small, small, 0), (small, large, 0), (large, small, 1)):
        asked = pod({"resources": {"requests": {"memory": request}, "limits": {"memory": limit}}})
        said = [v for v in evaluate(policy, asked).violations if v.rule.rule == "request within limit"]
        assert len(said) == wanted


def test_of_several_refused_quantities_the_first_of_the_text_is_told(policy):
    spec = {
        "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1K"}}],
        "containers": [{"name": "a", "image": "b", "resources": {"requests": {"cpu": "x"}, "limits": {"cpu": "1K"}}}],
    }
    asked = {"metadata": {"name": "web"}, "spec": spec}
    assert [v.message for v in evaluate(policy, asked).violations] == ["unable to parse quantity's suffix"]
    turned = {"metadata": {"name": "web"}, "spec": dict(reversed(spec.items()))}
    assert evaluate(policy, turned).violations[0].message.startswith("quantities must match")


@pytest.mark.parametrize(
    "spec",
    [
        {"containers": [{"env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"divisor": "1K"}}}]}]},
        {"ephemeralContainers": [{"resources": {"limits": {"cpu": "1K"}}}]},
        {"overhead": {"cpu": "1K"}},
        {"resources": {"limits": {"cpu": "1K"}}},
        {"volumes": [{"ephemeral": {"volumeClaimTemplate": {"spec": {"resources": {"requests": {"storage": "1K"}}}}}}]},
        {
            "volumes": [
                {"projected": {"sources": [{"downwardAPI": {"items": [{"resourceFieldRef": {"divisor": "1K"}}]}}]}}
            ]
        },
    ],
)
def test_a_quantity_anywhere_in_the_body_is_decoded(policy, spec):
    """Admission D1: any undecodable quantity anywhere in the body."""
    verdict = evaluate(policy, {"metadata": {"name": "web"}, "spec": {"containers": [], **spec}})
    assert verdict.stage == "defaulting"


def test_checks_that_held_are_told_on_request(policy):
    asked = pod({"resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1Gi"}}})
    bounds = limit_range(max={"memory": "2Gi"}, min={"memory": "2Gi"}, maxLimitRequestRatio={"memory": "2"})
    verdict = evaluate(policy, asked, bounds, trace=True)
    told = {(c.rule.rule, c.rule.case): c for c in verdict.checks if c.stage == "limitRanger"}
    assert set(told) == {("maximum", 2), ("maximum", 3), ("limit to request ratio", 3)}
    limit = told["maximum", 2]
    assert dict(limit.explanation)["observed"] == "1Gi"
    assert [(c.left, c.operator, c.right) for c in limit.comparisons] == [("limitAmount", ">", "maxAmount")]
    assert [v.rule.rule for v in verdict.violations] == ["minimum"]
    assert evaluate(policy, asked, bounds).checks == ()


def test_an_absent_amount_is_no_check_that_held(policy):
    verdict = evaluate(policy, pod({}), limit_range(maxLimitRequestRatio={"cpu": "2"}), trace=True)
    assert not [c for c in verdict.checks if c.stage == "limitRanger"]
    assert [v.rule.case for v in verdict.violations] == [1]


def test_a_firing_says_what_was_set(policy):
    verdict = evaluate(policy, pod({"resources": {"limits": {"cpu": "600m"}}}), trace=True)
    copied = next(f for f in verdict.trace if f.effect == "copy")
    assert (copied.target, copied.value) == ("pod.spec.containers[0].resources.requests[cpu]", "600m")


def test_a_violation_is_about_what_was_asked(policy):
    bounds = limit_range(max={"cpu": "1"})
    verdict = evaluate(policy, pod({"resources": {"limits": {"cpu": "2"}}}), bounds)
    assert [v.root for v in verdict.violations] == ["pod"]
    alone = policy.evaluate(Request(inputs={"limitRanges": [bounds, limit_range(min={"cpu": "2"}, max={"cpu": "1"})]}))
    assert {v.root for v in alone.violations} == {"limitRanges[1]"}


def test_a_draft_that_could_not_be_stored_is_a_warning_beside_a_pod(policy):
    draft = limit_range("draft", min={"cpu": "2"}, max={"cpu": "1"})
    verdict = evaluate(policy, pod({"resources": {"limits": {"cpu": "500m"}}}), draft)
    warning = "LimitRange draft is not valid: spec.limits[0].min[cpu]: min value 2 is greater than max value 1"
    assert warning in verdict.warnings
    assert verdict.stage == "limitRanger"


def test_a_mistake_is_told_once(policy):
    with pytest.raises(RequestError) as caught:
        evaluate(policy, pod({"resources": {"limits": {"cpu": [1]}}}))
    assert len(caught.value.violations) == 1


def test_an_update_tells_the_values_of_the_object_asked_about(policy):
    old = pod({"resources": {"limits": {"cpu": "1"}}}, {"resources": {"requests": {"memory": "1Gi"}}})
    new = pod({"resources": {"limits": {"cpu": "2"}}})
    inputs = {"pod": new, "oldPod": old}
    verdict = policy.evaluate(Request(inputs=inputs, operation="UPDATE"))
    assert {value.path: value.value for value in verdict.values} == {
        "spec.containers[0].resources.limits[cpu]": "2",
        "spec.containers[0].resources.requests[cpu]": "2",
    }
    assert len(verdict.values) == 2


def test_what_an_update_takes_over_came_to_be_as_in_the_stored_object(policy):
    old, new = pod({"resources": {"limits": {"cpu": "1"}}}), pod({"resources": {"requests": {"cpu": "2"}}})
    verdict = policy.evaluate(
        Request(inputs={"pod": new, "oldPod": old}, operation="UPDATE", subresource="status", kubernetes="1.35")
    )
    told = {value.path: (value.value, value.origin.kind, value.origin.source) for value in verdict.values}
    assert told == {
        "spec.containers[0].resources.limits[cpu]": ("1", "declared", ""),
        "spec.containers[0].resources.requests[cpu]": (
            "1",
            "copied",
            "oldPod.spec.containers[0].resources.limits[cpu]",
        ),
    }


def test_a_question_about_nothing_is_refused(policy):
    for question in ("injection", "check"):
        with pytest.raises(RequestError) as caught:
            policy.evaluate(Request(inputs={"limitRanges": [limit_range()]}, question=question))
        assert [violation.field for violation in caught.value.violations] == ["pod"]
