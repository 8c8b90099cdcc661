"""Tables: values by one text or several."""

from pathlib import Path

import pytest

from tests.language.small import conclusions, load, problems

FACTS = """
inputs:
  disk: {type: Disk, about: A disk.}
conclusions:
  parts: {type: list of text, about: Some names.}
  word: {type: text, about: A text.}
  number: {type: int64, about: A number.}
kinds:
  Disk:
    about: A disk.
    fields:
      name: {type: text, path: name, about: Its name.}
      layout: {type: text, path: layout, about: Its layout.}
"""
TABLES = """
tables:
  measured:
    about: What is measured.
    by: [layout, disk]
    gives: list of text
    rows:
      one: {nodefs: [rootfs, logs], imagefs: [rootfs]}
      split: {nodefs: [logs], imagefs: []}
    otherwise: [nothing]
  order:
    by: [name]
    gives: int64
    rows: {nodefs: 1, imagefs: -2}
  size:
    by: [name]
    gives: quantity
    rows: {nodefs: 1Gi}
"""


def rules(conclusion: str, tables: str = TABLES) -> str:
    return f"{tables}\nrules:\n- name: only\n  conclude:\n    {conclusion}\n"


@pytest.mark.parametrize(
    ("layout", "name", "found"),
    [
        ("one", "nodefs", ["rootfs", "logs"]),
        ("split", "imagefs", []),
        ("split", "tape", ["nothing"]),
        ("other", "nodefs", ["nothing"]),
    ],
)
def test_values_by_two_texts(tmp_path: Path, layout: str, name: str, found: list[str]) -> None:
    policy = load(tmp_path, FACTS, rules("parts: measured[disk.layout, disk.name]"))
    assert conclusions(policy, disk={"layout": layout, "name": name})["parts"] == found


def test_a_key_that_a_table_lacks_is_absent(tmp_path: Path) -> None:
    policy = load(tmp_path, FACTS, rules("number: order[disk.name] otherwise 0"))
    assert [conclusions(policy, disk={"name": name})["number"] for name in ("imagefs", "tape")] == [-2, 0]
    assert problems(tmp_path, FACTS, rules("number: order[disk.name]")) == ["`order[disk.name]` may be absent here"]


def test_a_table_that_is_complete_is_never_absent(tmp_path: Path) -> None:
    told = problems(tmp_path, FACTS, rules("parts: measured[disk.layout, disk.name] otherwise []"))
    assert told == ["`measured[disk.layout, disk.name]` is never absent here"]


def test_loops_over_the_keys_of_a_table(tmp_path: Path) -> None:
    found = 'parts: list of name for name in keys of order where size[name] is present or name = "imagefs"'
    assert conclusions(load(tmp_path, FACTS, rules(found)), disk={})["parts"] == ["nodefs", "imagefs"]
    shown = "word: 'message \"{size[disk.name] otherwise 0}\"'"
    assert conclusions(load(tmp_path, FACTS, rules(shown)), disk={"name": "nodefs"})["word"] == "1Gi"


@pytest.mark.parametrize(
    ("conclusion", "told"),
    [
        ("number: order", "`order` is a table"),
        ("parts: measured[disk.name]", "`measured` has 2 keys, not 1"),
        ('number: order["nodfs"] otherwise 0', "`order` has no name `nodfs`"),
        ("number: order[1] otherwise 0", "`1` is a number, but a text belongs here"),
        ("word: disk.name[disk.name, disk.name]", "only tables have several keys"),
        (
            "number: size[disk.name] otherwise 0",
            "`number` is an int64, but `size[disk.name] otherwise 0` is a quantity",
        ),
        ("number: orders[disk.name] otherwise 0", "`orders` is not known here"),
    ],
)
def test_tables_are_read_as_they_are_declared(tmp_path: Path, conclusion: str, told: str) -> None:
    assert told in problems(tmp_path, FACTS, rules(conclusion))


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("gives: int64, rows: {a: 1_000}", "the table gives a whole number of 64 bits in every row"),
        ("gives: int64, rows: {a: [1]}", "the table gives a whole number of 64 bits in every row"),
        ("gives: truth, rows: {a: yes}", "the table gives true or false in every row"),
        ("gives: quantity, rows: {a: 1 GiB}", "the table gives a quantity in every row"),
        ("gives: list of text, rows: {a: b}", "the table gives a list of texts in every row"),
        ("gives: Disk, rows: {a: b}", "a table cannot give `Disk`"),
        ("gives: text, rows: {a: {b: c}}", "the table gives a text in every row"),
    ],
)
def test_rows_are_checked(tmp_path: Path, row: str, told: str) -> None:
    tables = f"tables:\n  order: {{by: [name], {row}}}"
    assert problems(tmp_path, FACTS, rules("word: disk.name", tables)) == [told]


def test_rows_have_as_many_keys_as_the_table(tmp_path: Path) -> None:
    tables = "tables:\n  order: {by: [name, other], gives: text, rows: {a: b}}"
    assert problems(tmp_path, FACTS, rules("word: disk.name", tables)) == ["rows by other were expected here"]


def test_a_table_is_told_from_everything_else(tmp_path: Path) -> None:
    tables = "tables:\n  disk: {by: [name], gives: text, rows: {a: b}}"
    assert problems(tmp_path, FACTS, rules("word: disk.name", tables)) == [
        "the table `disk` cannot be told from what is an input"
    ]
