"""Where manifests come from: files, folders with all that is in them, standard input."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from server.yaml_documents import Limits

LIMITS: Final = Limits(size=64 * 1024 * 1024, nodes=4_000_000)
"""The limits of one file."""

MOST_FILES: Final = 100_000
STANDARD_INPUT: Final = "(standard input)"
_SUFFIXES: Final = frozenset({".yaml", ".yml", ".json"})


class Source(NamedTuple):
    """What a file holds, or what is wrong with it."""

    label: str
    data: bytes
    mistake: str = ""


def sources(names: Iterable[str]) -> Iterator[Source]:
    """Yield the files named, in order; of a folder, all manifests below it in the order of their paths."""
    for name in names:
        if name == "-":
            yield Source(STANDARD_INPUT, sys.stdin.buffer.read(LIMITS.size + 1))
        elif os.path.isdir(name):  # noqa: PTH112 - unlike that of Path, it takes any text
            yield from _folder(Path(name))
        else:
            yield _file(Path(name))


def _folder(folder: Path) -> Iterator[Source]:
    files = _inside(folder)
    if not files:
        yield Source(str(folder), b"", f"has no {', '.join(sorted(_SUFFIXES))} file")
    elif len(files) > MOST_FILES:
        yield Source(str(folder), b"", f"holds more than {MOST_FILES} files")
    else:
        yield from map(_file, files)


def _inside(folder: Path) -> list[Path]:
    """Return the manifests below a folder; links to folders are not followed."""
    found: list[Path] = []
    for at, _, names in os.walk(folder):
        found += [file for name in names if (file := Path(at, name)).suffix in _SUFFIXES and file.is_file()]
        if len(found) > MOST_FILES:
            break
    return sorted(found)


def _file(file: Path) -> Source:
    try:
        with file.open("rb") as stream:
            return Source(str(file), stream.read(LIMITS.size + 1))
    except OSError as error:
        return Source(str(file), b"", error.strerror or "cannot be read")
    except ValueError:  # a NUL in the name
        return Source(repr(str(file)), b"", "is not the name of a file")
