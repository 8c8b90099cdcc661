"""Units: numbers that count different things do not meet by mistake."""

from pathlib import Path

import pytest

from tests.language.small import conclusions, load, problems

FACTS = """
units:
  bytes: {about: Bytes., of: [memory]}
  files: {about: Files.}
inputs:
  disk: {type: Disk, about: A disk.}
conclusions:
  amount: {type: int64, about: A number.}
  size: {type: int64, unit: bytes, about: A number of bytes.}
kinds:
  Disk:
    about: A disk.
    fields:
      used: {type: int64, path: used, unit: bytes, about: Bytes in use.}
      free: {type: int64, path: free, unit: bytes, about: Bytes that are free.}
      inodes: {type: int64, path: inodes, unit: files, about: Files on it.}
      plain: {type: int64, path: plain, about: A number.}
      limit: {type: optional quantity, path: limit, unit: bytes, about: A limit.}
      requests: {type: quantities, path: requests, about: Amounts by name.}
      parts: {type: list of Disk, path: parts, about: Parts of it.}
"""


def rules(expression: str, name: str = "amount", more: str = "") -> str:
    return f"rules:\n- name: only\n  conclude:\n    {name}: >-\n      {expression}\n{more}"


SOUND = [
    "disk.used + disk.free",
    "disk.used * 2 - disk.free div 3",
    "disk.used + disk.plain + 5",
    "plain(disk.used) + plain(disk.inodes)",
    "if disk.used > value(disk.limit otherwise 0) then 1 else 0",
    'if disk.used > value(disk.requests["memory"] otherwise 0) then 1 else 0',
    "larger(disk.used, disk.free) + (sum of part.used for part in disk.parts)",
    "if exact(disk.used) > amount(disk.limit otherwise 0) then 1 else 0",
    "if milliValue(disk.limit otherwise 0) mod 1000 != 0 then 1 else 0",
    "size(list of part for part in disk.parts where part.inodes > disk.inodes)",
    "rest(disk.used, disk.free)",
    "(if disk.plain > 1 then disk.used else disk.inodes) - (if disk.plain > 1 then disk.free else disk.inodes)",
]
DEFINE = """
define:
  rest: {about: What is left., given: {whole: int64, part: int64}, is: whole - part}
  scaled:
    about: An amount at one of two scales.
    given: {amount: quantity, fine: truth}
    is: if fine then milliValue(amount) else value(amount)
"""


@pytest.mark.parametrize("expression", SOUND)
def test_numbers_that_go_together(tmp_path: Path, expression: str) -> None:
    conclusions(load(tmp_path, FACTS, rules(expression, more=DEFINE)), disk={})


@pytest.mark.parametrize(
    ("expression", "what"),
    [
        ("disk.used + disk.inodes", "bytes and files"),
        ("disk.used - (sum of part.inodes for part in disk.parts)", "bytes and files"),
        ("if disk.used > disk.inodes then 1 else 0", "bytes and files"),
        ('if disk.inodes > value(disk.requests["memory"] otherwise 0) then 1 else 0', "files and bytes"),
        ("if value(disk.limit otherwise 0) > milliValue(disk.limit otherwise 0) then 1 else 0", "whole units and thou"),
        ("if exact(disk.inodes) > amount(disk.limit otherwise 0) then 1 else 0", "files and bytes"),
        ("smaller(disk.inodes * 2, disk.free)", "files and bytes"),
        ("rest(disk.used, disk.inodes)", "`whole - part` brings together bytes and files"),
        (
            "if scaled(disk.limit otherwise 0, true) > value(disk.limit otherwise 0) then 1 else 0",
            "thousandths or whole units and whole units",
        ),
        (
            "(if disk.plain > 1 then disk.used else disk.inodes) - (if disk.plain > 2 then disk.used else disk.inodes)",
            "bytes or files and bytes or files",
        ),
    ],
)
def test_numbers_that_do_not(tmp_path: Path, expression: str, what: str) -> None:
    (told,) = problems(tmp_path, FACTS, rules(expression, more=DEFINE))
    assert f"brings together {what}" in told or what in told


def test_a_conclusion_counts_what_it_declares(tmp_path: Path) -> None:
    assert problems(tmp_path, FACTS, rules("disk.inodes", "size")) == [
        "`disk.inodes` counts files, but bytes belong here"
    ]


def test_units_are_declared_and_count_numbers(tmp_path: Path) -> None:
    facts = FACTS.replace("path: inodes, unit: files", "path: inodes, unit: file").replace(
        "parts: {type: list of Disk,", "parts: {type: list of Disk, unit: bytes,"
    )
    assert problems(tmp_path, facts, rules("1")) == ["there is no unit `file`", "a Disk counts nothing"]
