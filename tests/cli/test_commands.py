"""``podlaw check``, ``podlaw conform`` and what all commands share."""

import io
import json
import shutil
import sys

import pytest

from tests.places import CASES, RULES

WORKED = [
    case
    for case in map(json.loads, (CASES / "admission-handwritten.jsonl").read_text().splitlines())
    if case["id"].startswith("admission/worked-")
]


def conform(podlaw, monkeypatch, *lines):
    data = "".join(f"{line}\n" for line in lines).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    ran = podlaw("conform")
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def question(case, **changes):
    asked = {key: case[key] for key in ("id", "kubernetes", "input")}
    return json.dumps(asked | {"facets": sorted(case["expect"])} | changes)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in WORKED])
def test_recorded_case(podlaw, monkeypatch, case):
    (answer,) = conform(podlaw, monkeypatch, question(case))
    assert answer == {"id": case["id"], "expect": case["expect"]}


def test_one_bad_line_does_not_end_the_run(podlaw, monkeypatch):
    case = WORKED[0]
    claim = {"input": {"persistentVolumeClaim": {}}, "id": "claim"}
    answers = conform(
        podlaw,
        monkeypatch,
        "{",
        "7",
        '{"id": "shapeless"}',
        '{"id": "odd", "input": {"pod": 7}, "facets": ["qosClass"]}',
        question(case, **claim),
        question(case, facets=["oomScoreAdj"], id="node"),
        question(case, facets=["colour"], id="colour"),
        question(case, input=case["input"] | {"operation": "DELETE"}, id="update"),
        question(case, input=case["input"] | {"operation": ["x"]}, id="list"),
        question(case, facets=[["x"]], id="facets"),
        question(case),
    )
    assert len(answers) == 11
    errors = {answer["id"]: answer["error"] for answer in answers if "error" in answer and answer["id"]}
    assert errors.keys() == {"shapeless", "odd", "claim", "node", "colour", "update", "list", "facets"}
    for name in ("claim", "colour", "update"):
        assert errors[name].startswith("not supported yet: ")
    assert errors["node"] == "RequestError: node: must be given for the question `oomScore`"
    assert answers[-1] == {"id": case["id"], "expect": case["expect"]}


def test_check_of_sound_rules(podlaw):
    ran = podlaw("check")
    assert (ran.status, ran.err) == (0, "")
    assert "all are sound, and their examples hold" in ran.out


def test_check_of_rules_that_do_not_compile(podlaw, tmp_path):
    rules = shutil.copytree(RULES, tmp_path / "rules")
    for file in sorted(rules.rglob("*.yaml"))[:2]:
        file.write_text(file.read_text() + "nonsense: [\n")
    ran = podlaw("check", "--rules", rules)
    assert ran.status == 1
    assert ".yaml:" in ran.out
    for command in (["evaluate", "-f", "examples"], ["serve", "--listen", "127.0.0.1:0"]):
        ran = podlaw(*command, "--rules", rules)
        assert ran.status == 2
        assert ".yaml:" in ran.err
        assert not ran.out


def test_rules_folder_of_the_environment(podlaw, tmp_path, monkeypatch):
    monkeypatch.setenv("PODLAW_RULES", str(tmp_path / "none"))
    ran = podlaw("check")
    assert (ran.status, ran.err) == (2, f"podlaw: {tmp_path / 'none'}: no such folder\n")
    monkeypatch.setenv("PODLAW_RULES", str(RULES))
    assert podlaw("check").status == 0


def test_an_address_that_cannot_be_listened_on(podlaw):
    ran = podlaw("serve", "--listen", "256.0.0.1:0")
    assert ran.status == 2
    assert "cannot listen on 256.0.0.1:0" in ran.err


def test_version(podlaw):
    assert podlaw("--version").out.startswith("podlaw ")


@pytest.mark.parametrize("arguments", [[], ["evaluate"], ["evaluate", "-f", "x", "--server", "a", "--rules", "b"]])
def test_usage(podlaw, arguments):
    assert podlaw(*arguments).status == 2
