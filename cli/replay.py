"""``podlaw replay``: recorded cases against the policy here or a server, with a report of every difference."""

import argparse
import contextlib
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cli import junit
from cli.asking import There
from cli.cases.asking import UnreachableError, by_server
from cli.cases.facets import Ask
from cli.cases.format import FACETS, Case, CasesError, in_shard, read_cases
from cli.cases.replaying import Outcome, replayed
from cli.progress import watched
from cli.rules_folder import rules_folder
from cli.text import counted, printable, quoted
from engine import Policy

_LONGEST: Final = 400
_REMARK: Final = re.compile(r"(?:^|\s)#")


def run(options: argparse.Namespace) -> int:
    """Replay; return 0 if all is as recorded, 1 if not, 2 if it could not be replayed, or only in part."""
    try:
        cases = read_cases(options.cases)
        known = _expected_failures(options.expected_failures, {case.id for case in cases})
        chosen = _chosen(cases, options)
    except CasesError as error:
        sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in error.mistakes))
        return 2
    junit.prepare(options.junit)
    outcomes: list[Outcome] = []
    unreachable = ""
    with _door(options) as ask:
        try:
            for outcome in watched(replayed(chosen, known, ask), len(chosen), "replaying"):
                outcomes.append(outcome)  # noqa: PERF402 - what came before a server went away counts
        except UnreachableError as error:
            unreachable = f"{options.server} does not answer: {error}"
    left = [case for case, _ in chosen[len(outcomes) :]]
    if options.junit:
        tested = [*map(_tested, outcomes), *(_not_asked(case, unreachable) for case in left)]
        junit.write(tested, options.junit)
    status = _report(outcomes, options)
    if not unreachable:
        return status
    sys.stderr.write(f"podlaw: {printable(unreachable)}; {counted(len(left), 'case')} not asked\n")
    return 2


def _expected_failures(file: Path | None, ids: set[str]) -> frozenset[str]:
    """Return the ids that a file lists, one a line; raise :class:`CasesError` for one that no case has."""
    if file is None:
        return frozenset()
    listed = {}
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        raise CasesError([f"{file}: {error.strerror or 'cannot be read'}"]) from None
    for number, line in enumerate(lines, 1):
        text = _REMARK.split(line, maxsplit=1)[0].strip()
        if text:
            listed[text] = number
    unknown = [f"{file}:{number}: no case has the id {name!r}" for name, number in listed.items() if name not in ids]
    if unknown:
        raise CasesError(unknown)
    return frozenset(listed)


def _chosen(cases: list[Case], options: argparse.Namespace) -> list[tuple[Case, list[str]]]:
    """Return the cases that the options ask for, each with its facets."""
    wanted = set(options.facets.split(",")) if options.facets else None
    unknown = sorted(wanted - FACETS) if wanted else []
    if unknown:
        raise CasesError([f"no facet is called {', '.join(unknown)}; facets: {', '.join(sorted(FACETS))}"])
    shard, shards = options.shard
    found = []
    for case in cases:
        facets = sorted(facet for facet in case.expect if wanted is None or facet in wanted)
        if facets and _is_chosen(case, options):
            found.append((case, facets))
    if not found:
        raise CasesError(["no case is left by the options given"])
    own = [(case, facets) for case, facets in found if in_shard(case, shard, shards)]
    if not own:
        _write(
            f"shard {shard}/{shards}: none of {counted(len(found), 'case')} falls into it; there is nothing to replay"
        )
    return own


def _is_chosen(case: Case, options: argparse.Namespace) -> bool:
    return (
        case.id.startswith(options.prefix)
        and options.id in ("", case.id)
        and options.kubernetes in ("", case.kubernetes)
        and options.operation in ("", case.operation)
    )


@contextlib.contextmanager
def _door(options: argparse.Namespace) -> Iterator[Ask]:
    """Yield what is asked: a server, or the policy here."""
    if options.server:
        with There(options.server) as there:
            yield by_server(there)
    else:
        policy = Policy.load(rules_folder(options.rules))
        yield policy.evaluate


def _tested(outcome: Outcome) -> junit.Tested:
    failure = outcome.failure
    text = "\n".join(_details(outcome)) if failure else ""
    return junit.Tested(outcome.case.id, outcome.case.file, outcome.case.place, failure, text)


def _not_asked(case: Case, why: str) -> junit.Tested:
    return junit.Tested(case.id, case.file, case.place, error=f"not asked: {why}")


def _details(outcome: Outcome) -> Iterator[str]:
    for facet, why in outcome.unanswered.items():
        yield f"{facet}: {why}"
    for found in outcome.differing.values():
        for one in found:
            yield f"{one.place}: recorded {one.recorded[:_LONGEST]}, answered {one.answered[:_LONGEST]}"


def _report(outcomes: list[Outcome], options: argparse.Namespace) -> int:
    failed = [outcome for outcome in outcomes if outcome.failure]
    for outcome in failed[: options.show]:
        _write(f"{outcome.case.id}  [{outcome.case.place}]: {outcome.failure[:_LONGEST]}")
        for line in _details(outcome):
            _write(f"  {line}")
        _write(f"  again: {_again(outcome.case, options)}")
    if len(failed) > options.show:
        _write(f"and {counted(len(failed) - options.show, 'more case')} (--show N shows more)")
    for line in _counts(outcomes):
        _write(line)
    expected = sum(1 for outcome in outcomes if outcome.expected and not outcome.failure)
    if expected:
        _write(f"{counted(expected, 'expected failure')} among what passed")
    _write(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _counts(outcomes: list[Outcome]) -> Iterator[str]:
    columns: dict[str, Callable[[Outcome, str], bool]] = {
        "right": lambda outcome, facet: facet not in outcome.differing and facet not in outcome.unanswered,
        "different": lambda outcome, facet: facet in outcome.differing,
        "not answered": lambda outcome, facet: facet in outcome.unanswered,
    }
    counts = {
        name: Counter(facet for outcome in outcomes for facet in outcome.facets if holds(outcome, facet))
        for name, holds in columns.items()
    }
    facets = sorted({facet for outcome in outcomes for facet in outcome.facets})
    width = max(map(len, facets), default=0)
    for facet in facets:
        yield f"{facet:<{width}}  " + "  ".join(f"{counts[name][facet]:>6} {name}" for name in columns)


def _again(case: Case, options: argparse.Namespace) -> str:
    """Return the command that replays one case."""
    words = ["podlaw", "replay", str(Path.cwd() / case.file) if case.file.startswith("-") else case.file]
    named = {"id": case.id} | {name: getattr(options, name) for name in ("server", "rules", "facets")}
    words += [f"--{name}={value}" for name, value in named.items() if value]
    return " ".join(map(quoted, words))


def _write(line: str) -> None:
    sys.stdout.write(f"{printable(line)}\n")
