"""Codes have the order of what they stand for."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.encoding import BIAS, CODE_DIGITS, Encoder, OutOfRangeError, constant_code, ordered_float
from engine.quantity import parse

numbers = st.one_of(
    st.fractions(),
    st.integers(-(10**50), 10**50).map(Fraction),
    st.integers(-(10**12), 10**12).map(lambda n: Fraction(n, 10**9)),
    st.integers(-5, 5).map(lambda n: Fraction(BIAS + n, 10**9)),
    st.integers(-5, 5).map(lambda n: Fraction(-BIAS + n, 10**9)),
)


@given(st.lists(numbers, min_size=2, max_size=8))
def test_order_is_that_of_the_numbers(given_numbers):
    encoder = Encoder({})
    for number in given_numbers:
        encoder.exact(number)
    encoder.rank()
    codes = [encoder.exact(number) for number in given_numbers]
    assert {len(code) for code in codes} == {CODE_DIGITS}
    for left, left_code in zip(given_numbers, codes, strict=True):
        for right, right_code in zip(given_numbers, codes, strict=True):
            assert (left < right) == (left_code < right_code)
            assert (left == right) == (left_code == right_code)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_order_of_floats(left, right):
    assert (left < right) == (ordered_float(left) < ordered_float(right))
    assert (left == right) == (ordered_float(left) == ordered_float(right))


def test_not_a_number_has_no_code():
    assert ordered_float(math.nan) is None


def test_equal_quantities_have_equal_codes():
    encoder = Encoder({})
    assert encoder.quantity(parse("1")) == encoder.quantity(parse("1000m"))


def test_constants_and_request_texts_never_share_a_number():
    encoder = Encoder({"Container": 1, "Pod": 2})
    found = [encoder.text(text) for text in ("Container", "x", "Pod", "y", "x")]
    assert found[0] == 1
    assert found[2] == 2
    assert found[1] == found[4]
    assert len({*found}) == 4


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(10**40)])
def test_a_constant_that_only_a_rank_could_place_is_refused(number):
    with pytest.raises(OutOfRangeError):
        constant_code(number, "exact", {})
