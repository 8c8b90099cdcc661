"""``podlaw evaluate``: the Pods of manifests, each under the LimitRanges of its namespace."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2, status_pb2

from cli import report
from cli.asking import Here, RefusedQuestion, There
from cli.documents import Documents, InputError, Manifest, read
from cli.rules_folder import rules_folder
from engine import Policy
from podlaw.v1 import policy_pb2 as pb
from server.manifests import encode


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered for one pod: a verdict or a status."""

    pod: Manifest
    limit_ranges: list[Manifest]
    verdict: pb.Verdict | None
    status: status_pb2.Status | None = None


def run(options: argparse.Namespace) -> int:
    """Print what is answered; return 0 if all pods are admitted, 1 if some are refused, 2 if some have no answer."""
    try:
        documents = read(options.filename)
    except InputError as error:
        sys.stderr.write(f"podlaw: {error}\n")
        return 2
    sys.stderr.write("".join(f"podlaw: {note}\n" for note in documents.notes))
    if not documents.pods:
        sys.stderr.write("podlaw: no Pod in what was given\n")
        return 2
    with There(options.server) if options.server else Here(lambda: Policy.load(rules_folder(options.rules))) as door:
        answers = list(_answers(documents, options.kubernetes, door))
    sys.stdout.write(_json(answers) if options.output == "json" else _table(answers))
    return _exit_status(answers)


def _answers(documents: Documents, kubernetes: str, door: Here | There) -> Iterator[Answer]:
    for pod in documents.pods:
        limit_ranges = documents.limit_ranges.get(pod.namespace, [])
        request = pb.EvaluateRequest(
            pod=pb.Manifest(manifest=encode(pod.value)),
            limit_ranges=[pb.Manifest(manifest=encode(limit_range.value)) for limit_range in limit_ranges],
            kubernetes=kubernetes,
        )
        try:
            yield Answer(pod, limit_ranges, door.ask(request))
        except RefusedQuestion as refused:
            yield Answer(pod, limit_ranges, None, refused.status)


def _exit_status(answers: list[Answer]) -> int:
    if any(answer.verdict is None for answer in answers):
        return 2
    return 0 if all(answer.verdict and answer.verdict.allowed for answer in answers) else 1


def _table(answers: list[Answer]) -> str:
    blocks = []
    for answer in answers:
        if answer.verdict is not None:
            blocks.append(report.verdict(answer.pod, answer.verdict))
        elif answer.status is not None:
            blocks.append(report.mistake(answer.pod, answer.status.message, list(_mistakes(answer.status))))
    blocks.append(report.summary([answer.verdict for answer in answers]))
    return "\n".join(blocks)


def _json(answers: list[Answer]) -> str:
    return (
        json.dumps({"pods": [_entry(answer) for answer in answers]}, indent=2, ensure_ascii=False, sort_keys=True)
        + "\n"
    )


def _entry(answer: Answer) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "namespace": answer.pod.namespace,
        "name": answer.pod.name,
        "place": answer.pod.place,
        "limitRanges": [limit_range.place for limit_range in answer.limit_ranges],
    }
    if answer.verdict is not None:
        verdict = MessageToDict(answer.verdict, always_print_fields_with_no_presence=True)
        verdict["pod"] = json.loads(answer.verdict.pod.manifest or b"null")
        return entry | {"verdict": verdict}
    if answer.status is not None:
        mistakes = [{"field": field, "description": text} for field, text in _mistakes(answer.status)]
        entry["error"] = {"message": answer.status.message, "fieldViolations": mistakes}
    return entry


def _mistakes(status: status_pb2.Status) -> Iterator[tuple[str, str]]:
    for detail in status.details:
        found = error_details_pb2.BadRequest()
        if detail.Unpack(found):
            for violation in found.field_violations:
                yield violation.field, violation.description
