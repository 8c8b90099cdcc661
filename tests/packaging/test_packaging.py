"""What is shipped, and that what is generated is fresh."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
GENERATED = ["policy_pb2.py", "policy_pb2.pyi", "policy_pb2_grpc.py"]


def test_messages_are_fresh(tmp_path):
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I", "proto", "podlaw/v1/policy.proto"]
    outputs = [f"--{kind}_out={tmp_path}" for kind in ("python", "pyi", "grpc_python")]
    subprocess.run([*command, *outputs], cwd=ROOT, check=True)
    for name in GENERATED:
        fresh = (tmp_path / "podlaw" / "v1" / name).read_text()
        assert fresh == (ROOT / "proto" / "podlaw" / "v1" / name).read_text(), "run `make proto`"


def test_all_packages_are_shipped():
    found = {
        ".".join(folder.relative_to(ROOT).parts)
        for top in ("engine", "server", "cli")
        for folder in [ROOT / top, *(ROOT / top).rglob("*")]
        if folder.is_dir() and any(folder.glob("*.py"))
    }
    generated = {"podlaw", "podlaw.core", "podlaw.core.v1", "podlaw.v1"}
    assert found | generated | {"podlaw.rules"} == set(SETUPTOOLS["packages"])


def test_all_rule_files_are_shipped():
    shipped = {
        file for pattern in SETUPTOOLS["package-data"]["podlaw.rules"] for file in (ROOT / "rules").glob(pattern)
    }
    assert shipped == {file for file in (ROOT / "rules").rglob("*") if file.is_file()}
    assert shipped


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_locks_name_versions_and_hashes_only(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"^--", text, re.MULTILINE)
    assert all("==" in line for line in re.findall(r"^[a-zA-Z].*", text, re.MULTILINE))
    assert text.count("--hash=") >= text.count("==")


def test_what_is_missing_to_compile_the_engine_is_named():
    environment = os.environ | {"PYTHON": sys.executable, "CC": "no-such-compiler"}
    script = ROOT / "scripts" / "prerequisites.sh"
    ran = subprocess.run(["/bin/bash", script], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "a C compiler, `no-such-compiler` (Debian: gcc libc6-dev)" in ran.stderr
