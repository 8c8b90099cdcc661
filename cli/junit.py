"""JUnit reports, as CI systems show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from cli.text import printable


@dataclass(frozen=True, slots=True)
class Tested:
    """One test of a report: its name, its suite, its place; message and text of its failure, if it failed."""

    name: str
    suite: str
    place: str
    failure: str = ""
    text: str = ""


def write(tests: Iterable[Tested], file: Path) -> None:
    """Write a report: a suite for each name of one, in order. Characters that XML has not are written as escapes."""
    suites: dict[str, list[Tested]] = {}
    for test in tests:
        suites.setdefault(test.suite, []).append(test)
    root = ElementTree.Element("testsuites", name="podlaw")
    for name, own in suites.items():
        failures = sum(1 for test in own if test.failure)
        suite = ElementTree.SubElement(
            root, "testsuite", name=printable(name), tests=str(len(own)), failures=str(failures)
        )
        for test in own:
            case = ElementTree.SubElement(
                suite, "testcase", name=printable(test.name), classname=printable(name), file=printable(test.place)
            )
            if test.failure:
                failure = ElementTree.SubElement(case, "failure", message=printable(test.failure))
                failure.text = "\n".join(map(printable, test.text.splitlines()))
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
