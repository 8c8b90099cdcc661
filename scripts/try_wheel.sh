#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment outside the checkout, evaluates the example there with the
# rules that travel in it, and compares the answer with that of the checkout.
set -euo pipefail

python=${PYTHON:-.venv/bin/python}
checkout=$(cd -- "$(dirname -- "$0")/.." && pwd)
bin=$(dirname -- "$(command -v "$python")")
bin=$(cd -- "$bin" && pwd)
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT

cd -- "$checkout"
"$bin/python" -m build --quiet --outdir "$place/dist" . >/dev/null
wheel=$(echo "$place"/dist/*.whl)

"$bin/python" -m venv "$place/env"
"$place/env/bin/python" -m pip install --quiet --require-hashes -r requirements.txt
"$place/env/bin/python" -m pip install --quiet --no-deps "$wheel"

evaluate() { # the podlaw to use, the file to write
    local status=0
    "$1" evaluate -f "$checkout/examples" >"$2" || status=$?
    ((status == 1)) || { echo "try_wheel: exit status $status where 1 is expected: some pods are refused" >&2; exit 1; }
}
unset PODLAW_RULES PYTHONPATH
evaluate "$bin/podlaw" "$place/checkout.txt"
cd -- "$place"
evaluate "$place/env/bin/podlaw" "$place/wheel.txt"
diff "$place/checkout.txt" "$place/wheel.txt"
"$place/env/bin/podlaw" check >/dev/null
echo "wheel: $(basename "$wheel") gives the answers of the checkout"
