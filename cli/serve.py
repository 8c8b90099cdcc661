"""``podlaw serve``: the gRPC server in the foreground, until SIGTERM or SIGINT."""

import argparse
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from cli.rules_folder import rules_folder
from engine import Policy
from server.calls import log_to
from server.process import ListenError, Server, Settings


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop; return 0 after a stop that was asked for."""
    rules = rules_folder(options.rules)
    settings = Settings(listen=options.listen, grace_seconds=options.grace, reflection=not options.no_reflection)
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
        sys.stdout.write(f"serving on {address}\npolicy {policy.version} {policy.digest} from {rules}\n")
        sys.stdout.flush()
        stop.wait()
    finally:
        server.stop()
    return 0


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
