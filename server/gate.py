"""How many evaluations run at once and how many wait: what comes beyond is refused at once, and holds nothing up."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Final

from engine import Interrupted

_BETWEEN_LOOKS: Final = 0.05
"""How many seconds one that waits goes without asking whether its answer is still wanted."""


class BusyError(Exception):
    """A question that came when as many as may were running and waiting."""


class Gate:
    """Lets a number of evaluations in at once, and a number of them wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        """Take how many may be in, and how many may wait."""
        self._free = threading.Semaphore(at_once)
        self._places = threading.Semaphore(at_once + waiting)

    @contextlib.contextmanager
    def entered(self, interrupted: Callable[[], bool]) -> Iterator[None]:
        """Be in while this lasts, once there is room; ``interrupted`` tells that the answer is wanted no more.

        :raises BusyError: if as many as may are waiting.
        :raises Interrupted: once ``interrupted`` tells so while there is no room.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            while not self._free.acquire(timeout=_BETWEEN_LOOKS):
                if interrupted():
                    raise Interrupted
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._places.release()
