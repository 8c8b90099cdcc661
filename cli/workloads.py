"""What controllers make of workloads: the Pod of a template, with the name it gets, and the claims that come with it.

A name that a controller only chooses when it acts has a stand-in: ten ``x`` for the hash in the name of a Deployment's
ReplicaSet, eight ``0`` for the minutes in the name of a CronJob's Job.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from cli.subjects import CLAIM, POD, ShapeError, Subject, object_at, objects_at, part, text_at

_HASH: Final = "x" * 10
_MINUTES: Final = "0" * 8
_LONGEST_NAME: Final = 253
_LONGEST_INDEXED: Final = 58

Names = Callable[[str, dict[str, Any]], dict[str, str]]
"""From the name of a workload and the workload to the ``name`` or ``generateName`` of its first Pod."""


@dataclass(frozen=True, slots=True)
class Workload:
    """A kind that makes Pods: its API group, where its template stands, and how its Pods are named."""

    groups: tuple[str, ...]
    template: tuple[str, ...]
    names: Names


def pods_and_claims(workload: Workload, owner: Subject) -> Iterator[Subject]:
    """Yield the Pod that a workload makes first, and the claims that are made with it."""
    title = f"{owner.kind} {owner.name}"
    try:
        template = object_at(owner.value, *workload.template)
        names = workload.names(_name(owner), owner.value)
        claims = _claims(owner, names.get("name", "")) if workload is STATEFUL_SET else []
        pod = {"apiVersion": "v1", "kind": POD, "metadata": _metadata(template, names, owner.namespace)}
        pod["spec"] = _with_volumes(part(template, "spec"), claims)
    except ShapeError as error:
        yield Subject(POD, owner.value, owner.place, owner.namespace, title, str(error))
        return
    yield Subject(POD, pod, owner.place, owner.namespace, title)
    for _, claim in claims:
        yield Subject(CLAIM, claim, owner.place, owner.namespace, title)


def ephemeral_claims(pod: Subject) -> Iterator[Subject]:
    """Yield the claims that are made for the generic ephemeral volumes of a Pod."""
    if pod.mistake:
        return
    try:
        volumes = objects_at(pod.value, "spec", "volumes")
    except ShapeError:
        return  # the answer about the Pod says it
    title = pod.owner or f"{pod.kind} {pod.name}"
    for volume in volumes:
        try:
            template = part(volume, "ephemeral", "volumeClaimTemplate")
        except ShapeError:
            continue
        if isinstance(template, dict):
            name = f"{pod.stored_name}-{text_at(volume, 'name')}"
            yield Subject(CLAIM, _claim(template, name, pod.namespace), pod.place, pod.namespace, title)


def _name(owner: Subject) -> str:
    if not owner.stored_name:
        raise ShapeError("metadata.name is missing")
    return owner.stored_name


def _metadata(template: dict[str, Any], names: dict[str, str], namespace: str) -> dict[str, Any]:
    given = template.get("metadata") or {}
    if not isinstance(given, dict):
        raise ShapeError("the metadata of the template is not an object")
    kept = {key: given[key] for key in ("labels", "annotations", "finalizers") if key in given}
    return {**names, "namespace": namespace, **kept}


def _claims(owner: Subject, pod_name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the claims of a StatefulSet's first Pod, each with the name of its template."""
    found = []
    for template in objects_at(owner.value, "spec", "volumeClaimTemplates"):
        name = text_at(template, "metadata", "name")
        found.append((name, _claim(template, f"{name}-{pod_name}", owner.namespace)))
    return found


def _claim(template: dict[str, Any], name: str, namespace: str) -> dict[str, Any]:
    metadata = template.get("metadata") or {}
    kept = metadata if isinstance(metadata, dict) else {}
    claim = {"apiVersion": "v1", "kind": CLAIM, "metadata": {**kept, "name": name, "namespace": namespace}}
    return claim | {key: template[key] for key in ("spec",) if key in template}


def _with_volumes(spec: Any, claims: list[tuple[str, dict[str, Any]]]) -> Any:
    """Return the spec of a StatefulSet's Pod: its volumes of claims stand before those of the template."""
    if not claims or not isinstance(spec, dict):
        return spec
    names = {name for name, _ in claims}
    added = [{"name": n, "persistentVolumeClaim": {"claimName": claim["metadata"]["name"]}} for n, claim in claims]
    kept = [volume for volume in objects_at(spec, "volumes") if volume.get("name") not in names]
    return spec | {"volumes": added + kept}


def _prefix(name: str) -> dict[str, str]:
    """Return the ``generateName`` that a controller of this name gives: without the dash where it would be too long."""
    return {"generateName": f"{name}-" if len(name) < _LONGEST_NAME else name}


def _of_job(name: str, job: dict[str, Any]) -> dict[str, str]:
    if text_at(job, "spec", "completionMode") != "Indexed":
        return _prefix(name)
    index = "-0-"
    return {"generateName": name[: _LONGEST_INDEXED - len(index)] + index}


def _of_cron_job(name: str, cron_job: dict[str, Any]) -> dict[str, str]:
    return _of_job(f"{name}-{_MINUTES}", object_at(cron_job, "spec", "jobTemplate"))


def _of_stateful_set(name: str, stateful_set: dict[str, Any]) -> dict[str, str]:
    start = part(stateful_set, "spec", "ordinals", "start")
    return {"name": f"{name}-{start if isinstance(start, int) else 0}"}


_TEMPLATE: Final = ("spec", "template")
_OLD: Final = ("apps", "extensions")
STATEFUL_SET: Final = Workload(_OLD, _TEMPLATE, _of_stateful_set)
WORKLOADS: Final = {
    "Deployment": Workload(_OLD, _TEMPLATE, lambda name, _: _prefix(f"{name}-{_HASH}")),
    "ReplicaSet": Workload(_OLD, _TEMPLATE, lambda name, _: _prefix(name)),
    "DaemonSet": Workload(_OLD, _TEMPLATE, lambda name, _: _prefix(name)),
    "StatefulSet": STATEFUL_SET,
    "ReplicationController": Workload(("",), _TEMPLATE, lambda name, _: _prefix(name)),
    "Job": Workload(("batch",), _TEMPLATE, _of_job),
    "CronJob": Workload(("batch",), ("spec", "jobTemplate", *_TEMPLATE), _of_cron_job),
}
