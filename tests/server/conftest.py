"""A server on a free port of this machine, with the real policy or with one that does what a test needs."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from engine import Policy, Request, Verdict
from podlaw.v1 import policy_pb2 as pb
from podlaw.v1 import policy_pb2_grpc
from server.process import Server, Settings
from server.service import MOST_ANSWER_BYTES

DEADLINE = 60.0


class Scripted:
    """Stands in for a policy: answers with a function."""

    version, digest = "1.2.3", "sha256:00"
    conclusions = ()

    def __init__(self, answer: Callable[[Request], Verdict]) -> None:
        self._answer = answer

    def evaluate(self, request: Request, interrupted: Callable[[], bool] | None = None) -> Verdict:
        """Answer, if it is wanted."""
        assert interrupted is not None
        return self._answer(request)

    def close(self) -> None:
        """Nothing to give back."""


def admitted(**changes: Any) -> Verdict:
    """A verdict that admits, with changes."""
    plain: dict[str, Any] = {
        "allowed": True,
        "stage": "",
        "code": 0,
        "violations": (),
        "unreported": (),
        "values": (),
        "conclusions": {},
        "warnings": (),
        "kubernetes": "1.35",
        "policy_version": "1.2.3",
        "policy_digest": "sha256:00",
        "objects": {"pod": {}},
        "patches": {"pod": []},
    }
    return Verdict(**(plain | changes))


@contextlib.contextmanager
def serving(policy: Any, **settings: Any) -> Iterator[tuple[Server, grpc.Channel]]:
    """A started server that has loaded the policy, and a channel to it."""
    server = Server(lambda: policy, Settings(listen="127.0.0.1:0", **settings))
    address = server.start()
    server.load()
    try:
        with grpc.insecure_channel(address, [("grpc.max_receive_message_length", MOST_ANSWER_BYTES)]) as channel:
            yield server, channel
    finally:
        server.stop()


def raw_call(channel: grpc.Channel) -> Callable[..., bytes]:
    """Evaluate on bytes, as they are."""
    return channel.unary_unary("/podlaw.v1.PolicyService/Evaluate")


@pytest.fixture
def channel(policy: Policy) -> Iterator[grpc.Channel]:
    with serving(policy) as (_, channel):
        yield channel


@pytest.fixture
def stub(channel: grpc.Channel) -> policy_pb2_grpc.PolicyServiceStub:
    return policy_pb2_grpc.PolicyServiceStub(channel)


def request(pod: bytes, *limit_ranges: bytes, **fields: Any) -> pb.EvaluateRequest:
    """A request about manifests."""
    return pb.EvaluateRequest(
        pod=pb.Object(manifest=pod),
        limit_ranges=[pb.Object(manifest=limit_range) for limit_range in limit_ranges],
        **fields,
    )
