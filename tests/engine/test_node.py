"""What a node does, where recorded cases do not show it: what is refused, thresholds over many looks."""

import json
from fractions import Fraction
from itertools import pairwise

import pytest

from engine import Policy, Request, RequestError
from tests.places import CASES, RULES


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


SETTINGS = {
    "evictionSoft": {"memory.available": "1Gi"},
    "evictionSoftGracePeriod": {"memory.available": "30s"},
    "evictionMinimumReclaim": {"memory.available": "500Mi"},
    "enforceNodeAllocatable": [],
}
MI = 2**20
LOOKS = [
    # when, MiB that are left, then: observed, met, conditions
    ("0s", 900, ["memory.available/soft"], [], ["MemoryPressure"]),
    ("30s", 900, ["memory.available/soft"], ["memory.available/soft"], ["MemoryPressure"]),
    ("40s", 1200, ["memory.available/soft"], ["memory.available/soft"], ["MemoryPressure"]),
    ("50s", 1600, [], [], ["MemoryPressure"]),
    ("339s", 1600, [], [], ["MemoryPressure"]),
    ("340s", 1600, [], [], []),
    ("341s", 1100, [], [], []),
    ("342s", 900, ["memory.available/soft"], [], ["MemoryPressure"]),
]


def seen(left):
    return {"node": {"memory": {"availableBytes": left * MI, "workingSetBytes": MI}}}


def test_a_soft_threshold_over_many_looks(policy):
    """The example of M20: what one look remembers is given to the next, and nothing else is kept."""
    state = {}
    for now, left, observed, met, conditions in LOOKS:
        inputs = {"kubeletConfig": SETTINGS, "nodePods": [burstable()], "summary": seen(left), "at": now, **state}
        found = policy.evaluate(Request(inputs=inputs, question="nodePressure")).conclusions
        state = {name: found.get(name, []) for name in ("history", "conditionsSeen", "observationsSeen")}
        assert (found["observed"], found["met"], found["nodeConditions"]) == (observed, met, conditions)
        assert [one["pod"] for one in found.get("evictions", [])] == (["web"] if met else [])


def test_a_question_tells_only_what_it_answers(policy):
    inputs = {"nodePods": [burstable()], "summary": seen(1), "at": "0s"}
    inputs["kubeletConfig"] = {"evictionHard": {"memory.available": "1Gi"}}
    found = policy.evaluate(Request(inputs=inputs, question="nodePressure")).conclusions
    assert "evictions" in found
    assert not {"ranking", "rankingTies", "thresholds"} & set(found)


def test_hard_against_soft_of_one_signal_are_two_outcomes(policy):
    """M11: the kubelet handles the one or the other, by chance; grace period and message differ."""
    settings = {
        "evictionHard": {"pid.available": "100"},
        "evictionSoft": {"pid.available": "200"},
        "evictionSoftGracePeriod": {"pid.available": "1s"},
        "evictionMaxPodGracePeriod": 7,
    }
    inputs = {"nodePods": [burstable()], "kubeletConfig": settings, "at": "9s"}
    inputs["summary"] = {"node": {"rlimit": {"maxpid": 1000, "curproc": 950}}}
    inputs["history"] = [{"name": "evictionSoft pid.available", "since": 0, "met": False}]
    found = policy.evaluate(Request(inputs=inputs, question="nodePressure")).conclusions
    told = [(one["gracePeriodSeconds"], one["message"].partition("quantity: ")[2]) for one in found["evictions"]]
    assert told == [(1, "100, available: 50. "), (7, "200, available: 50. ")]
    assert (found["signals"], found["starved"]) == (["pid.available"], ["pids"])


def test_what_is_compiled_for_a_question_has_a_digest(policy):
    ranking = policy.compiled_digest("1.36", "ranking")
    assert ranking == policy.compiled_digest("v1.36.2", "ranking")
    assert ranking != policy.compiled_digest("1.36", "oomScore") != policy.compiled_digest("1.37", "oomScore")


def test_reasons_lead_from_each_pod_of_a_ranking_to_the_next(policy):
    """In every recorded ranking, each pair of neighbours differs in the key that is told, unless they are equals."""
    order = {"unmeasured": -1, "aboveRequest": -1, "priority": 1, "excess": -1, "usage": -1}
    decided = set()
    for line in (CASES / "ranking.jsonl").read_text().splitlines():
        case = json.loads(line)
        names = ("nodePods", "summary", "kubeletConfig", "diskInfo", "signal")
        inputs = {"summary": {}} | {name: case["input"][name] for name in names if case["input"].get(name) is not None}
        request = Request(inputs, kubernetes=case["kubernetes"], question="rankingReasons")
        told = policy.evaluate(request).conclusions
        reasons, ranking = told.get("rankingReasons", []), told["ranking"]
        assert [(one["first"], one["second"]) for one in reasons] == list(pairwise(ranking))
        for one in reasons:
            decided.add(one["key"])
            if one["key"] == "none":
                assert any({one["first"], one["second"]} <= set(run) for run in case["expect"].get("rankingTies", []))
                continue
            first, second = (
                json.loads(one[value]) if one["key"] in ("unmeasured", "aboveRequest") else Fraction(one[value])
                for value in ("firstValue", "secondValue")
            )
            assert first != second, (case["id"], one)
            assert (first < second) is (order[one["key"]] == 1), (case["id"], one)
    assert decided == {*order, "none"}
