"""Generated requests: recorded objects put together anew, with amounts, names and lists changed at random."""

import copy
import json
import random

from engine import Request
from tests.places import CASES

AMOUNTS = (
    *("0", "1m", "49m", "50m", "0.05", "100m", "0.1", "1", "1.5", "1500m", "2", "3", "1e3", "1k", "-1"),
    *("1Ki", "1023", "1024", "64Mi", "1Gi", "1024Mi", "2Gi", "1.5Gi", "1n", "9223372036854775", "9223372036854775807"),
)
FILES = (
    "admission-generated",
    "admission-handwritten",
    "admission-other-versions",
    "qos",
    "pvc",
    "limitrange-validation",
)
NODE_FILES = {"oom": "oomScore", "ranking": "ranking", "local-storage-eviction": "localStorage"}


def recorded(name):
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]


class Generator:
    """Makes requests from a seed: the same ones each time."""

    def __init__(self, seed: int, minors):
        self.random = random.Random(seed)  # noqa: S311 - tests, not secrets
        self.minors = minors
        self.cases = [case for name in FILES for case in recorded(name)]
        self.ranges = [one for case in self.cases for one in case["input"].get("limitRanges", ())]
        self.node = [(question, case) for name, question in NODE_FILES.items() for case in recorded(name)]

    def request(self) -> Request:
        if self.random.random() < 0.2:
            return self.of_node()
        case = self.random.choice(self.cases)
        given = copy.deepcopy(case["input"])
        operation, subresource = given.pop("operation", "CREATE"), given.pop("subresource", "")
        given = {name: value for name, value in given.items() if name in INPUTS}
        if self.random.random() < 0.5:
            chosen = self.random.sample(self.ranges, self.random.randint(0, 3))
            given["limitRanges"] = copy.deepcopy(chosen)
        for value in given.values():
            self.change(value)
        return Request(given, self.random.choice(self.minors), operation, subresource)

    def of_node(self) -> Request:
        question, case = self.random.choice(self.node)
        given = {name: copy.deepcopy(value) for name, value in case["input"].items() if name in NODE_INPUTS}
        for name in ("pod", "nodePods"):
            self.change(given.get(name))
        return Request(given, self.random.choice(self.minors[-3:]), question=question)

    def change(self, value):
        """Change amounts, drop entries and repeat elements within a value, here and there."""
        if isinstance(value, dict):
            for key in list(value):
                inner = value[key]
                if isinstance(inner, str | int) and not isinstance(inner, bool) and is_amount(inner):
                    if self.random.random() < 0.25:
                        value[key] = self.random.choice(AMOUNTS)
                elif self.random.random() < 0.02 and isinstance(inner, dict | list) and key not in ("metadata", "spec"):
                    del value[key]
                else:
                    self.change(inner)
        elif isinstance(value, list):
            if value and isinstance(value[0], dict) and self.random.random() < 0.05:
                again = copy.deepcopy(self.random.choice(value))
                if isinstance(again.get("name"), str):
                    again["name"] += "-again"
                value.append(again)
            for inner in value:
                self.change(inner)


INPUTS = ("pod", "oldPod", "persistentVolumeClaim", "oldPersistentVolumeClaim", "limitRanges")
NODE_INPUTS = ("pod", "node", "nodePods", "summary", "kubeletConfig", "diskInfo", "signal")


def is_amount(value):
    text = str(value)
    return text[:1].isdigit() and len(text) < 25
