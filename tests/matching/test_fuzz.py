"""The engine against plain Python, on random rules and rows.

MATCHING_SEEDS sets the number of random cases.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.matching.oracle import compare

SEEDS = int(os.environ.get("MATCHING_SEEDS", "300"))


def test_random_cases_match_as_in_python() -> None:
    matches = sum(compare(seed) for seed in range(SEEDS))
    assert matches > 100 * SEEDS


def test_random_cases_match_when_freed_memory_is_overwritten() -> None:
    """Reads of freed or uninitialised memory show when the allocator fills it with a pattern."""
    command = [sys.executable, "-m", "tests.matching.oracle", str(10_000), str(10_000 + SEEDS // 4)]
    environment = os.environ | {"MALLOC_PERTURB_": "165"}
    result = subprocess.run(
        command, env=environment, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 0
