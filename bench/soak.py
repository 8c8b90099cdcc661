"""A long run: evaluations in threads and in processes, memory measured on the way, every answer checked.

    python -m bench.soak --evaluations 1000000 --threads 8
    python -m bench.soak --evaluations 1000000 --processes 4

Asked are recorded cases of creations whose answers are known, in turn; each answer must be the one that was recorded.
Memory is what is resident (VmRSS), of the process or of all together; it must not grow after the warm-up.
"""

import argparse
import itertools
import multiprocessing
import sys
import threading
import time
from pathlib import Path

from cli.cases.comparison import differences
from cli.cases.facets import Question
from cli.cases.format import read_cases
from engine import Policy, UnsupportedRequest

ROOT = Path(__file__).parents[1]
FILES = ("admission-handwritten", "qos", "pvc", "limitrange-validation", "admission-generated")
MOST_CASES = 1_500
SAMPLES = 20
MIB = 1024


def resident():
    """Return what is resident of this process, in KiB."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def known(policy):
    """Return the cases that are answered, each with one facet."""
    files = [ROOT / "tests" / "cases" / f"{name}.jsonl" for name in FILES]
    found = []
    for case in read_cases(files)[:MOST_CASES]:
        for facet in sorted(case.expect):
            try:
                Question(case.input, case.kubernetes, policy.evaluate).answer(facet)
            except UnsupportedRequest:
                continue
            found.append((case, facet))
            break
    return found


def ask(policy, cases, count, counted, wrong):
    """Ask ``count`` times, tell ``counted`` after each hundred, and keep what is not answered as recorded."""
    endless = itertools.cycle(cases)
    for number in range(1, count + 1):
        case, facet = next(endless)
        answered = Question(case.input, case.kubernetes, policy.evaluate).answer(facet)
        if differences(facet, case.expect[facet], answered, case.expect):
            wrong.append(case.id)
        if number % 100 == 0:
            counted(100)


def in_threads(count, threads):
    """Ask in the threads of this process; return samples of memory and the wrong answers."""
    policy = Policy.load(ROOT / "rules")
    cases, wrong, done = known(policy), [], [0]
    lock, samples = threading.Lock(), []

    def counted(more):
        with lock:
            done[0] += more
            if done[0] % (count // SAMPLES) < more:
                samples.append((done[0], resident()))

    share = count // threads
    workers = [
        threading.Thread(target=ask, args=(policy, cases[at:] + cases[:at], share, counted, wrong))
        for at in range(0, threads * 17, 17)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return samples, wrong, done[0]


def of_process(count):
    """Ask in one process; return the same."""
    return in_threads(count, 1)


def in_processes(count, processes):
    """Ask in processes; return the sums of their samples, all wrong answers, and the number of evaluations."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        parts = pool.map(of_process, [count // processes] * processes, chunksize=1)
    samples = [(sum(n for n, _ in at), sum(kib for _, kib in at)) for at in zip(*(p[0] for p in parts), strict=False)]
    return samples, [one for part in parts for one in part[1]], sum(part[2] for part in parts)


def main():
    """Run, print the figures, and return 1 if an answer was wrong or memory grew."""
    parser = argparse.ArgumentParser(description="Many evaluations: memory, and whether all answers are right.")
    parser.add_argument("--evaluations", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--processes", type=int, default=0, help="ask in processes instead")
    parser.add_argument("--most-growth", type=float, default=5.0, help="percent after warm-up (default: %(default)g)")
    options = parser.parse_args()
    start = time.monotonic()
    if options.processes:
        samples, wrong, done = in_processes(options.evaluations, options.processes)
    else:
        samples, wrong, done = in_threads(options.evaluations, options.threads)
    seconds = time.monotonic() - start
    for number, kib in samples:
        sys.stdout.write(f"{number:>9} evaluations  {kib / MIB:7.1f} MiB\n")
    warm = samples[len(samples) // 4][1]
    growth = 100 * (samples[-1][1] - warm) / warm
    sys.stdout.write(f"{done} evaluations in {seconds:.0f} s, {done / seconds:.0f} a second\n")
    sys.stdout.write(
        f"memory after a quarter {warm / MIB:.1f} MiB, at the end {samples[-1][1] / MIB:.1f} MiB ({growth:+.1f} %)\n"
    )
    sys.stdout.write(f"{len(wrong)} wrong answers{': ' + ', '.join(wrong[:5]) if wrong else ''}\n")
    return 1 if wrong or growth > options.most_growth else 0


if __name__ == "__main__":
    sys.exit(main())
