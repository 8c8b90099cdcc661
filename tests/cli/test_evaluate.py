"""``podlaw evaluate``: the worked example, in process and through a server; inputs; exit statuses."""

import io
import json
import re
import shutil
import sys

import pytest
import yaml

from tests.cli.golden import masked
from tests.places import ROOT, RULES
from tests.server.conftest import serving

EXAMPLES = ROOT / "examples"
GOLDEN = ROOT / "tests" / "cli" / "golden" / "examples.txt"

# The table of the worked example: what a container ends up with, and what is said of it.
WORKED = {
    "nothing-declared": ("120m/384Mi", "300m/512Mi", "Burstable", None),
    "only-limits": ("600m/700Mi", "600m/700Mi", "Guaranteed", None),
    "request-above-default-limit": (
        "350m/384Mi",
        "300m/512Mi",
        "Burstable",
        "must be less than or equal to cpu limit of 300m",
    ),
    "ratio-nine": (
        "100m/384Mi",
        "900m/512Mi",
        "Burstable",
        "cpu max limit to request ratio per Container is 4, but provided ratio is 9.000000",
    ),
    "memory-limit-above-max": (
        "120m/1Gi",
        "300m/1Gi",
        "Burstable",
        "maximum memory usage per Container is 768Mi, but limit is 1Gi",
    ),
    "at-the-maximum": ("120m/768Mi", "300m/768Mi", "Burstable", None),
}


@pytest.fixture
def address(policy):
    with serving(policy) as (server, _):
        yield server.address


PODS = sorted(file.relative_to(ROOT) for file in EXAMPLES.glob("*.yaml"))


def test_the_table_of_the_worked_example(podlaw):
    ran = podlaw("evaluate", "-f", *PODS, "--output", "json")
    assert ran.status == 1
    found = {}
    for entry in json.loads(ran.out)["pods"]:
        verdict = entry["verdict"]
        values = {(value["list"], value["resource"]): value["value"] for value in verdict["values"]}
        requests, limits = (f"{values[kind, 'cpu']}/{values[kind, 'memory']}" for kind in ("requests", "limits"))
        messages = [violation["message"] for violation in verdict["violations"]]
        assert verdict["allowed"] is (not messages)
        found[entry["name"]] = (requests, limits, verdict["conclusions"]["qosClass"], *(messages or [None]))
    assert found == WORKED


def test_the_table_as_text(podlaw):
    """Golden text, less what an edit of a rule file may change and the answer not."""
    ran = podlaw("evaluate", "-f", *PODS)
    assert (ran.status, ran.err) == (1, "")
    assert masked(ran.out) == GOLDEN.read_text()


@pytest.mark.parametrize("output", ["table", "json", "yaml"])
def test_the_same_through_a_server(podlaw, address, output):
    """But for other orders of LimitRanges, which a server is not asked about yet: examples/orders is left out."""
    manifests = (*PODS, "examples/workloads", "examples/upgrade")
    here = podlaw("evaluate", "-f", *manifests, "--output", output)
    there = podlaw("evaluate", "-f", *manifests, "--output", output, "--server", address)
    assert there == here


def test_every_rule_that_speaks_can_be_found(podlaw):
    ran = podlaw("evaluate", "-f", "examples")
    places = re.findall(r"rules/(\S+\.yaml):(\d+)", ran.out)
    assert places
    for file, line in places:
        text = (RULES / file).read_text().splitlines()
        assert text[int(line) - 1].strip(), f"{file}:{line}"


def test_a_word_of_a_rule_changes_the_answer(podlaw, tmp_path):
    """The pod exactly at the maximum is refused once `>` in the rule `maximum` is `>=`, without any other edit."""
    rules = shutil.copytree(RULES, tmp_path / "rules")
    question = ("evaluate", "-f", EXAMPLES / "limit-range.yaml", EXAMPLES / "at-the-maximum.yaml", "--rules", rules)
    assert podlaw(*question).status == 0
    file = rules / "admission" / "limit-ranger.yaml"
    for line in _comparisons_of_the_maximum(file):
        lines = file.read_text().splitlines()
        lines[line] = lines[line].replace(" > ", " >= ")
        file.write_text("\n".join(lines) + "\n")
    ran = podlaw(*question)
    assert ran.status == 1
    assert "maximum memory usage per Container is 768Mi, but limit is 768Mi" in ran.out


def _comparisons_of_the_maximum(file):
    """The lines (from 0) of the conditions of the rule `maximum` that say `>`."""
    root = yaml.compose(file.read_text())
    found = []

    def visit(node, within):
        if isinstance(node, yaml.MappingNode):
            entries = {key.value: value for key, value in node.value}
            inside = within or ("name" in entries and entries["name"].value == "maximum")
            for key, value in entries.items():
                if inside and key == "when" and isinstance(value, yaml.ScalarNode) and " > " in value.value:
                    found.append(value.start_mark.line)
                visit(value, inside)
        elif isinstance(node, yaml.SequenceNode):
            for child in node.value:
                visit(child, within)

    visit(root, False)
    assert found
    return found


def pod(name, namespace="", resources="{}"):
    return (
        f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}{namespace and ', namespace: ' + namespace}}}\n"
        f"spec: {{containers: [{{name: app, image: a, resources: {resources}}}]}}\n"
    )


def limit_range(name, namespace="", item="default: {cpu: 1}"):
    return (
        f"apiVersion: v1\nkind: LimitRange\nmetadata: {{name: {name}{namespace and ', namespace: ' + namespace}}}\n"
        f"spec: {{limits: [{{type: Container, {item}}}]}}\n"
    )


def values(ran):
    return {
        entry["name"]: {value["value"] for value in entry["verdict"]["values"]} for entry in json.loads(ran.out)["pods"]
    }


def test_limit_ranges_of_the_own_namespace_in_the_order_given(podlaw, tmp_path):
    file = tmp_path / "all.yaml"
    file.write_text(
        "---\n".join(
            [
                limit_range("first", item="default: {cpu: 1}"),
                limit_range("elsewhere", "other", item="default: {cpu: 3}"),
                limit_range("second", "default", item="default: {cpu: 2, memory: 1Gi}"),
                pod("here"),
                pod("there", "other"),
                pod("nowhere", "empty"),
            ]
        )
    )
    ran = podlaw("evaluate", "-f", file, "--output", "json")
    assert ran.status == 0
    assert values(ran) == {"here": {"1", "1Gi"}, "there": {"3"}, "nowhere": set()}


def test_a_list_and_json_and_standard_input(podlaw, monkeypatch):
    item = yaml.safe_load(pod("one"))
    del item["kind"]
    document = json.dumps({"kind": "PodList", "apiVersion": "v1", "items": [item]}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
    ran = podlaw("evaluate", "-f", "-")
    assert ran.status == 0
    assert "default/one: ADMITTED  [(standard input):1 items[0]]" in ran.out


def test_other_kinds_are_counted(podlaw, tmp_path):
    file = tmp_path / "m.yaml"
    others = ["kind: Secret", "kind: Secret", "a: 1", "kind: Job\napiVersion: other.example/v1", "kind: [1]"]
    file.write_text("\n---\n".join([*others, pod("a")]))
    ran = podlaw("evaluate", "-f", file)
    assert (ran.status, ran.err) == (0, "")
    assert "1 pod: 1 admitted, 0 refused; passed over: 2 (no kind), 1 Job, 2 Secret (Kubernetes" in ran.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("kind: Pod\nkind: Pod\n", ":2:1: the key 'kind' appears twice in one mapping"),
        ("- 1\n", ":1: is not an object"),
        ("kind: List\nitems: [1]\n", ":1 items[0]: is not an object"),
        ("kind: List\nitems: 7\n", ":1: items is not a list"),
        ("kind: Secret\n", "nothing to evaluate in what was given: 1 Secret"),
    ],
)
def test_input_that_cannot_be_used(podlaw, tmp_path, content, said):
    file = tmp_path / "m.yaml"
    file.write_text(content)
    ran = podlaw("evaluate", "-f", file)
    assert ran.status == 2
    assert said in ran.err
    assert not ran.out


def test_files_that_are_not_there(podlaw, tmp_path):
    assert (
        podlaw("evaluate", "-f", tmp_path / "none.yaml")
        .err.splitlines()[0]
        .endswith("none.yaml: No such file or directory")
    )
    ran = podlaw("evaluate", "-f", tmp_path)
    assert ran.status == 2
    assert "has no .json, .yaml, .yml file" in ran.err


def test_a_pod_that_cannot_be_evaluated(podlaw, address, tmp_path):
    file = tmp_path / "m.yaml"
    file.write_text("kind: Pod\nmetadata: {name: odd}\nspec: {containers: 7}\n---\n" + pod("well"))
    here = podlaw("evaluate", "-f", file)
    assert here.status == 2
    assert "default/odd: NOT EVALUATED" in here.out
    assert "spec.containers" in here.out
    assert "default/well: ADMITTED" in here.out
    assert "2 pods: 1 admitted, 0 refused, 1 not evaluated" in here.out
    assert podlaw("evaluate", "-f", file, "--server", address) == here


def test_all_mistakes_at_once(podlaw, tmp_path):
    (tmp_path / "a.yaml").write_text("a: [")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "b.json").write_text('{"a": 1,\n"a": 2}')
    (tmp_path / "deeper" / "c.yml").write_text(pod("a"))
    ran = podlaw("evaluate", "-f", tmp_path, tmp_path / "none.yaml")
    assert (ran.status, ran.out) == (2, "")
    places = [line.removeprefix(f"podlaw: {tmp_path}/").split(": ")[0] for line in ran.err.splitlines()]
    assert places == ["a.yaml:2:1", "deeper/b.json:2:1", "none.yaml", "podlaw"]
    assert ran.err.endswith("podlaw: 3 mistakes in what was given: nothing was evaluated\n")


def test_a_server_that_is_not_there(podlaw):
    ran = podlaw("evaluate", "-f", "examples/ratio-nine.yaml", "--server", "127.0.0.1:1")
    assert ran.status == 2
    assert "NOT EVALUATED" in ran.out


def test_unknown_minor(podlaw):
    ran = podlaw("evaluate", "-f", "examples/ratio-nine.yaml", "--kubernetes", "0.1")
    assert ran.status == 2
    assert "0.1" in ran.out


def test_text_that_would_steer_a_terminal(podlaw, tmp_path):
    file = tmp_path / "m.yaml"
    file.write_text('kind: Pod\nmetadata: {name: "a\\e[2J\\u202Eb"}\nspec: {containers: 7}\n')
    ran = podlaw("evaluate", "-f", file)
    assert "default/a\\x1b[2J\\u202eb: NOT EVALUATED" in ran.out
