"""The files of a node: objects of the API, statistics and settings of the kubelet, observations over time."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cli.sources import LIMITS, sources
from server.manifests import ManifestError, decode_all
from server.node_state import configuration

LAYOUTS: Final[Mapping[str, Mapping[str, bool]]] = {
    "one": {},
    "images": {"hasDedicatedImageFs": True},
    "split": {"hasDedicatedImageFs": True, "hasDedicatedContainerFs": True},
}
"""Which file systems are apart, by name: none, that of images and containers, that of images alone."""


class NodeFilesError(Exception):
    """Files that cannot be used: each with its name and what is wrong."""

    def __init__(self, mistakes: list[str]) -> None:
        """Take the mistakes."""
        super().__init__("; ".join(mistakes))
        self.mistakes = mistakes


class NodeFiles:
    """Reads files and keeps the mistakes in them."""

    def __init__(self) -> None:
        """Begin without any."""
        self.mistakes: list[str] = []

    def objects(self, name: str, kind: str) -> list[Any]:
        """Return the objects of a kind in a file, those of lists too."""
        found: list[Any] = []
        for value, place in self._documents(name):
            items = value.get("items") if isinstance(value, dict) else None
            for item in items if isinstance(items, list) else [value]:
                told = item.get("kind", kind) if isinstance(item, dict) else ""
                if told == kind:
                    found.append(item)
                else:
                    self.mistakes.append(
                        f"{place}: holds a {told or 'value that is no object'} where a {kind} is wanted"
                    )
        return found

    def one(self, name: str, kind: str) -> Any:
        """Return the one object of a kind in a file; an empty one after noting that there are none or several."""
        found = self.objects(name, kind)
        if len(found) != 1:
            self.mistakes.append(f"{name}: holds {len(found)} objects of kind {kind} where one is wanted")
        return found[0] if found else {}

    def document(self, name: str) -> Any:
        """Return the one document of a file."""
        found = [value for value, _ in self._documents(name)]
        if len(found) != 1 or not isinstance(found[0], dict):
            self.mistakes.append(f"{name}: is not one object")
            return {}
        return found[0]

    def settings(self, name: str) -> Any:
        """Return the settings of a kubelet, as a file of them or as the kubelet answers at /configz."""
        return configuration(self.document(name))

    def steps(self, name: str) -> list[dict[str, Any]]:
        """Return a sequence of observations: the documents of a file, or the list in its one document under `steps`."""
        found = [value for value, _ in self._documents(name)]
        if len(found) == 1 and isinstance(found[0], dict) and isinstance(found[0].get("steps"), list):
            found = found[0]["steps"]
        if not found or not all(isinstance(step, dict) and isinstance(step.get("at"), str) for step in found):
            self.mistakes.append(f"{name}: is no sequence of objects with `at`, such as 30s, and `summary`")
            return []
        return found

    def done(self) -> None:
        """Raise :class:`NodeFilesError` if there were mistakes."""
        if self.mistakes:
            raise NodeFilesError(self.mistakes)

    def _documents(self, name: str) -> Iterator[tuple[Any, str]]:
        for source in sources([name]):
            if source.mistake:
                self.mistakes.append(f"{source.label}: {source.mistake}")
                continue
            try:
                for document in decode_all(source.data, LIMITS):
                    yield document.value, f"{source.label}:{document.line}"
            except ManifestError as error:
                self.mistakes.append(f"{source.label}: {error}")
