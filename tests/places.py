"""Where things stand in the checkout."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "rules"
CASES = ROOT / "tests" / "cases"
