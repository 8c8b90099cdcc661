"""How far long work has come: on standard error, if that is a terminal and what is answered goes elsewhere."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cli.text import printable

_WORTH_IT: Final = 50

Item = TypeVar("Item")


def _is_shown() -> bool:
    """Whether someone watches: where the answers themselves come to a terminal, they are what shows the progress."""
    return sys.stderr.isatty() and not sys.stdout.isatty()


def watched(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Yield the items, and show how many of ``total`` have come."""
    if total < _WORTH_IT or not _is_shown():
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        task = progress.add_task(what, total=total)
        for item in items:
            yield item
            progress.advance(task)


@contextlib.contextmanager
def status(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is being done, and yield a function that says to what."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with Console(file=sys.stderr).status(what) as shown:
        yield lambda name: shown.update(f"{what} {escape(printable(name))}")
