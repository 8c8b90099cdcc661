"""The state of a node over gRPC: the same answers as in process, all of them in one call, look by look."""

import json

import pytest

from cli.asking import There
from cli.cases.asking import by_server
from cli.cases.comparison import differences
from cli.cases.facets import expectation
from cli.cases.format import read_cases
from podlaw.core.v1 import core_pb2 as core
from podlaw.v1 import policy_pb2 as pb
from tests.places import CASES
from tests.server.conftest import DEADLINE, serving
from tests.server.test_evaluate import failing, fields

FILES = ("oom", "cgroup", "scheduling", "local-storage-eviction", "ranking", "thresholds", "kubelet-handwritten")
MOST = 60

NODE = {"status": {"capacity": {"memory": "16Gi", "cpu": "8", "pods": "110"}}}


def manifest(value):
    return pb.Object(manifest=json.dumps(value).encode())


def pod(name, **resources):
    metadata = {"name": name, "namespace": "default", "uid": f"uid-{name}"}
    return {"metadata": metadata, "spec": {"containers": [{"name": "app", "image": "app", "resources": resources}]}}


def measured(name, memory):
    return {"podRef": {"uid": f"uid-{name}"}, "memory": {"workingSetBytes": memory}}


def state(**more):
    pods = [pod("a", requests={"memory": "1Gi"}), pod("b")]
    summary = {"pods": [measured("a", 2**20), measured("b", 2**29)]}
    return pb.NodeState(
        **{"node": manifest(NODE), "pods": map(manifest, pods), "summary": json.dumps(summary).encode()} | more
    )


def concluded(verdict):
    return {name: json.loads(one.json) for name, one in verdict.conclusions.more.items()}


@pytest.mark.parametrize("name", FILES)
def test_a_server_answers_as_kubernetes_did(policy, name):
    cases = read_cases([CASES / f"{name}.jsonl"])[:: max(1, len(read_cases([CASES / f"{name}.jsonl"])) // MOST)]
    with serving(policy) as (server, _), There(server.address) as door:
        ask = by_server(door)
        for case in cases:
            given = {"input": case.input, "kubernetes": case.kubernetes}
            for facet in case.expect:
                answered = expectation(given, [facet], ask)
                assert list(differences(facet, case.expect[facet], answered[facet], case.expect)) == [], case.id


def test_one_call_answers_all_for_which_the_state_suffices(stub):
    new = manifest(pod("new", requests={"cpu": "9"}))
    response = stub.Evaluate(pb.EvaluateRequest(pod=new, node=state(at="0s")), timeout=DEADLINE)
    assert response.verdict.allowed
    asked = [(answer.question, answer.about) for answer in response.answers]
    assert len(set(asked)) == len(asked)
    for question in ("totals", "oomScore", "cgroup"):
        assert {(question, "nodePods[0]"), (question, "nodePods[1]")} <= set(asked)
    assert {("ranking", "memory.available"), ("ranking", "pid.available"), ("fit", ""), ("nodePressure", "")} <= set(
        asked
    )
    told = {(answer.question, answer.about): concluded(answer.verdict) for answer in response.answers}
    assert told["fit", ""]["fitReasons"] == ["Insufficient cpu"]
    assert told["oomScore", "nodePods[0]"] == {"oomScoreAdj": {"app": 938}}
    assert told["oomScore", "nodePods[1]"] == {"oomScoreAdj": {"app": 1000}}
    assert told["ranking", "memory.available"]["ranking"] == ["b", "a"]
    assert not any(answer.refused for answer in response.answers)


def test_a_node_alone_has_no_verdict(stub):
    response = stub.Evaluate(pb.EvaluateRequest(node=state()), timeout=DEADLINE)
    assert not response.HasField("verdict")
    assert {"ranking", "localStorage", "thresholds", "cgroup"} <= {answer.question for answer in response.answers}


def test_typed_objects_answer_the_same(stub):
    by_manifest = stub.Evaluate(pb.EvaluateRequest(node=state()), timeout=DEADLINE)
    node = core.Node(status=core.NodeStatus(capacity={"memory": core.Quantity(string="16Gi")}))
    typed = [core.Pod(), core.Pod()]
    for one, name in zip(typed, "ab", strict=True):
        one.metadata.name, one.metadata.namespace, one.metadata.uid = name, "default", f"uid-{name}"
        one.spec.containers.add(name="app", image="app")
    typed[0].spec.containers[0].resources.requests["memory"].string = "1Gi"
    given = state(node=pb.Object(node=node), pods=[pb.Object(pod=one) for one in typed])
    by_type = stub.Evaluate(pb.EvaluateRequest(node=given), timeout=DEADLINE)
    assert [answer.verdict.digest for answer in by_type.answers] == [
        answer.verdict.digest for answer in by_manifest.answers
    ]


def test_what_a_question_of_several_cannot_answer_is_said_there(stub):
    given = state(node=manifest({"status": {}}))
    answers = stub.Evaluate(pb.EvaluateRequest(node=given), timeout=DEADLINE).answers
    refused = {(answer.question, answer.about): answer.refused for answer in answers if answer.refused}
    assert refused["oomScore", "nodePods[0]"] == "node.node.status.capacity.memory: must not be 0"
    assert ("ranking", "memory.available") not in refused


def test_a_minor_of_which_the_node_is_not_known(stub):
    new = manifest(pod("new"))
    answers = stub.Evaluate(pb.EvaluateRequest(pod=new, node=state(), kubernetes="1.34"), timeout=DEADLINE).answers
    told = {answer.question: answer for answer in answers}
    assert concluded(told["fit"].verdict)["fits"] is True
    assert "known minors: 1.35, 1.36, 1.37" in told["ranking"].refused


def test_look_by_look(stub):
    """A soft threshold is met once its grace period is over: what one look remembers is given to the next."""
    settings = {
        "kubeletconfig": {
            "evictionSoft": {"memory.available": "1Gi"},
            "evictionSoftGracePeriod": {"memory.available": "30s"},
        }
    }
    met, memories = [], {}
    for at, seconds in (("0s", 0), ("20s", 20), ("30s", 30)):
        memory = {"time": f"2026-01-01T00:00:{seconds:02}Z", "availableBytes": 2**20, "workingSetBytes": 2**30}
        given = state(
            at=at,
            summary=json.dumps({"node": {"memory": memory}}).encode(),
            kubelet_config=json.dumps(settings).encode(),
            memories=memories,
        )
        request = pb.EvaluateRequest(node=given, question="nodePressure")
        told = stub.Evaluate(request, timeout=DEADLINE).verdict.conclusions.more
        met.append(json.loads(told["met"].json))
        memories = {name: told[name].json for name in ("history", "conditionsSeen", "observationsSeen")}
    assert met == [[], [], ["memory.available/soft"]]


@pytest.mark.parametrize(
    ("more", "field", "text"),
    [
        ({"node": pb.Object(manifest=b"{")}, "node.node", ""),
        ({"node": manifest({"kind": "Pod"})}, "node.node.kind", "'Node' is wanted"),
        ({"pods": [pb.Object()]}, "node.pods[0]", "is required"),
        ({"pods": [pb.Object(limit_range=core.LimitRange())]}, "node.pods[0]", "is a LimitRange where a Pod is wanted"),
        ({"summary": b"[]"}, "node.summary", "is not an object"),
        ({"summary": b'{"pods": 1}'}, "node.summary.pods", ""),
        ({"kubelet_config": b"a: [1"}, "node.kubeletConfig", ""),
        ({"signal": "disk.available"}, "node.signal", "no eviction signal"),
        ({"memories": {"summary": b"{}"}}, "node.memories[summary]", "is nothing that is remembered"),
        ({"memories": {"history": b"{"}}, "node.memories[history]", ""),
        ({"memories": {"history": b'1}, {"held": 2'}}, "node.memories[history]", ""),
    ],
)
def test_mistakes_are_named_with_their_path(stub, more, field, text):
    error = failing(
        stub.Evaluate, pb.EvaluateRequest(node=state(**{"signal": "memory.available"} | more), question="ranking")
    )
    assert text in fields(error)[field]


def test_what_a_question_needs_is_named(stub):
    error = failing(stub.Evaluate, pb.EvaluateRequest(node=pb.NodeState(), question="fit"))
    assert set(fields(error)) == {"pod", "node.node"}
