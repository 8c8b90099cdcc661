"""Laws that hold for all quantities, on drawn spellings."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.quantity import Notation, Quantity, QuantityError, from_int, larger, parse
from tests.quantity import reference
from tests.quantity.spellings import anything, spellings

law = settings(max_examples=300, deadline=None)
quantities = spellings.map(parse)
thousandths = quantities.map(Quantity.rounded)
INT64 = st.integers(-(2**63), 2**63 - 1)


def agrees(quantity: Quantity, held: reference.Held) -> bool:
    """Tell whether all that can be seen of the quantity is what the reference holds."""
    return (
        quantity.exact == held.exact
        and quantity.is_big == held.big
        and quantity.text == reference.text(held)
        and quantity.value == reference.scaled(held, 0)
        and quantity.milli == reference.scaled(held, -3)
    )


def read_or_refusal(text: str) -> reference.Held | str:
    """Return what the reference makes of a text, or why it refuses."""
    try:
        return reference.read(text)
    except reference.RefusedError as refused:
        return str(refused)


@law
@given(anything)
def test_reading_agrees_with_the_reference(text: str) -> None:
    assume(text.strip() == text.strip(" "))
    held = read_or_refusal(text)
    if isinstance(held, str):
        with pytest.raises(QuantityError) as caught:
            parse(text)
        assert caught.value.message == held
    else:
        assert agrees(parse(text), held)


@law
@given(spellings)
def test_value_milli_and_text_agree_with_the_reference_before_and_after_rounding(text: str) -> None:
    held = reference.read(text)
    assert agrees(parse(text), held)
    assert agrees(parse(text).rounded(), reference.rounded(held))


@law
@given(spellings, spellings)
def test_a_sum_agrees_with_the_reference(text: str, other: str) -> None:
    first, second = reference.read(text), reference.read(other)
    assume(first.n != 0 and second.n != 0)
    assert agrees(parse(text).add(parse(other)), reference.added(first, second))
    assert agrees(
        parse(text).rounded().add(parse(other).rounded()),
        reference.added(reference.rounded(first), reference.rounded(second)),
    )


@law
@given(quantities)
def test_text_is_a_fixed_point_of_printing_and_reading(quantity: Quantity) -> None:
    assert parse(quantity.text).text == quantity.text
    assert parse(quantity.rounded().text).text == quantity.rounded().text


@law
@given(quantities)
def test_canonical_text_is_a_fixed_point_of_canonical_printing(quantity: Quantity) -> None:
    assert parse(quantity.canonical).canonical == quantity.canonical


@law
@given(quantities)
def test_reading_the_text_keeps_the_amount_where_every_exponent_has_a_suffix(quantity: Quantity) -> None:
    assume(abs(quantity.exact) < 10**21 and quantity.exact % 1024 != 0)
    assert quantity.stored() == quantity


@law
@given(quantities)
def test_storing_twice_is_storing_once(quantity: Quantity) -> None:
    assert quantity.stored().stored().identical(quantity.stored())


@law
@given(quantities, quantities)
def test_comparison_agrees_with_fractions(left: Quantity, right: Quantity) -> None:
    exact_left, exact_right = left.exact, right.exact
    assert left.compare(right) == (exact_left > exact_right) - (exact_left < exact_right)
    assert (left < right, left <= right, left == right) == (
        exact_left < exact_right,
        exact_left <= exact_right,
        exact_left == exact_right,
    )
    assert (left > right, left >= right, left != right) == (
        exact_left > exact_right,
        exact_left >= exact_right,
        exact_left != exact_right,
    )


@law
@given(quantities, quantities, quantities)
def test_the_order_is_total(first: Quantity, second: Quantity, third: Quantity) -> None:
    assert first <= second or second <= first
    assert first.compare(second) == -second.compare(first)
    low, middle, high = sorted([first, second, third])
    assert low <= middle <= high
    assert low <= high


@law
@given(st.integers(-(10**25), 10**25), st.integers(0, 60), st.integers(0, 60))
def test_equal_amounts_have_equal_hashes(number: int, zeros: int, power: int) -> None:
    left = parse(f"{number * 10**zeros}e{power}")
    right = parse(f"{number}e{power + zeros}")
    assert left == right
    assert hash(left) == hash(right)


@law
@given(quantities, quantities)
def test_a_sum_is_commutative_in_value(left: Quantity, right: Quantity) -> None:
    assert left.add(right) == right.add(left)
    assert left.add(right).exact == left.exact + right.exact


@law
@given(st.lists(INT64.map(lambda number: number // 4), min_size=3, max_size=3))
def test_a_sum_is_associative_in_value_where_nothing_wraps(numbers: list[int]) -> None:
    first, second, third = (from_int(number, Notation.BINARY) for number in numbers)
    left, right = first.add(second).add(third), first.add(second.add(third))
    assert (left, left.value) == (right, right.value)
    assert left.value == sum(numbers)


@law
@given(quantities, quantities)
def test_a_difference_undoes_a_sum(left: Quantity, right: Quantity) -> None:
    assert left.add(right).subtract(right) == left


@law
@given(quantities)
def test_rounding_to_milli_is_idempotent_and_never_decreases_magnitude(quantity: Quantity) -> None:
    once = quantity.rounded()
    assert once.rounded().identical(once)
    assert abs(once.exact) >= abs(quantity.exact)
    assert abs(once.exact) - abs(quantity.exact) < Fraction(1, 1000)
    assert (once.exact * 1000).denominator == 1
    assert once.sign == quantity.sign


@law
@given(thousandths)
def test_value_and_milli_are_the_amount_rounded_away_where_it_fits(quantity: Quantity) -> None:
    assume(abs(quantity.exact) < 2**53 and not (quantity.is_big and quantity.sign < 0))
    assert quantity.milli == quantity.exact * 1000
    assert abs(quantity.value) - abs(quantity.exact) < 1
    assert abs(quantity.value) >= abs(quantity.exact)


@law
@given(quantities)
def test_figures_are_signed_64_bit_integers(quantity: Quantity) -> None:
    for figure in (quantity.value, quantity.milli):
        assert -(2**63) <= figure < 2**63


@law
@given(quantities)
def test_nanos_are_the_exact_amount_within_their_bound(quantity: Quantity) -> None:
    inside = abs(quantity.exact) < 5 * 10**30
    assert quantity.nanos() == (quantity.exact * 10**9 if inside else None)


@law
@given(quantities)
def test_the_sign_is_that_of_the_exact_amount(quantity: Quantity) -> None:
    assert quantity.sign == (quantity.exact > 0) - (quantity.exact < 0)
    assert quantity.subtract(quantity).sign == 0


@law
@given(quantities)
def test_as_int64_is_the_exact_amount_or_absent(quantity: Quantity) -> None:
    number = quantity.as_int64()
    assert number is None or number == quantity.exact
    assert number is None or not quantity.is_big


@law
@given(quantities, quantities)
def test_the_larger_is_not_less_than_either(left: Quantity, right: Quantity) -> None:
    winner = larger(left, right)
    assert winner >= left
    assert winner >= right
    assert winner.text == (right.text if right > left else left.text)
    assert winner.is_big == (left.is_big if left >= right else left.is_big or right.is_big)


@law
@given(quantities, quantities)
def test_promotion_changes_the_representation_alone(left: Quantity, right: Quantity) -> None:
    after = left.promoted_by(right)
    assert (after, after.text, after.notation) == (left, left.text, left.notation)
    assert after.is_big == (left.is_big or right.is_big)


@law
@given(quantities)
def test_copies_and_pickles_are_identical(quantity: Quantity) -> None:
    for made in (copy.copy(quantity), copy.deepcopy(quantity), pickle.loads(pickle.dumps(quantity))):  # noqa: S301
        assert made.identical(quantity)


@law
@given(INT64, st.sampled_from(Notation))
def test_a_number_made_by_the_kubelet_keeps_its_value(number: int, notation: Notation) -> None:
    quantity = from_int(number, notation)
    assert (quantity.value, quantity.as_int64(), quantity.notation) == (number, number, notation)
    assert quantity.promoted_by(parse("1.5Gi")).value == number


def test_a_quantity_cannot_be_changed() -> None:
    quantity = parse("100m")
    for name in ("value", "mantissa", "other"):
        with pytest.raises(AttributeError):
            setattr(quantity, name, 1)
        with pytest.raises(AttributeError):
            delattr(quantity, name)
    with pytest.raises(AttributeError):
        getattr(quantity, "other")  # noqa: B009 - a checker would refuse the plain access


def test_a_quantity_is_equal_to_nothing_else_and_has_no_order_with_it() -> None:
    assert parse("1") != 1
    assert parse("1") != "1"
    assert len({parse("1"), parse("1000m"), parse("1001m")}) == 2
    with pytest.raises(TypeError):
        _ = parse("1") < 2  # type: ignore[operator]


def test_a_text_seen_before_gives_the_same_object() -> None:
    assert parse("123456m") is parse("123456m")


def test_str_and_repr_show_the_text() -> None:
    assert str(parse("1.50")) == "1500m"
    assert repr(parse("1.50")) == "Quantity('1500m')"
    assert repr(parse("1.5Gi")) == "Quantity('1536Mi', BIG)"
