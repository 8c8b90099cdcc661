"""The recorded cases of the sketches, and their policies."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine import Policy

HERE = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of one facet."""
    lines = (HERE / "cases" / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def policy(name: str) -> Policy:
    """Return a policy of the sketches, compiled once."""
    return Policy.load(HERE / name)
