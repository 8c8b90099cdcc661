"""``podlaw record``: cases in the format that is replayed, with podlaw's own answers, and saying that they are."""

import argparse
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

from cli.cases.facets import OF_INPUT, CaseError, Question
from cli.cases.format import LINE
from cli.evaluate import readable
from cli.rules_folder import rules_folder
from cli.sources import sources
from cli.subjects import CLAIM, LIMIT_RANGE, POD, Subject
from cli.text import printable
from engine import EvaluationFault, Policy, RequestError, UnsupportedRequest
from server.manifests import ManifestError, decode, encode

_INPUTS: Final = {POD: "pod", CLAIM: "persistentVolumeClaim", LIMIT_RANGE: "limitRanges"}
_OUTSIDE_OF_IDS: Final = re.compile(r"[^A-Za-z0-9./_-]+")


def run(options: argparse.Namespace) -> int:
    """Write one case a line; return 0, or 2 after saying what could not be recorded."""
    policy = Policy.load(rules_folder(options.rules))
    recorder = _Recorder(policy, options.kubernetes or policy.default_minor)
    asked = _requests(options.requests) if options.requests else _subjects(options)
    for name, given, facets, minor in asked:
        recorder.record(name, given, facets, minor)
    sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in recorder.mistakes))
    return 2 if recorder.mistakes or not recorder.count else 0


Asked = tuple[str, Any, Any, Any]


class _Recorder:
    """Answers requests and writes them as cases."""

    def __init__(self, policy: Policy, minor: str) -> None:
        self._policy = policy
        self._minor = minor
        self._ids: set[str] = set()
        self.mistakes: list[str] = []
        self.count = 0

    def record(self, name: str, given: Any, facets: Any, minor: Any) -> None:
        """Write the case that a request makes, or note why it makes none."""
        if not isinstance(given, dict) or not isinstance(facets, list | tuple) or not isinstance(minor, str | None):
            self.mistakes.append(f"{name}: {given if isinstance(given, str) else 'has no `input` object and `facets`'}")
            return
        try:
            expect = self._expectation(given, facets, minor or self._minor)
        except (CaseError, RequestError, UnsupportedRequest, EvaluationFault, TypeError) as error:
            self.mistakes.append(f"{name}: {error}")
            return
        self.count += 1
        case = {
            "expect": expect,
            "id": self._unique(name),
            "input": given,
            "kubernetes": minor or self._minor,
            "source": f"answered by podlaw, policy {self._policy.version} {self._policy.digest}, not by Kubernetes",
        }
        sys.stdout.write(f"{encode(case).decode()}\n")

    def _expectation(self, given: dict[str, Any], facets: Any, minor: str) -> dict[str, Any]:
        """Return the answers to the facets; of a tuple of facets, those that the policy answers of this object."""
        question = Question(given, minor, self._policy.evaluate)
        expect = {}
        for facet in facets:
            try:
                expect[str(facet)] = question.answer(facet)
            except UnsupportedRequest:
                if not isinstance(facets, tuple):
                    raise
        return expect

    def _unique(self, name: str) -> str:
        """Return the name, with a number if it was used before."""
        found, number = name, 1
        while found in self._ids:
            number += 1
            found = f"{name}-{number}"
        self._ids.add(found)
        return found


def _subjects(options: argparse.Namespace) -> Iterator[Asked]:
    """Yield what the manifests ask: each object under the LimitRanges of its namespace."""
    documents = readable(options)
    for subject in documents.subjects if documents is not None else ():
        if subject.mistake:
            yield subject.place, subject.mistake, (), None
            continue
        name = _INPUTS[subject.kind]
        ranges = [limit_range.value for limit_range in documents.around(subject)] if documents is not None else []
        yield _name(subject), {name: subject.value, "limitRanges": ranges}, OF_INPUT[name], None


def _name(subject: Subject) -> str:
    name = "/".join(("recorded", subject.namespace, subject.kind.lower(), subject.name))
    return _OUTSIDE_OF_IDS.sub("-", name)[:150]


def _requests(name: str) -> Iterator[Asked]:
    """Yield what a file of requests asks, one on each line."""
    for source in sources([name]):
        if source.mistake:
            yield source.label, source.mistake, [], None
        for number, line in enumerate(source.data.splitlines(), 1):
            if not line.strip():
                continue
            place = f"{source.label}:{number}"
            try:
                request = decode(line, LINE)
            except ManifestError as error:
                yield place, error.message, [], None
                continue
            told = request.get("id")
            yield (
                told if isinstance(told, str) and told else place,
                request.get("input"),
                request.get("facets"),
                (request.get("kubernetes")),
            )
