"""Health in threads of its own: it answers however many calls hold the others up."""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from grpc_health.v1 import health


class HealthInLane(health.HealthServicer):
    """The standard health service, in the threads of a pool that nothing else uses."""

    def __init__(self, lane: ThreadPoolExecutor) -> None:
        """Take the pool."""
        super().__init__()
        for name in ("Check", "Watch"):
            setattr(self, name, _in_lane(getattr(self, name), lane))


def _in_lane(method: Callable[..., Any], lane: ThreadPoolExecutor) -> Callable[..., Any]:
    """Return a method of a servicer with the mark by which grpcio takes its threads from a pool."""

    @functools.wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        return method(*arguments, **named)

    return _marked(call, lane)


def _marked(call: Any, lane: ThreadPoolExecutor) -> Callable[..., Any]:
    call.experimental_thread_pool = lane
    marked: Callable[..., Any] = call
    return marked
