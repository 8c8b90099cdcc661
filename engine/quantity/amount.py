"""Arithmetic and printing of amounts `mantissa` * 10^`exponent` (admission Q9-Q13; node N4, N5).

All functions are pure. A power of ten that Kubernetes would multiply out is left unmultiplied wherever only the low 64
bits or the digits in front of it are asked for, so that a large exponent costs nothing.
"""

from fractions import Fraction
from typing import Final

from engine.quantity.digits import power_of_ten, to_digits
from engine.quantity.syntax import BINARY_SUFFIXES, DECIMAL_SUFFIXES, FINEST, MAX_INT64, Notation

MILLI: Final = -3
MIN_INT64: Final = -(2**63)
_LOW_64: Final = 2**64 - 1
_MAX_POWER: Final = 18
"""Largest power of ten in an int64."""

_WRAPPING_POWERS: Final = frozenset({1, 2, 3, 6, 9})
"""Powers that Kubernetes multiplies by in one step, so that an overflow wraps in place of being seen."""

_NANOS_BOUND: Final = 5 * 10**39
_NANOS_BOUND_POWER: Final = 31
"""A power of ten, in units, beyond the bound."""

_HASH_MODULUS: Final = 2**61 - 1


def wrapped(number: int) -> int:
    """Return `number` modulo 2^64 as a signed 64-bit integer (node N1)."""
    return (number - MIN_INT64 & _LOW_64) + MIN_INT64


def fits_int64(number: int) -> bool:
    """Tell whether `number` is a signed 64-bit integer."""
    return MIN_INT64 <= number <= MAX_INT64


def multiplied(mantissa: int, power: int) -> int | None:
    """Return `mantissa` * 10^`power` if it fits int64, else None; `power` is not negative."""
    if mantissa == 0:
        return 0
    if power > _MAX_POWER:
        return None
    product = mantissa * power_of_ten(power)
    return product if fits_int64(product) else None


def divided_away(number: int, power: int) -> int:
    """Return `number` / 10^`power` rounded away from zero."""
    divisor = power_of_ten(power)
    return -(number // -divisor) if number > 0 else number // divisor


def scaled_small(number: int, exponent: int, target: int) -> int:
    """Return a 64-BIT amount in units of 10^`target` as Kubernetes computes it (admission Q12)."""
    power = exponent - target
    if power < 0:
        return divided_away(number, -power)
    product = multiplied(number, power)
    if product is not None:
        return product
    return wrapped(number * power_of_ten(power)) if power in _WRAPPING_POWERS else 0


def scaled_big(mantissa: int, exponent: int, scale: int, target: int) -> int:
    """Return a BIG amount, held at 10^`scale`, in units of 10^`target` as Kubernetes computes it (admission Q13)."""
    if mantissa == 0:
        return 0
    power = target - scale
    held = _low_bits(mantissa, exponent - scale)
    if power == 0:
        return held
    if power < 0:
        return wrapped(held * (power_of_ten(-power) if -power <= _MAX_POWER else MIN_INT64))
    if mantissa < 0 and power <= _MAX_POWER:
        # Cut off toward zero and yet counted up for a remainder. For an amount above 0 this way and the next agree.
        quotient, remainder = divmod(abs(held), power_of_ten(power))
        return (quotient if held >= 0 else -quotient) + (remainder != 0)
    if exponent >= target:
        return _low_bits(mantissa, exponent - target)
    return wrapped(-(-mantissa // power_of_ten(target - exponent)))


def _low_bits(mantissa: int, power: int) -> int:
    """Return `mantissa` * 10^`power` modulo 2^64 as signed."""
    return 0 if power >= 64 else wrapped(mantissa * power_of_ten(power))  # noqa: PLR2004 - 10^64 is a multiple of 2^64


def canonical_text(mantissa: int, exponent: int, notation: Notation, *, is_big: bool) -> str:
    """Return the canonical text of an amount (admission Q9-Q11; node N5)."""
    if mantissa == 0:
        return "0"
    if notation is not Notation.BINARY:
        return _decimal_text(mantissa, exponent, notation)
    number = _whole(mantissa, exponent)
    if number is None or abs(number) < 1024:  # noqa: PLR2004 - the first binary unit
        return _decimal_text(mantissa, exponent, Notation.DECIMAL)
    if number == MIN_INT64 and not is_big:
        # Its magnitude is no int64, so Kubernetes finds no factor in it.
        return str(number)
    factors = ((number & -number).bit_length() - 1) // 10
    suffix = BINARY_SUFFIXES[factors] if factors < len(BINARY_SUFFIXES) else ""
    return _signed_digits(number >> 10 * factors) + suffix


def _decimal_text(mantissa: int, exponent: int, notation: Notation) -> str:
    """Return the text of an amount that is not 0 in decimal or exponent notation (admission Q10)."""
    digits = _signed_digits(mantissa)
    stripped = digits.rstrip("0")
    exponent += len(digits) - len(stripped)
    padding = exponent % 3
    exponent -= padding
    number = stripped + "0" * padding
    if notation is Notation.DECIMAL:
        return number + DECIMAL_SUFFIXES.get(exponent, "")
    return f"{number}e{exponent}" if exponent else number


def _signed_digits(number: int) -> str:
    return to_digits(number) if number >= 0 else "-" + to_digits(-number)


def _whole(mantissa: int, exponent: int) -> int | None:
    """Return the amount as an integer, None if it is not whole."""
    if exponent >= 0:
        return mantissa * power_of_ten(exponent)
    number, rest = divmod(mantissa, power_of_ten(-exponent))
    return None if rest else number


def compared(mantissa: int, exponent: int, other_mantissa: int, other_exponent: int) -> int:
    """Return -1, 0 or 1 as the first amount is less than, equal to or greater than the second, exactly."""
    difference = exponent - other_exponent
    if difference < 0:
        return -compared(other_mantissa, other_exponent, mantissa, exponent)
    # 10^difference is at least 2^(3*difference): an amount that is longer even so needs no multiplication.
    if mantissa and mantissa.bit_length() - 1 + 3 * difference >= other_mantissa.bit_length():
        return 1 if mantissa > 0 else -1
    scaled = mantissa * power_of_ten(difference) if mantissa else 0
    return (scaled > other_mantissa) - (scaled < other_mantissa)


def exact(mantissa: int, exponent: int) -> Fraction:
    """Return the amount as a fraction."""
    if exponent >= 0:
        return Fraction(mantissa * power_of_ten(exponent))
    return Fraction(mantissa, power_of_ten(-exponent))


def nanos(mantissa: int, exponent: int) -> int | None:
    """Return the amount in billionths if its magnitude is below 5*10^30 units, else None."""
    if mantissa == 0:
        return 0
    if exponent >= _NANOS_BOUND_POWER:
        return None
    # Nothing finer than a billionth is ever held (admission Q4, Q6).
    amount = mantissa * power_of_ten(exponent - FINEST)
    return amount if -_NANOS_BOUND < amount < _NANOS_BOUND else None


def hashed(mantissa: int, exponent: int) -> int:
    """Return a hash of the amount, the same for all pairs that make it."""
    billionths = nanos(mantissa, exponent)
    if billionths is not None:
        return hash(billionths)
    # Modulo a prime the pairs agree, and no power of ten is multiplied out.
    return mantissa * pow(10, exponent, _HASH_MODULUS) % _HASH_MODULUS
