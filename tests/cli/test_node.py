"""``podlaw node`` and ``podlaw node simulate``: on the example, and on files that are not sound."""

import json

import pytest

from tests.cli.golden import masked
from tests.places import ROOT

EXAMPLE = ROOT / "examples" / "node"
FILES = {
    "--node": EXAMPLE / "node.json",
    "--pods": EXAMPLE / "pods.json",
    "--summary": EXAMPLE / "summary.json",
    "--kubelet-config": EXAMPLE / "kubelet-config.yaml",
}


@pytest.fixture
def node(podlaw):
    """Runs the command on the example, with other files and options."""

    def run(*more, what=(), **other):
        files = FILES | {f"--{name.replace('_', '-')}": file for name, file in other.items()}
        options = [word for name, file in files.items() if file is not None for word in (name, file)]
        return podlaw("node", *what, *options, *more)

    return run


def golden(name):
    return (ROOT / "tests" / "cli" / "golden" / name).read_text()


def test_the_report(node):
    ran = node("--pod", EXAMPLE / "new-pod.yaml")
    assert (ran.status, ran.err) == (1, "")
    assert masked(ran.out) == golden("node.txt")


def test_the_report_as_json(node):
    ran = node("--pod", EXAMPLE / "new-pod.yaml", "--output", "json")
    told = json.loads(ran.out)
    assert told["kubernetes"] == "1.35"
    potato, *others = told["pods"]
    assert potato["evicted"]["message"].startswith(
        "Pod ephemeral local storage usage exceeds the total limit of containers 6Gi."
    )
    assert not any("evicted" in pod for pod in others)
    assert [term["amount"] for term in potato["localStorage"]["budgetTerms"]] == ["0", "6Gi"]
    assert [pod["qosClass"] for pod in others] == ["BestEffort", "Burstable", "Guaranteed"]
    assert [pod["oomScoreAdj"]["app"] for pod in others] == [1000, 985, -997]
    assert told["fit"]["fitReasons"] == ["Insufficient cpu"]
    assert told["filledIn"]["evictionHard[memory.available]"] == "100Mi"
    assert told["refused"] == []


def test_one_signal_is_told_with_its_reasons(node):
    ran = node("--signal", "memory.available")
    assert "  a before potato: excess (629145600, 314572800)" in ran.out
    assert "nodefs.available" not in ran.out.partition("eviction rank")[2]


def test_the_minor_is_that_of_the_kubelet_unless_it_is_said(node, tmp_path):
    told = json.loads((EXAMPLE / "node.json").read_text())
    told["status"]["nodeInfo"]["kubeletVersion"] = "v1.36.1-gke.100"
    (tmp_path / "node.json").write_text(json.dumps(told))
    assert "Kubernetes 1.36;" in node(node=tmp_path / "node.json").out
    assert "Kubernetes 1.37;" in node("--kubernetes", "1.37", node=tmp_path / "node.json").out


def test_the_settings_as_the_kubelet_tells_them(node, tmp_path):
    (tmp_path / "configz.json").write_text(
        json.dumps({"kubeletconfig": {"evictionHard": {"memory.available": "nonsense"}}})
    )
    ran = node(kubelet_config=tmp_path / "configz.json")
    assert ran.status == 1
    assert "the kubelet does not start with these settings: quantities must match" in ran.out


def test_what_is_not_given_is_not_asked(node):
    ran = node(summary=None, kubelet_config=None)
    assert ran.status == 0
    assert "eviction rank" not in ran.out
    assert "985" in ran.out
    assert node(node=None, pods=None, summary=None).status == 0


def test_steps(node):
    ran = node("--steps", EXAMPLE / "steps.json", what=("simulate",), summary=None)
    assert (ran.status, ran.err) == (1, "")
    assert masked(ran.out) == golden("node-steps.txt")
    told = json.loads(node("--steps", EXAMPLE / "steps.json", "--output", "json", what=("simulate",), summary=None).out)
    assert [(step["at"], step["met"] != []) for step in told] == [
        ("0s", False),
        ("30s", True),
        ("40s", True),
        ("60s", False),
        ("6m", False),
    ]


def test_1_34_fits_and_says_of_the_rest_that_it_is_not_known(node):
    ran = node("--pod", EXAMPLE / "new-pod.yaml", "--kubernetes", "1.34")
    assert ran.status == 2
    assert "the new pod does not fit: Insufficient cpu" in ran.out
    assert "known minors: 1.35, 1.36, 1.37" in ran.out


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("node", "", "holds 0 objects of kind Node"),
        ("node", "{", "node: "),
        ("node", '{"kind": "Pod"}', "holds a Pod where a Node is wanted"),
        ("pods", "[1]", "holds a value that is no object where a Pod is wanted"),
        ("summary", "[]", "is not one object"),
        ("summary", '{"pods": 1}', "summary.pods: must be a list"),
        ("kubelet_config", "- a", "is not one object"),
    ],
)
def test_files_that_are_wrong(node, tmp_path, name, text, told):
    file = tmp_path / name
    file.write_text(text)
    ran = node(**{name: file})
    assert ran.status == 2
    assert told in ran.err + ran.out


def test_a_sequence_that_is_none(node, podlaw, tmp_path):
    assert "needs --steps" in podlaw("node", "simulate").err
    (tmp_path / "steps").write_text('[{"summary": {}}]')
    ran = node("--steps", tmp_path / "steps", what=("simulate",))
    assert (ran.status, ran.out) == (2, "")
    assert "no sequence of objects with `at`" in ran.err
    (tmp_path / "steps").write_text('{"at": "soon"}')
    assert "at: time: invalid duration" in node("--steps", tmp_path / "steps", what=("simulate",)).err


ODD_PODS = [
    {"metadata": []},
    {"metadata": {"name": 7}},
    {},
    {
        "metadata": {"name": "a", "namespace": "shop", "uid": "uid-a"},
        "spec": {"containers": [{"name": "x", "resources": 1}]},
    },
    {"metadata": {"name": "\x1b[31m", "uid": "\x1b"}, "spec": {"containers": []}},
]


@pytest.mark.parametrize("pod", ODD_PODS)
def test_odd_pods_are_told(node, tmp_path, pod):
    file = tmp_path / "pods"
    file.write_text(json.dumps({"kind": "List", "items": [pod, pod]}))
    for more in ((), ("--output", "json")):
        ran = node(*more, pods=file)
        assert ran.status in (0, 1, 2)
        assert ran.out + ran.err
        assert "\x1b" not in ran.out


def test_pods_of_one_name_and_pods_that_come_twice(node, tmp_path):
    items = json.loads((EXAMPLE / "pods.json").read_text())["items"]
    other = json.loads(json.dumps(items[1]))
    other["metadata"] |= {"namespace": "other", "uid": "uid-other"}
    file = tmp_path / "pods"
    file.write_text(json.dumps({"kind": "List", "items": [*items, other, items[0]]}))
    told = json.loads(node("--output", "json", pods=file).out)
    assert [pod["name"] for pod in told["pods"]].count("shop/potato") == 2
    assert told["rankings"]["memory.available"]["ranking"].count("other/a") == 1
    assert "shop/a" in told["rankings"]["memory.available"]["ranking"]
