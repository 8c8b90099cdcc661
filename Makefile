# What one does with a checkout. `make example` and `make test` set up everything they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PROTOS := podlaw/v1/policy.proto podlaw/core/v1/core.proto
COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --strip-extras --allow-unsafe --no-header

.PHONY: install example test lint types check mutate proto wheel lock clean

install: $(READY)

$(READY): requirements.txt requirements-dev.txt pyproject.toml
	@PYTHON="$(PYTHON)" bash scripts/prerequisites.sh
	@echo "setting up $(VENV): locked dependencies, then podlaw itself (about half a minute)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	@$(BIN)/python -m pip install --quiet --no-deps -e . 2>$(VENV)/install.log || { cat $(VENV)/install.log >&2; exit 1; }
	@touch $@

example: install
	@PODLAW="$(BIN)/podlaw" bash examples/run.sh

test: install
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist worksteal

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

check: install
	$(BIN)/podlaw check

SHARD ?= 1/1

mutate: install
	$(BIN)/podlaw mutate --cases tests/cases --shard $(SHARD)

proto: install
	$(BIN)/python -m grpc_tools.protoc -I proto --python_out=proto --pyi_out=proto $(PROTOS)
	$(BIN)/python -m grpc_tools.protoc -I proto --grpc_python_out=proto podlaw/v1/policy.proto
	$(BIN)/python scripts/api_docs.py > docs/api.md

wheel: install
	@PYTHON="$(BIN)/python" bash scripts/try_wheel.sh

lock:
	$(COMPILE) -o requirements.txt pyproject.toml
	$(COMPILE) --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist *.egg-info
