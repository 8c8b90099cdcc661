"""Several possible outcomes, facts for the next evaluation, and conclusions that gather."""

from pathlib import Path
from typing import Any

import pytest

from engine import Request, RequestError
from tests.language.small import conclusions, load, problems

FACTS = """
inputs:
  thing: {type: Thing, about: A thing.}
memories:
  counted: {type: list of Count, about: How often each part was seen.}
notes:
  chosen: {type: list of Part, about: The parts of which one is taken.}
conclusions:
  names: {type: list of text, about: Some names.}
  word: {type: text, about: A text.}
kinds:
  Thing:
    about: A thing.
    fields:
      parts: {type: list of Part, path: parts, about: Its parts.}
  Part:
    about: A part.
    fields:
      name: {type: text, path: name, about: Its name.}
      size: {type: optional quantity, path: size, about: Its size.}
  Count:
    about: How often a part was seen.
    fields:
      part: {type: text, path: part.name, about: The part.}
      times: {type: int64, path: times, about: How often.}
      size: {type: optional quantity, path: part.size, about: Its size.}
"""
COUNT = """
rules:
- name: count
  for each: {part: thing.parts}
  let: {before: first one in counted where one.part = part.name}
  remember:
    counted: {part: part.name, times: (before.times otherwise 0) + 1, size: part.size}
"""
CHOOSE = """
rules:
- name: choose
  for each: {part: thing.parts}
  choose: part
  into: chosen
  prefer: part.size is present
- name: tell
  for each: {part: chosen}
  choose: part.name
  into: names
"""


CHOOSE_AT_ONCE = """
rules:
- name: choose at once
  choose: '"early"'
  into: names
"""


def parts(*names: str, **sizes: str) -> dict[str, Any]:
    return {"parts": [{"name": name, **({"size": sizes[name]} if name in sizes else {})} for name in names]}


def test_outcomes_of_several_passes_are_all_possible(tmp_path: Path) -> None:
    """One rule chooses before anything is known, another of what was chosen before it."""
    policy = load(tmp_path, FACTS, CHOOSE_AT_ONCE + CHOOSE.replace("\nrules:\n", ""))
    assert conclusions(policy, thing=parts("a", "b"))["names"] == ["early", "a", "b"]


def test_what_is_remembered_is_given_to_the_next_evaluation(tmp_path: Path) -> None:
    policy = load(tmp_path, FACTS, COUNT)
    first = conclusions(policy, thing=parts("a", "b", b="1Gi"))["counted"]
    assert first == [{"part": {"name": "a"}, "times": 1}, {"part": {"name": "b", "size": "1Gi"}, "times": 1}]
    second = conclusions(policy, thing=parts("b"), counted=first)["counted"]
    assert second == [{"part": {"name": "b"}, "times": 2}]
    assert "counted" not in conclusions(policy, thing=parts(), counted=second)


def test_a_memory_is_read_like_every_input(tmp_path: Path) -> None:
    policy = load(tmp_path, FACTS, COUNT)
    with pytest.raises(RequestError, match=r"counted\[0\]\.times: must be a whole number"):
        policy.evaluate(Request(inputs={"thing": parts(), "counted": [{"times": "many"}]}))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("counted: {part", "count: {part", "there is no memory `count`"),
        ("times: (before.times otherwise 0) + 1, ", "", "the note lacks `times`"),
        ("part: part.name", "part: part", "`part` is a text, but `part` is a Part"),
        ("part: part.name", "parts: part.name", "a Count has no field `parts`"),
    ],
)
def test_what_is_remembered_is_checked(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in problems(tmp_path, FACTS, COUNT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("type: int64, path: times", "type: int64", "`times` of Count cannot be remembered in `counted`"),
        ("type: text, path: part.name", "type: Part, path: part", "`part` of Count cannot be remembered in `counted`"),
        ("counted: {type: list of Count", "counted: {type: Count", "`counted` is a Count"),
    ],
)
def test_what_can_be_remembered(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in problems(tmp_path, FACTS.replace(old, new), "rules: []")


def test_every_possible_outcome_is_told_once(tmp_path: Path) -> None:
    policy = load(tmp_path, FACTS, CHOOSE)
    assert conclusions(policy, thing=parts("b", "a", "b"))["names"] == ["b", "a"]
    assert "names" not in conclusions(policy, thing=parts())


def test_preferred_outcomes_rule_out_the_others(tmp_path: Path) -> None:
    policy = load(tmp_path, FACTS, CHOOSE)
    assert conclusions(policy, thing=parts("a", "b", "c", "b", b="1", c="2"))["names"] == ["b", "c"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("into: chosen", "into: word", "`word` cannot hold possible outcomes"),
        ("into: chosen", "into: choices", "`choices` is no conclusion"),
        ("into: chosen", "into: names", "`part` is a Part, but `names` is a list of text"),
        ("prefer: part.size is present", "prefer: part.name", "`part.name` is a text, not a condition"),
    ],
)
def test_choices_are_checked(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in problems(tmp_path, FACTS, CHOOSE.replace(old, new, 1))


def test_conclusions_that_gather(tmp_path: Path) -> None:
    rules = """
rules:
- {name: names, for each: {part: thing.parts}, conclude: {names: part.name}, keep: each}
- {name: more, conclude: {names: '"end"'}, keep: each}
"""
    assert conclusions(load(tmp_path, FACTS, rules), thing=parts("b", "a", "b"))["names"] == ["b", "a", "b", "end"]
    told = problems(tmp_path, FACTS, rules.replace("names: part.name", "word: part.name"))
    assert told == ["`keep: each` gathers values in a list, but `word` is a text"]
