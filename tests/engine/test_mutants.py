"""Mutants: one change each, of every kind; and what is watched of rules while they are judged."""

import pytest

from engine import Policy, Request
from engine.coverage import Watch
from engine.language.loading import load as read
from engine.mutants import mutants, refused
from tests.language import small
from tests.places import RULES

FACTS = """
inputs:
  pod: {type: Pod, about: The Pod.}
conclusions:
  class: {type: text, about: A class.}
kinds:
  Pod:
    about: A Pod.
    fields:
      name: {type: text, path: metadata.name, about: Its name.}
      size: {type: optional int64, path: spec.size, about: Its size.}
      room: {type: optional int64, path: spec.room, about: Its room.}
      steps: {type: list of Step, path: spec.steps, about: What it does.}
  Step:
    about: A step.
    fields:
      name: {type: text, path: name, about: Its name.}
"""
RULE = """
rules:
- name: bounded
  {more}
  examples:
  - given: {{pod: {{metadata: {{name: web}}}}}}
    silent: true
"""


def of(tmp_path, more, rest=""):
    """The mutants of a rule by kind, without the removal of it: how they read."""
    small.load(tmp_path, FACTS, RULE.format(more=more) + rest)
    found = {}
    for mutant in mutants(read(tmp_path)):
        found.setdefault(mutant.kind, []).append(mutant.change)
    return found


@pytest.mark.parametrize(
    ("condition", "changes"),
    [
        ("(size) > (room)", ["`(size) > (room)` becomes `(size) >= (room)`"]),
        ("size > room", ["`size > room` becomes `size >= room`"]),
        ("size >= room", ["`size >= room` becomes `size > room`"]),
        ("size < room", ["`size < room` becomes `size <= room`"]),
        ("size <= room", ["`size <= room` becomes `size < room`"]),
        ("size = room", ["`size = room` becomes `size != room`"]),
        ("size != room", ["`size != room` becomes `size = room`"]),
        ("pod.name in [pod.name]", ["`pod.name in [pod.name]` becomes `pod.name not in [pod.name]`"]),
        ("pod.name not in [pod.name]", ["`pod.name not in [pod.name]` becomes `pod.name in [pod.name]`"]),
        ("pod.name is empty", ["`pod.name is empty` becomes `pod.name is not empty`"]),
        ("pod.name is not empty", ["`pod.name is not empty` becomes `pod.name is empty`"]),
        ("pod.size is absent", ["`pod.size is absent` becomes `pod.size is present`"]),
        ("pod.size is not absent", ["`pod.size is not absent` becomes `pod.size is not present`"]),
    ],
)
def test_comparisons(tmp_path, condition, changes):
    lets = "let: {size: size(pod.steps), room: bytes(pod.name)}\n  " if "room" in condition else ""
    assert of(tmp_path, f"{lets}when: {condition}\n  deny: no")["comparison"] == changes


def test_constants(tmp_path):
    found = of(tmp_path, "let: {bound: 7}\n  when: size(pod.steps) > bound\n  deny: no")
    assert found["constant"] == ["`7` becomes `8`", "`7` becomes `6`"]


def test_amounts_of_one_kind(tmp_path):
    found = of(tmp_path, "when: pod.size is present\n  deny: '{pod.size}'")
    assert found["amount"] == ["`pod.size` becomes `pod.room`"] * 2


def test_what_is_only_told_is_left_alone(tmp_path):
    more = "let: {bound: 7}\n  explain: {bound: bound}\n  when: pod.name is empty\n  deny: no"
    assert set(of(tmp_path, more)) == {"rule", "comparison"}


def test_cases(tmp_path):
    more = "first:\n  - {when: pod.name = 'a', deny: one}\n  - {when: pod.size is absent, deny: two}"
    found = of(tmp_path, more)
    assert found["case"] == ["case 1 is left out", "case 2 is left out"]
    assert found["order"] == [
        "cases speak, whatever those before them say",
        "case 2 comes before the one before it",
    ]


def test_order_of_a_loop_and_what_is_kept(tmp_path):
    more = "for each: {step: 'pod.steps, last first'}\n  conclude: {class: step.name}\n  keep: first"
    assert of(tmp_path, more)["order"] == ["`step` is taken first to last", "`keep: first` becomes `last`"]


def test_minors(tmp_path):
    found = of(tmp_path, "since: '1.36'\n  when: pod.name is empty\n  deny: no")
    assert found["minor"] == ["`since: 1.36` becomes 1.35", "`since: 1.36` becomes 1.37"]


def test_versions_that_meet_move_together(tmp_path):
    define = """
define:
  bound:
    about: A bound.
    versions:
    - {until: "1.37", is: 7}
    - {since: "1.37", is: 9}
"""
    found = of(tmp_path, "when: size(pod.steps) > bound\n  deny: no", define)
    assert found["minor"] == ["`until: 1.37` becomes 1.36", "`until: 1.37` becomes a later minor"]
    moved = [mutant for mutant in mutants(read(tmp_path)) if mutant.kind == "minor"]
    assert [mutant.minors for mutant in moved] == [("1.36",), ("1.37",)]
    pod = {"pod": {"metadata": {"name": "web"}, "spec": {"steps": [{"name": "a"}] * 8}}}
    tree = read(tmp_path)
    answers = {
        mutant.change: [
            Policy(mutant.within(tree), {}).evaluate(Request(pod, kubernetes=minor)).allowed
            for minor in ("1.35", "1.36", "1.37")
        ]
        for mutant in moved
    }
    assert answers == {
        "`until: 1.37` becomes 1.36": [False, True, True],
        "`until: 1.37` becomes a later minor": [False, False, False],
    }


def test_a_change_that_is_a_mistake_is_refused(tmp_path):
    more = "when: pod.size is present and pod.size > 7\n  deny: no"
    small.load(tmp_path, FACTS, RULE.format(more=more))
    tree = read(tmp_path)
    found = {mutant.change: refused(mutant, tree) for mutant in mutants(tree) if mutant.kind == "comparison"}
    assert found == {
        "`pod.size is present` becomes `pod.size is absent`": True,
        "`pod.size > 7` becomes `pod.size >= 7`": False,
    }


def test_every_mutant_of_the_shipped_rules_has_a_name_of_its_own():
    found = mutants(read(RULES))
    assert len({mutant.key for mutant in found}) == len(found) > 1000
    assert {mutant.kind for mutant in found} >= {"rule", "case", "order", "comparison", "constant", "amount", "minor"}
    assert all(mutant.minors and mutant.concerns for mutant in found)


def test_what_is_watched(tmp_path):
    cases = "- {when: step.position > 0, deny: late}\n  - {when: step.name = 'a', deny: a}"
    more = f"for each: {{step: pod.steps}}\n  first:\n  {cases}"
    small.load(tmp_path, FACTS, RULE.format(more=more))
    watch = Watch()
    policy = Policy.load(tmp_path, watch)
    assert policy.coverage().percent == 0
    policy.evaluate(Request({"pod": {"spec": {"steps": [{"name": "b"}, {"name": "a"}]}}}))
    covered = policy.coverage()
    assert (covered.rules, covered.cases, covered.sides) == ((1, 1), (1, 2), (3, 4))
    assert [one.told for one in covered.uncovered] == [
        "case 2 of `bounded` never spoke",
        "`step.name = 'a'` never held",
    ]
    policy.evaluate(Request({"pod": {"spec": {"steps": [{"name": "a"}]}}}))
    assert policy.coverage().percent == 100


def test_watching_changes_no_answer(policy):
    watched = Policy.load(RULES, Watch())
    pod = {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app", "image": "pause"}]}}
    ranges = [{"metadata": {"name": "b"}, "spec": {"limits": [{"type": "Container", "max": {"cpu": "1"}}]}}] * 2
    for request in (Request({"pod": pod, "limitRanges": ranges}, trace=trace) for trace in (False, True)):
        one, other = watched.evaluate(request), policy.evaluate(request)
        assert (one.conclusions, one.trace, one.checks, dict(one.objects)) == (
            other.conclusions,
            other.trace,
            other.checks,
            dict(other.objects),
        )
