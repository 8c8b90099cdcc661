"""``podlaw test``: run the tests that policy authors wrote, and the examples of the rules."""

import argparse
import sys
from collections.abc import Iterator

from cli import junit
from cli.frames import framed
from cli.junit import Tested
from cli.rules_folder import rules_folder
from cli.text import counted
from engine import Policy, Problem, TestResult


def run(options: argparse.Namespace) -> int:
    """Print every test that fails and return 1, or say how many passed and return 0."""
    folder = rules_folder(options.folder or options.rules)
    policy = Policy.load(folder)
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
    return 1 if failed or examples else 0


def _junit(results: list[TestResult], examples: list[Problem]) -> Iterator[Tested]:
    """Yield what a report says: each test of each file, and the examples that do not hold."""
    for result in results:
        place = f"{result.file}:{result.line}"
        yield Tested(f"{result.name} on {result.kubernetes}", result.suite, place, result.failure, place)
    for problem in examples:
        place = f"{problem.file}:{problem.line}"
        yield Tested(place, "examples of rules", place, problem.message, str(problem))
