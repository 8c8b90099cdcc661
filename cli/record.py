"""``podlaw record``: cases in the format that is replayed, with podlaw's own answers, and saying that they are."""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
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
    for asked in _requests(options.requests) if options.requests else _subjects(options):
        recorder.record(asked)
    sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in recorder.mistakes))
    return 2 if recorder.mistakes or not recorder.count else 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a case is to be made of: its name, input and facets, and its minor ("" for the default).

    ``as_far_as_answered``: facets that the policy does not answer of this object are left out.
    """

    name: str
    given: dict[str, Any]
    facets: tuple[str, ...]
    minor: str = ""
    as_far_as_answered: bool = False


@dataclass(frozen=True, slots=True)
class _Mistake:
    """What no case can be made of: its place or name, and why."""

    name: str
    text: str


class _Recorder:
    """Answers requests and writes them as cases."""

    def __init__(self, policy: Policy, minor: str) -> None:
        self._policy = policy
        self._minor = minor
        self._ids: set[str] = set()
        self.mistakes: list[str] = []
        self.count = 0

    def record(self, asked: _Asked | _Mistake) -> None:
        """Write the case that a request makes, or note why it makes none."""
        if isinstance(asked, _Mistake):
            self.mistakes.append(f"{asked.name}: {asked.text}")
            return
        minor = asked.minor or self._minor
        try:
            expect = self._expectation(asked, minor)
        except (CaseError, RequestError, UnsupportedRequest, EvaluationFault) as error:
            self.mistakes.append(f"{asked.name}: {error}")
            return
        self.count += 1
        case = {
            "expect": expect,
            "id": self._unique(asked.name),
            "input": asked.given,
            "kubernetes": minor,
            "source": f"answered by podlaw, policy {self._policy.version} {self._policy.digest}, not by Kubernetes",
        }
        sys.stdout.write(f"{encode(case).decode()}\n")

    def _expectation(self, asked: _Asked, minor: str) -> dict[str, Any]:
        """Return the answers to the facets."""
        question = Question(asked.given, minor, self._policy.evaluate)
        expect = {}
        for facet in asked.facets:
            try:
                expect[facet] = question.answer(facet)
            except UnsupportedRequest:
                if not asked.as_far_as_answered:
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


def _subjects(options: argparse.Namespace) -> Iterator[_Asked | _Mistake]:
    """Yield what the manifests ask: each object under the LimitRanges of its namespace."""
    documents = readable(options)
    for subject in documents.subjects if documents is not None else ():
        if subject.mistake:
            yield _Mistake(subject.place, subject.mistake)
            continue
        name = _INPUTS[subject.kind]
        ranges = [limit_range.value for limit_range in documents.around(subject)] if documents is not None else []
        given = {name: subject.value, "limitRanges": ranges}
        yield _Asked(_name(subject), given, OF_INPUT[name], as_far_as_answered=True)


def _name(subject: Subject) -> str:
    name = "/".join(("recorded", subject.namespace, subject.kind.lower(), subject.name))
    return _OUTSIDE_OF_IDS.sub("-", name)[:150]


def _requests(name: str) -> Iterator[_Asked | _Mistake]:
    """Yield what a file of requests asks, one on each line."""
    for source in sources([name]):
        if source.mistake:
            yield _Mistake(source.label, source.mistake)
        for number, line in enumerate(source.data.splitlines(), 1):
            if line.strip():
                yield _request(line, f"{source.label}:{number}")


def _request(line: bytes, place: str) -> _Asked | _Mistake:
    """Return what a line asks; a request without an id is called by its place."""
    try:
        request = decode(line, LINE)
    except ManifestError as error:
        return _Mistake(place, error.message)
    name, given, facets, minor = (request.get(key) for key in ("id", "input", "facets", "kubernetes"))
    if not isinstance(given, dict):
        return _Mistake(place, "has no `input` object")
    if not isinstance(facets, list) or not all(isinstance(facet, str) for facet in facets):
        return _Mistake(place, "has no `facets`, a list of names")
    if not isinstance(name, str | None) or not isinstance(minor, str | None):
        return _Mistake(place, "`id` and `kubernetes` are texts")
    return _Asked(name or place, given, tuple(facets), minor or "")
