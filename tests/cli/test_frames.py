"""Problems as a terminal shows them: the place, the line with a caret, the hint."""

import pytest

from cli.frames import framed
from engine import Problem
from tests.places import ROOT

GOLDEN = ROOT / "tests" / "language"


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "rules").mkdir()
    return tmp_path / "rules"


def frame(rules, line, column, message="wrong", hint=""):
    (rules / "a.yaml").write_text(line)
    return framed([Problem("rules/a.yaml", 1, column, message, hint)], [rules])


def test_frame(rules):
    told = frame(rules, "when: pod.nmae is empty", 11, "a Pod has no field `nmae`", "did you mean `name`?")
    assert told == (
        "rules/a.yaml:1:11: a Pod has no field `nmae`\n"
        "    when: pod.nmae is empty\n"
        "              ^~~~\n"
        "    did you mean `name`?\n"
    )


@pytest.mark.parametrize(
    ("line", "column", "message", "carets"),
    [
        ("when: a <= b", 9, "wrong", "^~"),
        ("when: a.b[c] > 1", 7, "`a.b[c]` may be absent here", "^~~~~~"),
        ('when: "some text" x', 7, "wrong", "^~~~~~~~~~~"),
        ("when: 1.50 + a", 7, "wrong", "^~~~"),
        ("when: a", 8, "the end", "^"),
        ("when: a", 99, "beyond", "^"),
        ("\tx: 1", 1, "a tab cannot indent a line", "^"),
    ],
)
def test_carets(rules, line, column, message, carets):
    _, shown, under = frame(rules, line, column, message).splitlines()
    assert under == " " * (4 + min(column - 1, len(line))) + carets
    assert shown == "    " + line.replace("\t", " ")


def test_long_line_is_cut_around_the_token(rules):
    line = "x" * 300 + " token " + "y" * 300
    _, shown, under = frame(rules, line, 302).splitlines()
    assert len(shown) < 120
    assert shown.strip().startswith("...")
    assert shown.endswith("...")
    assert shown[under.index("^") :].startswith("token")


def test_what_steers_a_terminal_is_escaped(rules):
    told = frame(rules, "a: \x1b[2J\x07b", 9, "wrong \x1b[2J", "\x07")
    assert "\x1b" not in told
    assert "\x07" not in told
    shown, under = told.splitlines()[1:3]
    assert shown[under.index("^")] == "b"


def test_long_message_is_cut(rules):
    assert len(frame(rules, "a", 1, "m" * 10_000, "h" * 10_000)) < 1_000


@pytest.mark.parametrize(
    "file", ["rules/gone.yaml", "other/a.yaml", "rules/folder", "rules/../rules", "", "rules/\0", "rules/\udcff"]
)
def test_file_that_cannot_be_read_has_no_frame(rules, file):
    (rules / "folder").mkdir()
    told = framed([Problem(file, 1, 1, "wrong", "mend it")], [rules])
    assert told.count("\n") == 2
    assert told.encode()


def test_line_that_is_not_there(rules):
    (rules / "a.yaml").write_text("a\n")
    assert framed([Problem("rules/a.yaml", 9, 1, "wrong")], [rules]) == "rules/a.yaml:9:1: wrong\n"


def test_places_within_this_folder_and_single_files(rules, monkeypatch):
    (rules / "a.yaml").write_text("line\n")
    monkeypatch.chdir(rules)
    assert "    line\n" in framed([Problem("rules/a.yaml", 1, 1, "wrong")], [rules.relative_to(rules)])
    assert "    line\n" in framed([Problem("a.yaml", 1, 1, "wrong")], [rules / "a.yaml"])


@pytest.mark.parametrize(
    "command", [["check"], ["test"], ["evaluate", "-f", "examples"], ["serve", "--listen", "127.0.0.1:0"]]
)
def test_commands_show_frames(podlaw, tmp_path, command):
    rules = tmp_path / "rules"
    rules.mkdir()
    for name in ("facts.yaml", "policy.yaml", "uses.yaml"):
        (rules / name).write_bytes((GOLDEN / "base" / name).read_bytes())
    (rules / "sample.yaml").write_bytes((GOLDEN / "golden" / "name-unknown-field.yaml").read_bytes())
    ran = podlaw(*command, "--rules", rules)
    assert ran.status in (1, 2)
    assert "sample.yaml:6:13: a Pod has no field `nmae`\n      when: pod.nmae is empty\n                ^~~~\n" in (
        ran.out + ran.err
    )
