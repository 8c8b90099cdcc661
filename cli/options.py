"""What several commands take: options by their names, and how their values are read.

A value that is empty, as `--server "$UNSET"` of a script is, is refused: it would mean something else than it looks.
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from cli.rules_folder import VARIABLE

Options = argparse.ArgumentParser | argparse._MutuallyExclusiveGroup  # noqa: SLF001 - argparse gives it no other name

_MOST: Final = 1_000_000
_MOST_SECONDS: Final = 1_000_000.0


def text(value: str) -> str:
    """Return a text that says something."""
    if value:
        return value
    raise argparse.ArgumentTypeError("is empty: leave the option out, or say what it is to be")


class Said(argparse.Action):
    """Stores a text that says something; that of the default may say nothing."""

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, __: str | None = None
    ) -> None:
        """Store it; raise what argparse tells as a mistake of the command line."""
        try:
            setattr(namespace, self.dest, text(values))
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from None


def path(value: str) -> Path:
    """Return the path that a text names."""
    if "\0" in value:
        raise argparse.ArgumentTypeError(f"{value!r} is not the name of a file")
    return Path(text(value))


def whole(least: int, most: int = _MOST) -> Callable[[str], int]:
    """Return the reader of whole numbers of a range."""

    def read(value: str) -> int:
        if value.isascii() and value.isdecimal() and least <= int(value) <= most:
            return int(value)
        raise argparse.ArgumentTypeError(f"{value!r} is not a whole number from {least} to {most}")

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Return the reader of numbers of a range."""

    def read(value: str) -> float:
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if least <= found <= most:
            return found
        raise argparse.ArgumentTypeError(f"{value!r} is not a number from {least:g} to {most:g}")

    return read


seconds: Final = number(0, _MOST_SECONDS)
percent: Final = number(0, 100)


def part(value: str) -> tuple[int, int]:
    """Return part and number of parts."""
    one, slash, parts = value.partition("/")
    if slash and value.isascii() and one.isdecimal() and parts.isdecimal() and 1 <= int(one) <= int(parts):
        return int(one), int(parts)
    raise argparse.ArgumentTypeError(f"{value!r} is not I/N, with I from 1 to N")


def rules(parser: Options) -> None:
    """Take the rules folder."""
    parser.add_argument(
        "--rules",
        metavar="DIR",
        type=path,
        help=f"the rules folder (default: ${VARIABLE}, else the rules that came with podlaw)",
    )


def folder(parser: Options) -> None:
    """Take the rules folder as an argument, too."""
    parser.add_argument("folder", metavar="RULES", nargs="?", type=path, help="the rules folder (default: as --rules)")
    rules(parser)


def where(parser: argparse.ArgumentParser) -> None:
    """Take who is asked: a rules folder here, or a server."""
    group = parser.add_mutually_exclusive_group()
    rules(group)
    group.add_argument("--server", metavar="ADDR", type=text, help="ask this server instead of evaluating here")


def filename(parser: Options, *, required: bool) -> None:
    """Take manifests."""
    parser.add_argument(
        "-f",
        "--filename",
        metavar="FILE",
        type=text,
        nargs="+",
        action="extend",
        required=required,
        help="manifests: files, folders (the .yaml, .yml and .json files in them), or - for standard input",
    )


def namespace(parser: Options) -> None:
    """Take the namespace of objects that name none."""
    parser.add_argument(
        "-n",
        "--namespace",
        metavar="NAME",
        action=Said,
        default="",
        help="the namespace of objects that do not name theirs (default: default)",
    )


def kubernetes(parser: Options, what: str = "the Kubernetes minor, such as 1.35") -> None:
    """Take a minor."""
    parser.add_argument("--kubernetes", metavar="MINOR", action=Said, default="", help=what)


def cases(parser: Options, what: str = "case files, or folders of .jsonl files") -> None:
    """Take recorded cases as an option."""
    parser.add_argument("--cases", metavar="CASES", nargs="+", type=path, help=what)


def shard(parser: Options, what: str) -> None:
    """Take which part of the work is wanted."""
    parser.add_argument("--shard", metavar="I/N", type=part, default=(1, 1), help=what)


def junit(parser: Options) -> None:
    """Take the file of a JUnit report."""
    parser.add_argument("--junit", metavar="FILE", type=path, help="write a JUnit report to this file")


def output(parser: Options, *choices: str) -> None:
    """Take the form of what is printed; the first is meant where nothing is said."""
    parser.add_argument("--output", choices=choices, default=choices[0], help="default: %(default)s")
