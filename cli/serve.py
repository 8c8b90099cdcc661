"""``podlaw serve``: the gRPC server in the foreground, until SIGTERM or SIGINT."""

import argparse
import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from cli.rules_folder import rules_folder
from engine import Policy
from server.calls import log_to
from server.process import CALL_THREADS, ListenError, Server, Settings

_SECONDS_TO_END = 0.5


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop; return 0 after a stop that was asked for."""
    rules = rules_folder(options.rules)
    settings = Settings(
        listen=options.listen,
        grace_seconds=options.grace,
        most_seconds=options.most_seconds,
        evaluations=options.evaluations,
        waiting=options.waiting,
        reflection=not options.no_reflection,
    )
    with _stop_signals() as stop, log_to(sys.stderr):
        return _serve(Server(lambda: Policy.load(rules), settings), rules, stop)


def _serve(server: Server, rules: Path, stop: threading.Event) -> int:
    try:
        address = server.start()
    except ListenError as error:
        sys.stderr.write(f"podlaw: {error}\n")
        return 2
    try:
        policy = server.load()
        gc.freeze()  # the policy stays: no collection needs to look at it again
        sys.stdout.write(f"serving on {address}\npolicy {policy.version} {policy.digest} from {rules}\n")
        sys.stdout.flush()
        stop.wait()
    finally:
        server.stop()
    if _still_running():
        # Python waits for every thread at its end, but a call that outlived the grace is not waited for.
        sys.stdout.flush()
        os._exit(0)
    return 0


def _still_running() -> bool:
    """Whether a call goes on; those that wait for work end by themselves within a moment."""
    end = time.monotonic() + _SECONDS_TO_END
    calls = [thread for thread in threading.enumerate() if thread.name.startswith(CALL_THREADS)]
    for thread in calls:
        thread.join(max(0.0, end - time.monotonic()))
    return any(thread.is_alive() for thread in calls)


@contextlib.contextmanager
def _stop_signals() -> Iterator[threading.Event]:
    """Yield an event that the signals to stop set while this lasts."""
    stop = threading.Event()
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, lambda *_: stop.set()) for number in numbers]
    try:
        yield stop
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
