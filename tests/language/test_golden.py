"""Golden pairs: a file with mistakes, and exactly what is told of them.

``NAME.yaml`` stands in the place of the rule set of the small policy in ``base``; a folder ``NAME`` holds files that
are put beside or in the place of those. ``NAME.problems`` holds the problems, one a line. After a change that is meant,
write them anew with ``PODLAW_WRITE_GOLDEN=1`` and read every line that changed.
"""

import os
import shutil
from pathlib import Path

import pytest

from engine import Policy, PolicyError

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.problems"))


def problems_of(rules: Path) -> list[str]:
    """What is told of a rules folder, places in its sample without the file's name."""
    try:
        policy = Policy.load(rules)
        problems = sorted(policy.check())
        policy.close()
    except PolicyError as error:
        problems = list(error.problems)
    return [str(problem).removeprefix(f"{rules.name}/").removeprefix("sample.yaml:") for problem in problems]


def folder_of(name: str, place: Path) -> Path:
    """The small policy with the mistakes of one golden pair."""
    rules = Path(shutil.copytree(HERE / "base", place / "rules"))
    if (GOLDEN / name).is_dir():
        shutil.copytree(GOLDEN / name, rules, dirs_exist_ok=True)
    else:
        shutil.copyfile(GOLDEN / f"{name}.yaml", rules / "sample.yaml")
    return rules


@pytest.mark.parametrize("name", NAMES)
def test_problems(name, tmp_path):
    told = "".join(f"{problem}\n" for problem in problems_of(folder_of(name, tmp_path)))
    file = GOLDEN / f"{name}.problems"
    if os.environ.get("PODLAW_WRITE_GOLDEN"):
        file.write_text(told)
    assert told == file.read_text()


def test_the_base_is_sound():
    assert problems_of(HERE / "base") == []


def test_every_bad_file_has_its_problems():
    bad = {path.stem for path in GOLDEN.iterdir() if path.is_dir() or path.suffix == ".yaml"}
    assert bad == set(NAMES)
    assert len(NAMES) >= 60
    assert all((GOLDEN / f"{name}.problems").read_text() for name in NAMES)
