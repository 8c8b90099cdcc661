"""Two ways to have a pod evaluated, with the same answer: here, or by a server."""

from collections.abc import Callable
from types import TracebackType
from typing import Final

import grpc
from google.rpc import status_pb2
from grpc_status import rpc_status

from engine import Policy
from engine.orders import order_may_matter, try_orders
from podlaw.v1 import policy_pb2 as pb
from server.request import engine_request
from server.service import MOST_ANSWER_BYTES, SERVICE_NAME, evaluate
from server.status import status_of
from server.verdict import orders_message

TIMEOUT_SECONDS: Final = 30.0
_OPTIONS: Final = (("grpc.max_receive_message_length", MOST_ANSWER_BYTES),)


class RefusedQuestion(Exception):
    """A question that was answered with an error status instead of a verdict."""

    def __init__(self, status: status_pb2.Status) -> None:
        """Take the status."""
        super().__init__(status.message)
        self.status = status


class Here:
    """Evaluates in this process."""

    def __init__(self, load: Callable[[], Policy]) -> None:
        """Load the policy."""
        self._policy = load()

    def __enter__(self) -> "Here":
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Do nothing: there is nothing to close."""

    def orders(self, request: pb.EvaluateRequest, always: bool) -> pb.Orders | None:
        """Return what other orders of the LimitRanges answer; None where a cheap test says that none does.

        ``always``: try them whatever the test says.
        """
        asked = engine_request(request, self._policy)
        if always or order_may_matter(self._policy, asked, self._policy.evaluate(asked)):
            return orders_message(try_orders(self._policy, asked))
        return None

    def ask(self, request: pb.EvaluateRequest) -> pb.Verdict:
        """Return the verdict, or raise :class:`RefusedQuestion`."""
        try:
            return evaluate(request, self._policy).verdict
        except Exception as error:
            raise RefusedQuestion(status_of(error, "(none: evaluated here)")) from error


class There:
    """Has a server evaluate."""

    def __init__(self, address: str) -> None:
        """Take the address of the server."""
        self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        self._call = self._channel.unary_unary(
            f"/{SERVICE_NAME}/Evaluate",
            request_serializer=pb.EvaluateRequest.SerializeToString,
            response_deserializer=pb.EvaluateResponse.FromString,
        )

    def __enter__(self) -> "There":
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the connection."""
        self._channel.close()

    def orders(self, request: pb.EvaluateRequest, always: bool) -> pb.Orders | None:
        """Return what other orders of the LimitRanges answer, if ``always``: a server makes no cheap test."""
        if not always:
            return None
        asked = pb.EvaluateRequest()
        asked.CopyFrom(request)
        asked.orders = True
        return self._asked(asked).orders

    def ask(self, request: pb.EvaluateRequest) -> pb.Verdict:
        """Return the verdict, or raise :class:`RefusedQuestion`."""
        return self._asked(request).verdict

    def _asked(self, request: pb.EvaluateRequest) -> pb.EvaluateResponse:
        asked = pb.EvaluateRequest()
        asked.CopyFrom(request)
        asked.max_answer_bytes = MOST_ANSWER_BYTES
        try:
            response: pb.EvaluateResponse = self._call(asked, timeout=TIMEOUT_SECONDS)
        except grpc.RpcError as error:
            raise RefusedQuestion(_status(error)) from None
        return response


def _status(error: grpc.RpcError) -> status_pb2.Status:
    call: grpc.Call = error  # type: ignore[assignment] # what a unary call raises is its call, too
    status = rpc_status.from_call(call)
    if status is not None:
        return status
    return status_pb2.Status(code=call.code().value[0], message=call.details())
