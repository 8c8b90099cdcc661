"""Input made to cost time or memory, or to be taken for something it is not."""

from collections.abc import Iterator
from time import process_time

import pytest

from engine.quantity import (
    MAX_EXPONENT,
    MAX_TEXT_LENGTH,
    QuantityError,
    QuantityTooLarge,
    from_json,
    parse,
)
from tests.quantity.reference import SHAPE, SUFFIX

# Seconds of this process: far above the few milliseconds that any of these takes, far below work without a bound.
PATIENCE = 2.0


def short(value: object) -> str:
    """Return a name for a value that is too long to be one."""
    return value[:5] + ".." + value[-5:] if isinstance(value, str) else "number"


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    start = process_time()
    yield
    assert process_time() - start < PATIENCE


@pytest.mark.parametrize(
    "text",
    [
        "1" * 100_000,
        "0" * 100_000,
        "-" + "1" * 100_000 + "Ki",
        "." + "1" * 100_000,
        "." + "0" * 100_000 + "1",
        "1" * 100_000 + "e10",
        "1e" + "0" * 100_000,
        "1e1000000000",
        "1e-1000000000",
        "0e1000000000",
        "1E" + "9" * 100_000,
        f"1e{MAX_EXPONENT + 1}",
        f"1e-{MAX_EXPONENT + 1}",
        "1" * (MAX_TEXT_LENGTH + 1),
    ],
    ids=short,
)
def test_y2_work_without_a_bound_is_refused(text: str) -> None:
    with pytest.raises(QuantityTooLarge) as caught:
        parse(text)
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    "text",
    [
        "1" * 1_000_000 + "x",
        "0" * 1_000_000 + "x",
        "1." + "1" * 1_000_000 + ".",
        "." * 1_000_000,
        "1" + "m" * 1_000_000 + "x",
        "1e" + "1" * 1_000_000 + "e",
        "(" * 1_000_000,
    ],
    ids=short,
)
def test_a_long_text_of_the_wrong_shape_is_refused_as_kubernetes_does(text: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse(text)
    assert caught.value.message == SHAPE


def test_a_long_text_with_a_wrong_suffix_is_refused_as_kubernetes_does() -> None:
    with pytest.raises(QuantityError) as caught:
        parse("1" + "k" * 1_000_000)
    assert caught.value.message == SUFFIX


@pytest.mark.parametrize(
    "text",
    [
        "1\x00",
        "\x001",
        "1\x00Ki",
        "\u0661",  # ARABIC-INDIC DIGIT ONE
        "1\u0662",
        "\uff11",  # FULLWIDTH DIGIT ONE
        "1\u2070",
        "\u00bd",
        "1\u212a",  # KELVIN SIGN, an upper case of k
        "1\ufeff",
        "\ud800",
        "1_000",
        "0x10",
        "1,5",
        "\u22121",  # MINUS SIGN
        "1\u200b",  # ZERO WIDTH SPACE, no white space
        "\x1f1",  # a blank to Python, not to Go
        "1\x0b",
        "infinity",
        "NaN",
        "1\n",
    ],
)
def test_what_only_looks_like_a_number_is_refused(text: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse(text)
    assert caught.value.message == SHAPE


@pytest.mark.parametrize("number", [10**100_000, -(10**100_000), 1 << 10_000_000, 10**MAX_TEXT_LENGTH], ids=short)
def test_y2_a_long_json_number_is_refused(number: int) -> None:
    with pytest.raises(QuantityTooLarge):
        from_json(number)


LARGEST = [
    "9" * (MAX_TEXT_LENGTH - 6) + f"e{MAX_EXPONENT}",
    "-" + "7" * (MAX_TEXT_LENGTH - 7) + f"e{MAX_EXPONENT}",
    "1" + "0" * (MAX_TEXT_LENGTH - 7) + f"e{MAX_EXPONENT}",
    f"1e{MAX_EXPONENT}",
    "." + "0" * (MAX_TEXT_LENGTH - 8) + f"1e{MAX_EXPONENT}",
    f"12345678901234567890e-{MAX_EXPONENT}",
    "3" * (MAX_TEXT_LENGTH - 2) + "Ei",
    "." + "3" * (MAX_TEXT_LENGTH - 3) + "Ki",
]


@pytest.mark.parametrize("text", LARGEST, ids=short)
def test_the_largest_that_are_read_cost_little(text: str) -> None:
    quantity = parse(text).add(parse("1n"))
    assert quantity.subtract(parse("1n")) == parse(text)
    assert quantity.text
    assert quantity.stored().text
    assert abs(quantity.rounded().exact) >= abs(quantity.exact)
    assert hash(quantity) == hash(parse("1n").add(parse(text)))
    assert -(2**63) <= quantity.value < 2**63


@pytest.mark.parametrize("length", [19, 511, 512, 513, 514, 1023, 1025, 1026, 2051, 4095, MAX_TEXT_LENGTH])
def test_digits_of_every_length_are_exact(length: int) -> None:
    digits = ("9876543210" * (length // 10 + 1))[:length]
    assert parse(digits).exact == int(digits)
    assert parse(digits).add(parse("1n")).text == f"{digits}000000001n"
    assert parse(digits).add(parse("1n")).subtract(parse("1n")).exact == int(digits)


@pytest.mark.parametrize("power", range(60, 70))
def test_powers_of_every_size_are_exact(power: int) -> None:
    assert parse(f"1e{power}").exact == int("1" + "0" * power)
    assert parse(f"1e{power}").add(parse("1")).text == "1" + "0" * (power - 1) + "1"


def test_long_digits_are_exact_whatever_pieces_they_are_handled_in() -> None:
    digits = "123456789" * 400
    assert parse(digits).text == digits
    assert parse("-" + digits).text == "-" + digits
    assert parse(digits).exact % 10**9 == 123456789
    assert parse(digits).add(parse("1")).text == digits[:-2] + "90"


def test_comparing_amounts_far_apart_multiplies_nothing_out() -> None:
    large, small = parse(f"1e{MAX_EXPONENT}"), parse(f"2e{MAX_EXPONENT - 1}")
    for _ in range(1000):
        assert large > small
        assert small < large
        assert parse("-1").compare(large) == -1


def test_y2_what_lies_within_the_bound_is_read() -> None:
    assert parse("1" * MAX_TEXT_LENGTH).is_big
    assert parse(f"1e{MAX_EXPONENT}").value == 0
    assert parse(f"1e-{MAX_EXPONENT}").text == "1e-9"
    assert parse("1e" + "0" * 100 + "3").value == 1000
