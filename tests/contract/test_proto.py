"""The contract is well formed, breaks nothing that was released, and what is generated from it is fresh."""

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "proto"
BUF = Path(sys.executable).with_name("buf")
FILES = ("podlaw/v1/policy.proto", "podlaw/core/v1/core.proto")


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, check=False, timeout=120, **options)


def test_lint():
    found = run(BUF, "lint", PROTO)
    assert (found.returncode, found.stdout) == (0, b"")


def breaking(folder):
    return run(BUF, "breaking", folder, "--against", PROTO / "released.binpb")


def test_nothing_that_was_released_breaks():
    found = breaking(PROTO)
    assert (found.returncode, found.stdout) == (0, b"")


def test_a_break_is_found(tmp_path):
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (PROTO / name).read_text()
        (tmp_path / name).write_text(text.replace("string kubernetes = 3;", "string kubernetes = 21;"))
    (tmp_path / "buf.yaml").write_text((PROTO / "buf.yaml").read_text())
    found = breaking(tmp_path)
    assert found.returncode != 0
    assert b'"3"' in found.stdout


def test_generated_code_is_fresh(tmp_path):
    common = [sys.executable, "-m", "grpc_tools.protoc", "-I", PROTO]
    assert run(*common, f"--python_out={tmp_path}", f"--pyi_out={tmp_path}", *FILES).returncode == 0
    assert run(*common, f"--grpc_python_out={tmp_path}", FILES[0]).returncode == 0
    made = {file.relative_to(tmp_path): file.read_bytes() for file in tmp_path.rglob("*.py*")}
    assert len(made) == 5
    assert made == {name: (PROTO / name).read_bytes() for name in made}


def test_the_page_of_the_contract_is_fresh():
    found = run(sys.executable, ROOT / "scripts" / "api_docs.py")
    assert found.stdout.decode() == (ROOT / "docs" / "api.md").read_text()


def uncommented():
    built = FileDescriptorSet.FromString(run(BUF, "build", PROTO, "-o", "-").stdout)
    for file in built.file:
        if file.name in FILES:
            told = {tuple(place.path) for place in file.source_code_info.location if place.leading_comments.strip()}
            for number, message in enumerate(file.message_type):
                yield from ((message.name, "") for _ in range((4, number) not in told))
                yield from (
                    (message.name, field.name)
                    for place, field in enumerate(message.field)
                    if (4, number, 2, place) not in told
                )


def test_every_field_is_explained():
    assert list(uncommented()) == []


@pytest.mark.parametrize("name", FILES)
def test_one_package_one_folder(name):
    assert f"package {name.rpartition('/')[0].replace('/', '.')};" in (PROTO / name).read_text()
