"""Health, reflection, start and stop."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from podlaw.v1 import policy_pb2 as pb
from podlaw.v1 import policy_pb2_grpc
from server.process import ListenError, Server, Settings
from tests.server.conftest import DEADLINE, Scripted, admitted, raw_call, request, serving
from tests.server.test_evaluate import detail

ROOT = Path(__file__).parents[2]
SERVICE = "podlaw.v1.PolicyService"
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
POD = b"{kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}"


def health(channel: grpc.Channel, service: str) -> int:
    stub = health_pb2_grpc.HealthStub(channel)
    return stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=DEADLINE).status


@pytest.mark.parametrize("service", ["", SERVICE])
def test_serving_only_once_the_policy_is_loaded(service):
    server = Server(lambda: Scripted(lambda _: admitted()), Settings(listen="127.0.0.1:0"))
    address = server.start()
    try:
        with grpc.insecure_channel(address) as channel:
            assert health(channel, service) == NOT_SERVING
            with pytest.raises(grpc.RpcError) as early:
                raw_call(channel)(request(POD).SerializeToString(), timeout=DEADLINE)
            assert early.value.code() is grpc.StatusCode.UNAVAILABLE
            server.load()
            assert health(channel, service) == SERVING
    finally:
        server.stop()


def test_health_can_be_watched():
    server = Server(lambda: Scripted(lambda _: admitted()), Settings(listen="127.0.0.1:0"))
    address = server.start()
    try:
        with grpc.insecure_channel(address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            states = stub.Watch(health_pb2.HealthCheckRequest(service=SERVICE), timeout=DEADLINE)
            assert next(states).status == NOT_SERVING
            server.load()
            assert next(states).status == SERVING
            states.cancel()
    finally:
        server.stop()


@pytest.mark.parametrize("on", [True, False])
def test_reflection(on):
    with serving(Scripted(lambda _: admitted()), reflection=on) as (_, channel):
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
        answers = stub.ServerReflectionInfo(asked, timeout=DEADLINE)
        if not on:
            with pytest.raises(grpc.RpcError) as off:
                next(answers)
            assert off.value.code() is grpc.StatusCode.UNIMPLEMENTED
            return
        names = {service.name for service in next(answers).list_services_response.service}
    assert {SERVICE, "grpc.health.v1.Health"} <= names


def test_a_stop_lets_running_calls_finish():
    entered, release = threading.Event(), threading.Event()

    def evaluate(_):
        entered.set()
        assert release.wait(DEADLINE)
        return admitted()

    with serving(Scripted(evaluate)) as (server, channel):
        running = channel.unary_unary("/podlaw.v1.PolicyService/Evaluate").future(
            request(POD).SerializeToString(), timeout=DEADLINE
        )
        assert entered.wait(DEADLINE)
        states = health_pb2_grpc.HealthStub(channel).Watch(
            health_pb2.HealthCheckRequest(service=SERVICE), timeout=DEADLINE
        )
        assert next(states).status == SERVING
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert next(states).status == NOT_SERVING
        states.cancel()
        release.set()
        assert pb.EvaluateResponse.FromString(running.result()).verdict.allowed
        stopping.join(DEADLINE)
        assert not stopping.is_alive()


class Held:
    """A policy whose evaluations last until they are let go."""

    def __init__(self):
        self.entered, self.release = threading.Semaphore(0), threading.Event()

    def __call__(self, _):
        self.entered.release()
        assert self.release.wait(DEADLINE)
        return admitted()


def test_health_answers_while_as_many_calls_as_may_are_held_up():
    held, refused = Held(), queue.Queue()
    with serving(Scripted(held), evaluations=2, waiting=3) as (_, channel):
        calls = [raw_call(channel).future(request(POD).SerializeToString(), timeout=DEADLINE) for _ in range(12)]
        for call in calls:
            call.add_done_callback(refused.put)
        busy = [refused.get(timeout=DEADLINE) for _ in range(7)]
        assert health(channel, SERVICE) == SERVING
        for error in (call.exception() for call in busy):
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert detail(error, error_details_pb2.ErrorInfo()).reason == "BUSY"
            assert detail(error, error_details_pb2.RetryInfo()).retry_delay.seconds == 1
        for _ in range(2):
            assert held.entered.acquire(timeout=DEADLINE)
        assert not held.entered.acquire(blocking=False)
        held.release.set()
        answers = [pb.EvaluateResponse.FromString(call.result()) for call in calls if call not in busy]
    assert [answer.verdict.allowed for answer in answers] == [True] * 5


def test_health_answers_while_every_other_thread_is_taken():
    """Streams of reflection hold threads as long as their callers like; health has threads of its own."""
    done = threading.Event()

    def questions():
        yield reflection_pb2.ServerReflectionRequest(list_services="")
        done.wait(DEADLINE)

    with serving(Scripted(lambda _: admitted()), evaluations=1, waiting=1) as (_, channel):
        streams = [
            reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(questions()) for _ in range(20)
        ]
        assert next(streams[0]).HasField("list_services_response")
        assert health(channel, SERVICE) == SERVING
        done.set()
        for stream in streams:
            stream.cancel()


def test_one_that_waits_gives_up_in_time():
    held = Held()
    with serving(Scripted(held), evaluations=1, waiting=1, most_seconds=0.3) as (_, channel):
        asked = request(POD).SerializeToString()
        running = raw_call(channel).future(asked, timeout=DEADLINE)
        assert held.entered.acquire(timeout=DEADLINE)
        waiting = raw_call(channel).future(asked, timeout=DEADLINE).exception()
        assert waiting.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert detail(waiting, error_details_pb2.ErrorInfo()).reason == "TOO_SLOW"
        held.release.set()
        assert running.result()


def test_an_address_that_is_taken():
    with serving(Scripted(lambda _: admitted())):
        first = Server(lambda: None, Settings(listen="127.0.0.1:0"))
        address = first.start()
        second = Server(lambda: None, Settings(listen=address))
        with pytest.raises(ListenError, match="cannot listen on"):
            second.start()
        first.stop()
        second.stop()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_well(number):
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "serve", "--listen", "127.0.0.1:0", "--rules", str(ROOT / "rules")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("serving on 127.0.0.1:"), line
        with grpc.insecure_channel(line.split()[-1]) as channel:
            stub = policy_pb2_grpc.PolicyServiceStub(channel)
            assert stub.Evaluate(request(POD), timeout=DEADLINE).verdict.allowed
        process.send_signal(number)
        _, log = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    events = [json.loads(entry) for entry in log.splitlines()]
    assert [event["event"] for event in events] == ["serving", "call", "stopping", "stopped"]
    assert {"requestId", "code", "milliseconds", "allowed"} <= events[1].keys()
