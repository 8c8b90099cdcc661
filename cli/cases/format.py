"""Case files: JSON Lines that the schema of the format describes, read with caps."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft7Validator

from server.manifests import ManifestError, decode
from server.yaml_documents import Limits

LINE: Final = Limits(size=16 * 1024 * 1024, nodes=1_000_000)
"""The limits of one line."""

MOST_CASES: Final = 1_000_000
MOST_MISTAKES: Final = 100
_SHOWN: Final = 300

SCHEMA: Final[dict[str, Any]] = json.loads(files("cli.cases").joinpath("case.schema.json").read_text("utf-8"))
FACETS: Final = frozenset(SCHEMA["properties"]["expect"]["properties"])
"""The facets that the format knows."""

_VALIDATOR: Final = Draft7Validator(SCHEMA)


@dataclass(frozen=True, slots=True)
class Case:
    """One recorded case: what was asked of which minor, what was answered, and the ``file:line`` it stands at."""

    id: str
    kubernetes: str
    input: dict[str, Any]
    expect: dict[str, Any]
    file: str
    line: int

    @property
    def place(self) -> str:
        """Return ``file:line``."""
        return f"{self.file}:{self.line}"

    @property
    def operation(self) -> str:
        """Return the operation, with the subresource after a slash."""
        operation, subresource = self.input.get("operation", "CREATE"), self.input.get("subresource", "")
        return f"{operation}/{subresource}" if subresource else operation


class CasesError(Exception):
    """Case files that cannot be replayed, with every mistake found, each a text that begins with its place."""

    def __init__(self, mistakes: list[str]) -> None:
        """Take the mistakes."""
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


def read_cases(paths: Iterable[Path]) -> list[Case]:
    """Return the cases of files, and of the ``.jsonl`` files of folders, in order.

    :raises CasesError: if a file cannot be read, a line is no case, or an id is used twice.
    """
    found: dict[str, Case] = {}
    mistakes: list[str] = []
    for file in _files(paths, mistakes):
        for case in _cases(file, mistakes):
            before = found.setdefault(case.id, case)
            if before is not case:
                mistakes.append(f"{case.place}: the id {case.id[:_SHOWN]!r} is that of {before.place}, too")
            if len(found) > MOST_CASES:
                raise CasesError([f"{case.place}: more than {MOST_CASES} cases"])
            if len(mistakes) >= MOST_MISTAKES:
                raise CasesError([*mistakes, "and perhaps more"])
    if not found and not mistakes:
        mistakes.append("there is no case in what was given")
    if mistakes:
        raise CasesError(mistakes)
    return list(found.values())


def _files(paths: Iterable[Path], mistakes: list[str]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.glob("*.jsonl"))
        if not inside:
            mistakes.append(f"{path}: has no .jsonl file")
        yield from inside


def _cases(file: Path, mistakes: list[str]) -> Iterator[Case]:
    try:
        with file.open("rb") as stream:
            number = 0
            while line := stream.readline(LINE.size + 2):
                number += 1
                if line.strip():
                    yield from _case(line, str(file), number, mistakes)
                if len(line) > LINE.size + 1:
                    return  # where the next line would begin is not known
    except OSError as error:
        mistakes.append(f"{file}: {error.strerror or 'cannot be read'}")


def _case(line: bytes, file: str, number: int, mistakes: list[str]) -> Iterator[Case]:
    try:
        value = decode(line, LINE)
    except ManifestError as error:
        mistakes.append(f"{file}:{number}: {error.message}")
        return
    wrong = next(_VALIDATOR.iter_errors(value), None)
    if wrong is not None:
        place = ".".join(map(str, wrong.absolute_path)) or "the case"
        mistakes.append(f"{file}:{number}: {place}: {wrong.message[:_SHOWN]}")
        return
    yield Case(value["id"], value["kubernetes"], value["input"], value["expect"], file, number)


def in_shard(case: Case, shard: int, shards: int) -> bool:
    """Whether a case belongs to a shard, counted from 1: by its id alone, wherever it stands."""
    return int.from_bytes(hashlib.sha256(case.id.encode()).digest()[:8], "big") % shards == shard - 1
