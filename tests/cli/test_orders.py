"""``podlaw evaluate`` tells which order of the LimitRanges it assumed, and what others answer."""

import json

from server.process import Server, Settings
from tests.places import ROOT

EXAMPLE = ROOT / "examples" / "orders"
DECIDES = "warning: Kubernetes takes the LimitRanges in random order, and this decides: 2 answers are possible"
REFUSED = "refused by limitRanger, taken in order large, small: maximum memory usage per Pod is 768Mi, but limit is 1Gi"


def test_a_warning_where_the_order_decides(podlaw):
    ran = podlaw("evaluate", "-f", EXAMPLE)
    assert "  order: LimitRanges as given: small, large\n" in ran.out
    assert DECIDES in ran.out
    assert "possible:" not in ran.out


def test_every_answer_on_request(podlaw):
    ran = podlaw("evaluate", "-f", EXAMPLE, "--orders")
    assert ran.status == 0
    assert "possible: admitted, taken in order small, large: spec.containers[0]" in ran.out
    assert f"possible: {REFUSED}" in ran.out


def test_as_data(podlaw):
    data = json.loads(podlaw("evaluate", "-f", EXAMPLE, "--orders", "--output", "json").out)
    (pod,) = data["pods"]
    assert pod["order"] == ["small", "large"]
    assert (pod["orders"]["complete"], pod["orders"]["depends"]) == (True, True)
    assert [one["allowed"] for one in pod["orders"]["outcomes"]] == [True, False]


def test_too_many_are_not_tried(podlaw, tmp_path):
    bounds = (
        "{apiVersion: v1, kind: LimitRange, metadata: {name: r%d}, spec: {limits: [{type: Container, max: {cpu: 1}}]}}"
    )
    pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: b}]}}"
    (tmp_path / "all.yaml").write_text("\n---\n".join([*(bounds % number for number in range(6)), pod]))
    ran = podlaw("evaluate", "-f", tmp_path, "--orders")
    assert "warning: other orders of 6 LimitRanges were not tried (at most 5 are)" in ran.out


def test_a_server_says_the_same(podlaw, policy):
    server = Server(lambda: policy, Settings(listen="127.0.0.1:0"))
    address = server.start()
    server.load()
    try:
        there = podlaw("evaluate", "-f", EXAMPLE, "--orders", "--server", address)
    finally:
        server.stop()
    assert there == podlaw("evaluate", "-f", EXAMPLE, "--orders")
