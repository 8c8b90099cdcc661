"""All answers about a node, put together: by Pod, by signal, and about a new Pod."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine import Answer

OF_PODS: Final = ("totals", "oomScore", "cgroup")
"""Questions that are asked of each Pod."""

_OF_NODE: Final = (
    "nodeConditions",
    "configError",
    "filledIn",
    "thresholds",
    "observations",
    "admit",
    "evictions",
    "nodeReclaim",
)
_PLACE: Final = "nodePods["


def overview(inputs: Mapping[str, Any], answers: Iterable[Answer], kubernetes: str) -> dict[str, Any]:
    """Return what was answered, as JSON values."""
    told = list(answers)
    pods: list[dict[str, Any]] = [{"name": name_of(pod)} for pod in inputs.get("nodePods", ())]
    whole: dict[str, Any] = {"node": name_of(inputs.get("node") or {}), "kubernetes": kubernetes}
    rankings: dict[str, dict[str, Any]] = {}
    refused = []
    for answer in told:
        if answer.verdict is None:
            texts = [f"{one.field}: {one.description}" for one in answer.refused]
            refused.append({"question": answer.question, "about": answer.about, "because": texts})
            continue
        found = answer.verdict.conclusions
        if answer.question in OF_PODS and answer.about.startswith(_PLACE):
            pods[int(answer.about[len(_PLACE) : -1])].update(found)
        elif answer.question in ("ranking", "rankingReasons"):
            rankings.setdefault(answer.about or inputs["signal"], {}).update(found)
        elif answer.question == "fit":
            whole["fit"] = dict(found)
        elif answer.question == "memoryVolumes":
            whole["newPodVolumes"] = found.get("emptyDirMemorySize", {})
        elif answer.question == "usage":
            _add_usage(pods, inputs, found)
        elif answer.question == "localStorageReport":
            _add_storage(pods, inputs, found)
        else:
            whole.update({name: found[name] for name in _OF_NODE if name in found})
    _add_ranks(pods, inputs, rankings)
    return {**whole, "pods": pods, "rankings": rankings, "refused": refused}


def name_of(value: Any) -> str:
    """Return the name of an object, with its namespace if it has one."""
    return "/".join(part for part in _named(value) if part)


def _named(value: Any) -> tuple[str, str]:
    """Return namespace and name of an object; what is not there, or no text, is empty."""
    metadata = value.get("metadata") if isinstance(value, Mapping) else None
    parts = [metadata.get(part) if isinstance(metadata, Mapping) else None for part in ("namespace", "name")]
    namespace, name = (part if isinstance(part, str) else "" for part in parts)
    return namespace, name


def _called(inputs: Mapping[str, Any]) -> list[str]:
    """Return what the rules call each Pod: by its name, with its namespace where that is not enough."""
    named = [_named(pod) for pod in inputs.get("nodePods", ())]
    places: dict[str, set[str]] = {}
    for namespace, name in named:
        places.setdefault(name, set()).add(namespace)
    return [f"{namespace}/{name}" if len(places[name]) > 1 else name for namespace, name in named]


def _add_storage(pods: Sequence[dict[str, Any]], inputs: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    reports = {report["pod"]: report for report in found.get("localStorageReport", ())}
    messages = found.get("localStorageMessage", {})
    for pod, called in zip(pods, _called(inputs), strict=True):
        if called in reports:
            pod["localStorage"] = reports[called]
        if called in messages:
            pod["evicted"] = {"cause": found["localStorageCause"][called], "message": messages[called]}


def _add_ranks(
    pods: Sequence[dict[str, Any]], inputs: Mapping[str, Any], rankings: Mapping[str, Mapping[str, Any]]
) -> None:
    for pod, called in zip(pods, _called(inputs), strict=True):
        pod["ranks"] = {
            signal: found["ranking"].index(called) + 1
            for signal, found in rankings.items()
            if called in found.get("ranking", ())
        }


def _add_usage(pods: Sequence[dict[str, Any]], inputs: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    used = {one["pod"]: one["amounts"] for one in found.get("usage", ())}
    for pod, called in zip(pods, _called(inputs), strict=True):
        if called in used:
            pod["usage"] = used[called]
