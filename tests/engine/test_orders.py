"""Orders of several LimitRanges: Kubernetes takes them in random order, anew when it injects and when it checks."""

import pytest

from engine import Request
from engine.orders import order_may_matter, try_orders

POD = {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app", "image": "a"}]}}


def bounds(name, **lists):
    return {"metadata": {"name": name}, "spec": {"limits": [{"type": "Container", **lists}]}}


def limited(**limits):
    return {**POD, "spec": {"containers": [{"name": "app", "image": "a", "resources": {"limits": limits}}]}}


def tried(policy, pod, *ranges):
    request = Request({"pod": pod, "limitRanges": list(ranges)})
    return try_orders(policy, request), order_may_matter(policy, request, policy.evaluate(request))


def test_the_order_that_was_assumed_is_told(policy):
    verdict = policy.evaluate(Request({"pod": POD, "limitRanges": [bounds("b"), bounds("a")]}))
    assert dict(verdict.order) == {"limitRanges": ("b", "a")}


def test_of_two_defaults_the_first_is_filled_in(policy):
    """Admission J5: an earlier range's value counts as present for a later one."""
    orders, may_matter = tried(policy, POD, bounds("a", default={"cpu": "1"}), bounds("b", default={"cpu": "2"}))
    assert (orders.tried, orders.possible, orders.complete, orders.depends, may_matter) == (2, 2, True, True, True)
    found = {outcome.order: {v.list: v.value for v in outcome.verdict.values} for outcome in orders.outcomes}
    assert found == {("a", "b"): {"requests": "1", "limits": "1"}, ("b", "a"): {"requests": "2", "limits": "2"}}


def test_every_range_that_refuses_may_be_the_first(policy):
    """Admission L1: all messages of the first range that has any; later ranges are not looked at."""
    orders, may_matter = tried(policy, limited(cpu="3"), bounds("a", max={"cpu": "1"}), bounds("b", max={"cpu": "2"}))
    assert orders.depends
    assert may_matter
    messages = {tuple(v.message for v in outcome.violations) for outcome in orders.outcomes}
    assert messages == {
        ("maximum cpu usage per Container is 1, but limit is 3",),
        ("maximum cpu usage per Container is 2, but limit is 3",),
    }


def test_values_of_one_order_meet_the_first_refusal_of_another(policy):
    """Kubernetes notes 16: the passes that inject and that check draw their orders apart."""
    ranges = (
        bounds("a", default={"cpu": "4"}, max={"cpu": "3", "memory": "1Gi"}),
        bounds("b", default={"cpu": "5"}, max={"cpu": "2", "memory": "1Gi"}),
    )
    orders, _ = tried(policy, POD, *ranges)
    messages = {v.message for outcome in orders.outcomes for v in outcome.violations}
    assert messages == {
        f"maximum cpu usage per Container is {most}, but limit is {limit}" for most in (2, 3) for limit in (4, 5)
    }


def test_ranges_that_agree_leave_one_answer(policy):
    orders, may_matter = tried(policy, limited(cpu="1"), bounds("a", max={"cpu": "2"}), bounds("b", min={"cpu": "1m"}))
    assert (orders.complete, orders.depends, may_matter) == (True, False, False)
    assert [outcome.orders for outcome in orders.outcomes] == [2]


@pytest.mark.parametrize(("number", "orders_tried", "possible"), [(1, 1, 1), (5, 120, 120), (6, 1, 720)])
def test_how_many_are_tried(policy, number, orders_tried, possible):
    ranges = [bounds(f"r{at}", default={"cpu": f"{at + 1}"}) for at in range(number)]
    orders, _ = tried(policy, POD, *ranges)
    assert (orders.tried, orders.possible, orders.complete) == (orders_tried, possible, orders_tried == possible)
    assert len(orders.outcomes) == (number if number <= 5 else 1)


def test_a_request_without_ranges_has_one_order(policy):
    orders = try_orders(policy, Request({"pod": POD}))
    assert (orders.complete, orders.depends, len(orders.outcomes)) == (True, False, 1)
