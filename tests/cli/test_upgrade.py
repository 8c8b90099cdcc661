"""``podlaw upgrade``: the example, and what its exit status says."""

import json

import pytest

from server.process import Server, Settings
from tests.places import ROOT

EXAMPLE = ROOT / "examples" / "upgrade"


def told(podlaw, *arguments):
    ran = podlaw("upgrade", *arguments, "--output", "json")
    assert ran.err == ""
    data = json.loads(ran.out)
    rules = {entry["rule"].partition(",")[0]: [one["name"] for one in entry["objects"]] for entry in data["rules"]}
    changes = {
        (one["name"], change["what"]): (change["before"], change["after"])
        for entry in data["rules"]
        for one in entry["objects"]
        for change in one["changes"]
    }
    return ran.status, rules, changes


def test_what_differs_between_two_minors_by_the_rule(podlaw):
    """Versions 2, 3 and 5: pod-level requests, the empty pod-level block, plain init containers."""
    status, rules, changes = told(podlaw, "--from", "1.35", "--to", "1.37", "-f", EXAMPLE)
    assert status == 1
    assert rules == {
        "pod-level-defaulting: pod-level request from the containers (until 1.37)": ["cart"],
        "qos-class: class": ["search"],
        "pod-structure: restart of an init container that is resized (since 1.36)": ["import"],
    }
    assert changes["cart", "outcome"] == ("refused by validation (422)", "admitted")
    assert changes["cart", "spec.resources.requests[cpu]"] == ("250m", "750m")
    assert changes["search", "qosClass"] == ("BestEffort", "Guaranteed")
    assert changes["import", "outcome"] == ("admitted", "refused by validation (422)")


def test_the_other_way_round(podlaw):
    """Going back, what is admitted by 1.37 only is refused."""
    status, _, changes = told(podlaw, "--from", "v1.37.2", "--to", "1.36", "-f", EXAMPLE)
    assert status == 1
    assert changes["cart", "outcome"] == ("admitted", "refused by validation (422)")
    assert ("import", "outcome") not in changes


def test_nothing_differs(podlaw):
    assert told(podlaw, "--to", "1.35", "-f", EXAMPLE) == (0, {}, {})


def test_an_object_that_is_refused_no_longer_is_no_alarm(podlaw, tmp_path):
    pods = (EXAMPLE / "market.yaml").read_text().split("---")
    (tmp_path / "cart.yaml").write_text("---".join(pods[:2]))
    status, rules, _ = told(podlaw, "--from", "1.35", "--to", "1.37", "-f", tmp_path)
    assert (status, len(rules)) == (0, 1)


def test_the_text_shows_old_and_new_side_by_side(podlaw):
    ran = podlaw("upgrade", "--from", "1.35", "--to", "1.37", "-f", EXAMPLE)
    assert "    qosClass  BestEffort  Guaranteed\n" in ran.out
    assert "refusal under 1.37 only: spec.initContainers[0].resizePolicy[0].restartPolicy: must not be set" in ran.out
    assert ran.out.endswith(
        "5 objects, 3 answered otherwise by Kubernetes 1.37 than by 1.35: 1 refused that was admitted\n"
    )


def test_an_object_without_an_answer(podlaw, tmp_path):
    (tmp_path / "odd.yaml").write_text("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: 7}}")
    ran = podlaw("upgrade", "--to", "1.37", "-f", tmp_path)
    assert ran.status == 2
    assert "NOT EVALUATED default/a" in ran.out


def test_a_server_says_the_same(podlaw, policy):
    server = Server(lambda: policy, Settings(listen="127.0.0.1:0"))
    address = server.start()
    server.load()
    try:
        here, there = (
            podlaw("upgrade", "--from", "1.35", "--to", "1.37", "-f", EXAMPLE, *where)
            for where in ((), ("--server", address))
        )
    finally:
        server.stop()
    assert here == there
    assert here.status == 1


@pytest.mark.parametrize("minor", ["1.2", "latest"])
def test_a_minor_that_is_not_known(podlaw, minor):
    ran = podlaw("upgrade", "--to", minor, "-f", EXAMPLE)
    assert ran.status == 2
    assert "known minors: 1.35, 1.34, 1.36, 1.37" in ran.err
