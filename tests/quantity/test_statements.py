"""The examples of the statements, one table per statement; every expected figure stands in the statement named."""

from fractions import Fraction

import pytest

from engine.quantity import Notation, QuantityError, from_int, from_json, larger, parse, parse_untrimmed
from tests.quantity.reference import NUMBER, SHAPE, SUFFIX

INT64_MAX = 2**63 - 1


@pytest.mark.parametrize("text", ["-", ".", "Ki", "m", "+"])
def test_q1_n2_a_number_part_without_digits_is_zero_in_64_bits(text: str) -> None:
    assert parse(text).exact == 0
    assert (parse(text).is_big, parse(text).text) == (False, "0")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", SHAPE),
        ("Ei", NUMBER),
        ("K", SUFFIX),
        ("1K", SUFFIX),
        ("1e", SUFFIX),
        ("1mm", SUFFIX),
        ("1ki", SUFFIX),
        ("\t1", SHAPE),
        ("1\n", SHAPE),
        ("1 Ki", SHAPE),
        ("1.2.3", SHAPE),
        ("1x", SHAPE),
    ],
)
def test_q1_q2_n2_refusals_to_the_letter(text: str, refusal: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse(text)
    assert (caught.value.message, str(caught.value)) == (refusal, refusal)


def test_q1_blanks_around_a_quantity_are_cut_and_not_kept() -> None:
    assert parse("  1.500 ").text == "1.500"
    assert parse("\u00a01.500\u3000").text == "1.500"


@pytest.mark.parametrize("text", [" 1", "1 ", " "])
def test_t3_where_blanks_are_not_removed_they_are_refused(text: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse_untrimmed(text)
    assert caught.value.message == SHAPE
    assert parse_untrimmed("1").value == 1


@pytest.mark.parametrize(
    ("suffix", "power"),
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)],
)
def test_q2_decimal_suffixes(suffix: str, power: int) -> None:
    quantity = parse("7" + suffix)
    assert (quantity.exact, quantity.notation) == (7 * Fraction(10) ** power, Notation.DECIMAL)


@pytest.mark.parametrize(("suffix", "power"), [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)])
def test_q2_binary_suffixes(suffix: str, power: int) -> None:
    quantity = parse("7" + suffix)
    assert (quantity.exact, quantity.notation) == (7 * 2**power, Notation.BINARY)


def test_q2_a_lone_e_is_exa_and_one_with_a_number_is_an_exponent() -> None:
    assert parse("1E").exact == 10**18
    assert parse("1E3").exact == 1000
    assert parse("1e-3").exact == Fraction(1, 1000)
    assert parse("1E+3").notation is Notation.EXPONENT


@pytest.mark.parametrize(
    ("small", "big"),
    [
        ("9" * 18, "9" * 19),
        ("0" * 5 + "9" * 18, "0" * 5 + "9" * 19),
        ("0." + "9" * 9, "0." + "9" * 10),
        ("123456789.123456789", "1234567890.123456789"),
        ("1e-9", "1e-10"),
        ("1.5u", "1.5n"),
        ("9" * 11 + "Ki", "9" * 12 + "Ki"),
        ("9" * 8 + "Mi", "9" * 9 + "Mi"),
        ("9" * 5 + "Gi", "9" * 6 + "Gi"),
        ("99Ti", "100Ti"),
        ("2Ti", "2Pi"),
        ("1Ti", "1Ei"),
        ("1Gi", "1.5Gi"),
    ],
)
def test_q4_n3_where_64_bits_end(small: str, big: str) -> None:
    assert (parse(small).is_big, parse(big).is_big) == (False, True)


@pytest.mark.parametrize("text", ["+2", "0010", "1.500", "1E3", "3Mi", "0"])
def test_q5_these_texts_print_as_they_are(text: str) -> None:
    assert parse(text).text == text


@pytest.mark.parametrize(("text", "printed"), [("8Ki", "8Ki"), ("0.5", "500m"), ("1000", "1k"), ("1.50", "1500m")])
def test_q5_these_texts_are_rewritten(text: str, printed: str) -> None:
    assert (parse(text).kept, parse(text).text, parse(text).canonical) == ("", printed, printed)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("0.1n", Fraction(1, 10**9)),
        ("-0.1n", Fraction(-1, 10**9)),
        ("1.0000000001", 1 + Fraction(1, 10**9)),
        ("10Ei", INT64_MAX),
        ("-10Ei", -INT64_MAX),
        ("10000000000000000000000", 10**22),
        ("99999999999999999999e30", 99999999999999999999 * 10**30),
    ],
)
def test_q6_what_big_amounts_hold(text: str, exact: Fraction) -> None:
    assert (parse(text).exact, parse(text).is_big) == (exact, True)


def test_q6_n3_a_binary_amount_between_zero_and_one_becomes_decimal() -> None:
    assert parse("0.0001Ki").notation is Notation.DECIMAL
    assert parse("0.1Ki").notation is Notation.BINARY


@pytest.mark.parametrize(
    ("value", "text"), [("100m", "100m"), (2, "2"), (-2, "-2"), (0.5, "500m"), (None, "0"), (0, "0"), (10**20, "100E")]
)
def test_q7_json_values(value: object, text: str) -> None:
    assert from_json(value).text == text


@pytest.mark.parametrize("value", [True, False, [], {}, "null", "true", float("nan"), float("inf")])
def test_q7_other_json_values_have_the_wrong_shape(value: object) -> None:
    with pytest.raises(QuantityError) as caught:
        from_json(value)
    assert caught.value.message == SHAPE


Q18 = [
    ("0.5", False, "500m", 1, 500),
    ("1500u", False, "2m", 1, 2),
    ("1n", False, "1m", 1, 1),
    ("1.500", False, "1.500", 2, 1500),
    ("1.50", False, "1500m", 2, 1500),
    ("+2", False, "+2", 2, 2000),
    ("1e3", False, "1e3", 1000, 1000000),
    ("999e-3", False, "999e-3", 1, 999),
    ("0.5Ki", True, "512", 512, 512000),
    ("0.3Gi", True, "322122547200m", 322122548, 322122547200),
    ("1.5Gi", True, "1536Mi", 1610612736, 1610612736000),
    ("1E", False, "1E", 1000000000000000000, 0),
    ("10E", False, "10E", 0, 0),
    ("10000E", False, "10", 0, 0),
    ("1e19", False, "10e18", 0, 0),
    ("10Ei", True, "9223372036854775807", 9223372036854775807, -1000),
    ("9223372036854775808", True, "9223372036854775808", -9223372036854775808, 0),
    ("999999999999999999", False, "999999999999999999", 999999999999999999, 3875820019684211736),
    ("-100m", False, "-100m", -1, -100),
    ("-1.5000000000001", True, "-1501m", 0, -1501),
]


@pytest.mark.parametrize(("text", "is_big", "printed", "value", "milli"), Q18)
def test_q18_examples_after_decoding(text: str, is_big: bool, printed: str, value: int, milli: int) -> None:
    quantity = parse(text).rounded()
    assert (quantity.is_big, quantity.text, quantity.value, quantity.milli) == (is_big, printed, value, milli)


def test_q8_only_a_64_bit_amount_of_thousandths_keeps_its_text() -> None:
    assert parse("1.500").rounded() is parse("1.500")
    assert parse("1500u").text == "1500u"
    assert parse("1500u").rounded().kept == ""


@pytest.mark.parametrize("text", ["10E", "10000E"])
def test_n4_a_huge_small_form_has_value_zero(text: str) -> None:
    assert (parse(text).value, parse(text).sign) == (0, 1)


@pytest.mark.parametrize(
    ("number", "notation", "text"),
    [
        (1000, Notation.DECIMAL, "1k"),
        (1024, Notation.BINARY, "1Ki"),
        (1000, Notation.BINARY, "1k"),  # as DecimalSI below 1024 (Q11, N5), and so recorded
        (0, Notation.BINARY, "0"),
        (-(2**63), Notation.BINARY, "-9223372036854775808"),
        (-(2**63), Notation.DECIMAL, "-9223372036854775808"),
        (1025, Notation.BINARY, "1025"),
        (-2048, Notation.BINARY, "-2Ki"),
        (12_000_000, Notation.EXPONENT, "12e6"),
        (7, Notation.EXPONENT, "7"),
    ],
)
def test_n5_n8_q11_printing_of_numbers_made_by_the_kubelet(number: int, notation: Notation, text: str) -> None:
    assert from_int(number, notation).text == text


def test_n5_the_least_number_prints_in_full_in_small_form_only() -> None:
    least = from_int(-(2**63), Notation.BINARY)
    assert (least.canonical, least.promoted_by(parse("1.5Gi")).canonical) == ("-9223372036854775808", "-8Ei")


def test_q11_beyond_exbi_nothing_is_appended() -> None:
    quantity, texts = from_int(2**62, Notation.BINARY), []
    for _ in range(10):
        texts.append(quantity.text)
        quantity = quantity.add(quantity)
    assert texts == ["4Ei", "8Ei", "16Ei", "32Ei", "64Ei", "128Ei", "256Ei", "512Ei", "1", "2"]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
def test_n1_a_number_made_by_the_kubelet_has_64_bits(number: int) -> None:
    with pytest.raises(OverflowError):
        from_int(number, Notation.DECIMAL)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1E", 10**18), ("10E", None), ("1m", None), ("1000m", None), ("1.5Gi", None), ("-3k", -3000), ("0E", 0)],
)
def test_q14_as_int64(text: str, number: int | None) -> None:
    assert parse(text).as_int64() == number


@pytest.mark.parametrize(
    ("summands", "text", "is_big", "notation"),
    [
        (("4E", "4E", "4E"), "12E", False, Notation.DECIMAL),
        (("1Gi", "0.5"), "1073741824500m", False, Notation.BINARY),
        (("1M", "1Ki"), "1001024", False, Notation.DECIMAL),
        (("1Ki", "1M"), "1001024", False, Notation.BINARY),
        (("10E", "1"), "10000000000000000001", True, Notation.DECIMAL),
        (("0", "1Gi"), "1Gi", False, Notation.BINARY),
        (("16e0", "0.2"), "16200e-3", False, Notation.EXPONENT),
    ],
)
def test_q19_examples_of_sums(summands: tuple[str, ...], text: str, is_big: bool, notation: Notation) -> None:
    total = parse(summands[0])
    for summand in summands[1:]:
        total = total.add(parse(summand))
    assert (total.text, total.is_big, total.notation) == (text, is_big, notation)


def test_q19_values_of_sums() -> None:
    assert parse("4E").add(parse("4E")).add(parse("4E")).value == 0
    assert parse("10E").add(parse("1")).value == -8446744073709551615


def test_q16_a_sum_loses_the_kept_text_and_a_copy_does_not() -> None:
    assert parse("+2").add(parse("0")).text == "2"
    assert parse("+2").text == "+2"


def test_q16_a_zero_of_any_exponent_leaves_a_64_bit_amount_one() -> None:
    assert not parse("10E").add(parse("0n")).is_big
    assert not parse("0n").add(parse("10E")).is_big


def test_n6_a_difference_is_exact_and_follows_the_first_notation() -> None:
    assert parse("1Gi").subtract(parse("512Mi")).text == "512Mi"
    assert parse("0").subtract(parse("1Gi")).text == "-1Gi"
    assert parse("-9223372036854775807").subtract(parse("10")).exact == -(2**63) - 9


def test_n6_a_difference_that_int64_does_not_hold_is_unlimited() -> None:
    difference = parse("0").subtract(from_int(-(2**63), Notation.DECIMAL))
    assert difference.exact == 2**63
    assert difference.is_big


def test_q15_a_left_side_compared_with_a_big_one_is_big_and_keeps_its_text() -> None:
    left, big = parse("+2"), parse("1.5Gi")
    after = left.promoted_by(big)
    assert after == parse("2")
    assert (after.is_big, after.text, left.is_big) == (True, "+2", False)
    assert left.promoted_by(parse("3")) is left
    assert big.promoted_by(left) is big


def test_q15_becoming_big_shows_in_value() -> None:
    """Q12 gives 0 for 10E in 64 bits; Q13 with d = 0 - 18 gives 10*10^18 modulo 2^64 as signed."""
    big = parse("10E").promoted_by(parse("9223372036854775808"))
    assert (parse("10E").value, big.value) == (0, 10 * 10**18 - 2**64)


@pytest.mark.parametrize("power", range(1, 25))
def test_q12_an_overflow_by_some_powers_wraps_and_by_all_others_is_zero(power: int) -> None:
    quantity, milli = parse(f"999999999999999999e{power}"), parse(f"999999999999999999e{power - 3}")
    product = (10**18 - 1) * 10**power
    wrapped = product % 2**64 - (2**64 if product % 2**64 >= 2**63 else 0)
    expected = wrapped if power in {1, 2, 3, 6, 9} else 0
    assert (quantity.value, milli.milli) == (expected, expected)


@pytest.mark.parametrize(
    ("text", "value", "milli"),
    [
        ("1E", 10**18, -(2**63)),
        ("2e18", 2 * 10**18, 0),
        ("1e19", -(2**63), -(2**63)),
        ("3e19", -(2**63), -(2**63)),
        ("2e19", 0, 0),
        ("2k", 2000, 2_000_000),
    ],
)
def test_q13_a_big_amount_times_more_than_10_to_the_18th_counts_as_times_minus_2_to_the_63rd(
    text: str, value: int, milli: int
) -> None:
    """For Value k is the exponent, for MilliValue 3 more; n * -2^63 is 0 modulo 2^64 where n is even."""
    big = parse(text).promoted_by(parse("9223372036854775808"))
    assert (big.value, big.milli) == (value, milli)


@pytest.mark.parametrize(
    ("text", "nanos"),
    [
        ("4999999999999999999999999999999.999999999", 5 * 10**39 - 1),
        ("-4999999999999999999999999999999.999999999", 1 - 5 * 10**39),
        ("5e30", None),
        ("-5e30", None),
        ("4e30", 4 * 10**39),
        ("1e31", None),
        ("0e31", 0),
        ("1n", 1),
        ("1.5Gi", 1610612736 * 10**9),
    ],
)
def test_nanos_end_below_5_times_10_to_the_30th(text: str, nanos: int | None) -> None:
    assert parse(text).nanos() == nanos


@pytest.mark.parametrize(
    ("first", "second", "text", "is_big"),
    [
        ("1Gi", "2Gi", "2Gi", False),
        ("2Gi", "1Gi", "2Gi", False),
        ("1.5Gi", "+3000000001", "+3000000001", True),
        ("3Gi", "1.5Gi", "3Gi", False),
    ],
)
def test_q17_n6_the_larger_of_two_is_a_copy_and_big_after_beating_a_big_one(
    first: str, second: str, text: str, is_big: bool
) -> None:
    winner = larger(parse(first), parse(second))
    assert (winner.text, winner.is_big) == (text, is_big)


def test_q17_of_equal_sizes_the_first_stays() -> None:
    first = parse("1500m")
    assert larger(first, parse("1.5")) is first


def test_r3_a_stored_quantity_is_read_again_from_its_text() -> None:
    stored = parse("16000e-3").stored()
    assert (stored.text, stored.notation) == ("16", Notation.DECIMAL)
    assert parse("10000E").stored().exact == 10
    assert parse("+2").stored().text == "+2"


def test_r13_the_minimum_counts_as_big_beside_a_big_maximum() -> None:
    assert parse("10E").promoted_by(parse("1").promoted_by(parse("100Ti"))).is_big


@pytest.mark.parametrize(("text", "whole"), [("2", True), ("2000m", True), ("1.5", False), ("1m", False), ("0", True)])
def test_v3_whole(text: str, whole: bool) -> None:
    assert parse(text).is_whole() is whole


@pytest.mark.parametrize(
    ("amount", "size", "multiple"),
    [("4Mi", "2Mi", True), ("3Mi", "2Mi", False), ("0", "2Mi", True), ("1Gi", "1Gi", True), ("1", "0", False)],
)
def test_v4_multiple_of_a_page_size(amount: str, size: str, multiple: bool) -> None:
    assert parse(amount).is_multiple_of(parse(size)) is multiple


def test_equal_amounts_with_other_texts_are_equal_and_not_identical() -> None:
    one, thousand = parse("1"), parse("1000m")
    assert one == thousand
    assert hash(one) == hash(thousand)
    assert not one.identical(thousand)
    assert one.identical(parse(" 1"))
    assert (one.text, thousand.text) == ("1", "1")
    assert parse("1Ki") == parse("1024")
    assert not parse("1Ki").identical(parse("1024"))
