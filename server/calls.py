"""One structured log line for each call."""

import contextlib
import json
import logging
import re
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

import grpc

_LOGGER = logging.getLogger("podlaw.server")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
REQUEST_ID_KEY = "x-request-id"


@contextlib.contextmanager
def log_to(stream: TextIO) -> Iterator[None]:
    """Write the log lines to a stream while this lasts, as JSON objects, and nowhere else."""
    before = _LOGGER.handlers, _LOGGER.propagate, _LOGGER.level
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_JsonLines())
    _LOGGER.handlers, _LOGGER.propagate = [handler], False
    _LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        _LOGGER.handlers, _LOGGER.propagate = before[:2]
        _LOGGER.setLevel(before[2])


def log_event(event: str, **fields: object) -> None:
    """Write one line about the server itself."""
    _LOGGER.info(event, extra={"fields": fields})


class _JsonLines(logging.Formatter):
    """A log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


@dataclass(slots=True)
class Call:
    """A call that is being answered, with what its log line will say."""

    method: str
    request_id: str
    started: float = field(default_factory=time.perf_counter)

    @classmethod
    def of(cls, method: str, context: grpc.ServicerContext) -> "Call":
        """Return the call, with the request id that its metadata names, or a new one."""
        for key, value in context.invocation_metadata() or ():
            if key == REQUEST_ID_KEY and isinstance(value, str) and _REQUEST_ID.fullmatch(value):
                return cls(method, value)
        return cls(method, uuid.uuid4().hex)

    def log(self, code: str, *, fault: Exception | None = None, **fields: object) -> None:
        """Write the line of the call; ``fault`` is an error that is ours, and comes with its traceback."""
        line = {
            "method": self.method,
            "requestId": self.request_id,
            "code": code,
            "milliseconds": round((time.perf_counter() - self.started) * 1000, 3),
            **fields,
        }
        _LOGGER.log(logging.ERROR if fault else logging.INFO, "call", exc_info=fault, extra={"fields": line})
