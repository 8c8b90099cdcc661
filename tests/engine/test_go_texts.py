"""Durations, 32-bit floats and times: as Go 1.26 reads and prints them.

``go_texts.jsonl`` was recorded by running ``time.ParseDuration``, ``Duration.String``, ``strconv.ParseFloat``
(to 32 bits), ``float32(value) / 100`` and ``time.Parse`` of RFC 3339; a member is null where Go refuses the text.
"""

import json
import math
import struct
from fractions import Fraction
from pathlib import Path

import pytest

from engine.durations import duration_error, duration_of, duration_text, time_of
from engine.floats import as_float32, float32_error, float32_of

RECORDED = [json.loads(line) for line in (Path(__file__).parent / "go_texts.jsonl").read_text("utf-8").splitlines()]


def bits(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


@pytest.mark.parametrize("one", RECORDED, ids=lambda one: ascii(one["text"]))
def test_as_recorded(one):
    text, nanoseconds = one["text"], one["nanoseconds"]
    assert duration_error(text) == one["durationError"]
    assert duration_of(text) == nanoseconds
    if nanoseconds is not None:
        assert duration_text(nanoseconds) == one["printed"]
    assert float32_error(text) == one["float32Error"]
    number = float32_of(text)
    if one["float32Bits"] is not None and not math.isnan(number):
        assert (bits(number), bits(as_float32(number / 100))) == (one["float32Bits"], one["hundredthBits"])
    seconds = None if one["seconds"] is None else Fraction(one["seconds"])
    assert time_of(text) == seconds


def test_both_readings_were_recorded_of_every_kind():
    for member in ("nanoseconds", "float32Bits", "seconds"):
        assert {one[member] is None for one in RECORDED} == {True, False}
    assert {"invalid syntax", "value out of range", ""} == {one["float32Error"] for one in RECORDED}


def test_what_is_no_number_is_told_apart_from_what_is_too_large():
    assert float32_of("1x") is None
    assert float32_of("-1e39") == -math.inf
    assert math.isnan(float32_of("NaN"))
    assert as_float32(1e300) == math.inf


@pytest.mark.parametrize(
    "text", ["9" * 100_000, "1e" + "9" * 100_000, "1" + "0" * 100_000 + "h", "0." + "1" * 100_000 + "s"]
)
def test_long_texts_are_read_in_time(text):
    assert float32_error(text) in ("value out of range", "invalid syntax")
    assert duration_error(text).startswith("time: ") or duration_of(text) == 111_111_111
