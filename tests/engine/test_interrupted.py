"""An evaluation ends when its answer is no longer wanted, and another one is not disturbed."""

import itertools

import pytest

from engine import Interrupted, Request

CONTAINERS = [{"name": f"c{number}", "image": "a", "resources": {"limits": {"cpu": "2"}}} for number in range(300)]
RANGES = [
    {"metadata": {"name": f"r{number}"}, "spec": {"limits": [{"type": "Container", "max": {"cpu": "1"}}]}}
    for number in range(50)
]
LARGE = Request(
    inputs={"pod": {"metadata": {"name": "web"}, "spec": {"containers": CONTAINERS}}, "limitRanges": RANGES}
)


def test_it_ends_wherever_it_is_told(policy):
    whole = policy.evaluate(LARGE)
    asked = itertools.count()
    assert policy.evaluate(LARGE, lambda: next(asked) < 0) == whole
    times = next(asked)
    assert times > 10
    for last in range(times):
        looks = itertools.count()
        with pytest.raises(Interrupted):
            policy.evaluate(LARGE, lambda looks=looks, last=last: next(looks) >= last)
    assert policy.evaluate(LARGE) == whole


def test_small_requests_are_asked_about_too(policy):
    pod = {"metadata": {"name": "web"}, "spec": {"containers": CONTAINERS[:1]}}
    with pytest.raises(Interrupted):
        policy.evaluate(Request(inputs={"pod": pod}), lambda: True)
