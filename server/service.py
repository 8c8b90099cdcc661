"""The ``PolicyService``: bytes of a request in, bytes of a response out."""

from collections.abc import Callable
from typing import Final, NoReturn

import grpc
from google.rpc import code_pb2, status_pb2
from grpc_status import rpc_status

from engine import Policy
from podlaw.v1 import policy_pb2 as pb
from server.calls import REQUEST_ID_KEY, Call
from server.request import engine_request
from server.status import NotLoadedError, status_of
from server.verdict import verdict_message

SERVICE_NAME: Final = pb.DESCRIPTOR.services_by_name["PolicyService"].full_name


def evaluate(message: pb.EvaluateRequest, policy: Policy) -> pb.EvaluateResponse:
    """Answer a request, or raise what :func:`server.status.status_of` makes a status of."""
    return pb.EvaluateResponse(verdict=verdict_message(policy.evaluate(engine_request(message))))


class PolicyService:
    """Answers calls with the policy that is loaded at the time."""

    def __init__(self, current: Callable[[], Policy | None]) -> None:
        """Take the function that returns the loaded policy, or None."""
        self._current = current

    def handler(self) -> "grpc.GenericRpcHandler[bytes, bytes]":
        """Return the handler to register: it gets bytes, so that damaged ones are answered here."""
        methods = {"Evaluate": grpc.unary_unary_rpc_method_handler(self._evaluate)}
        return grpc.method_handlers_generic_handler(SERVICE_NAME, methods)

    def _evaluate(self, data: bytes, context: grpc.ServicerContext) -> bytes:
        call = Call.of("Evaluate", context)
        context.set_trailing_metadata(((REQUEST_ID_KEY, call.request_id),))
        try:
            response = self._answer(data)
            answer = response.SerializeToString()
        except Exception as error:  # every error is answered, and none as a verdict
            status = status_of(error, call.request_id)
            fault = error if status.code == code_pb2.INTERNAL else None
            call.log(code_pb2.Code.Name(status.code), fault=fault, message=status.message)
            _abort(context, status)
        call.log("OK", allowed=response.verdict.allowed, stage=response.verdict.stage)
        return answer

    def _answer(self, data: bytes) -> pb.EvaluateResponse:
        policy = self._current()
        if policy is None:
            raise NotLoadedError
        return evaluate(pb.EvaluateRequest.FromString(data), policy)


def _abort(context: grpc.ServicerContext, status: status_pb2.Status) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returned")
