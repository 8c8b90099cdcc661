"""JUnit reports, as CI systems show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from cli.text import printable


@dataclass(frozen=True, slots=True)
class Tested:
    """One test of a report: its name, its suite, its place; message and text of its failure, if it failed.

    ``error`` says why there is no answer to judge.
    """

    name: str
    suite: str
    place: str
    failure: str = ""
    text: str = ""
    error: str = ""


def prepare(file: Path | None) -> None:
    """Make sure that a report can be written to a file, before the work is done for it; raise :class:`OSError`."""
    if file is not None:
        file.open("ab").close()


def write(tests: Iterable[Tested], file: Path) -> None:
    """Write a report: a suite for each name of one, in order. Characters that XML has not are written as escapes."""
    suites: dict[str, list[Tested]] = {}
    for test in tests:
        suites.setdefault(test.suite, []).append(test)
    root = ElementTree.Element("testsuites", name="podlaw")
    for name, own in suites.items():
        counts = {
            "tests": len(own),
            "failures": sum(1 for test in own if test.failure),
            "errors": sum(1 for test in own if test.error),
        }
        suite = ElementTree.SubElement(
            root, "testsuite", {"name": printable(name)} | {what: str(count) for what, count in counts.items()}
        )
        for test in own:
            case = ElementTree.SubElement(
                suite, "testcase", name=printable(test.name), classname=printable(name), file=printable(test.place)
            )
            if test.failure:
                failure = ElementTree.SubElement(case, "failure", message=printable(test.failure))
                failure.text = "\n".join(map(printable, test.text.splitlines()))
            if test.error:
                ElementTree.SubElement(case, "error", message=printable(test.error))
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
