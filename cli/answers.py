"""What was answered for each subject, and the same as data for `--output json` and `yaml`."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml
from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2, status_pb2

from cli.asking import Here, RefusedQuestion, There
from cli.documents import Documents
from cli.orders import as_data
from cli.subjects import CLAIM, KINDS, LIMIT_RANGE, POD, Subject
from podlaw.v1 import policy_pb2 as pb
from server.manifests import encode

_GROUPS: Final = {POD: "pods", CLAIM: "persistentVolumeClaims", LIMIT_RANGE: "limitRanges"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered for one subject: a verdict, or what is wrong (pairs of a field and a text).

    ``orders`` is what other orders of its LimitRanges answer, where it was asked for or differs.
    """

    subject: Subject
    limit_ranges: list[Subject]
    verdict: pb.Verdict | None
    mistakes: list[tuple[str, str]] = field(default_factory=list)
    orders: pb.Orders | None = None

    @property
    def refused(self) -> bool:
        """Whether Kubernetes would refuse the object."""
        return self.verdict is not None and not self.verdict.allowed


def answers(
    documents: Documents, kubernetes: str, door: Here | There, *, trace: bool = False, orders: bool | None = None
) -> Iterator[Answer]:
    """Ask about all subjects, in order.

    ``orders`` tells whether other orders of several LimitRanges are tried always (true), where a cheap test says that
    the answer may depend on them (false), or never.
    """
    for subject in documents.subjects:
        limit_ranges = documents.around(subject)
        if subject.mistake:
            yield Answer(subject, limit_ranges, None, [("", subject.mistake)])
            continue
        try:
            question = _question(subject, limit_ranges, kubernetes, trace)
            verdict = door.ask(question)
            several = orders is not None and len(limit_ranges) > 1 and subject.kind != LIMIT_RANGE
            tried = door.orders(question, bool(orders)) if several else None
            yield Answer(subject, limit_ranges, verdict, orders=tried)
        except RefusedQuestion as refused:
            yield Answer(subject, limit_ranges, None, list(_mistakes(refused.status, limit_ranges)))


def exit_status(found: Iterable[Answer]) -> int:
    """Return 2 if something has no answer, else 1 if something is refused, else 0."""
    kinds = {2 if answer.verdict is None else int(answer.refused) for answer in found}
    return max(kinds, default=0)


def _question(subject: Subject, limit_ranges: list[Subject], kubernetes: str, trace: bool) -> pb.EvaluateRequest:
    request = pb.EvaluateRequest(
        limit_ranges=[pb.Object(manifest=encode(limit_range.value)) for limit_range in limit_ranges],
        kubernetes=kubernetes,
        trace=pb.TRACE_LEVEL_FIRINGS if trace else pb.TRACE_LEVEL_UNSPECIFIED,
    )
    if subject.kind != LIMIT_RANGE:
        value = {"kind": subject.kind, **subject.value}
        asked = request.pod if subject.kind == POD else request.persistent_volume_claim
        asked.manifest = encode(value)
    return request


def _mistakes(status: status_pb2.Status, limit_ranges: list[Subject]) -> Iterator[tuple[str, str]]:
    """Yield the field and the text of each mistake; one in a LimitRange says where that stands."""
    places = {f"limitRanges[{at}]": limit_range.place for at, limit_range in enumerate(limit_ranges)}
    told = False
    for detail in status.details:
        found = error_details_pb2.BadRequest()
        if detail.Unpack(found):
            for violation in found.field_violations:
                told = True
                place = places.get(violation.field.partition(".")[0])
                yield violation.field, f"{violation.description} [{place}]" if place else violation.description
    if not told:
        yield "", status.message


def as_json(found: Iterable[Answer], documents: Documents) -> str:
    """Return all answers as one JSON object."""
    return json.dumps(_data(found, documents), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def as_yaml(found: Iterable[Answer], documents: Documents) -> str:
    """Return the same as YAML; texts that some reader of YAML takes for something else are quoted."""
    return str(yaml.dump(_data(found, documents), Dumper=_Dumper, allow_unicode=True, sort_keys=True, width=120))


class _Dumper(yaml.SafeDumper):
    """Writes a text plain only where it begins like a word."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the signature is PyYAML's
        """Write everything out."""
        return True


def _quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if text[:1].isalpha() and len(text) > 1 else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _quoted)


def _data(found: Iterable[Answer], documents: Documents) -> dict[str, Any]:
    data: dict[str, Any] = {_GROUPS[kind]: [] for kind in KINDS}
    for answer in found:
        data[_GROUPS[answer.subject.kind]].append(_entry(answer))
    return data | {"passedOver": dict(documents.passed_over)}


def _entry(answer: Answer) -> dict[str, Any]:
    subject = answer.subject
    entry: dict[str, Any] = {"namespace": subject.namespace, "name": subject.name, "place": subject.place}
    if subject.owner:
        entry["owner"] = subject.owner
    if subject.kind != LIMIT_RANGE:
        entry["limitRanges"] = [limit_range.place for limit_range in answer.limit_ranges]
        entry["order"] = [limit_range.name for limit_range in answer.limit_ranges]
    if answer.orders is not None:
        entry["orders"] = as_data(answer.orders)
    if answer.verdict is not None:
        return entry | {"verdict": _verdict(answer.verdict)}
    mistakes = [{"field": field_path, "description": text} for field_path, text in answer.mistakes]
    return entry | {"error": {"fieldViolations": mistakes}}


def _verdict(verdict: pb.Verdict) -> dict[str, Any]:
    """Return a verdict as protobuf's JSON has it, with the manifests in it as the objects that they are."""
    data = MessageToDict(verdict, always_print_fields_with_no_presence=True)
    for name, manifest in (("pod", verdict.pod), ("persistentVolumeClaim", verdict.persistent_volume_claim)):
        data.pop(name, None)
        if manifest.manifest:
            data[name] = _object(manifest)
    data["limitRanges"] = [_object(manifest) for manifest in verdict.limit_ranges]
    return data


def _object(manifest: pb.Object) -> Any:
    return json.loads(manifest.manifest, parse_float=str)
