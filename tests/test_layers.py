"""Who may import whom: each layer only those below it, and one folder alone the matching engine."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "engine": {"engine"},
    "server": {"server", "engine", "podlaw"},
    "cli": {"cli", "server", "engine", "podlaw"},
}
OURS = {"engine", "server", "cli", "podlaw", "tests"}
MATCHER = {"durable_rules_engine", "durable"}


def imported(file: Path) -> set[str]:
    """The top-level packages that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(file.relative_to(ROOT).parts[0] if node.level else (node.module or "").partition(".")[0])
    return found


FILES = [file for layer in MAY_IMPORT for file in sorted((ROOT / layer).rglob("*.py"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports(file):
    layer = file.relative_to(ROOT).parts[0]
    names = imported(file)
    assert names & OURS <= MAY_IMPORT[layer]
    if file.relative_to(ROOT).parts[:2] != ("engine", "matching"):
        assert not names & MATCHER


def test_there_are_files():
    assert {file.relative_to(ROOT).parts[0] for file in FILES} == set(MAY_IMPORT)
