"""Errors to ``google.rpc.Status``: the family of an error decides the code; only a verdict says "allowed"."""

from typing import Final

from google.protobuf.message import DecodeError
from google.rpc import code_pb2, error_details_pb2, status_pb2

from engine import EvaluationFault, Interrupted, RequestError, UnsupportedRequest
from server.gate import BusyError
from server.reasons import INVALID

DOMAIN: Final = "podlaw"
MAX_DETAIL_BYTES: Final = 3000  # details travel as base64 in trailing metadata, which clients cap at 8 KiB
_MAX_FIELD: Final = 200
_MAX_DESCRIPTION: Final = 300


class NotLoadedError(Exception):
    """A question that came before the policy was loaded."""


class LargeAnswerError(Exception):
    """An answer that is larger than what its caller receives."""

    def __init__(self, size: int, most: int) -> None:
        """Take its bytes, and how many may be sent."""
        super().__init__(
            f"the answer has {size} bytes, more than {most}: ask for fewer facets or less trace, or let the client "
            f"receive more and say so in max_answer_bytes"
        )


_PLAIN: Final[dict[type[Exception], tuple[int, str, str]]] = {
    DecodeError: (code_pb2.INVALID_ARGUMENT, "the request is not a podlaw.v1 message", "DAMAGED_MESSAGE"),
    Interrupted: (code_pb2.DEADLINE_EXCEEDED, "the answer took longer than it may", "TOO_SLOW"),
    NotLoadedError: (code_pb2.UNAVAILABLE, "the policy is not loaded yet", "NOT_LOADED"),
}


def status_of(error: Exception, request_id: str) -> status_pb2.Status:
    """Return the status that the error is answered with."""
    match error:
        case RequestError():
            return _bad_request(error)
        case UnsupportedRequest():
            return _status(code_pb2.UNIMPLEMENTED, f"not supported yet: {error}", "NOT_SUPPORTED")
        case BusyError():
            return _busy()
        case LargeAnswerError():
            return _status(code_pb2.RESOURCE_EXHAUSTED, str(error), "ANSWER_TOO_LARGE")
        case EvaluationFault():
            return _internal(f"the policy could not be evaluated: {error}", request_id)
        case DecodeError() | Interrupted() | NotLoadedError():
            return _status(*_PLAIN[type(error)])
        case _:
            return _internal("an unexpected fault of the server", request_id)


def _status(code: int, message: str, reason: str) -> status_pb2.Status:
    status = status_pb2.Status(code=code, message=_cut(message, _MAX_DESCRIPTION))
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN))
    return status


def _busy() -> status_pb2.Status:
    message = "as many evaluations as may are running and waiting; ask again"
    status = _status(code_pb2.RESOURCE_EXHAUSTED, message, "BUSY")
    again = error_details_pb2.RetryInfo()
    again.retry_delay.seconds = 1
    status.details.add().Pack(again)
    return status


def _internal(message: str, request_id: str) -> status_pb2.Status:
    status = _status(code_pb2.INTERNAL, f"{_cut(message, _MAX_DESCRIPTION - 80)}; request id {request_id}", "FAULT")
    status.details.add().Pack(error_details_pb2.RequestInfo(request_id=request_id))
    return status


def _bad_request(error: RequestError) -> status_pb2.Status:
    status = _status(code_pb2.INVALID_ARGUMENT, str(error), "INVALID_REQUEST")
    detail = error_details_pb2.BadRequest()
    for count, violation in enumerate(error.violations):
        detail.field_violations.add(
            field=_cut(violation.field, _MAX_FIELD),
            description=_cut(violation.description, _MAX_DESCRIPTION),
            reason=violation.reason or INVALID,
        )
        if detail.ByteSize() > MAX_DETAIL_BYTES:
            left = len(error.violations) - count
            detail.field_violations[-1].field = ""
            detail.field_violations[-1].description = f"and {left} more"
            break
    status.details.add().Pack(detail)
    return status


def _cut(text: str, size: int) -> str:
    """Return the text, or as much of its beginning as fits into so many bytes."""
    data = text.encode("utf-8", "replace")
    return text if len(data) <= size else data[: size - 3].decode("utf-8", "ignore") + "..."
