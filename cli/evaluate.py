"""``podlaw evaluate``: the Pods, claims and LimitRanges of manifests, each under the LimitRanges of its namespace."""

import argparse
import sys
from collections.abc import Iterator

from cli.answers import Answer, answers, as_json, as_yaml, exit_status
from cli.asking import Here, There
from cli.documents import Documents, read
from cli.plain import plain, plain_line
from cli.progress import watched
from cli.report import report, summary
from cli.rules_folder import rules_folder
from cli.styled import Terminal, is_terminal
from cli.text import counted, printable
from engine import Policy


def run(options: argparse.Namespace) -> int:
    """Print what is answered; return 0 if all is admitted, 1 if something is refused, 2 if something has no answer."""
    documents = readable(options)
    if documents is None:
        return 2
    found = []
    terminal = Terminal() if options.output == "table" and is_terminal() else None
    for answer in asked(documents, options, orders=options.orders):
        found.append(answer)
        if terminal is not None:
            terminal.report(report(answer, options.orders))
        elif options.output == "table":
            sys.stdout.write(f"{plain(report(answer, options.orders))}\n")
    if terminal is not None:
        terminal.line(summary(found, documents), "bold")
    elif options.output == "table":
        sys.stdout.write(plain_line(summary(found, documents)))
    else:
        sys.stdout.write((as_json if options.output == "json" else as_yaml)(found, documents))
    return exit_status(found)


def readable(options: argparse.Namespace) -> Documents | None:
    """Return what the options name; None, after saying what is wrong, if something of it cannot be read."""
    documents = read(options.filename, options.namespace)
    mistakes = documents.mistakes
    if not mistakes and not documents.subjects:
        kinds = [f"{number} {kind}" for kind, number in sorted(documents.passed_over.items())]
        mistakes = ["nothing to evaluate in what was given" + (f": {', '.join(kinds)}" if kinds else "")]
    if not mistakes:
        return documents
    sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in mistakes))
    if documents.mistakes:
        sys.stderr.write(f"podlaw: {counted(len(mistakes), 'mistake')} in what was given: nothing was evaluated\n")
    return None


def asked(
    documents: Documents, options: argparse.Namespace, *, trace: bool = False, orders: bool | None = None
) -> Iterator[Answer]:
    """Ask about all that was read, of a server or here; ``orders`` as :func:`cli.answers.answers` takes it."""
    with There(options.server) if options.server else Here(lambda: Policy.load(rules_folder(options.rules))) as door:
        found = answers(documents, options.kubernetes, door, trace=trace, orders=orders)
        yield from watched(found, len(documents.subjects), "evaluating")
