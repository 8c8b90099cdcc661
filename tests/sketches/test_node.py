"""Statements of the node as rule text, evaluated on recorded cases."""

from typing import Any

import pytest

from engine import Request, RequestError, Verdict
from tests.sketches.recorded import cases, policy


def ids(name: str) -> Any:
    return [pytest.param(case, id=case["id"]) for case in cases(name)]


def evaluated(case: dict[str, Any], **inputs: Any) -> Verdict:
    given = {name: value for name, value in {**case["input"], **inputs}.items() if value is not None}
    return policy("node").evaluate(Request(inputs=given, kubernetes=case["kubernetes"]))


@pytest.mark.parametrize("case", ids("oom"))
def test_oom_scores(case: dict[str, Any]) -> None:
    """O1-O7 with P1-P7: the score of every container."""
    assert evaluated(case).conclusions["oomScoreAdj"] == case["expect"]["oomScoreAdj"]


@pytest.mark.parametrize("case", ids("storage"))
def test_local_storage(case: dict[str, Any]) -> None:
    """L1-L8: who is evicted for what, with the whole message, in the kubelet's order."""
    expect = case["expect"]
    pod = case["input"].get("pod")
    verdict = evaluated(case, pod=None, nodePods=[pod] if pod else case["input"]["nodePods"])
    messages = verdict.conclusions.get("localStorageMessage", {})
    causes = verdict.conclusions.get("localStorageCause", {})
    wanted = {pod["metadata"]["name"]: expect["localStorageEviction"]} if pod else expect["localStorageEvictions"]
    evicted = {name: (one["cause"], one["message"]) for name, one in wanted.items() if one["evict"]}
    assert {name: (causes[name], messages[name]) for name in messages} == evicted
    if not pod:
        assert list(messages) == expect["localStorageEvicted"]


@pytest.mark.parametrize("case", ids("ranking"))
def test_ranking(case: dict[str, Any]) -> None:
    """R1-R8 and R12. Beyond 12 Pods the order among equals is not defined: there they are compared as a set."""
    expect, conclusions = case["expect"], evaluated(case).conclusions
    ties = expect.get("rankingTies", []) if len(case["input"]["nodePods"]) > 12 else []
    group = {name: f"one of {names}" for names in ties for name in names}

    def without_order(names: Any) -> list[str]:
        return [group.get(name, name) for name in names]

    assert without_order(conclusions["ranking"]) == without_order(expect["ranking"])
    assert without_order([conclusions["evicted"]]) == without_order([expect["evicted"]])
    if "skipped" in expect and not ties:
        assert conclusions["skipped"] == expect["skipped"]


def burstable(name: str = "web") -> dict[str, Any]:
    resources = {"requests": {"memory": "1Gi"}}
    return {"metadata": {"name": name, "uid": name}, "spec": {"containers": [{"name": "app", "resources": resources}]}}


def test_a_node_without_memory_cannot_be_answered() -> None:
    """X1: the kubelet would divide by zero."""
    with pytest.raises(RequestError, match=r"node\.status\.capacity\.memory: must not be 0"):
        policy("node").evaluate(Request(inputs={"pod": burstable(), "node": {}}))


def test_a_volume_without_bytes_cannot_be_answered() -> None:
    """L4: the kubelet would panic."""
    summary = {"pods": [{"podRef": {"uid": "web"}, "volume": [{"name": "data"}]}]}
    with pytest.raises(RequestError, match="a volume of pod web has no usedBytes"):
        policy("node").evaluate(Request(inputs={"nodePods": [burstable()], "summary": summary}))


def test_an_unknown_signal_cannot_be_answered() -> None:
    with pytest.raises(RequestError, match=r"disk\.available is no eviction signal"):
        policy("node").evaluate(Request(inputs={"nodePods": [burstable()], "signal": "disk.available"}))


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


def test_thresholds_over_many_looks() -> None:
    """M3-M5: what one look remembers is given to the next."""
    observed: list[dict[str, Any]] = []
    for now, left, since, met in LOOKS:
        seen = [] if left is None else [{"signal": "memory.available", "available": left}]
        step = {"now": now, "observations": seen}
        inputs = {"step": step, "thresholds": [SOFT, HARD], "observed": observed}
        found = policy("node").evaluate(Request(inputs=inputs)).conclusions
        observed = list(found.get("observed", []))
        assert {one["label"]: one["since"] for one in observed} == since
        assert found.get("met", []) == met


def test_one_of_several_thresholds_is_handled() -> None:
    """M11: without one of memory, any; the same signal counts once."""
    signals = ["pid.available", "nodefs.available", "pid.available"]
    thresholds = [{"label": f"{n}", "signal": signal, "amount": 10} for n, signal in enumerate(signals)]
    seen = [{"signal": signal, "available": 1} for signal in (*signals, "memory.available")]
    inputs = {"step": {"now": 1, "observations": seen}, "thresholds": thresholds}
    starved = {"pid.available": "pids", "nodefs.available": "ephemeral-storage"}
    assert policy("node").evaluate(Request(inputs=inputs)).conclusions["starved"] == starved
    inputs["thresholds"] = [*thresholds, {"label": "memory", "signal": "memory.available", "amount": 10}]
    found = policy("node").evaluate(Request(inputs=inputs)).conclusions
    assert found["starved"] == {"memory.available": "memory"}
    assert found["met"] == ["0", "1", "2", "memory"]
