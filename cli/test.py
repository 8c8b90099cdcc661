"""``podlaw test``: run the tests that policy authors wrote, and the examples of the rules; tell what they try."""

import argparse
import sys
from collections.abc import Iterator

from cli import junit
from cli.cases.accounting import ask_all
from cli.cases.format import CasesError, read_cases
from cli.frames import framed
from cli.junit import Tested
from cli.rules_folder import rules_folder
from cli.text import counted, printable
from engine import Policy, Problem, TestResult
from engine.coverage import Coverage, Watch


def run(options: argparse.Namespace) -> int:
    """Print every test that fails and return 1, or say how many passed and return 0.

    With ``--coverage``, 1 also if less was tried than was to be.
    """
    folder = rules_folder(options.folder or options.rules)
    try:
        cases = read_cases(options.cases) if options.cases else []
    except CasesError as error:
        sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in error.mistakes))
        return 2
    junit.prepare(options.junit)
    policy = Policy.load(folder, Watch() if options.coverage else None)
    examples = policy.check()
    results = [result for place in options.tests or [folder] for result in policy.test(place)]
    if options.junit:
        junit.write(_junit(results, examples), options.junit)
    failed = [result for result in results if result.failure]
    sys.stdout.write(framed(examples, [folder]))
    for result in failed:
        sys.stdout.write(f"{result.file}:{result.line}: {result.name} on {result.kubernetes}: {result.failure}\n")
    wrong = counted(len(examples), "example") + (" does" if len(examples) == 1 else " do") + " not hold"
    sys.stdout.write(
        f"{len(results) - len(failed)} passed, {len(failed)} failed" + (f"; {wrong}\n" if examples else "\n")
    )
    status = 1 if failed or examples else 0
    if not options.coverage:
        return status
    ask_all(policy, cases)
    covered = policy.coverage()
    sys.stdout.write("".join(f"{printable(line)}\n" for line in _covered(covered)))
    return 1 if covered.percent < options.least else status


def _covered(covered: Coverage) -> Iterator[str]:
    """Yield what no test tried, with its place, and how much was tried."""
    for one in covered.uncovered:
        yield f"{one.place.file}:{one.place.line}:{one.place.column}: {one.told}"
    counts = {"rules": covered.rules, "cases": covered.cases, "sides of comparisons": covered.sides}
    told = ", ".join(f"{tried} of {all_} {what}" for what, (tried, all_) in counts.items())
    yield f"tried: {told}; {covered.percent:.1f} %"


def _junit(results: list[TestResult], examples: list[Problem]) -> Iterator[Tested]:
    """Yield what a report says: each test of each file, and the examples that do not hold."""
    for result in results:
        place = f"{result.file}:{result.line}"
        yield Tested(f"{result.name} on {result.kubernetes}", result.suite, place, result.failure, place)
    for problem in examples:
        place = f"{problem.file}:{problem.line}"
        yield Tested(place, "examples of rules", place, problem.message, str(problem))
