"""How long ``podlaw serve`` takes until it serves, and how much memory it then holds; before and after answers.

python -m bench.starting
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import grpc

from bench.beside import asked
from bench.workloads import NAMES, workload

ROUNDS = 5
ANSWERS = 2000
TICKS = os.sysconf("SC_CLK_TCK")


def cpu(process: int) -> float:
    """Return the seconds of CPU time that a process took."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(process: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def started() -> tuple[subprocess.Popen[str], str]:
    """Return a server that serves, and its address."""
    command = [sys.executable, "-m", "cli", "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603
    assert process.stdout is not None  # noqa: S101 - asked for
    return process, process.stdout.readline().split()[-1]


def main() -> None:
    """Print the figures."""
    best = (float("inf"), float("inf"))
    for number in range(ROUNDS):
        start = time.perf_counter()
        process, address = started()
        best = min(best[0], time.perf_counter() - start), min(best[1], cpu(process.pid))
        memory = resident(process.pid)
        if number == ROUNDS - 1:
            with grpc.insecure_channel(address) as channel:
                call = channel.unary_unary("/podlaw.v1.PolicyService/Evaluate")
                for at in range(ANSWERS):
                    call(asked(workload(NAMES[at % len(NAMES)])))
            after = resident(process.pid)
        process.terminate()
        process.wait()
    sys.stdout.write(f"start to SERVING: {best[0]:.2f} s, {best[1]:.2f} s of CPU time\n")
    sys.stdout.write(f"resident memory: {memory:.0f} MB, after {ANSWERS} answers {after:.0f} MB\n")


if __name__ == "__main__":
    main()
