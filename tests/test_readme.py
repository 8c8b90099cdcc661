"""The README says what is so."""

import re
from pathlib import Path

from tests.server.conftest import serving

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def without_places(text: str) -> list[str]:
    """The lines, without what an edit of a rule file may change."""
    text = re.sub(r"\.yaml:\d+(?=\)|\n|$)", ".yaml:LINE", text)
    text = re.sub(r"(rule +[\w-]+) \S+,", r"\1 VERSION,", text)
    text = re.sub(r"policy \S+ \w+\)", "policy VERSION DIGEST)", text)
    return text.splitlines()


def test_the_excerpt_is_from_the_answer():
    """Each block of the excerpt stands in the golden text of the examples."""
    excerpt = README[README.index("    telemetry-ingest/") : README.index("podlaw answers one question")]
    golden = (ROOT / "tests" / "cli" / "golden" / "examples.txt").read_text()
    shown = "\n".join(without_places("\n".join(line.removeprefix("    ") for line in excerpt.splitlines())))
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
