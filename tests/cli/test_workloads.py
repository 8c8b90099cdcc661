"""Workloads: the Pod and the claims that a controller would make, and what is judged of them."""

import json

import pytest
import yaml

from cli.documents import read

TEMPLATE = {
    "metadata": {"name": "ignored", "labels": {"app": "a"}},
    "spec": {"containers": [{"name": "app", "image": "i", "resources": {"limits": {"cpu": "1"}}}]},
}
LONG = "a" * 253


def workload(kind, version, name="web", /, **spec):
    return {
        "apiVersion": version,
        "kind": kind,
        "metadata": {"name": name, "namespace": "shop"},
        "spec": {"template": TEMPLATE} | spec,
    }


def cron_job(name="web", **spec):
    inner = {"spec": {"template": TEMPLATE} | spec}
    return workload("CronJob", "batch/v1", name) | {"spec": {"jobTemplate": inner}}


def answered(podlaw, tmp_path, *documents, status=0, arguments=()):
    file = tmp_path / "m.yaml"
    file.write_text(yaml.safe_dump_all(documents))
    ran = podlaw("evaluate", "-f", file, "--output", "json", *arguments)
    assert (ran.status, ran.err) == (status, "")
    return json.loads(ran.out)


@pytest.mark.parametrize(
    ("document", "name"),
    [
        (workload("Deployment", "apps/v1"), "web-xxxxxxxxxx-"),
        (workload("Deployment", "extensions/v1beta1"), "web-xxxxxxxxxx-"),
        (workload("ReplicaSet", "apps/v1"), "web-"),
        (workload("ReplicaSet", "apps/v1", LONG), LONG),
        (workload("DaemonSet", "apps/v1"), "web-"),
        (workload("ReplicationController", "v1"), "web-"),
        (workload("StatefulSet", "apps/v1"), "web-0"),
        (workload("StatefulSet", "apps/v1", ordinals={"start": 7}), "web-7"),
        (workload("Job", "batch/v1"), "web-"),
        (workload("Job", "batch/v1", completionMode="Indexed"), "web-0-"),
        (workload("Job", "batch/v1", "b" * 63, completionMode="Indexed"), "b" * 55 + "-0-"),
        (cron_job(), "web-00000000-"),
        (cron_job(completionMode="Indexed"), "web-00000000-0-"),
    ],
    ids=lambda value: f"{value['kind']}-{value['metadata']['name'][:5]}" if isinstance(value, dict) else value[:20],
)
def test_the_pod_of_each_kind(podlaw, tmp_path, document, name):
    (entry,) = answered(podlaw, tmp_path, document)["pods"]
    assert (entry["namespace"], entry["name"]) == ("shop", name)
    assert entry["owner"] == f"{document['kind']} {document['metadata']['name']}"
    pod = entry["verdict"]["pod"]
    assert pod["metadata"]["namespace"] == "shop"
    assert pod["metadata"]["labels"] == {"app": "a"}
    assert pod["metadata"].get("name", "") == (name if document["kind"] == "StatefulSet" else "")
    assert pod["spec"]["containers"][0]["resources"]["requests"] == {"cpu": "1"}


def claim_template(name="", amount="1Gi"):
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": amount}}}
    return {"metadata": {"name": name} if name else {"labels": {"a": "b"}}, "spec": spec}


def bounds(kind="PersistentVolumeClaim", namespace="shop", **item):
    return {
        "apiVersion": "v1",
        "kind": "LimitRange",
        "metadata": {"name": "bounds", "namespace": namespace},
        "spec": {"limits": [{"type": kind} | item]},
    }


def claims(data):
    return {entry["name"]: entry["verdict"]["allowed"] for entry in data["persistentVolumeClaims"]}


def test_claims_of_a_stateful_set(podlaw, tmp_path):
    templates = [claim_template("data"), claim_template("archive", "9Gi")]
    template = TEMPLATE | {"spec": TEMPLATE["spec"] | {"volumes": [{"name": "data", "emptyDir": {}}, {"name": "tmp"}]}}
    document = workload("StatefulSet", "apps/v1", volumeClaimTemplates=templates, template=template)
    data = answered(podlaw, tmp_path, document, bounds(max={"storage": "5Gi"}), status=1)
    assert claims(data) == {"data-web-0": True, "archive-web-0": False}
    volumes = data["pods"][0]["verdict"]["pod"]["spec"]["volumes"]
    named = {volume["name"]: volume.get("persistentVolumeClaim", {}).get("claimName") for volume in volumes}
    assert named == {"data": "data-web-0", "archive": "archive-web-0", "tmp": None}


def test_claims_of_generic_ephemeral_volumes(podlaw, tmp_path):
    volumes = [
        {"name": "scratch", "ephemeral": {"volumeClaimTemplate": claim_template(amount="9Gi")}},
        {"name": "other", "emptyDir": {}},
    ]
    spec = TEMPLATE["spec"] | {"volumes": volumes}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "bare", "namespace": "shop"}, "spec": spec}
    long = workload("Deployment", "apps/v1", "d" * 60, template=TEMPLATE | {"spec": spec})
    data = answered(podlaw, tmp_path, pod, long, bounds(max={"storage": "5Gi"}), status=1)
    assert claims(data) == {"bare-scratch": False, "d" * 58 + "xxxxx-scratch": False}
    assert data["persistentVolumeClaims"][0]["owner"] == "Pod bare"


def test_a_claim_of_its_own(podlaw, tmp_path):
    claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", **claim_template("data")}
    data = answered(podlaw, tmp_path, claim, bounds(namespace="default", min={"storage": "2Gi"}), status=1)
    assert claims(data) == {"data": False}
    (violation,) = data["persistentVolumeClaims"][0]["verdict"]["violations"]
    assert violation["explanation"]["bound"] == "2Gi"


def test_limit_ranges_alone(podlaw, tmp_path):
    sound, wrong = (bounds("Container", min={"cpu": "1"}, max={"cpu": most}) for most in ("2", "500m"))
    assert answered(podlaw, tmp_path, sound)["limitRanges"][0]["verdict"]["allowed"]
    data = answered(podlaw, tmp_path, sound, wrong, status=1)
    assert [entry["verdict"]["stage"] for entry in data["limitRanges"]] == ["", "rangeValidation"]
    (stored,) = data["limitRanges"][0]["verdict"]["limitRanges"]
    assert stored["spec"]["limits"][0]["default"] == {"cpu": "2"}


def test_a_limit_range_that_cannot_be_read_says_where_it_stands(podlaw, tmp_path):
    file = tmp_path / "m.yaml"
    pod = {"kind": "Pod", "metadata": {"name": "a"}, "spec": TEMPLATE["spec"]}
    file.write_text(yaml.safe_dump_all([pod, bounds("Container", "default", max={"cpu": "1x"})]))
    ran = podlaw("evaluate", "-f", file)
    assert ran.status == 2
    assert "1 pod: 0 admitted, 0 refused, 1 not evaluated; 1 LimitRange: 0 admitted" in ran.out
    lines = [line for line in ran.out.splitlines() if line.startswith("  limitRanges[0].spec.limits[0].max[cpu]: ")]
    number = file.read_text().splitlines().index("apiVersion: v1") + 1
    assert [line.endswith(f" [{file}:{number}]") for line in lines] == [True, True]


def test_the_namespace_of_what_has_none(podlaw, tmp_path):
    document = workload("Deployment", "apps/v1")
    del document["metadata"]["namespace"]
    elsewhere = bounds("Container", "shop", max={"cpu": "500m"})
    for arguments, status, namespace in (((), 0, "default"), (("-n", "shop"), 1, "shop")):
        data = answered(podlaw, tmp_path, document, elsewhere, status=status, arguments=arguments)
        assert data["pods"][0]["namespace"] == namespace
        assert data["pods"][0]["verdict"]["pod"]["metadata"]["namespace"] == namespace


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (workload("Deployment", "apps/v1", template=7), "spec.template is not an object"),
        (workload("Deployment", "apps/v1") | {"spec": 7}, "spec is not an object"),
        (workload("Deployment", "apps/v1") | {"spec": None}, "spec.template is missing"),
        (workload("Deployment", "apps/v1") | {"metadata": {}}, "metadata.name is missing"),
        (workload("Deployment", "apps/v1") | {"metadata": []}, "metadata.name is missing"),
        (workload("Deployment", "apps/v1", template={"metadata": 7, "spec": {}}), "metadata of the template"),
        (workload("Deployment", "apps/v1", template={"spec": 7}), "pod.spec"),
        (workload("Deployment", "apps/v1", template={"spec": {"volumes": {"a": 1}}}), "pod.spec.volumes"),
        (workload("StatefulSet", "apps/v1", volumeClaimTemplates=[7]), "spec.volumeClaimTemplates is not a list of"),
        (cron_job() | {"spec": {"jobTemplate": {"spec": []}}}, "spec.jobTemplate.spec is not an object"),
        (cron_job() | {"spec": {}}, "spec.jobTemplate.spec.template is missing"),
    ],
)
def test_wrong_shapes(podlaw, tmp_path, document, said):
    file = tmp_path / "m.yaml"
    file.write_text(yaml.safe_dump(document))
    for command in ("evaluate", "explain"):
        ran = podlaw(command, "-f", file)
        assert (ran.status, ran.err) == (2, "")
        assert said in ran.out


def test_lists_of_lists(podlaw, tmp_path):
    inner = {"kind": "DeploymentList", "apiVersion": "apps/v1", "items": [workload("Deployment", "apps/v1")]}
    del inner["items"][0]["kind"], inner["items"][0]["apiVersion"]
    claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", **claim_template("data")}
    data = answered(podlaw, tmp_path, {"kind": "List", "items": [inner, claim, {"kind": "Secret"}]})
    assert [len(data[name]) for name in ("pods", "persistentVolumeClaims", "limitRanges")] == [1, 1, 0]
    assert data["pods"][0]["place"].endswith("m.yaml:1 items[0] items[0]")
    assert data["passedOver"] == {"Secret": 1}


def test_the_example(podlaw):
    ran = podlaw("evaluate", "-f", "examples/workloads")
    assert ran.status == 1
    assert "2 pods: 2 admitted, 0 refused; 2 PersistentVolumeClaims: 1 admitted, 1 refused; 1 LimitRange" in ran.out
    assert "passed over: 1 Service" in ran.out
    assert "shop/archive-orders-0: REFUSED by limitRanger (403)" in ran.out


def test_the_namespace_that_was_given_stands_in_the_object(tmp_path):
    manifest = tmp_path / "pod.yaml"
    manifest.write_text("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: []}}\n")
    (pod,) = read([str(manifest)], "team-a").subjects
    assert pod.value["metadata"] == {"name": "a", "namespace": "team-a"}
