"""What a node does, where recorded cases do not show it: what is refused, thresholds over many looks."""

import pytest

from engine import Policy, Request, RequestError
from tests.places import RULES


@pytest.fixture(scope="module")
def node():
    return Policy.load(RULES / "node")


def test_what_a_node_does_is_asked_by_question_and_is_no_part_of_admission(policy):
    """A Pod evaluated with its node is admitted as one without; the node's rules speak where they are asked."""
    inputs = {"pod": burstable()}
    assert "oomScoreAdj" not in policy.evaluate(Request(inputs=inputs)).conclusions
    inputs["node"] = {"status": {"capacity": {"memory": "16Gi"}}}
    found = policy.evaluate(Request(inputs=inputs, question="oomScore"))
    assert found.conclusions["oomScoreAdj"] == {"app": 938}
    assert found.policy_digest == policy.digest


def test_a_minor_whose_node_is_not_known_is_told_with_those_that_are(policy):
    request = Request(inputs={"pod": burstable(), "node": {}}, question="oomScore", kubernetes="1.34")
    with pytest.raises(RequestError, match=r"'1\.34' is not known; known minors: 1\.35, 1\.36, 1\.37"):
        policy.evaluate(request)


def test_a_question_tells_what_it_lacks(policy):
    with pytest.raises(RequestError, match=r"node: must be given for the question `oomScore`"):
        policy.evaluate(Request(inputs={"pod": burstable()}, question="oomScore"))


def test_pods_of_one_name_are_told_apart_by_their_namespaces(node):
    pods = [burstable(), burstable(), burstable("api")]
    for number, pod in enumerate(pods):
        pod["metadata"] |= {"namespace": f"team-{number}", "uid": str(number)}
    statistics = [{"podRef": {"uid": str(n)}, "memory": {"workingSetBytes": 9 - n}} for n in range(3)]
    request = Request(inputs={"nodePods": pods, "summary": {"pods": statistics}, "signal": "memory.available"})
    assert node.evaluate(request).conclusions["ranking"] == ["team-0/web", "team-1/web", "api"]


def burstable(name="web"):
    resources = {"requests": {"memory": "1Gi"}}
    return {"metadata": {"name": name, "uid": name}, "spec": {"containers": [{"name": "app", "resources": resources}]}}


def test_a_node_without_memory_cannot_be_answered(node):
    """X1: the kubelet would divide by zero."""
    with pytest.raises(RequestError, match=r"node\.status\.capacity\.memory: must not be 0"):
        node.evaluate(Request(inputs={"pod": burstable(), "node": {}}))


def test_a_volume_without_bytes_cannot_be_answered(node):
    """L4: the kubelet would panic."""
    summary = {"pods": [{"podRef": {"uid": "web"}, "volume": [{"name": "data"}]}]}
    with pytest.raises(RequestError, match="a volume of pod web has no usedBytes"):
        node.evaluate(Request(inputs={"nodePods": [burstable()], "summary": summary}))


def test_an_unknown_signal_cannot_be_answered(node):
    with pytest.raises(RequestError, match=r"disk\.available is no eviction signal"):
        node.evaluate(Request(inputs={"nodePods": [burstable()], "signal": "disk.available"}))


SOFT = {"label": "soft", "signal": "memory.available", "amount": "100Mi", "reclaim": "50Mi", "grace": 60}
HARD = {"label": "hard", "signal": "memory.available", "amount": "50Mi"}
LOOKS = [
    # when, what is left, then: observed since, met
    (0, "200Mi", {}, []),
    (10, "90Mi", {"soft": 10}, []),
    (69, "90Mi", {"soft": 10}, []),
    (70, "40Mi", {"soft": 10, "hard": 70}, ["soft", "hard"]),
    (80, "140Mi", {"soft": 10}, ["soft"]),  # soft was met and is crossed with reclaim; hard is not
    (90, None, {}, []),  # no observation: its history is lost
    (100, "140Mi", {}, []),
    (110, "99Mi", {"soft": 110}, []),
]


def test_thresholds_over_many_looks(node):
    """M3-M5: what one look remembers is given to the next."""
    observed = []
    for now, left, since, met in LOOKS:
        seen = [] if left is None else [{"signal": "memory.available", "available": left}]
        step = {"now": now, "observations": seen}
        inputs = {"step": step, "thresholds": [SOFT, HARD], "observed": observed}
        found = node.evaluate(Request(inputs=inputs)).conclusions
        observed = list(found.get("observed", []))
        assert {one["label"]: one["since"] for one in observed} == since
        assert found.get("met", []) == met


def test_one_of_several_thresholds_is_handled(node):
    """M11: without one of memory, any; the same signal counts once."""
    signals = ["pid.available", "nodefs.available", "pid.available"]
    thresholds = [{"label": f"{n}", "signal": signal, "amount": 10} for n, signal in enumerate(signals)]
    seen = [{"signal": signal, "available": 1} for signal in (*signals, "memory.available")]
    inputs = {"step": {"now": 1, "observations": seen}, "thresholds": thresholds}
    starved = {"pid.available": "pids", "nodefs.available": "ephemeral-storage"}
    assert node.evaluate(Request(inputs=inputs)).conclusions["starved"] == starved
    inputs["thresholds"] = [*thresholds, {"label": "memory", "signal": "memory.available", "amount": 10}]
    found = node.evaluate(Request(inputs=inputs)).conclusions
    assert found["starved"] == {"memory.available": "memory"}
    assert found["met"] == ["0", "1", "2", "memory"]
