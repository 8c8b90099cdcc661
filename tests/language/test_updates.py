"""``on``, ``take`` and ``needed on``: what is said of one operation, and what an update leaves as it is stored."""

from pathlib import Path
from typing import Any

import pytest

from engine import Policy, PolicyError, Request, RequestError

FACTS = """
facts: 1
inputs:
  thing: {type: Thing, about: What is asked about.}
  oldThing: {type: Thing, about: As it is stored., needed on: [UPDATE], needed beside: thing}
  operation: {type: text, about: What is asked about.}
conclusions:
  sum: {type: int64, about: A sum.}
  said: {type: text, about: The operation.}
kinds:
  Thing:
    about: A thing.
    fields:
      size: {type: int64, path: spec.size, about: Its size.}
      amounts: {type: quantities, path: spec.amounts, about: Amounts.}
      parts: {type: list of Part, path: spec.parts, about: Its parts.}
      note: {type: text, path: note, about: A note.}
  Part:
    about: A part.
    fields:
      name: {type: text, path: name, about: Its name.}
      size: {type: int64, path: size, about: Its size.}
"""
POLICY = """
policy: small
version: 0.1.0
kubernetes: ["1.35"]
operations: [CREATE, UPDATE]
stages:
- {stage: only, code: 422, rulesets: [one]}
"""
TAKE = """
ruleset: one
version: 0.1.0
rules:
- name: kept
  on: [UPDATE]
  take: thing
  from: oldThing
  WORD: 'PATHS'
- name: grown
  on: [UPDATE]
  for each: {part: thing.parts}
  when: part.size > 10
  deny: "{part.name} is {part.size}"
- name: sum
  conclude: {sum: "sum of part.size for part in thing.parts", said: operation}
"""


def load(folder: Path, rules: str) -> Policy:
    for name, text in (("facts", FACTS), ("policy", POLICY), ("one", rules)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return Policy.load(folder)


def thing(note: str, *sizes: int) -> dict[str, Any]:
    return {"note": note, "spec": {"size": len(sizes), "parts": [{"name": note, "size": size} for size in sizes]}}


def taken(folder: Path, word: str, paths: str, *sizes: int) -> Any:
    policy = load(folder, TAKE.replace("WORD", word).replace("PATHS", paths))
    inputs = {"thing": thing("new", *sizes), "oldThing": thing("old", 1, 2)}
    verdict = policy.evaluate(Request(inputs, operation="UPDATE"))
    assert verdict.objects["oldThing"] == thing("old", 1, 2)
    return verdict


def test_everything_is_taken_but_some_paths(tmp_path):
    verdict = taken(tmp_path, "but", '["spec.parts[*].size"]', 3, 20)
    parts = [{"name": "old", "size": 3}, {"name": "old", "size": 20}]
    assert verdict.objects["thing"] == {"note": "old", "spec": {"size": 2, "parts": parts}}
    assert [v.message for v in verdict.violations] == ["old is 20"]


def test_some_paths_are_taken(tmp_path):
    verdict = taken(tmp_path, "at", '["spec.size", "spec.parts[*].name"]', 3, 4)
    parts = [{"name": "old", "size": 3}, {"name": "old", "size": 4}]
    assert verdict.objects["thing"] == {"note": "new", "spec": {"size": 2, "parts": parts}}


def test_a_whole_list_is_taken(tmp_path):
    verdict = taken(tmp_path, "at", '["spec"]', 3, 4, 5)
    assert verdict.objects["thing"] == {"note": "new", "spec": thing("old", 1, 2)["spec"]}
    assert verdict.conclusions["sum"] == 3


def test_lists_of_different_lengths_stay(tmp_path):
    verdict = taken(tmp_path, "but", '["spec.parts[*].size"]', 3, 4, 5)
    assert verdict.objects["thing"]["spec"]["parts"] == thing("new", 3, 4, 5)["spec"]["parts"]


def test_a_rule_speaks_of_its_operations_only(tmp_path):
    policy = load(tmp_path, TAKE.replace("WORD", "at").replace("PATHS", '["note"]'))
    verdict = policy.evaluate(Request({"thing": thing("new", 20)}))
    assert verdict.allowed
    assert verdict.objects["thing"] == thing("new", 20)
    assert verdict.conclusions["said"] == "CREATE"


def test_an_operation_that_needs_the_stored_object_asks_for_it(tmp_path):
    policy = load(tmp_path, TAKE.replace("WORD", "at").replace("PATHS", '["note"]'))
    with pytest.raises(RequestError) as caught:
        policy.evaluate(Request({"thing": thing("new", 1)}, operation="UPDATE"))
    assert [violation.field for violation in caught.value.violations] == ["oldThing"]


def test_an_operation_that_takes_no_stored_object_refuses_it(tmp_path):
    policy = load(tmp_path, TAKE.replace("WORD", "at").replace("PATHS", '["note"]'))
    one = thing("new", 1)
    for given, on in (({"thing": one, "oldThing": one}, "CREATE"), ({"oldThing": one}, "UPDATE")):
        with pytest.raises(RequestError) as caught:
            policy.evaluate(Request(inputs=given, operation=on))
        assert [violation.field for violation in caught.value.violations] == ["oldThing"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("on: [UPDATE]", "on: [UPDATES]", "the policy does not answer operation `UPDATES`"),
        ("from: oldThing", "from: oldThing.size", "`oldThing.size` is an int64"),
        ("take: thing", "take: thing.size", "`thing.size` is an int64"),
        ("at: '[\"note\"]'", "at: '\"note\"'", '`"note"` is a text, but a list of paths belongs here'),
        ("  at: '[\"note\"]'\n", "", "`take` needs `but` or `at`, and not both"),
        ("  from: oldThing\n", "", "`take` lacks `from`"),
    ],
)
def test_mistakes_are_told(tmp_path, old, new, message):
    rules = TAKE.replace("WORD", "at").replace("PATHS", '["note"]')
    assert old in rules
    with pytest.raises(PolicyError) as caught:
        load(tmp_path, rules.replace(old, new, 1))
    assert message in [problem.message for problem in caught.value.problems]
