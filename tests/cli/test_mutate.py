"""``podlaw mutate`` and ``podlaw test --coverage``: what no test notices, with places and exit status."""

import json

import pytest

from tests.language import small
from tests.places import CASES

FACTS = """
inputs:
  pod: {type: Pod, about: The Pod.}
kinds:
  Pod:
    about: A Pod.
    fields:
      name: {type: text, path: metadata.name, about: Its name.}
      steps: {type: list of text, path: spec.steps, about: What it does.}
"""
BOUNDED = """
rules:
- name: bounded
  when: pod.name is empty and size(pod.steps) > 2
  deny: too many
  examples:
  - given: {pod: {spec: {steps: [a, b, c]}}}
    denies: [too many]
  - given: {pod: {metadata: {name: web}, spec: {steps: [a, b, c]}}}
    silent: true
"""
EXACT = """
  - given: {pod: {spec: {steps: [a, b]}}}
    silent: true
"""
SURVIVES = "one: bounded: `size(pod.steps) > 2` becomes `size(pod.steps) >= 2`"


@pytest.fixture
def rules(tmp_path):
    folder = tmp_path / "rules"
    folder.mkdir()
    small.load(folder, FACTS, BOUNDED)
    return folder


def test_what_survives_is_shown_with_its_place(podlaw, rules):
    ran = podlaw("mutate", rules, "--processes", 1)
    *survivors, counts, score = ran.out.splitlines()
    assert ran.status == 1
    assert survivors == [
        f"rules/one.yaml:6: survives: {SURVIVES}",
        "rules/one.yaml:6: survives: one: bounded: `2` becomes `1`",
    ]
    assert counts == (
        "5 mutants: 3 killed (3 by examples, 0 by cases, 0 by tests), 2 survive; 0 refused by the checker, 0 equivalent"
    )
    assert score == "score 60.0 %"
    assert podlaw("mutate", rules, "--processes", 1, "--least", 60).status == 0


def test_an_example_at_the_bound_kills(podlaw, rules):
    small.load(rules, FACTS, BOUNDED.rstrip("\n") + EXACT)
    ran = podlaw("mutate", rules, "--all", "--processes", 2)
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "score 100.0 %")
    assert f"killed by example rules/one.yaml:14: {SURVIVES}" in ran.out


def test_a_test_kills(podlaw, rules):
    (rules / "tests.yaml").write_text(
        "tests: small\ncases:\n- name: two\n  given: {pod: {spec: {steps: [a, b]}}}\n  expect: {allowed: true}\n"
    )
    ran = podlaw("mutate", rules, "--all", "--processes", 1)
    assert f"killed by test rules/tests.yaml:3: {SURVIVES}" in ran.out
    assert ran.status == 0


def test_equivalent_mutants_have_reasons(podlaw, rules):
    listed = rules / "equivalent-mutants.txt"
    listed.write_text(f"# For this test.\n{SURVIVES}\none: bounded: `2` becomes `1`\n")
    ran = podlaw("mutate", rules, "--processes", 1, "--output", "json")
    told = json.loads(ran.out)
    assert (ran.status, told["score"], told["notEquivalent"]) == (0, 100.0, [])
    assert [one["reason"] for one in told["mutants"] if one["fate"] == "equivalent"] == ["For this test."] * 2
    listed.write_text(f"{SURVIVES}\n")
    ran = podlaw("mutate", rules)
    assert (ran.status, ran.err) == (
        2,
        f"podlaw: {listed}:1: no reason stands above this mutant, as a line that begins with #\n",
    )


def test_what_is_listed_as_equivalent_and_is_not_fails(podlaw, rules):
    small.load(rules, FACTS, BOUNDED.rstrip("\n") + EXACT)
    (rules / "equivalent-mutants.txt").write_text(f"# It was, once.\n{SURVIVES}\n")
    ran = podlaw("mutate", rules, "--processes", 1)
    assert ran.status == 1
    assert f"listed as equivalent, but is told apart, refused or not there: {SURVIVES}" in ran.out


def test_recorded_cases_kill(podlaw):
    """Kubernetes' own answers tell apart what the examples of a rule set do not."""
    alone = podlaw("mutate", "--only", "limit-ranger-injection", "--shard", "1/3", "--processes", 1, "--output", "json")
    files = [CASES / "admission-handwritten.jsonl"]
    options = ("--shard", "1/3", "--processes", 1, "--output", "json")
    with_cases = podlaw("mutate", "--only", "limit-ranger-injection", "--cases", *files, *options)
    fates = [{one["mutant"]: one for one in json.loads(ran.out)["mutants"]} for ran in (alone, with_cases)]
    killed = [key for key, one in fates[0].items() if one["fate"] == "survives" and fates[1][key]["fate"] == "case"]
    assert killed
    assert all(fates[1][key]["by"].startswith("admission/") for key in killed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "nothing"], "no rule set with mutants is called nothing"),
        (["--cases", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
    ],
)
def test_what_cannot_be_done(podlaw, rules, arguments, message):
    ran = podlaw("mutate", rules, *arguments)
    assert (ran.status, ran.err) == (2, f"podlaw: {message}\n")


def test_coverage(podlaw, rules):
    ran = podlaw("test", rules, "--coverage")
    assert ran.status == 0
    assert ran.out.splitlines() == [
        "0 passed, 0 failed",
        "rules/one.yaml:6:47: `size(pod.steps) > 2` never failed",
        "tried: 1 of 1 rules, 1 of 1 cases, 3 of 4 sides of comparisons; 83.3 %",
    ]
    assert podlaw("test", rules, "--coverage", "--least", 83).status == 0
    assert podlaw("test", rules, "--coverage", "--least", 84).status == 1


def test_cases_count_for_coverage(podlaw):
    files = CASES / "admission-handwritten.jsonl"
    alone, with_cases = (podlaw("test", "--coverage", *more) for more in ((), ("--cases", files)))
    assert with_cases.status == alone.status == 0
    share = [float(ran.out.splitlines()[-1].split("; ")[1].split()[0]) for ran in (alone, with_cases)]
    assert 80 < share[0] < share[1]
