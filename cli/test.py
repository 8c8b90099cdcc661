"""``podlaw test``: run the tests that policy authors wrote, and the examples of the rules."""

import argparse
import sys
from pathlib import Path
from xml.etree import ElementTree

from cli.frames import framed
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
        _junit(results, examples, options.junit)
    failed = [result for result in results if result.failure]
    sys.stdout.write(framed(examples, [folder]))
    for result in failed:
        sys.stdout.write(f"{result.file}:{result.line}: {result.name} on {result.kubernetes}: {result.failure}\n")
    wrong = counted(len(examples), "example") + (" does" if len(examples) == 1 else " do") + " not hold"
    sys.stdout.write(
        f"{len(results) - len(failed)} passed, {len(failed)} failed" + (f"; {wrong}\n" if examples else "\n")
    )
    return 1 if failed or examples else 0


def _junit(results: list[TestResult], examples: list[Problem], file: Path) -> None:
    """Write a report that CI systems show: a suite a test file, and one of the examples that do not hold."""
    root = ElementTree.Element("testsuites", name="podlaw")
    for suite in dict.fromkeys(result.suite for result in results):
        own = [result for result in results if result.suite == suite]
        failures = sum(1 for result in own if result.failure)
        element = ElementTree.SubElement(root, "testsuite", name=suite, tests=str(len(own)), failures=str(failures))
        for result in own:
            place = f"{result.file}:{result.line}"
            case = ElementTree.SubElement(
                element, "testcase", name=f"{result.name} on {result.kubernetes}", classname=suite, file=place
            )
            if result.failure:
                ElementTree.SubElement(case, "failure", message=result.failure).text = place
    if examples:
        count = str(len(examples))
        element = ElementTree.SubElement(root, "testsuite", name="examples of rules", tests=count, failures=count)
        for problem in examples:
            case = ElementTree.SubElement(
                element, "testcase", name=f"{problem.file}:{problem.line}", classname="examples"
            )
            ElementTree.SubElement(case, "failure", message=problem.message).text = str(problem)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
