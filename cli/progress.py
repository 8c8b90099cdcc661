"""How far long work has come: on standard error, if that is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import track

_WORTH_IT: Final = 50

Item = TypeVar("Item")


def watched(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """Yield the items, and show how many of ``total`` have come."""
    if total < _WORTH_IT or not sys.stderr.isatty():
        yield from items
        return
    yield from track(items, what, total, console=Console(file=sys.stderr), transient=True)
