"""On a terminal: tables, colours and progress; piped: plain text that stays as it is."""

import errno
import os
import pty
import re
import subprocess
import sys

import pytest
import yaml

from tests.places import ROOT

POD = "kind: Pod\nmetadata: {name: p%d}\nspec: {containers: [{name: app, image: i}]}\n"
QUESTION = ("evaluate", "-f", "examples/limit-range.yaml", "examples/ratio-nine.yaml")


def on_terminal(*arguments, streams=("stdout",), **environment):
    """Run podlaw with a terminal as some of its streams; return what came to the terminal and to the other streams."""
    ours, theirs = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    path = f"{ROOT}{os.pathsep}{ROOT / 'proto'}"
    piped = {name: subprocess.PIPE for name in ("stdout", "stderr") if name not in streams}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *map(str, arguments)],
        cwd=ROOT,
        env=inherited | {"PYTHONPATH": path, "TERM": "xterm-256color", "COLUMNS": "100"} | environment,
        stdin=subprocess.DEVNULL,
        **dict.fromkeys(streams, theirs),
        **piped,
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 65536):
            shown += data
    except OSError as error:  # Linux says so when the other end is closed
        if error.errno != errno.EIO:
            raise
    finally:
        os.close(ours)
    rest = process.communicate(timeout=60)
    return shown.decode(), "".join(part.decode() for part in rest if part)


@pytest.mark.parametrize("command", ["evaluate", "explain"])
def test_a_terminal_gets_colours(command):
    shown, errors = on_terminal(command, *QUESTION[1:])
    assert not errors
    assert "\x1b[" in shown
    assert "ratio-nine" in shown
    assert "cpu max limit to request ratio per Container is 4" in shown.replace("\r\n", " ").replace("  ", " ")
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.splitlines()) <= 100


def test_no_color():
    shown, _ = on_terminal(*QUESTION, NO_COLOR="1")
    assert "\x1b[3" not in shown  # no colour; bold and dim are none
    assert "─" in shown


def test_a_pipe_gets_plain_text(podlaw):
    """Whatever the variables say of colours: what is read by programs stays the same."""
    _, piped = on_terminal(*QUESTION, streams=("stderr",), FORCE_COLOR="1")
    assert piped == podlaw(*QUESTION).out
    assert "\x1b" not in piped


def test_progress_only_on_a_terminal(podlaw, tmp_path):
    file = tmp_path / "many.yaml"
    file.write_text("---\n".join(POD % number for number in range(60)))
    shown, piped = on_terminal("evaluate", "-f", file, streams=("stderr",))
    assert "evaluating" in shown
    ran = podlaw("evaluate", "-f", file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == piped


def test_text_that_would_steer_a_terminal(tmp_path):
    file = tmp_path / "m.yaml"
    file.write_text('kind: Pod\nmetadata: {name: "a\\e[2J[bold]x[/]"}\nspec: {containers: 7}\n')
    shown, _ = on_terminal("evaluate", "-f", file)
    assert "a\\x1b[2J[bold]x[/]" in shown
    assert "\x1b[2J" not in shown


@pytest.mark.parametrize("output", ["table", "json", "yaml"])
def test_an_encoding_that_lacks_characters(tmp_path, output):
    file = tmp_path / "m.yaml"
    file.write_text('kind: Pod\nmetadata: {name: "größe"}\nspec: {containers: 7}\n', encoding="utf-8")
    command = ("evaluate", "-f", file, "--output", output)
    _, piped = on_terminal(*command, streams=("stderr",), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "gr\\xf6\\xdfe" in piped


def test_output_as_yaml(podlaw, tmp_path):
    file = tmp_path / "m.yaml"
    file.write_text((POD % 1).replace("{name: app", '{resources: {limits: {cpu: "1e3", memory: "010"}}, name: app'))
    ran = podlaw("evaluate", "-f", file, "--output", "yaml")
    data = yaml.safe_load(ran.out)
    (container,) = data["pods"][0]["verdict"]["pod"]["spec"]["containers"]
    assert container["resources"]["limits"] == {"cpu": "1e3", "memory": "010"}
    assert "'1e3'" in ran.out
