"""The README says what is so."""

import re

from tests.cli.golden import masked
from tests.places import ROOT
from tests.server.conftest import serving

README = (ROOT / "README.md").read_text()


def test_the_excerpt_is_from_the_answer():
    """Each block of the excerpt stands in the golden text of the examples."""
    excerpt = README[README.index("    telemetry-ingest/") : README.index("podlaw answers one question")]
    golden = (ROOT / "tests" / "cli" / "golden" / "examples.txt").read_text()
    shown = masked("\n".join(line.removeprefix("    ") for line in excerpt.splitlines()))
    blocks = [block.strip() for block in shown.split("\n\n") if block.strip()]
    assert len(blocks) == 3
    for block in blocks:
        assert block in golden


def test_the_snippet_runs(policy, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    (snippet,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    with serving(policy) as (server, _):
        exec(snippet.replace("127.0.0.1:50051", server.address), {})  # noqa: S102 - it is our own text
    assert capsys.readouterr().out.startswith(
        "False limitRanger 403\ncpu max limit to request ratio per Container is 4"
    )


def test_the_snippet_about_a_node_runs(policy, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    (snippet,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "node.md").read_text(), re.DOTALL)
    with serving(policy) as (server, _):
        exec(snippet.replace("127.0.0.1:50051", server.address), {})  # noqa: S102 - it is our own text
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 9
    assert told[0] == "memory.available ['a', 'potato', 'b', 'c'] first to go: a"
