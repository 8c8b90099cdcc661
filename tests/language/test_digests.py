"""The digest of what was compiled: the same where the policy says the same, another wherever it does not."""

from pathlib import Path

import pytest

from engine import RequestError
from tests.language.small import load

FACTS = """
inputs:
  disk: {type: Disk, about: A disk.}
conclusions:
  number: {type: int64, about: A number.}
kinds:
  Disk:
    about: A disk.
    fields:
      size: {type: int64, path: size, about: Its size.}
"""
RULES = """
tables:
  factor: {by: [name], gives: int64, rows: {a: 1, b: 2}, otherwise: 0}
define:
  twice: {about: Twice as much., given: {amount: int64}, is: amount * 2}
rules:
- name: number
  first:
  - when: disk.size > 1000
    since: "1.37"
    conclude: {number: 0}
  - conclude:
      number: twice(disk.size) + factor["a"]
"""


def digests(folder: Path, rules: str = RULES, facts: str = FACTS) -> list[str]:
    policy = load(folder, facts, rules)
    return [policy.compiled_digest(minor) for minor in policy.minors]


def test_equal_where_the_same_rules_are_active(tmp_path: Path) -> None:
    first, second, third = digests(tmp_path)
    assert first == second != third
    assert len(first) == 64


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("disk.size > 1000", "(disk.size)   >   1000"),
        ("about: Twice as much.", "about: The double."),
        ("rules:\n", "# a comment\nrules:\n"),
        ("rows: {a: 1, b: 2}", "rows: {a: 1, b: 2}, about: Factors."),
    ],
)
def test_layout_and_words_for_readers_do_not_count(tmp_path: Path, old: str, new: str) -> None:
    assert digests(tmp_path) == digests(tmp_path, RULES.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("amount * 2", "amount * 3"),
        ("rows: {a: 1, b: 2}", "rows: {a: 1, b: 3}"),
        ("otherwise: 0", "otherwise: 1"),
        ("name: number", "name: a number"),
        ("twice(disk.size)", "twice(disk.size + 0)"),
        ("  - conclude:", "  - keep: last\n    conclude:"),
    ],
)
def test_every_change_of_meaning_counts(tmp_path: Path, old: str, new: str) -> None:
    changed = digests(tmp_path, RULES.replace(old, new))
    assert all(one != other for one, other in zip(digests(tmp_path), changed, strict=True))


def test_the_facts_count(tmp_path: Path) -> None:
    changed = digests(tmp_path, facts=FACTS.replace("path: size", "path: bytes"))
    assert all(one != other for one, other in zip(digests(tmp_path), changed, strict=True))


def test_a_minor_that_is_not_known(tmp_path: Path) -> None:
    with pytest.raises(RequestError):
        load(tmp_path, FACTS, RULES).compiled_digest("1.99")
