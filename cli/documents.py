"""Manifests of the command line: the objects that are asked about, with the LimitRanges of their namespaces."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from cli.progress import status
from cli.sources import LIMITS, Source, sources
from cli.subjects import KINDS, LIMIT_RANGE, POD, Subject, text_at
from cli.workloads import WORKLOADS, ephemeral_claims, pods_and_claims
from server.manifests import Document, ManifestError, decode_all

MOST_OBJECTS: Final = 200_000
_CORE: Final = ("",)


@dataclass(slots=True)
class Documents:
    """What was read, in order: what is asked about, the LimitRanges by namespace, what was passed over, mistakes."""

    subjects: list[Subject] = field(default_factory=list)
    limit_ranges: dict[str, list[Subject]] = field(default_factory=lambda: defaultdict(list))
    passed_over: Counter[str] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)

    def around(self, subject: Subject) -> list[Subject]:
        """Return the LimitRanges that a subject is judged by: those of its namespace, of a LimitRange itself alone."""
        return [subject] if subject.kind == LIMIT_RANGE else self.limit_ranges.get(subject.namespace, [])


def read(names: Iterable[str], namespace: str = "") -> Documents:
    """Read all the files and folders named, in order; an object without a namespace is in the one given."""
    reader = _Reader(namespace or "default")
    with status("reading") as tell:
        for source in sources(names):
            tell(source.label)
            reader.source(source)
    return reader.documents


class _Reader:
    """Sorts objects by what they are."""

    def __init__(self, namespace: str) -> None:
        self.documents = Documents()
        self._namespace = namespace
        self._count = 0

    def source(self, source: Source) -> None:
        """Take all that one file holds; what is wrong is noted."""
        if source.mistake:
            self._mistake(source.label, source.mistake)
            return
        found: list[Document] = []
        try:
            found += decode_all(source.data, LIMITS)
        except ManifestError as error:
            place = f"{source.label}:{error.line}:{error.column}" if error.line else source.label
            self._mistake(place, error.message)
            return
        for document in found:
            self._object(document.value, f"{source.label}:{document.line}", "")

    def _mistake(self, place: str, text: str) -> None:
        self.documents.mistakes.append(f"{place}: {text}")

    def _object(self, value: Any, place: str, kind: str) -> None:
        """Take one object; ``kind`` is what it is where it does not say so itself."""
        if not isinstance(value, dict):
            self._mistake(place, "is not an object")
            return
        self._count += 1
        if self._count > MOST_OBJECTS:
            if self._count == MOST_OBJECTS + 1:
                self._mistake(place, f"is the object after {MOST_OBJECTS}: more are not read")
            return
        kind = text_at(value, "kind") or kind
        if kind.endswith("List") and "items" in value:
            self._items(value["items"], place, kind.removesuffix("List"))
            return
        namespace = text_at(value, "metadata", "namespace") or self._namespace
        self._sort(Subject(kind, _standing_in(value, namespace), place, namespace))

    def _items(self, items: Any, place: str, kind: str) -> None:
        if not isinstance(items, list | None):
            self._mistake(place, "items is not a list")
        for index, item in enumerate(items or [] if isinstance(items, list) else []):
            self._object(item, f"{place} items[{index}]", kind)

    def _sort(self, subject: Subject) -> None:
        workload = WORKLOADS.get(subject.kind)
        groups = workload.groups if workload else _CORE if subject.kind in KINDS else ()
        if not _is_of(subject.value, groups):
            self.documents.passed_over[subject.kind or "(no kind)"] += 1
            return
        if subject.kind == LIMIT_RANGE:
            self.documents.limit_ranges[subject.namespace].append(subject)
        made = pods_and_claims(workload, subject) if workload else [subject]
        self.documents.subjects += _with_claims(made)


def _with_claims(subjects: Iterable[Subject]) -> Iterator[Subject]:
    for subject in subjects:
        yield subject
        if subject.kind == POD:
            yield from ephemeral_claims(subject)


def _is_of(value: dict[str, Any], groups: tuple[str, ...]) -> bool:
    """Whether an object is of one of the API groups; one that does not say counts as such."""
    version = value.get("apiVersion")
    if not isinstance(version, str):
        return bool(groups)
    group, slash, _ = version.rpartition("/")
    return (group if slash else "") in groups


def _standing_in(value: dict[str, Any], namespace: str) -> dict[str, Any]:
    """Return an object with its namespace written out, as the API server stores it; a damaged one as it is."""
    metadata = value.get("metadata", {})
    if not isinstance(metadata, dict) or metadata.get("namespace"):
        return value
    return {**value, "metadata": {**metadata, "namespace": namespace}}
