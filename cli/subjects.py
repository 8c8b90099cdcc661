"""What is asked about: Pods, claims and LimitRanges, as a manifest has them or as a controller would make them."""

from dataclasses import dataclass
from typing import Any, Final

POD: Final = "Pod"
CLAIM: Final = "PersistentVolumeClaim"
LIMIT_RANGE: Final = "LimitRange"
KINDS: Final = (POD, CLAIM, LIMIT_RANGE)

# How the API server makes a name of `generateName`: cut, and five characters added, which nobody knows beforehand.
_GENERATED_FROM: Final = 58
RANDOM: Final = "xxxxx"


class ShapeError(Exception):
    """An object that does not have the shape of its kind; the text says where and what."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One object that is asked about.

    ``place`` is the ``file:line`` it stands at, ``owner`` the workload it is made from, ``namespace`` the one that it
    is in, and ``mistake`` what makes it impossible to ask.
    """

    kind: str
    value: dict[str, Any]
    place: str
    namespace: str
    owner: str = ""
    mistake: str = ""

    @property
    def name(self) -> str:
        """The name, as far as it is known before the object is stored."""
        return text_at(self.value, "metadata", "name") or text_at(self.value, "metadata", "generateName") or "(no name)"

    @property
    def stored_name(self) -> str:
        """The name that the object is stored under, with a stand-in for characters that are chosen then."""
        prefix = text_at(self.value, "metadata", "generateName")
        return text_at(self.value, "metadata", "name") or (prefix and f"{prefix[:_GENERATED_FROM]}{RANDOM}")


def part(value: Any, *path: str) -> Any:
    """Return what stands at a path of an object, None if nothing does; raise :class:`ShapeError` for other shapes."""
    for number, step in enumerate(path):
        if not isinstance(value, dict):
            if value is None:
                return None
            raise ShapeError(f"{'.'.join(path[:number]) or 'it'} is not an object")
        value = value.get(step)
    return value


def object_at(value: Any, *path: str) -> dict[str, Any]:
    """Return the object at a path; raise :class:`ShapeError` if there is none."""
    found = part(value, *path)
    if not isinstance(found, dict):
        raise ShapeError(f"{'.'.join(path)} is {'missing' if found is None else 'not an object'}")
    return found


def objects_at(value: Any, *path: str) -> list[dict[str, Any]]:
    """Return the list of objects at a path, empty if nothing is there; raise :class:`ShapeError` for other shapes."""
    found = part(value, *path)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise ShapeError(f"{'.'.join(path)} is not a list of objects")
    return found


def text_at(value: Any, *path: str) -> str:
    """Return the text at a path, empty where there is anything else."""
    try:
        found = part(value, *path)
    except ShapeError:
        return ""
    return found if isinstance(found, str) else ""
