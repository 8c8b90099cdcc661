"""The facets of the case format that tell what a node does: which question is asked, and how its verdict is told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from cli.cases.looks import looks, step_of, thresholds_of
from engine import FieldViolation, RequestError


class Told(Protocol):
    """What a verdict tells."""

    @property
    def conclusions(self) -> Mapping[str, Any]: ...  # noqa: D102


class Case(Protocol):
    """One case, and who answers it."""

    given: Mapping[str, Any]

    def verdict(self, inputs: Sequence[str], question: str = "", instead: Mapping[str, Any] | None = None) -> Told: ...  # noqa: D102
    def asked(self, inputs: Mapping[str, Any], question: str) -> Told: ...  # noqa: D102


_POD: Final = ("pod", "node", "kubeletConfig")
_NEW_POD: Final = ("pod", "limitRanges", "node", "nodePods")
_PODS: Final = ("nodePods", "summary", "kubeletConfig", "diskInfo")


TOTALS: Final = ("qosClass", "podRequests", "podLimits")


def is_stored(case: Case) -> bool:
    """Whether a case asks about a pod that a cluster has already: it has a UID, and is defaulted no more."""
    pod = case.given.get("pod")
    metadata = pod.get("metadata") if isinstance(pod, dict) else None
    return isinstance(metadata, dict) and "uid" in metadata and "limitRanges" not in case.given


def totals(case: Case) -> Told:
    """Return the verdict on totals and class of a stored pod."""
    return case.verdict(("pod", "kubeletConfig"), "totals")


def _oom_scores(case: Case) -> Any:
    return case.verdict(_POD, "oomScore").conclusions.get("oomScoreAdj", {})


def _cgroup(case: Case) -> dict[str, Any]:
    told = case.verdict(_POD, "cgroup").conclusions
    return {"pod": told.get("podCgroup", {}), "containers": told.get("containerCgroups", {})}


def _storage(case: Case) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return cause and message of every pod that is evicted over its own limits."""
    pods = [case.given["pod"]] if "pod" in case.given else case.given.get("nodePods", [])
    instead = {"nodePods": pods, "summary": case.given.get("summary") or {}}
    told = case.verdict(_PODS, "localStorage", instead).conclusions
    return told.get("localStorageCause", {}), told.get("localStorageMessage", {})


def _storage_verdict(name: str, causes: Mapping[str, Any], messages: Mapping[str, Any]) -> dict[str, Any]:
    return {"evict": name in causes, "cause": causes.get(name, ""), "message": messages.get(name, "")}


def _storage_eviction(case: Case) -> dict[str, Any]:
    if "pod" not in case.given:
        raise RequestError([FieldViolation("pod", "is required")])
    causes, messages = _storage(case)
    return _storage_verdict(_name(case.given["pod"]), causes, messages)


def _storage_evictions(case: Case) -> dict[str, Any]:
    causes, messages = _storage(case)
    names = [_name(pod) for pod in case.given.get("nodePods", [])]
    return {name: _storage_verdict(name, causes, messages) for name in names}


def _storage_evicted(case: Case) -> list[str]:
    return list(_storage(case)[1])


def _ranking(name: str, none: Any) -> Callable[[Case], Any]:
    def told(case: Case) -> Any:
        instead = {"summary": case.given.get("summary") or {}}
        return case.verdict((*_PODS, "signal"), "ranking", instead).conclusions.get(name, none)

    return told


def _ties(case: Case) -> list[Any]:
    return list(_ranking("rankingTies", {})(case).values())


def _name(pod: Mapping[str, Any]) -> str:
    """Return the name of a Pod that was evaluated: whatever is not there is empty."""
    return str((pod.get("metadata") or {}).get("name") or "")


def _config(name: str, none: Any) -> Callable[[Case], Any]:
    return lambda case: case.verdict(("kubeletConfig",), "thresholds").conclusions.get(name, none)


def _thresholds(case: Case) -> Any:
    return thresholds_of(_config("thresholds", [])(case))


def _fit(case: Case) -> dict[str, Any]:
    told = case.verdict(_NEW_POD, "fit").conclusions
    return {"fits": told.get("fits", False), "reasons": sorted(told.get("fitReasons", []))}


def _memory_sizes(case: Case) -> Any:
    """Return the sizes of file systems in memory; of a stored Pod, as the kubelet makes them."""
    if is_stored(case):
        return case.verdict(_POD, "cgroup").conclusions.get("emptyDirMemorySize", {})
    return case.verdict(_NEW_POD, "memoryVolumes").conclusions.get("emptyDirMemorySize", {})


def _steps(case: Case) -> list[dict[str, Any]]:
    always = {name: case.given[name] for name in ("nodePods", "kubeletConfig", "diskInfo") if name in case.given}

    def ask(given: Mapping[str, Any]) -> Mapping[str, Any]:
        return case.asked({"nodePods": [], **always, **given}, "nodePressure").conclusions

    steps = case.given.get("steps") or []
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise RequestError([FieldViolation("steps", "must be a list of objects")])
    return [step_of(told) for told in looks(steps, ask)]


def _conditions(case: Case) -> list[str]:
    steps = _steps(case)
    return list(steps[-1]["nodeConditions"]) if steps else []


NODE_FACETS: Final[dict[str, Callable[[Case], Any]]] = {
    "scheduling": _fit,
    "emptyDirMemorySize": _memory_sizes,
    "oomScoreAdj": _oom_scores,
    "cgroup": _cgroup,
    "localStorageEviction": _storage_eviction,
    "localStorageEvictions": _storage_evictions,
    "localStorageEvicted": _storage_evicted,
    "ranking": _ranking("ranking", []),
    "evicted": _ranking("evicted", ""),
    "skipped": _ranking("skipped", []),
    "rankingTies": _ties,
    "configError": _config("configError", ""),
    "thresholds": _thresholds,
    "steps": _steps,
    "nodeConditions": _conditions,
}
