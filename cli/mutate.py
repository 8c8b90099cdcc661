"""``podlaw mutate``: which changes of the rules no test notices."""

import argparse
import json
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cli.cases.accounting import Evidence, evidence
from cli.cases.format import CasesError, read_cases
from cli.progress import status, watched
from cli.rules_folder import rules_folder
from cli.text import counted, printable
from engine import Policy, PolicyError
from engine.mutants import Mutant
from engine.mutation import Mutation

EQUIVALENT_FILE: Final = "equivalent-mutants.txt"
"""The file of a rules folder that lists the mutants that answer as the policy does, with the reasons."""

KILLED: Final = ("example", "case", "test")
SURVIVES: Final = "survives"
REFUSED: Final = "refused"
EQUIVALENT: Final = "equivalent"


@dataclass(frozen=True, slots=True)
class Fate:
    """What came of a mutant: the kind of test that told it apart and which one, or that none did, or why none could."""

    number: int
    what: str
    by: str = ""


class _Work:
    """What the processes share: it is made before they are forked."""

    mutation: Mutation
    evidence: Evidence


def run(options: argparse.Namespace) -> int:
    """Make every mutant and ask the tests; return 0 if enough are told apart, 1 if not, 2 if it could not be done."""
    folder = rules_folder(options.folder or options.rules)
    try:
        reasons = _reasons(options.equivalent or folder / EQUIVALENT_FILE, asked=options.equivalent is not None)
        with status("asking the examples and cases"):
            _Work.mutation = Mutation(folder)
            _Work.evidence = evidence(_Work.mutation, read_cases(options.cases) if options.cases else [])
        chosen = _chosen(options)
    except CasesError as error:
        sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in error.mistakes))
        return 2
    fates = sorted(watched(_fates(chosen, options.processes), len(chosen), "mutants"), key=lambda one: one.number)
    return _Report(_Work.mutation.mutants, fates, reasons, options).write()


def _reasons(file: Path, *, asked: bool) -> dict[str, str]:
    """Return the mutants that a file lists, with the reasons: the comment lines above them.

    :raises CasesError: for one without a reason.
    """
    if not asked and not file.is_file():
        return {}
    listed: dict[str, str] = {}
    reason: list[str] = []
    mistakes = []
    last = ""
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        text = line.strip()
        if text.startswith("#"):
            reason = [*(reason if last.startswith("#") else []), text.lstrip("# ")]
        elif not text:
            reason = []
        elif reason:
            listed[text] = " ".join(reason)
        else:
            mistakes.append(f"{file}:{number}: no reason stands above this mutant, as a line that begins with #")
        last = text
    if mistakes:
        raise CasesError(mistakes)
    return listed


def _chosen(options: argparse.Namespace) -> list[int]:
    """Return the numbers of the mutants that the options ask for.

    :raises CasesError: for a rule set that has none.
    """
    shard, shards = options.shard
    wanted = set(options.only or ())
    all_ = _Work.mutation.mutants
    unknown = wanted - {mutant.rule_set.name for mutant in all_}
    if unknown:
        raise CasesError([f"no rule set with mutants is called {', '.join(sorted(unknown))}"])
    chosen = [number for number, one in enumerate(all_) if not wanted or one.rule_set.name in wanted]
    return chosen[shard - 1 :: shards]


def _fates(chosen: list[int], processes: int) -> Iterator[Fate]:
    if processes == 1:
        yield from map(_fate, chosen)
        return
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield from pool.imap_unordered(_fate, chosen, chunksize=4)


def _fate(number: int) -> Fate:
    """Return what comes of a mutant: examples are asked first, then cases, then tests."""
    mutation, mutant = _Work.mutation, _Work.mutation.mutants[number]
    policy = mutation.changed(mutant)
    try:
        for what in KILLED:
            by = _told_apart(what, mutant, policy)
            if by:
                return Fate(number, what, by)
    except PolicyError:
        return Fate(number, REFUSED)
    finally:
        policy.close()
    return Fate(number, REFUSED if mutation.is_refused(mutant) else SURVIVES)


def _told_apart(what: str, mutant: Mutant, policy: Policy) -> str:
    """Return which test of a kind tells a mutant apart, "" if none does.

    :raises PolicyError: if the change is a mistake.
    """
    mutation = _Work.mutation
    if what == "example":
        return mutation.by_example(mutant, policy)
    if what == "test":
        return mutation.by_test(policy)
    return _Work.evidence.told_apart(policy, mutant, was_active=mutation.was_active(mutant))


class _Report:
    """What is told of a run."""

    def __init__(
        self, mutants: list[Mutant], fates: list[Fate], reasons: dict[str, str], options: argparse.Namespace
    ) -> None:
        self.options = options
        self.reasons = reasons
        self.fates = [(mutants[fate.number], fate) for fate in fates]
        known = {mutant.key for mutant in mutants}
        noticed = {mutant.key for mutant, fate in self.fates if fate.what != SURVIVES}
        self.stale = [key for key in reasons if key not in known or key in noticed]
        self.counts = Counter(self.told(mutant, fate) for mutant, fate in self.fates)
        self.killed = sum(self.counts[what] for what in KILLED)

    def told(self, mutant: Mutant, fate: Fate) -> str:
        return EQUIVALENT if fate.what == SURVIVES and mutant.key in self.reasons else fate.what

    @property
    def score(self) -> float:
        """Return the share of the mutants that are told apart, of those that could be, from 0 to 100."""
        could = self.killed + self.counts[SURVIVES]
        return 100.0 * self.killed / could if could else 100.0

    def write(self) -> int:
        """Write the report and return the exit status."""
        if self.options.output == "json":
            sys.stdout.write(json.dumps(self.data(), indent=2) + "\n")
        else:
            sys.stdout.write("".join(f"{printable(line)}\n" for line in self.lines()))
        return 1 if self.score < self.options.least or self.stale else 0

    def lines(self) -> Iterator[str]:
        for mutant, fate in self.fates:
            told = self.told(mutant, fate)
            if told == SURVIVES or self.options.all:
                by = f"killed by {fate.what} {fate.by}" if fate.by else told
                yield f"{_place(mutant)}: {by}: {mutant.key}"
        for key in self.stale:
            yield f"listed as equivalent, but is told apart, refused or not there: {key}"
        by = ", ".join(f"{self.counts[what]} by {what}s" for what in KILLED)
        yield (
            f"{counted(len(self.fates), 'mutant')}: {self.killed} killed ({by}), {self.counts[SURVIVES]} survive; "
            f"{self.counts[REFUSED]} refused by the checker, {self.counts[EQUIVALENT]} equivalent"
        )
        yield f"score {self.score:.1f} %"

    def data(self) -> dict[str, object]:
        listed = []
        for mutant, fate in self.fates:
            told = self.told(mutant, fate)
            one = {"mutant": mutant.key, "kind": mutant.kind, "place": _place(mutant), "fate": told}
            one |= {"by": fate.by} if fate.by else {}
            listed.append(one | ({"reason": self.reasons[mutant.key]} if told == EQUIVALENT else {}))
        return {"score": self.score, "mutants": listed, "notEquivalent": self.stale}


def _place(mutant: Mutant) -> str:
    return f"{mutant.place.file}:{mutant.place.line}"
