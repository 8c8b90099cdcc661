#!/usr/bin/env bash
# Serves the policy on a free port, has the server evaluate the pods of this folder, and stops it again.
# The pods that are refused are part of the example: exit status 0 says that every pod got its answer.
set -euo pipefail

podlaw=${PODLAW:-podlaw}
examples=$(dirname -- "$0")
seconds_to_start=60

folder=$(mktemp -d)
: >"$folder/out" # there before the server's shell has made it
"$podlaw" serve --listen 127.0.0.1:0 >"$folder/out" 2>"$folder/log" &
server=$!

finish() {
    kill -TERM "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    rm -rf -- "$folder"
}
trap finish EXIT

address=
for ((tenths = 0; tenths < 10 * seconds_to_start; tenths++)); do
    address=$(sed -n 's/^serving on //p' "$folder/out")
    [[ -z $address ]] || break
    if ! kill -0 "$server" 2>/dev/null; then
        break
    fi
    sleep 0.1
done
if [[ -z $address ]]; then
    cat "$folder/log" >&2
    echo "run.sh: the server did not start" >&2
    exit 1
fi

echo "podlaw serves on $address"
echo
status=0
"$podlaw" evaluate -f "$examples"/*.yaml --server "$address" "$@" || status=$?
((status <= 1))
