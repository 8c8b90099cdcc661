"""``podlaw explain``: what was declared, added, checked and concluded, in plain words."""

import pytest

from tests.server.conftest import serving

BOUNDS = "examples/limit-range.yaml"


def explained(podlaw, *files, status):
    ran = podlaw("explain", "-f", *files)
    assert (ran.status, ran.err) == (status, "")
    return ran.out


def test_a_pod_that_is_refused(podlaw):
    text = explained(podlaw, BOUNDS, "examples/ratio-nine.yaml", status=1)
    for line in (
        "Pod telemetry-ingest/ratio-nine  [examples/ratio-nine.yaml:2]",
        "    app: limits cpu 900m",
        "    app: requests memory 384Mi, filled by LimitRange container-defaults spec.limits[0].defaultRequest[memory]",
        "    LimitRange container-defaults [examples/limit-range.yaml:3]",
        "    does not hold: cpu max limit to request ratio per Container is 4, but provided ratio is 9.000000",
        "      set by LimitRange container-defaults, item 0",
        "    qosClass: Burstable",
    ):
        assert f"{line}\n" in text
    assert "every other check of policy" in text
    assert "So Kubernetes 1.35 refuses it in stage limitRanger with code 403, for 1 reason." in text


def test_a_pod_that_is_admitted(podlaw):
    text = explained(podlaw, BOUNDS, "examples/only-limits.yaml", status=0)
    assert "    app: requests cpu 600m, copied from limits[cpu]\n" in text
    assert "    passed: maximum of LimitRange container-defaults: app cpu (600m against 1500m)\n" in text
    assert "      not so: limitAmount > maxAmount: 600 > 1500\n" in text
    assert "    every other check of policy" in text
    assert "So Kubernetes 1.35 admits it." in text


def test_how_a_default_came_to_be(podlaw, tmp_path):
    (tmp_path / "m.yaml").write_text(
        "kind: LimitRange\nmetadata: {name: most}\nspec: {limits: [{type: Container, max: {cpu: 2}}]}\n---\n"
        "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: app, image: i}]}\n"
    )
    text = explained(podlaw, tmp_path, status=0)
    (line,) = [line for line in text.splitlines() if "app: limits cpu 2, filled by LimitRange most" in line]
    assert "which was set from spec.limits[0].max[cpu] when it was stored" in line
    assert "and before that by the rule" in text


@pytest.mark.parametrize("files", [["examples/workloads"], ["examples"]])
def test_the_same_through_a_server(podlaw, policy, files):
    here = podlaw("explain", "-f", *files)
    with serving(policy) as (server, _):
        assert podlaw("explain", "-f", *files, "--server", server.address) == here
    assert here.status == 1
    assert "PersistentVolumeClaim shop/archive-orders-0 of StatefulSet orders" in here.out
