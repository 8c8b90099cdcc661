"""The ``podlaw`` command: its arguments, and what its exit status means."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from cli import check, conform, evaluate, explain, mutate, record, replay, rules, serve, test, upgrade, vocabulary
from cli.frames import framed
from cli.rules_folder import VARIABLE, NoRulesError, rules_folder
from cli.text import counted
from engine import PolicyError

_MOST_COUNT: Final = 1000
_EXIT: Final = """\
exit status of evaluate and explain: 0 all is admitted, 1 something is refused, 2 the input or the rules are wrong
exit status of the others: 0 sound, 1 problems found, 2 could not run
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding, all can be written
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has stopped reading
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except OSError as error:  # the disk is full, a file went away
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"podlaw: {place}{error.strerror or error}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except PolicyError as error:
        problems = framed(error.problems, _places(options))
        sys.stderr.write(f"{problems}podlaw: the rules have {counted(len(error.problems), 'problem')}\n")
        return 2
    except NoRulesError as error:
        sys.stderr.write(f"podlaw: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _places(options: argparse.Namespace) -> list[Path]:
    """Return the folders and files of rules and tests that a command was given."""
    tests: list[Path] = getattr(options, "tests", None) or []
    return [*tests, rules_folder(getattr(options, "folder", None) or options.rules)]


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


def _rules(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    parser.add_argument(
        "--rules",
        metavar="DIR",
        type=Path,
        help=f"the rules folder (default: ${VARIABLE}, else the rules that came with podlaw)",
    )


def _serve(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    parser.add_argument(
        "--listen",
        metavar="ADDR",
        default="127.0.0.1:50051",
        help="host:port; port 0 takes a free one, which the first line of output names (default: %(default)s)",
    )
    parser.add_argument(
        "--grace",
        metavar="SECONDS",
        type=float,
        default=10.0,
        help="how long running calls may take to finish when the server is stopped (default: %(default)g)",
    )
    parser.add_argument(
        "--most-seconds",
        metavar="SECONDS",
        type=float,
        default=30.0,
        help="how long one answer may take before it is given up (default: %(default)g)",
    )
    parser.add_argument(
        "--evaluations",
        metavar="N",
        type=_count,
        default=4,
        help="how many evaluations run at once (default: %(default)d)",
    )
    parser.add_argument(
        "--waiting",
        metavar="N",
        type=_count,
        default=32,
        help="how many more wait for them; what comes beyond is refused as RESOURCE_EXHAUSTED (default: %(default)d)",
    )
    parser.add_argument("--no-reflection", action="store_true", help="do not offer gRPC reflection")
    parser.set_defaults(run=serve.run)


def _evaluate(parser: argparse.ArgumentParser) -> None:
    _questions(parser)
    parser.add_argument("--output", choices=("table", "json", "yaml"), default="table", help="default: %(default)s")
    parser.add_argument(
        "--orders",
        action="store_true",
        help="try every order of several LimitRanges (at most 5), and each first refusal",
    )
    parser.set_defaults(run=evaluate.run)


def _explain(parser: argparse.ArgumentParser) -> None:
    _questions(parser)
    parser.set_defaults(run=explain.run)


def _rule_sets(parser: argparse.ArgumentParser) -> None:
    whats = parser.add_subparsers(required=True, metavar="WHAT")
    listing = whats.add_parser("list", help="list them")
    _rules(listing)
    listing.add_argument("--output", choices=("table", "json"), default="table", help="default: %(default)s")
    listing.set_defaults(run=rules.run)


def _upgrade(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    _rules(where)
    where.add_argument("--server", metavar="ADDR", help="ask this server instead of evaluating here")
    _manifests(parser)
    parser.add_argument("--from", dest="before", metavar="MINOR", default="", help="the minor that you have")
    parser.add_argument("--to", dest="after", metavar="MINOR", required=True, help="the minor that is to come")
    parser.add_argument("--output", choices=("table", "json"), default="table", help="default: %(default)s")
    parser.set_defaults(run=upgrade.run)


def _questions(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    _rules(where)
    where.add_argument("--server", metavar="ADDR", help="ask this server instead of evaluating here")
    _manifests(parser)
    parser.add_argument("--kubernetes", metavar="MINOR", default="", help="the Kubernetes minor, such as 1.35")


def _manifests(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-f",
        "--filename",
        metavar="FILE",
        nargs="+",
        action="extend",
        required=True,
        help="manifests: files, folders (the .yaml, .yml and .json files in them), or - for standard input",
    )
    parser.add_argument(
        "-n",
        "--namespace",
        metavar="NAME",
        default="",
        help="the namespace of objects that do not name theirs (default: default)",
    )


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="RULES", nargs="?", type=Path, help="the rules folder (default: as --rules)")
    _rules(parser)
    parser.add_argument(
        "--tests",
        metavar="PATH",
        nargs="+",
        type=Path,
        help="files or folders of tests (default: those within the rules folder)",
    )
    parser.add_argument("--junit", metavar="FILE", type=Path, help="write a JUnit report to this file")
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="show the rules, cases and sides of comparisons that no example, test or case tried",
    )
    parser.add_argument(
        "--cases", metavar="CASES", nargs="+", type=Path, help="recorded cases that count for the coverage, too"
    )
    parser.add_argument(
        "--least",
        metavar="PERCENT",
        type=float,
        default=0.0,
        help="with --coverage: exit 1 below it (default: %(default)g)",
    )
    parser.set_defaults(run=test.run)


def _replay(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    _rules(where)
    where.add_argument("--server", metavar="ADDR", help="ask this server instead of evaluating here")
    parser.add_argument("cases", metavar="CASES", nargs="+", type=Path, help="case files, or folders of .jsonl files")
    parser.add_argument("--kubernetes", metavar="MINOR", default="", help="only cases of this minor")
    parser.add_argument("--operation", metavar="OPERATION", default="", help="only cases of this operation")
    parser.add_argument("--prefix", metavar="TEXT", default="", help="only cases whose id begins so")
    parser.add_argument("--id", metavar="ID", default="", help="only the case of this id")
    parser.add_argument("--facets", metavar="NAMES", default="", help="only these facets, separated by commas")
    parser.add_argument(
        "--shard", metavar="I/N", type=_shard, default=(1, 1), help="only part I of N, by the ids alone"
    )
    parser.add_argument(
        "--show", metavar="N", type=int, default=10, help="how many cases to show (default: %(default)d)"
    )
    parser.add_argument(
        "--expected-failures",
        metavar="FILE",
        type=Path,
        help="ids of cases that fail, one a line: they count as passed, and one that passes fails the run",
    )
    parser.add_argument("--junit", metavar="FILE", type=Path, help="write a JUnit report to this file")
    parser.set_defaults(run=replay.run)


def _mutate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="RULES", nargs="?", type=Path, help="the rules folder (default: as --rules)")
    _rules(parser)
    parser.add_argument("--cases", metavar="CASES", nargs="+", type=Path, help="case files, or folders of .jsonl files")
    parser.add_argument(
        "--equivalent",
        metavar="FILE",
        type=Path,
        help=f"mutants that answer as the policy does, with reasons (default: {mutate.EQUIVALENT_FILE} of the rules)",
    )
    parser.add_argument("--only", metavar="RULESET", nargs="+", help="only mutants of these rule sets")
    parser.add_argument("--shard", metavar="I/N", type=_shard, default=(1, 1), help="only part I of N")
    parser.add_argument(
        "--processes", metavar="N", type=int, default=os.cpu_count() or 1, help="how many work (default: %(default)d)"
    )
    parser.add_argument(
        "--least",
        metavar="PERCENT",
        type=float,
        default=100.0,
        help="the least score that passes (default: %(default)g)",
    )
    parser.add_argument("--all", action="store_true", help="show every mutant and what told it apart")
    parser.add_argument("--output", choices=("text", "json"), default="text", help="default: %(default)s")
    parser.set_defaults(run=mutate.run)


def _count(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= _MOST_COUNT:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {_MOST_COUNT}")


def _shard(text: str) -> tuple[int, int]:
    part, slash, parts = text.partition("/")
    if slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts):
        return int(part), int(parts)
    raise argparse.ArgumentTypeError(f"{text!r} is not I/N, with I from 1 to N")


def _record(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "-f",
        "--filename",
        metavar="FILE",
        nargs="+",
        action="extend",
        help="manifests: files, folders, or - for standard input",
    )
    what.add_argument(
        "--requests", metavar="FILE", help="requests as JSON Lines (`id`, `input`, `facets`), or - for standard input"
    )
    parser.add_argument("-n", "--namespace", metavar="NAME", default="", help="of objects that do not name theirs")
    parser.add_argument("--kubernetes", metavar="MINOR", default="", help="the Kubernetes minor, such as 1.35")
    parser.set_defaults(run=record.run)


def _vocabulary(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    parser.set_defaults(run=vocabulary.run)


def _check(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    parser.set_defaults(run=check.run)


def _conform(parser: argparse.ArgumentParser) -> None:
    _rules(parser)
    parser.set_defaults(run=conform.run)


if __name__ == "__main__":
    sys.exit(main())
