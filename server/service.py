"""The ``PolicyService``: bytes of a request in, bytes of a response out."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NoReturn

import grpc
from google.rpc import code_pb2, status_pb2
from grpc_status import rpc_status

from engine import Policy, RequestError, report
from engine.orders import try_orders
from podlaw.v1 import policy_pb2 as pb
from server.calls import REQUEST_ID_KEY, Call
from server.description import policy_message
from server.gate import Gate
from server.request import admission_inputs, by_the_contract, engine_request
from server.status import LargeAnswerError, NotLoadedError, status_of
from server.verdict import answer_message, orders_message, verdict_message

SERVICE_NAME: Final = pb.DESCRIPTOR.services_by_name["PolicyService"].full_name

ANSWER_BYTES: Final = 4 * 1024 * 1024
"""The largest answer, unless a request says that its client receives more: what gRPC clients receive by default."""

MOST_ANSWER_BYTES: Final = 64 * 1024 * 1024

_Answer = Callable[[bytes, Policy, Callable[[], bool]], tuple[bytes, dict[str, Any]]]


def evaluate(
    message: pb.EvaluateRequest, policy: Policy, interrupted: Callable[[], bool] | None = None
) -> pb.EvaluateResponse:
    """Answer a request, or raise what :func:`server.status.status_of` makes a status of."""
    request = engine_request(message, policy)
    of_node = message.HasField("node") and not message.question
    response = pb.EvaluateResponse()
    try:
        if of_node:
            answers = report(policy, request.inputs, request.kubernetes, interrupted)
            response.answers.extend(answer_message(answer, message) for answer in answers)
            request = replace(request, inputs=admission_inputs(request.inputs))
        if request.inputs or request.question:
            response.verdict.CopyFrom(verdict_message(policy.evaluate(request, interrupted), message))
        if message.orders:
            response.orders.CopyFrom(orders_message(try_orders(policy, request, interrupted)))
    except RequestError as error:
        raise by_the_contract(error) from None
    return response


class PolicyService:
    """Answers calls with the policy that is loaded at the time."""

    def __init__(self, current: Callable[[], Policy | None], gate: Gate, most_seconds: float) -> None:
        """Take what returns the loaded policy, or None, what bounds evaluations, and the seconds that one may take."""
        self._current = current
        self._gate = gate
        self._most_seconds = most_seconds

    def handler(self) -> "grpc.GenericRpcHandler[bytes, bytes]":
        """Return the handler to register: it gets bytes, so that damaged ones are answered here."""
        answers = {"Evaluate": self._evaluate, "DescribePolicy": self._describe}
        methods = {name: grpc.unary_unary_rpc_method_handler(self._method(name, answers[name])) for name in answers}
        return grpc.method_handlers_generic_handler(SERVICE_NAME, methods)

    def _method(self, name: str, answer: _Answer) -> Callable[[bytes, grpc.ServicerContext], bytes]:
        def method(data: bytes, context: grpc.ServicerContext) -> bytes:
            call = Call.of(name, context)
            context.set_trailing_metadata(((REQUEST_ID_KEY, call.request_id),))
            try:
                answered, logged = answer(data, self._policy(), self._interrupted(context))
            except Exception as error:  # every error is answered, and none as a verdict
                status = status_of(error, call.request_id)
                fault = error if status.code == code_pb2.INTERNAL else None
                call.log(code_pb2.Code.Name(status.code), fault=fault, message=status.message)
                _abort(context, status)
            call.log("OK", **logged)
            return answered

        return method

    def _policy(self) -> Policy:
        policy = self._current()
        if policy is None:
            raise NotLoadedError
        return policy

    def _interrupted(self, context: grpc.ServicerContext) -> Callable[[], bool]:
        """Return what tells that the caller has gone, or that an answer takes too long."""
        end = time.monotonic() + self._most_seconds
        return lambda: not context.is_active() or time.monotonic() > end

    def _evaluate(self, data: bytes, policy: Policy, interrupted: Callable[[], bool]) -> tuple[bytes, dict[str, Any]]:
        with self._gate.entered(interrupted):
            request = pb.EvaluateRequest.FromString(data)
            response = evaluate(request, policy, interrupted)
            answered = response.SerializeToString()
        most = min(request.max_answer_bytes or ANSWER_BYTES, MOST_ANSWER_BYTES)
        if len(answered) > most:
            raise LargeAnswerError(len(answered), most)
        verdict = response.verdict
        return answered, {"allowed": verdict.allowed, "stage": verdict.stage, "digest": verdict.digest}

    @staticmethod
    def _describe(data: bytes, policy: Policy, _: Callable[[], bool]) -> tuple[bytes, dict[str, Any]]:
        pb.DescribePolicyRequest.FromString(data)
        return pb.DescribePolicyResponse(policy=policy_message(policy)).SerializeToString(), {}


def _abort(context: grpc.ServicerContext, status: status_pb2.Status) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returned")
