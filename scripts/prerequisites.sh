#!/usr/bin/env bash
# Says what is missing to set up podlaw, before pip fails over it: the rule engine, durable_rules, comes as C source.
set -euo pipefail

python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "podlaw needs Python 3.11 or newer as \`$python\` (Debian: python3 python3-venv); or say PYTHON=..." >&2
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "\`$python\` cannot make environments: install its venv module (Debian: python3-venv)" >&2
    exit 1
fi

missing=()
compiler=${CC:-$("$python" -c 'import sysconfig; print((sysconfig.get_config_var("CC") or "cc").split()[0])')}
command -v "${compiler%% *}" >/dev/null || missing+=("a C compiler, \`$compiler\` (Debian: gcc libc6-dev)")
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
[[ -e $headers/Python.h ]] || missing+=("the headers of Python, $headers/Python.h (Debian: python3-dev)")

if ((${#missing[@]})); then
    echo "podlaw compiles its rule engine, durable_rules, when it is installed. Missing for that:" >&2
    printf '  - %s\n' "${missing[@]}" >&2
    echo "On Debian: apt-get install gcc libc6-dev python3-dev" >&2
    exit 1
fi
