"""Asks the engine and the interpreter the same; run as a program, as often as you like.

python -m tests.second_opinion.comparing --requests 100000 --processes 2
"""

import argparse
import dataclasses
import multiprocessing
import sys
import time
from collections import Counter

from engine import Policy, RequestError
from engine.language.loading import load
from tests.places import RULES
from tests.second_opinion.policy import SecondOpinion
from tests.second_opinion.requests import Generator

IN_ONE = 500


def told(policy, request):
    """All that a policy answers, but for the comparisons by which a case held."""
    try:
        verdict = policy.evaluate(request)
    except RequestError as error:
        return "refused", [(one.field, one.description) for one in error.violations]
    return (
        (verdict.allowed, verdict.stage, verdict.code, verdict.order),
        [plain(one) for one in verdict.violations],
        [plain(one) for one in verdict.unreported],
        [[plain(one) for one in alternative] for alternative in verdict.alternatives],
        verdict.values,
        verdict.conclusions,
        verdict.warnings,
        dict(verdict.objects),
        dict(verdict.patches),
    )


def plain(violation):
    return dataclasses.replace(violation, comparisons=())


def kind(answer):
    """What sort of answer it is, so that a run shows that all sorts were met."""
    return answer[0] if answer[0] == "refused" else "admitted" if answer[0][0] else f"denied in {answer[0][1]}"


def compared(seed, count):
    """What sorts of answers the requests of a seed got, and those that were answered in two ways."""
    engine, opinion = Policy.load(RULES), SecondOpinion(load(RULES))
    generator = Generator(seed, engine.minors)
    kinds, differing = Counter(), []
    for number in range(count):
        request = generator.request()
        one, other = told(engine, request), told(opinion, request)
        kinds[kind(one)] += 1
        if one != other:
            differing.append((seed, number, request, one, other))
    return kinds, differing


def main():
    parser = argparse.ArgumentParser(description="Compare the engine with plain Python on generated requests.")
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    start, kinds, differing = time.monotonic(), Counter(), []
    parts = -(-options.requests // IN_ONE)
    tasks = [(options.first_seed + part, min(IN_ONE, options.requests - part * IN_ONE)) for part in range(parts)]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for found, wrong in pool.starmap(compared, tasks, chunksize=1):
            kinds += found
            differing += wrong
    for seed, number, request, one, other in differing[:5]:
        sys.stdout.write(f"seed {seed}, request {number}: {request}\n  engine  {one}\n  opinion {other}\n")
    for what, count in sorted(kinds.items()):
        sys.stdout.write(f"{count:>7} {what}\n")
    seconds = time.monotonic() - start
    sys.stdout.write(f"{kinds.total()} requests, {len(differing)} answered in two ways, {seconds:.0f} s\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
