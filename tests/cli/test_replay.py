"""``podlaw replay`` and ``podlaw record``: what agrees, what differs, what cannot be read."""

import hashlib
import json
import shlex
import subprocess
from xml.etree import ElementTree

import pytest

from cli.cases.comparison import differences
from cli.cases.format import in_shard, read_cases
from cli.main import main
from server.process import Server, Settings
from tests.places import CASES

WORKED = [
    case
    for case in map(json.loads, (CASES / "admission-handwritten.jsonl").read_text().splitlines())
    if case["id"].startswith("admission/worked-")
]


@pytest.fixture
def file(tmp_path):
    def write(*cases, name="cases.jsonl"):
        path = tmp_path / name
        lines = [case if isinstance(case, str) else json.dumps(case) for case in cases]
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return write


def wrong(case, **changes):
    """A case whose expectation is not what Kubernetes answers."""
    changed = json.loads(json.dumps(case))
    changed["expect"]["admission"] |= changes or {"allowed": not case["expect"]["admission"]["allowed"]}
    return changed


def last(ran):
    return ran.out.splitlines()[-1]


def test_what_was_recorded_agrees(podlaw):
    ran = podlaw("replay", CASES / "pvc.jsonl", "--operation", "CREATE", "--kubernetes", "1.35")
    assert (ran.status, ran.err) == (0, "")
    count = sum(case.operation == "CREATE" and case.kubernetes == "1.35" for case in read_cases([CASES / "pvc.jsonl"]))
    assert last(ran) == f"{count} passed, 0 failed"


def test_a_difference_is_shown_with_a_command_that_shows_it_again(podlaw, file):
    ran = podlaw("replay", file(*WORKED[:2], wrong(WORKED[2])))
    assert ran.status == 1
    assert last(ran) == "2 passed, 1 failed"
    allowed = WORKED[2]["expect"]["admission"]["allowed"]
    assert f"admission.allowed: recorded {json.dumps(not allowed)}, answered {json.dumps(allowed)}" in ran.out
    (again,) = [line.partition("again: ")[2] for line in ran.out.splitlines() if "again: " in line]
    command = shlex.split(again)
    assert command[0] == "podlaw"
    repeated = podlaw(*command[1:])
    assert last(repeated) == "0 passed, 1 failed"
    assert f"admission.allowed: recorded {json.dumps(not allowed)}" in repeated.out


@pytest.mark.parametrize(
    "name", ["a case's; `id` $(x) --show", "-x", "--id", "tab\there", "\x1b[31m'red\\\r\n", "ü\u2028\x85", " ", "*?"]
)
def test_the_command_survives_any_id(podlaw, file, name):
    """As a shell takes the command apart that was printed, it is that of the one case."""
    path = file(wrong(WORKED[0]) | {"id": name}, wrong(WORKED[1]))
    ran = podlaw("replay", path, "--facets", "admission")
    again = next(line.partition("again: ")[2] for line in ran.out.splitlines() if "again: " in line)
    assert again.isprintable()
    printing = f"printf '%s\\0' {again}"
    split = subprocess.run(["/bin/bash", "-c", printing], capture_output=True, check=True, timeout=60)
    words = split.stdout.decode().split("\0")[:-1]
    assert words[:2] == ["podlaw", "replay"]
    assert last(podlaw(*words[1:])) == "0 passed, 1 failed"


def test_an_id_that_no_command_could_name(podlaw, file):
    ran = podlaw("replay", file(WORKED[0] | {"id": "a\0b"}))
    assert ran.status == 2
    assert "cases.jsonl:1: id: " in ran.err


EMPTY = ("--server", "--id", "--facets", "--kubernetes", "--operation", "--prefix", "--junit", "--rules", "--shard")


@pytest.mark.parametrize("option", EMPTY)
def test_an_option_that_says_nothing_is_refused(podlaw, file, option):
    ran = podlaw("replay", file(*WORKED), option, "")
    assert (ran.status, ran.out) == (2, "")
    assert f"argument {option}: " in ran.err


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "²"])
def test_how_many_cases_to_show(podlaw, file, number):
    assert "is not a whole number" in podlaw("replay", file(*WORKED), f"--show={number}").err
    assert podlaw("replay", file(*WORKED), "--show", "0").status == 0


def test_facets_are_counted(podlaw, file):
    ran = podlaw("replay", file(*WORKED, wrong(WORKED[0]) | {"id": "other"}))
    (line,) = [line for line in ran.out.splitlines() if line.startswith("admission ")]
    assert line.split() == ["admission", "5", "right", "1", "different", "0", "not", "answered"]
    assert last(podlaw("replay", file(*WORKED), "--facets", "qosClass")) == f"{len(WORKED)} passed, 0 failed"


def test_what_is_not_answered_fails(podlaw, file):
    case = WORKED[0] | {"kubernetes": "1.34", "expect": {"thresholds": []}}
    ran = podlaw("replay", file(case, WORKED[1] | {"kubernetes": "1.2"}))
    assert ran.status == 1
    assert "thresholds: refused: kubernetes: '1.34' is not known" in ran.out
    assert "known minors" in ran.out
    assert last(ran) == "0 passed, 2 failed"


def test_a_facet_that_is_not_known(podlaw, file):
    ran = podlaw("replay", file(*WORKED), "--facets", "admission,qosClas")
    assert ran.status == 2
    assert "no facet is called qosClas" in ran.err


def test_no_case_is_left_in_any_shard(podlaw, file):
    ran = podlaw("replay", file(*WORKED), "--id", "none", "--shard", "1/4")
    assert (ran.status, ran.out) == (2, "")


def test_a_shard_that_no_case_falls_into_says_so(podlaw, file):
    """More shards than cases are no mistake: each case falls into one of them, the others say that they are empty."""
    path = file(WORKED[0])
    ran = [podlaw("replay", path, "--shard", f"{part}/3") for part in (1, 2, 3)]
    assert [one.status for one in ran] == [0, 0, 0]
    assert sorted(last(one) for one in ran) == ["0 passed, 0 failed", "0 passed, 0 failed", "1 passed, 0 failed"]
    assert sum("none of 1 case falls into it" in one.out for one in ran) == 2


def test_a_file_that_is_not_there_is_named(podlaw, file):
    assert "/none/such" in podlaw("replay", file(*WORKED), "--expected-failures", "/none/such").err


def test_expected_failures(podlaw, file, tmp_path):
    path = file(WORKED[0], wrong(WORKED[1]))
    listed = tmp_path / "expected"
    listed.write_text(f"# known\n{WORKED[1]['id']}  # for a reason\n\n")
    ran = podlaw("replay", path, "--expected-failures", listed)
    assert (ran.status, last(ran)) == (0, "2 passed, 0 failed")
    assert "1 expected failure" in ran.out
    listed.write_text(f"{WORKED[0]['id']}\n{WORKED[1]['id']}\n")
    ran = podlaw("replay", path, "--expected-failures", listed)
    assert (ran.status, last(ran)) == (1, "1 passed, 1 failed")
    assert "expected failure" in ran.out
    listed.write_text("no/such-case\n")
    ran = podlaw("replay", path, "--expected-failures", listed)
    assert ran.status == 2
    assert f"{listed}:1: no case has the id 'no/such-case'" in ran.err


def test_junit(podlaw, file, tmp_path):
    odd = wrong(WORKED[0]) | {"id": "odd \x01\x1b<&\ud800]]>"}
    report = tmp_path / "report.xml"
    podlaw("replay", file(*WORKED, odd), "--junit", report)
    root = ElementTree.parse(report).getroot()  # noqa: S314 - our own
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == (str(len(WORKED) + 1), "1")
    (failure,) = root.iter("failure")
    assert failure.get("message") == "admission differs"
    assert "admission.allowed: recorded" in failure.text


def test_a_report_that_cannot_be_written_is_told_before_the_work(podlaw, file, tmp_path):
    for place in (tmp_path, tmp_path / "none" / "report.xml"):
        for command in (("replay", file(wrong(WORKED[0]))), ("test", "--tests", "rules/tests")):
            ran = podlaw(*command, "--junit", place)
            assert (ran.status, ran.out) == (2, "")
            assert str(place) in ran.err


def test_remarks_in_the_list_of_expected_failures(podlaw, file, tmp_path):
    listed = tmp_path / "expected"
    listed.write_text("#all\na#1 # with a remark\n")
    assert podlaw("replay", file(wrong(WORKED[0]) | {"id": "a#1"}), "--expected-failures", listed).status == 0


def test_shards_are_a_partition(podlaw, file):
    cases = read_cases([CASES / "qos.jsonl"])
    parts = [[case.id for case in cases if in_shard(case, part, 3)] for part in (1, 2, 3)]
    assert sorted(name for part in parts for name in part) == sorted(case.id for case in cases)
    assert min(map(len, parts)) > len(cases) / 6
    counts = [int(last(podlaw("replay", file(*WORKED), "--shard", f"{part}/3")).split()[0]) for part in (1, 2, 3)]
    assert sum(counts) == len(WORKED)


@pytest.mark.parametrize("shard", ["0/3", "4/3", "1", "a/b", "1/0"])
def test_a_shard_that_is_none(podlaw, file, shard):
    assert podlaw("replay", file(*WORKED), "--shard", shard).status == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "cases.jsonl:2: "),
        ("7", "cases.jsonl:2: "),
        ("[" * 200, "cases.jsonl:2: "),
        ('{"id": "a", "kubernetes": "1.35", "input": {}}', "'expect' is a required property"),
        ('{"id": "a", "kubernetes": "1.35", "input": {}, "expect": {"colour": 1}}', "colour"),
        ('{"id": "a", "kubernetes": "1.35", "input": {"pods": []}, "expect": {"qosClass": ""}}', "pods"),
        ('{"id": "a", "kubernetes": "latest", "input": {}, "expect": {"qosClass": ""}}', "kubernetes: "),
        ('{"id": "a", "id": "b"}', "appears twice"),
        (json.dumps(WORKED[0]), "is that of"),
        ("\udcff", "cases.jsonl:2: "),
    ],
)
def test_lines_that_are_no_cases(podlaw, file, line, told):
    path = file(WORKED[0])
    with path.open("ab") as stream:
        stream.write(line.encode("utf-8", "surrogateescape") + b"\n")
    ran = podlaw("replay", path)
    assert ran.status == 2
    assert told in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_files_that_hold_nothing(podlaw, file, tmp_path):
    assert podlaw("replay", tmp_path / "none.jsonl").status == 2
    assert podlaw("replay", file()).status == 2
    assert podlaw("replay", file(*WORKED), "--prefix", "zzz").status == 2
    (tmp_path / "empty").mkdir()
    assert "has no .jsonl file" in podlaw("replay", tmp_path / "empty").err


def test_a_case_of_another_shape_does_not_end_the_run(podlaw, file):
    odd = WORKED[0] | {"id": "odd", "input": {"pod": {"spec": {"containers": 7}}}}
    ran = podlaw("replay", file(odd, WORKED[1]))
    assert (ran.status, last(ran)) == (1, "1 passed, 1 failed")
    assert "refused: " in ran.out


@pytest.fixture
def address(policy):
    server = Server(lambda: policy, Settings(listen="127.0.0.1:0"))
    found = server.start()
    server.load()
    yield found
    server.stop()


def test_a_server_gives_the_same_answers(podlaw, address):
    ran = podlaw("replay", CASES / "admission-handwritten.jsonl", "--prefix", "admission/worked-", "--server", address)
    assert (ran.status, last(ran)) == (0, f"{len(WORKED)} passed, 0 failed")
    facets = "admission,qosClass,podRequests,podLimits"
    options = ("--operation", "CREATE", "--kubernetes", "1.35", "--facets", facets)
    here = podlaw("replay", CASES, *options)
    assert here.status == 0
    assert podlaw("replay", CASES, *options, "--server", address).out == here.out


def test_a_server_that_is_not_there(podlaw, file):
    ran = podlaw("replay", file(*WORKED), "--server", "127.0.0.1:1")
    assert ran.status == 2
    assert "127.0.0.1:1 does not answer" in ran.err


def test_a_server_that_goes_away(podlaw, file, policy, tmp_path):
    """What was answered is reported, and so is what could not be asked any more."""
    count = 0

    class Leaving:
        def __getattr__(self, name):
            return getattr(policy, name)

        def evaluate(self, *arguments):
            nonlocal count
            count += 1
            if count == 3:
                server.stop()
            return policy.evaluate(*arguments)

    server = Server(Leaving, Settings(listen="127.0.0.1:0", grace_seconds=0))
    place = server.start()
    server.load()
    report = tmp_path / "report.xml"
    cases = [case | {"expect": {"qosClass": case["expect"]["qosClass"]}} for case in WORKED]
    ran = podlaw("replay", file(*cases), "--server", place, "--junit", report)
    assert (ran.status, last(ran)) == (2, "2 passed, 0 failed")
    assert f"{place} does not answer" in ran.err
    assert f"{len(WORKED) - 2} cases not asked" in ran.err
    (suite,) = ElementTree.parse(report).getroot()  # noqa: S314 - our own
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == (
        str(len(WORKED)),
        "0",
        str(len(WORKED) - 2),
    )
    assert all("not asked: " in error.get("message") for error in suite.iter("error"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"input": {}, "facets": [["qosClass"]]}, "has no `facets`, a list of names"),
        ({"input": {}, "facets": "qosClass"}, "has no `facets`, a list of names"),
        ({"facets": ["qosClass"]}, "has no `input` object"),
        ({"input": "requests.jsonl:9: boo", "facets": ["qosClass"]}, "has no `input` object"),
        ({"id": 7, "input": {}, "facets": ["qosClass"]}, "`id` and `kubernetes` are texts"),
        ({"input": {}, "facets": ["localStorageEviction"]}, "pod: is required"),
    ],
)
def test_requests_that_make_no_case(podlaw, file, line, told):
    ran = podlaw("record", "--requests", file(line, name="requests.jsonl"))
    assert (ran.status, ran.out) == (2, "")
    assert "requests.jsonl:1: " in ran.err
    assert told in ran.err


def test_recorded_manifests_replay(podlaw, tmp_path):
    ran = podlaw("record", "-f", "examples/limit-range.yaml", "examples/ratio-nine.yaml", "examples/only-limits.yaml")
    assert (ran.status, ran.err) == (0, "")
    cases = list(map(json.loads, ran.out.splitlines()))
    assert len(cases) == 3
    assert all("answered by podlaw" in case["source"] and "not by Kubernetes" in case["source"] for case in cases)
    (refused,) = [case for case in cases if "ratio-nine" in case["id"]]
    assert refused["expect"]["admission"]["allowed"] is False
    path = tmp_path / "recorded.jsonl"
    path.write_text(ran.out)
    assert last(podlaw("replay", path)) == "3 passed, 0 failed"


def test_recorded_requests_replay(podlaw, file, tmp_path):
    requests = [{**{key: case[key] for key in ("id", "input")}, "facets": ["qosClass"]} for case in WORKED]
    path = file(*requests, requests[0], "{", {"input": {}, "facets": ["qosClass"]}, name="requests.jsonl")
    ran = podlaw("record", "--requests", path)
    assert ran.status == 2
    assert f"requests.jsonl:{len(WORKED) + 2}: " in ran.err
    found = tmp_path / "found.jsonl"
    found.write_text(ran.out)
    ids = [case.id for case in read_cases([found])]
    assert ids == [*(case["id"] for case in WORKED), f"{WORKED[0]['id']}-2"]
    assert last(podlaw("replay", found)) == f"{len(ids)} passed, 0 failed"


def test_orders_that_kubernetes_does_not_define():
    prefix = "LimitRanger plugin set: "
    one, other = (
        f"{prefix}a, b request for container x; c limit for container x",
        (f"{prefix}c limit for container x; b, a request for container x"),
    )
    recorded = {"allowed": False, "stage": "limitRanger", "errors": ["x", "y"], "annotation": one}
    answered = {"allowed": False, "stage": "limitRanger", "errors": ["y", "x"], "annotation": other, "resources": {}}
    assert differences("admission", recorded, answered, {}) == []
    assert [found.place for found in differences("admission", recorded, answered | {"errors": ["y"]}, {})] == [
        "admission.errors"
    ]
    pods = [f"p{number:02}" for number in range(14)]
    expect = {"ranking": pods, "rankingTies": [["p01", "p02"]]}
    swapped = [pods[0], "p02", "p01", *pods[3:]]
    assert differences("ranking", pods, swapped, expect) == []
    assert differences("evicted", "p01", "p02", expect) == []
    few = {"ranking": pods[:4], "rankingTies": [["p01", "p02"]]}
    assert differences("ranking", pods[:4], swapped[:4], few)
    assert differences("ranking", pods, [*swapped[:-2], "p13", "p12"], expect)
    assert differences("cgroup", {"value": 0.30000001192}, {"value": 0.3}, {}) == []
    assert differences("oomScoreAdj", {"a": 1}, {"a": True}, {})
    assert differences("ranking", pods, None, expect)


def test_the_checksums_are_those_of_the_cases():
    lines = (CASES / "SHA256SUMS").read_text().splitlines()
    listed = {name: digest for digest, name in (line.split() for line in lines)}
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in CASES.glob("*.jsonl")}
    assert listed == found


def test_help_names_the_commands(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert {"replay", "record"} <= set(capsys.readouterr().out.split())
