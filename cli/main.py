"""The ``podlaw`` command: its arguments, and what its exit status means."""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from cli import (
    check,
    conform,
    evaluate,
    explain,
    mutate,
    node,
    options,
    record,
    replay,
    rules,
    serve,
    test,
    upgrade,
    vocabulary,
)
from cli.frames import framed
from cli.nodes.files import LAYOUTS
from cli.rules_folder import NoRulesError, rules_folder
from cli.text import counted
from engine import PolicyError

_MOST_THREADS: Final = 1000
_MOST_PROCESSES: Final = 8
_EXIT: Final = """\
exit status of evaluate and explain: 0 all is admitted, 1 something is refused, 2 the input or the rules are wrong
exit status of the others: 0 sound, 1 problems found, 2 could not run
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    given = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding, all can be written
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has stopped reading
        _stop_writing()
        return 2
    except OSError as error:  # the disk is full, a file went away
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"podlaw: {place}{error.strerror or error}\n")
        _stop_writing()
        return 2
    except PolicyError as error:
        problems = framed(error.problems, _places(given))
        sys.stderr.write(f"{problems}podlaw: the rules have {counted(len(error.problems), 'problem')}\n")
        return 2
    except NoRulesError as error:
        sys.stderr.write(f"podlaw: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _stop_writing() -> None:
    """Let what is left to be written go nowhere, so that ending does not fail once more."""
    with contextlib.suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _places(given: argparse.Namespace) -> list[Path]:
    """Return the folders and files of rules and tests that a command was given."""
    tests: list[Path] = getattr(given, "tests", None) or []
    return [*tests, rules_folder(getattr(given, "folder", None) or given.rules)]


def _version() -> str:
    try:
        return version("podlaw")
    except PackageNotFoundError:
        return "(not installed)"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="podlaw",
        description="What will Kubernetes do with this Pod's resources, and why.",
        epilog=_EXIT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"podlaw {_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _serve(commands.add_parser("serve", help="serve the policy over gRPC"))
    _evaluate(commands.add_parser("evaluate", help="what becomes of the Pods, claims and LimitRanges of manifests"))
    _explain(commands.add_parser("explain", help="the same in plain words: declared, added, checked, concluded"))
    _node(
        commands.add_parser(
            "node", help="one node: who is over what, who goes first, what fits; `node simulate`: over time"
        )
    )
    _upgrade(commands.add_parser("upgrade", help="what another Kubernetes minor answers otherwise, by the rule"))
    _check(commands.add_parser("check", help="compile the rules and run their own examples"))
    _rule_sets(commands.add_parser("rules", help="the rule sets: versions, minors, digests"))
    _test(commands.add_parser("test", help="run the tests that policy authors wrote, and the rules' own examples"))
    _mutate(commands.add_parser("mutate", help="which changes of the rules no example, test or recorded case notices"))
    _vocabulary(commands.add_parser("vocabulary", help="print the words that rules may use, as Markdown"))
    _conform(commands.add_parser("conform", help="answer recorded cases: JSON Lines in, JSON Lines out"))
    _replay(commands.add_parser("replay", help="recorded cases against the policy here or a server: what differs"))
    _record(commands.add_parser("record", help="make cases of manifests or requests, with podlaw's own answers"))
    return parser


def _serve(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    parser.add_argument(
        "--listen",
        metavar="ADDR",
        type=options.text,
        default="127.0.0.1:50051",
        help="host:port; port 0 takes a free one, which the first line of output names (default: %(default)s)",
    )
    parser.add_argument(
        "--grace",
        metavar="SECONDS",
        type=options.seconds,
        default=10.0,
        help="how long running calls may take to finish when the server is stopped (default: %(default)g)",
    )
    parser.add_argument(
        "--most-seconds",
        metavar="SECONDS",
        type=options.seconds,
        default=30.0,
        help="how long one answer may take before it is given up (default: %(default)g)",
    )
    parser.add_argument(
        "--evaluations",
        metavar="N",
        type=options.whole(1, _MOST_THREADS),
        default=4,
        help="how many evaluations run at once (default: %(default)d)",
    )
    parser.add_argument(
        "--waiting",
        metavar="N",
        type=options.whole(1, _MOST_THREADS),
        default=32,
        help="how many more wait for them; what comes beyond is refused as RESOURCE_EXHAUSTED (default: %(default)d)",
    )
    parser.add_argument("--no-reflection", action="store_true", help="do not offer gRPC reflection")
    parser.set_defaults(run=serve.run)


def _evaluate(parser: argparse.ArgumentParser) -> None:
    _questions(parser)
    options.output(parser, "table", "json", "yaml")
    parser.add_argument(
        "--orders",
        action="store_true",
        help="try every order of several LimitRanges (at most 5), and each first refusal",
    )
    parser.set_defaults(run=evaluate.run)


def _explain(parser: argparse.ArgumentParser) -> None:
    _questions(parser)
    parser.set_defaults(run=explain.run)


def _questions(parser: argparse.ArgumentParser) -> None:
    options.where(parser)
    options.filename(parser, required=True)
    options.namespace(parser)
    options.kubernetes(parser)


def _node(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    parser.add_argument("what", nargs="?", choices=("simulate",), help="step through the observations of --steps")
    for name, what in (
        ("--node", "the Node, as `kubectl get node NAME -o json` prints it"),
        ("--pods", "the Pods on it, as `kubectl get pods -o json` prints them"),
        ("--summary", "what the kubelet answers at /stats/summary"),
        ("--kubelet-config", "the kubelet's configuration, or what it answers at /configz"),
        ("--pod", "a new Pod: does it fit?"),
        ("--limit-ranges", "the LimitRanges of the new Pod's namespace"),
        ("--steps", "for simulate: observations, each with `at` (such as 30s) and `summary`"),
    ):
        parser.add_argument(name, metavar="FILE", type=options.text, help=f"{what}; - for standard input")
    parser.add_argument("--signal", metavar="SIGNAL", type=options.text, help="only the ranking for this signal")
    parser.add_argument(
        "--layout",
        choices=tuple(LAYOUTS),
        default=next(iter(LAYOUTS)),
        help="file systems: one for all, one of images and containers, one split off for images (default: %(default)s)",
    )
    options.kubernetes(parser, "the Kubernetes minor (default: that of the Node's kubelet)")
    options.output(parser, "table", "json")
    parser.set_defaults(run=node.run)


def _rule_sets(parser: argparse.ArgumentParser) -> None:
    whats = parser.add_subparsers(required=True, metavar="WHAT")
    listing = whats.add_parser("list", help="list them")
    options.rules(listing)
    options.output(listing, "table", "json")
    listing.set_defaults(run=rules.run)


def _upgrade(parser: argparse.ArgumentParser) -> None:
    options.where(parser)
    options.filename(parser, required=True)
    options.namespace(parser)
    for name, dest, what in (("from", "before", "the minor that you have"), ("to", "after", "the minor to come")):
        required = name == "to"
        parser.add_argument(
            f"--{name}", dest=dest, metavar="MINOR", action=options.Said, default="", required=required, help=what
        )
    options.output(parser, "table", "json")
    parser.set_defaults(run=upgrade.run)


def _test(parser: argparse.ArgumentParser) -> None:
    options.folder(parser)
    parser.add_argument(
        "--tests",
        metavar="PATH",
        nargs="+",
        type=options.path,
        help="files or folders of tests (default: those within the rules folder)",
    )
    options.junit(parser)
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="show the rules, cases and sides of comparisons that no example, test or case tried",
    )
    options.cases(parser, "recorded cases that count for the coverage, too")
    parser.add_argument(
        "--least",
        metavar="PERCENT",
        type=options.percent,
        default=0.0,
        help="with --coverage: exit 1 below it (default: %(default)g)",
    )
    parser.set_defaults(run=test.run)


def _replay(parser: argparse.ArgumentParser) -> None:
    options.where(parser)
    parser.add_argument(
        "cases", metavar="CASES", nargs="+", type=options.path, help="case files, or folders of .jsonl files"
    )
    options.kubernetes(parser, "only cases of this minor")
    for name, metavar, what in (
        ("operation", "OPERATION", "only cases of this operation"),
        ("prefix", "TEXT", "only cases whose id begins so"),
        ("id", "ID", "only the case of this id"),
        ("facets", "NAMES", "only these facets, separated by commas"),
    ):
        parser.add_argument(f"--{name}", metavar=metavar, action=options.Said, default="", help=what)
    options.shard(parser, "only part I of N, by the ids alone")
    parser.add_argument(
        "--show", metavar="N", type=options.whole(0), default=10, help="how many cases to show (default: %(default)d)"
    )
    parser.add_argument(
        "--expected-failures",
        metavar="FILE",
        type=options.path,
        help="ids of cases that fail, one a line: they count as passed, and one that passes fails the run",
    )
    options.junit(parser)
    parser.set_defaults(run=replay.run)


def _mutate(parser: argparse.ArgumentParser) -> None:
    options.folder(parser)
    options.cases(parser)
    parser.add_argument(
        "--equivalent",
        metavar="FILE",
        type=options.path,
        help=f"mutants that answer as the policy does, with reasons (default: {mutate.EQUIVALENT_FILE} of the rules)",
    )
    parser.add_argument(
        "--only", metavar="RULESET", type=options.text, nargs="+", help="only mutants of these rule sets"
    )
    options.shard(parser, "only part I of N")
    parser.add_argument(
        "--processes",
        metavar="N",
        type=options.whole(1, _MOST_THREADS),
        default=min(os.cpu_count() or 1, _MOST_PROCESSES),
        help="how many work (default: %(default)d)",
    )
    parser.add_argument(
        "--least",
        metavar="PERCENT",
        type=options.percent,
        default=100.0,
        help="the least score that passes (default: %(default)g)",
    )
    parser.add_argument("--all", action="store_true", help="show every mutant and what told it apart")
    options.output(parser, "text", "json")
    parser.set_defaults(run=mutate.run)


def _record(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    options.filename(what, required=False)
    what.add_argument(
        "--requests",
        metavar="FILE",
        type=options.text,
        help="requests as JSON Lines (`id`, `input`, `facets`), or - for standard input",
    )
    options.namespace(parser)
    options.kubernetes(parser)
    parser.set_defaults(run=record.run)


def _vocabulary(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    parser.set_defaults(run=vocabulary.run)


def _check(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    parser.set_defaults(run=check.run)


def _conform(parser: argparse.ArgumentParser) -> None:
    options.rules(parser)
    parser.set_defaults(run=conform.run)


if __name__ == "__main__":
    sys.exit(main())
