"""Damaged messages and manifests are the caller's mistake, or are answered; never are they a fault of the server."""

import json
import random
from collections import Counter

import grpc
import pytest

from podlaw.core.v1 import core_pb2 as core
from podlaw.v1 import policy_pb2 as pb
from server import typed
from server.manifests import decode, encode
from tests.places import CASES
from tests.server.conftest import DEADLINE, raw_call
from tests.server.test_forms import asked, manifest_object, typed_object

COUNT = 1000
ODD = (None, True, 7, -1, 1.5, "", "1x", "1e999", "\ud800", "\x00", [], {}, [None], {"cpu": None}, "9" * 400, 2**70)


def originals():
    lines = (CASES / "admission-handwritten.jsonl").read_bytes().splitlines()
    return [
        case
        for case in map(decode, lines)
        if case["input"].get("operation", "CREATE") == "CREATE" and case["kubernetes"] == "1.35"
    ]


def seeded(name):
    return random.Random(name)  # noqa: S311 - the same damage each time


def flipped(data, rng):
    """Return bytes with a few of them changed, cut out or doubled."""
    damaged = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 5])):
        at = rng.randrange(len(damaged) or 1)
        match rng.choice([0, 0, 0, 1, 2, 3]):
            case 0:
                damaged[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del damaged[at : at + rng.randint(1, 20)]
            case 2:
                damaged[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
            case 3:
                damaged[at:at] = damaged[at : at + rng.randint(1, 40)]
    return bytes(damaged)


def places(value):
    """Yield the holders and keys of everything within a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield value, key
        yield from places(inner)


def misshapen(value, rng):
    """Return a JSON value in which something is what it cannot be."""
    changed = decode(encode(value))
    held, key = rng.choice(list(places(changed)))
    held[key] = rng.choice(ODD)
    return changed


def misshapen_object(value, rng):
    text = json.dumps(misshapen(value, rng), default=str).encode()
    return pb.Object(manifest=flipped(text, rng) if rng.random() < 0.3 else text)


def outcome(call, data):
    try:
        response = pb.EvaluateResponse.FromString(call(data, timeout=DEADLINE))
    except grpc.RpcError as error:
        return error.code().name
    assert response.verdict.policy_digest
    assert len(response.verdict.digest) == 64
    return "OK"


ANSWERS = {"OK", "INVALID_ARGUMENT", "UNIMPLEMENTED", "RESOURCE_EXHAUSTED"}
"""The last is right where the damage says that the client receives next to nothing."""


@pytest.mark.parametrize("make", [typed_object, manifest_object], ids=["typed", "manifest"])
def test_damaged_bytes_of_a_request(channel, make):
    rng, call, found = seeded(make.__name__), raw_call(channel), Counter()
    cases = originals()
    for number in range(COUNT):
        data = asked(cases[number % len(cases)], make).SerializeToString()
        found[outcome(call, flipped(data, rng))] += 1
    assert set(found) <= ANSWERS
    assert min(found["OK"], found["INVALID_ARGUMENT"]) > 20, found


def test_manifests_of_another_shape(channel):
    rng, call, found = seeded("shape"), raw_call(channel), Counter()
    cases = originals()
    for number in range(COUNT):
        request = asked(cases[number % len(cases)], lambda _, value: misshapen_object(value, rng))
        found[outcome(call, request.SerializeToString())] += 1
    assert set(found) <= ANSWERS
    assert min(found["OK"], found["INVALID_ARGUMENT"]) > 20, found


def test_typed_objects_with_odd_values(channel):
    rng, call, found = seeded("typed"), raw_call(channel), Counter()
    texts = [odd for odd in ODD if isinstance(odd, str) and "\ud800" not in odd]
    for case in originals():
        if "pod" not in case["input"]:
            continue
        pod = core.Pod()
        typed.write(pod, case["input"]["pod"])
        for container in pod.spec.containers:
            container.resources.limits[rng.choice(texts)].string = rng.choice(texts)
        pod.metadata.deletion_timestamp.seconds = rng.choice([0, -(2**62), 2**62])
        found[outcome(call, pb.EvaluateRequest(pod=pb.Object(pod=pod)).SerializeToString())] += 1
    assert set(found) <= ANSWERS
    assert found["OK"] > 20
