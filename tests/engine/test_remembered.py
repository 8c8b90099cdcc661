"""What is remembered between evaluations changes no answer, stays within its bounds, and leaves nothing behind."""

import gc

import pytest

from engine import Policy, Request, environment, values
from engine.environment import Environment
from engine.quantity import parse
from tests.engine.test_policy import evaluate, limit_range, pod
from tests.places import RULES

AMOUNTS = ["1", "1000m", "999m", "1001m", "1e40", "2e40", "12E", "100n", "1Gi", "0"]


@pytest.fixture(scope="module")
def fresh():
    """Evaluates with a policy that has answered nothing before."""

    def evaluated(*given):
        policy = Policy.load(RULES)
        try:
            return evaluate(policy, *given)
        finally:
            policy.close()

    return evaluated


def told(verdict):
    return verdict.allowed, [violation.message for violation in verdict.violations], dict(verdict.conclusions)


def given(limit, most):
    resources = {"limits": {"cpu": limit, "memory": most}}
    return pod({"resources": resources}), limit_range(max={"cpu": most, "memory": limit}), limit_range(min={"cpu": "1"})


def test_amounts_that_compare_alike_but_read_otherwise_are_told_apart(policy, fresh):
    """Equal amounts written in two ways, and amounts that only ranks place, follow each other in one policy."""
    pairs = [(limit, most) for limit in AMOUNTS for most in AMOUNTS]
    found = [told(evaluate(policy, *given(*pair))) for pair in pairs]
    assert [told(evaluate(policy, *given(*pair))) for pair in reversed(pairs)] == found[::-1]
    for number in (3, 44, 45, 54, 67):
        assert told(fresh(*given(*pairs[number]))) == found[number]


def test_parts_of_rows_are_bounded_and_ranks_never_among_them(monkeypatch):
    monkeypatch.setattr(environment, "MOST_PIECES", 3)
    state, known = Environment({}, {}, {}, {}), {}
    for number in range(10):
        assert state.keep(known, (number,), (), "piece") == "piece"
        assert 1 <= len(known) <= 3
    known.clear()
    state.encoder.exact(parse("1e40").exact)
    assert state.keep(known, (1,), (), "piece") == "piece"
    assert known == {}


def test_sums_are_the_same_object_for_the_same_summands_and_bounded(monkeypatch):
    one, other = parse("1Gi"), parse("250m")
    assert values.added(one, other) is values.added(one, other)
    assert values.added(one, other).identical(one.add(other))
    assert values.added(other, one).identical(other.add(one))
    monkeypatch.setattr(values, "MOST_SUMS", 5)
    monkeypatch.setattr(values, "_sums", known := {})
    for _ in range(20):
        values.added(parse("1"), parse("2"))
        assert 1 <= len(known) <= 5


def test_an_evaluation_leaves_nothing_to_collect(policy):
    request = Request(inputs={"pod": given("1", "2")[0], "limitRanges": [given("1", "2")[1]]})
    policy.evaluate(request)
    gc.collect()
    gc.disable()
    try:
        policy.evaluate(request)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_what_is_given_back_shares_nothing_with_what_was_given(policy):
    asked = pod({"resources": {"limits": {"cpu": "1"}}}, tolerations=[{"key": "a"}])
    asked["metadata"]["labels"] = {"app": "web"}
    bounds = limit_range(default={"memory": "1Gi"})
    objects = evaluate(policy, asked, bounds).objects
    objects["pod"]["metadata"]["labels"]["app"] = "changed"
    objects["pod"]["spec"]["tolerations"].clear()
    objects["limitRanges"][0]["metadata"]["name"] = "changed"
    again = evaluate(policy, asked, bounds).objects
    assert again["pod"]["metadata"]["labels"] == {"app": "web"}
    assert again["pod"]["spec"]["tolerations"] == [{"key": "a"}]
    assert again["limitRanges"][0]["metadata"]["name"] == "bounds"
