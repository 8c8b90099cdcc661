"""A server: port, health, reflection, and a stop that loses no call."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from engine import Policy
from server.calls import log_event
from server.gate import Gate
from server.lane import HealthInLane
from server.service import SERVICE_NAME, PolicyService

CALL_THREADS: Final = "podlaw-call"
_LIGHT_THREADS: Final = 8
_HEALTH_THREADS: Final = 2
_SERVING: Final = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve.

    ``listen`` is ``host:port``, where port 0 asks for any free one. ``evaluations`` run at once, and ``waiting`` more
    wait for them; what comes beyond is refused. An answer that takes more than ``most_seconds``, with the time that it
    waited, is given up.
    """

    listen: str = "127.0.0.1:50051"
    evaluations: int = 4
    waiting: int = 32
    max_request_bytes: int = 4 * 1024 * 1024
    grace_seconds: float = 10.0
    most_seconds: float = 30.0
    reflection: bool = True


class ListenError(Exception):
    """An address that cannot be listened on."""


class Server:
    """Serves the policy that ``load`` returns; until it is loaded, health says NOT_SERVING and calls UNAVAILABLE."""

    def __init__(self, load: Callable[[], Policy], settings: Settings | None = None) -> None:
        """Prepare the server; nothing listens yet."""
        self._load = load
        self._settings = settings or Settings()
        self._policy: Policy | None = None
        # Those that run, those that wait, and some for what answers at once: descriptions, reflection, refusals.
        threads = self._settings.evaluations + self._settings.waiting + _LIGHT_THREADS
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=CALL_THREADS)
        self._lane = ThreadPoolExecutor(_HEALTH_THREADS, thread_name_prefix=CALL_THREADS)
        self._server = grpc.server(
            self._pool,
            options=[
                ("grpc.max_receive_message_length", self._settings.max_request_bytes),
                ("grpc.so_reuseport", 0),
            ],
        )
        self.address = ""  # the bound address, once started
        self._health = HealthInLane(self._lane)
        self._tell(_NOT_SERVING)
        self._register()

    def start(self) -> str:
        """Listen, and return the address that is bound; raise :class:`ListenError`."""
        address = self._settings.listen
        try:
            port = self._server.add_insecure_port(address)
        except (RuntimeError, ValueError) as error:
            raise ListenError(f"cannot listen on {address}: {error}") from None
        if port == 0:
            raise ListenError(f"cannot listen on {address}")
        self._server.start()
        self.address = address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
        return self.address

    def load(self) -> Policy:
        """Load the policy and say SERVING; raises what loading raises."""
        self._policy = policy = self._load()
        self._tell(_SERVING)
        log_event("serving", policyVersion=policy.version, policyDigest=policy.digest)
        return policy

    def stop(self) -> None:
        """Say NOT_SERVING, take no new call, let the running ones finish within the grace, and end."""
        self._health.enter_graceful_shutdown()
        log_event("stopping", graceSeconds=self._settings.grace_seconds)
        self._server.stop(self._settings.grace_seconds).wait()
        # A call that outlives the grace cannot be interrupted: its answer has nowhere to go, so it is left behind.
        for pool in (self._pool, self._lane):
            pool.shutdown(wait=False, cancel_futures=True)
        if self._policy is not None:
            self._policy.close()
        log_event("stopped")

    def _tell(self, status: health_pb2.HealthCheckResponse.ServingStatus) -> None:
        for service in ("", SERVICE_NAME):
            self._health.set(service, status)

    def _register(self) -> None:
        gate = Gate(self._settings.evaluations, self._settings.waiting)
        service = PolicyService(lambda: self._policy, gate, self._settings.most_seconds)
        self._server.add_generic_rpc_handlers((service.handler(),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if self._settings.reflection:
            names = (SERVICE_NAME, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)
