"""Mutated rule files: only problems come out, and what is accepted can be evaluated.

`PODLAW_FUZZ=20000 pytest tests/language/test_fuzz.py` is the long run; `PODLAW_FUZZ_FROM` is its first seed. Seeds 1000
to 20999 were run, in two halves, on the rules and the engine as they then were: three faults came out, and were mended
(in the second half: an empty `conclude`, and a call that breaks off at the end of an expression).
"""

import os
import traceback
from pathlib import Path

import pytest

from engine import EvaluationFault, Policy, PolicyError, Request, RequestError, UnsupportedRequest
from engine.examples import NOT_YOURS
from tests.language.mutations import Files, Mutator
from tests.places import RULES

FIRST, COUNT, STEP = int(os.environ.get("PODLAW_FUZZ_FROM", "0")), int(os.environ.get("PODLAW_FUZZ", "100")), 25
EXAMPLES = 5
"""The examples of every so many seeds are run: on all minors they take most of the time."""

SHIPPED: Files = {path.relative_to(RULES).as_posix(): path.read_text() for path in sorted(RULES.rglob("*.yaml"))}
AMOUNTS = {"cpu": "300m", "memory": "1Gi", "example.com/gpu": "2"}
CONTAINER = {"name": "app", "resources": {"requests": {"cpu": "100m", "hugepages-2Mi": "2Mi"}, "limits": AMOUNTS}}
POD = {
    "metadata": {"name": "web", "namespace": "default"},
    "spec": {
        "containers": [CONTAINER, {"name": "bare"}],
        "initContainers": [{"name": "proxy", "restartPolicy": "Always", "resources": {"requests": AMOUNTS}}],
        "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "2", "memory": "2Gi"}},
        "overhead": {"cpu": "10m"},
    },
}
ITEM = {"type": "Container", "min": {"cpu": "0"}, "max": AMOUNTS, "defaultRequest": {"memory": "1Mi"}}
RANGE = {
    "metadata": {"name": "bounds"},
    "spec": {"limits": [ITEM | {"maxLimitRequestRatio": {"cpu": "4"}}, {"type": "Pod", "max": {"cpu": "1"}}]},
}
REQUEST = Request(inputs={"pod": POD, "limitRanges": [RANGE, RANGE]})


def fault_of(folder: Path, examples: bool) -> str:
    """What is wrong with how a folder of rule files is answered, and its examples if wanted; "" if nothing is."""
    try:
        policy = Policy.load(folder)
    except PolicyError as error:
        return "" if all(problem.line and problem.column for problem in error.problems) else f"no place: {error}"
    try:
        policy.evaluate(REQUEST)
    except (RequestError, UnsupportedRequest):
        pass
    except EvaluationFault as error:
        return f"accepted, but {error}"
    told = [str(problem) for problem in policy.check() if problem.hint == NOT_YOURS] if examples else []
    policy.close()
    return "; ".join(told)


def written(folder: Path, files: Files, known: Files) -> None:
    """Make a folder hold these files; ``known`` is what it holds so far."""
    for name, text in files.items():
        if known.get(name) != text:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, STEP))
def test_only_problems_come_out(first, tmp_path):
    held: Files = {}
    faults = []
    for seed in range(first, min(first + STEP, FIRST + COUNT)):
        files = Mutator(SHIPPED, seed).changed()
        written(tmp_path, files, held)
        held = files
        try:
            fault = fault_of(tmp_path, seed % EXAMPLES == 0)
        except Exception:  # every exception is a finding
            fault = traceback.format_exc(limit=-4)
        if fault:
            faults.append(f"seed {seed}: {fault}")
    assert not faults, "\n".join(faults)
