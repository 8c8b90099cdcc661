"""The command as a function, and the folders of the checkout."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from cli.main import main
from tests.places import ROOT


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


Podlaw = Callable[..., Ran]


@pytest.fixture
def podlaw(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Podlaw:
    """Run podlaw in this process, from the root of the checkout."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("PODLAW_RULES", raising=False)

    def run(*arguments: object) -> Ran:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        written = capsys.readouterr()
        return Ran(status, written.out, written.err)

    return run
