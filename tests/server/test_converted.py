"""YAML becomes the JSON that Kubernetes' converter makes of it: recorded with sigs.k8s.io/yaml 1.6.0."""

import json
from pathlib import Path

import pytest

from server.manifests import ManifestError, decode_all, encode

RECORDED = [json.loads(line) for line in (Path(__file__).parent / "converted.jsonl").read_text().splitlines()]


def literal(text):
    """JSON with its numbers as they are written."""
    return json.loads(text, parse_float=lambda number: ("number", number), parse_int=lambda number: ("number", number))


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: ascii(case["yaml"])[:40])
def test_as_recorded(case):
    try:
        found = list(decode_all(case["yaml"].encode()))
    except ManifestError:
        assert case["json"] is None
        return
    assert case["json"] is not None
    assert literal(encode(found[0].value)) == literal(case["json"])


def test_there_are_many():
    assert len(RECORDED) > 400
