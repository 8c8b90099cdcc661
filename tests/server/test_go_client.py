"""A Go program that sends what k8s.io/api marshals gets the answers that were recorded, and those given in process."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine import Request
from engine.canonical import digest
from server.manifests import decode
from tests.places import CASES
from tests.server.conftest import serving

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "tests" / "go_client"
FILES = ("podlaw/v1/policy.proto", "podlaw/core/v1/core.proto")
PLUGINS = ("google.golang.org/protobuf/cmd/protoc-gen-go", "google.golang.org/grpc/cmd/protoc-gen-go-grpc")
SECONDS = 500

DIFFERENT_DIGEST = {
    "admission/gen-0080": "its totals keep the notation of 1500e-3, which is lost when Go marshals the Pod",
}
"""Cases whose digest is another one, by id, with the reason."""

pytestmark = pytest.mark.skipif(shutil.which("go") is None, reason="the Go client is built where Go is installed")


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, check=False, timeout=SECONDS, **options)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout


@pytest.fixture(scope="session")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("go_client")
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    (folder / "gen").mkdir()
    run("go", "install", *PLUGINS, cwd=folder, env={**os.environ, "GOBIN": str(folder / "bin")})
    imports = ",".join(f"M{name}=podlaw.test/client/gen/{name.rpartition('/')[0]}" for name in FILES)
    options = [f"--{kind}_opt=paths=source_relative,{imports}" for kind in ("go", "go-grpc")]
    plugins = [f"--plugin={folder / 'bin' / name.rpartition('/')[2]}" for name in PLUGINS]
    outs = [f"--{kind}_out={folder / 'gen'}" for kind in ("go", "go-grpc")]
    run(sys.executable, "-m", "grpc_tools.protoc", "-I", ROOT / "proto", *plugins, *outs, *options, *FILES)
    run("go", "build", "-o", "client", ".", cwd=folder)
    return folder / "client"


def cases(policy):
    """Return cases about the creation of a Pod that Kubernetes can decode: only those can be marshaled."""
    found = []
    for name, most in (("admission-handwritten.jsonl", 1000), ("admission-generated.jsonl", 150)):
        lines = (CASES / name).read_bytes().splitlines()
        asked = [case for case in map(decode, lines) if is_asked(policy, case)]
        found += asked[:most]
    return found


def is_asked(policy, case):
    given, expected = case["input"], case["expect"].get("admission")
    plain = given.get("operation", "CREATE") == "CREATE" and not given.get("subresource")
    return (
        plain
        and "pod" in given
        and case["kubernetes"] in policy.minors
        and expected
        and expected["stage"] != "defaulting"
    )


def test_a_go_client_agrees(policy, client):
    asked = cases(policy)
    assert len(asked) >= 200
    lines = b"".join(json.dumps(case, default=str).encode() + b"\n" for case in asked)
    with serving(policy) as (server, _):
        answers = [json.loads(line) for line in run(client, server.address, input=lines).splitlines()]
    assert [answer["id"] for answer in answers] == [case["id"] for case in asked]
    for case, answer in zip(asked, answers, strict=True):
        assert "error" not in answer, answer
        expected = case["expect"]["admission"]
        messages = [error if isinstance(error, str) else error["detail"] for error in expected["errors"]]
        assert answer["allowed"] == expected["allowed"], case["id"]
        assert Counter(answer["messages"]) == Counter(messages), case["id"]
        inputs = {"pod": case["input"]["pod"], "limitRanges": case["input"].get("limitRanges", [])}
        here = digest(policy.evaluate(Request(inputs=inputs, kubernetes=case["kubernetes"])))
        assert (answer["digest"] == here) is (case["id"] not in DIFFERENT_DIGEST), case["id"]
