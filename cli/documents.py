"""Manifests of the command line: files and folders to Pods, each with the LimitRanges of its namespace."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from server.manifests import MAX_BYTES, ManifestError, decode_all

_SUFFIXES: Final = frozenset({".yaml", ".yml", ".json"})


class InputError(Exception):
    """A file that cannot be read or understood; the text says which and where."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """An object of a manifest: its value, and the ``file:line`` that it begins at."""

    value: dict[str, Any]
    place: str

    @property
    def kind(self) -> str:
        """The kind that the object says it is."""
        return str(self.value.get("kind", ""))

    @property
    def namespace(self) -> str:
        """The namespace; kubectl puts an object without one into ``default``."""
        return self._metadata("namespace") or "default"

    @property
    def name(self) -> str:
        """The name, as far as it is known before the object is stored."""
        return self._metadata("name") or self._metadata("generateName") or "(no name)"

    def _metadata(self, key: str) -> str:
        metadata = self.value.get("metadata")
        value = metadata.get(key) if isinstance(metadata, dict) else None
        return value if isinstance(value, str) else ""


@dataclass(slots=True)
class Documents:
    """The objects that were read, in order, and a note on each that was passed over."""

    pods: list[Manifest] = field(default_factory=list)
    limit_ranges: dict[str, list[Manifest]] = field(default_factory=lambda: defaultdict(list))
    notes: list[str] = field(default_factory=list)

    def add(self, manifest: Manifest) -> None:
        """Sort one object into its place."""
        if manifest.kind == "Pod":
            self.pods.append(manifest)
        elif manifest.kind == "LimitRange":
            self.limit_ranges[manifest.namespace].append(manifest)
        elif manifest.kind.endswith("List") and isinstance(manifest.value.get("items"), list):
            self._add_items(manifest)
        else:
            self.notes.append(f"{manifest.place}: passed over: {manifest.kind or 'no kind'}")

    def _add_items(self, manifest: Manifest) -> None:
        kind = manifest.kind.removesuffix("List")
        for index, item in enumerate(manifest.value["items"]):
            place = f"{manifest.place} items[{index}]"
            if not isinstance(item, dict):
                raise InputError(f"{place}: is not an object")
            self.add(Manifest({"kind": kind, **item} if kind else item, place))


def read(names: Iterable[str]) -> Documents:
    """Read all the files and folders named, in order; raise :class:`InputError` at the first that is not right."""
    documents = Documents()
    for label, data in _files(names):
        try:
            for document in decode_all(data):
                if not isinstance(document.value, dict):
                    raise InputError(f"{label}:{document.line}: is not an object")
                documents.add(Manifest(document.value, f"{label}:{document.line}"))
        except ManifestError as error:
            place = f"{label}:{error.line}:{error.column}" if error.line else label
            raise InputError(f"{place}: {error.message}") from None
    return documents


def _files(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        if name == "-":
            yield "(standard input)", sys.stdin.buffer.read(MAX_BYTES + 1)
            continue
        path = Path(name)
        for file in _inside(path) if path.is_dir() else [path]:
            yield str(file), _content(file)


def _inside(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.iterdir() if file.suffix in _SUFFIXES and file.is_file())
    if not files:
        raise InputError(f"{folder}: has no {', '.join(sorted(_SUFFIXES))} file")
    return files


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
