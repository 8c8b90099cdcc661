"""The engine and plain Python give the same answers, to recorded cases and to generated requests."""

import os
import subprocess
import sys

import pytest

from cli.cases.comparison import differences
from cli.cases.facets import Question
from cli.cases.format import read_cases
from engine import UnsupportedRequest
from engine.language.loading import load
from tests.places import CASES, ROOT, RULES
from tests.second_opinion import comparing
from tests.second_opinion.interpreter import Interpreter
from tests.second_opinion.policy import SecondOpinion

FILES = sorted(CASES.glob("*.jsonl"))
EVERY = 10


@pytest.fixture(scope="module")
def opinion():
    return SecondOpinion(load(RULES))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_cases(opinion, policy, file):
    """Every tenth case: plain Python answers as was recorded wherever the engine answers."""
    asked = 0
    for case in read_cases([file])[::EVERY]:
        one, other = (Question(case.input, case.kubernetes, door.evaluate) for door in (policy, opinion))
        for facet in case.expect:
            try:
                one.answer(facet)
            except UnsupportedRequest:
                continue
            asked += 1
            assert differences(facet, case.expect[facet], other.answer(facet), case.expect) == []
    assert asked > 0


def test_generated_requests():
    kinds, differing = comparing.compared(seed=20_261_201, count=400)
    assert differing == []
    assert kinds["admitted"] > 20
    assert kinds["denied in limitRanger"] > 20
    assert kinds["denied in validation"] > 20


def test_with_memory_that_is_not_zero():
    """What is read from freed or fresh memory of the matching engine would differ from run to run."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.second_opinion.comparing", "--requests", "200", "--processes", "1"],
        cwd=ROOT,
        env={**os.environ, "MALLOC_PERTURB_": "165"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "200 requests, 0 answered in two ways" in run.stdout


def test_what_differs_is_told(monkeypatch):
    """A rule that plain Python reads otherwise is found."""

    def otherwise(self, term, known):
        left, right = self.parts(term, known)
        return left <= right if term.data == "<" else compare(self, term, known)

    compare = Interpreter._compare  # noqa: SLF001
    monkeypatch.setattr(Interpreter, "_compare", otherwise)
    assert comparing.compared(seed=1, count=60)[1]
