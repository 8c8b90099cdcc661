"""The spelling of quantities: text to number (admission Q1-Q6, Y2; node N2, N3)."""

import enum
import re
from typing import Final, NamedTuple

from engine.quantity.digits import from_digits, power_of_ten
from engine.quantity.errors import QuantityError, QuantityTooLarge

MAX_TEXT_LENGTH: Final = 4096
"""Longest text that is read, in characters; a longer one that is well formed is refused (admission Y2)."""

MAX_EXPONENT: Final = 10_000
"""Largest exponent, either sign, that is read in exponent notation; others are refused (admission Y2)."""

WRONG_SHAPE: Final = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
WRONG_SUFFIX: Final = "unable to parse quantity's suffix"
WRONG_NUMBER: Final = "unable to parse numeric part of quantity"

MAX_INT64: Final = 2**63 - 1
FINEST: Final = -9
"""Exponent of the finest amount there is, one billionth."""

_MAX_DECIMAL_DIGITS: Final = 18
# Every part takes all it can and gives nothing back, as a scanner does: a hostile text costs one pass.
_SHAPE: Final = re.compile(r"([+-]?+)([0-9]*+)(?:\.([0-9]*+))?+([eEinumkKMGTP]*+[+-]?+[0-9]*+)")
_EXPONENT: Final = re.compile(r"[eE]([+-]?+)0*+([0-9]*+)(?<=[0-9])")


class Notation(enum.Enum):
    """How a quantity is written; the values are Kubernetes' names for its formats (admission Q3)."""

    DECIMAL = "DecimalSI"
    BINARY = "BinarySI"
    EXPONENT = "DecimalExponent"


DECIMAL_SUFFIXES: Final = {-9: "n", -6: "u", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}
BINARY_SUFFIXES: Final = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")

_DECIMAL_POWERS: Final = {suffix: power for power, suffix in DECIMAL_SUFFIXES.items()}
_BINARY_POWERS: Final = {suffix: 10 * index for index, suffix in enumerate(BINARY_SUFFIXES) if suffix}


class Spelled(NamedTuple):
    """A text as read: the amount is `mantissa` * 10^`exponent`, written in `notation`.

    `scale` is the exponent that Kubernetes holds the amount at (admission Q3, Q6); it is never above `exponent` unless
    the amount is 0. `kept` is the text where it is kept (admission Q5), else empty.
    """

    mantissa: int
    exponent: int
    scale: int
    is_big: bool
    notation: Notation
    kept: str


def read(text: str, *, bounded: bool = True) -> Spelled:
    """Return what `text` spells, no blanks removed (admission Q1-Q6).

    `bounded=False` lifts the limits of Y2, for a text that was made here and so costs what it cost to make.
    Raises QuantityError with Kubernetes' refusal, QuantityTooLarge beyond MAX_TEXT_LENGTH and MAX_EXPONENT.
    """
    match = _SHAPE.fullmatch(text)
    if match is None or not text:
        raise QuantityError(WRONG_SHAPE)
    sign, whole, fraction, suffix = match.groups(default="")
    negative = sign == "-"
    binary_power = _BINARY_POWERS.get(suffix)
    notation, power = (Notation.BINARY, 0) if binary_power is not None else _decimal_suffix(suffix, bounded=bounded)
    if bounded and len(text) > MAX_TEXT_LENGTH:
        message = f"quantity of {len(text)} characters: more than {MAX_TEXT_LENGTH} are not read"
        raise QuantityTooLarge(message)
    digits = (whole.lstrip("0") or "0") + fraction
    exponent = power - len(fraction)
    if binary_power is None:
        if len(digits) <= _MAX_DECIMAL_DIGITS and exponent >= FINEST:
            kept = text if exponent % 3 == 0 and digits[0] != "0" and not digits.endswith("000") else ""
            number = -int(digits) if negative else int(digits)
            return Spelled(number, exponent, exponent, False, notation, kept)
    elif not fraction and len(digits) <= 14 - 3 * binary_power // 10:
        number = int(digits)
        kept = text if number % 8 else ""
        amount = -(number << binary_power) if negative else number << binary_power
        return Spelled(amount, 0, 0, False, notation, kept)
    if not whole and not fraction:
        raise QuantityError(WRONG_NUMBER)
    return _big(from_digits(digits) << (binary_power or 0), exponent, notation, negative=negative)


def _decimal_suffix(suffix: str, *, bounded: bool) -> tuple[Notation, int]:
    """Return notation and power of ten of a suffix that is not binary (admission Q2)."""
    power = _DECIMAL_POWERS.get(suffix)
    if power is not None:
        return Notation.DECIMAL, power
    match = _EXPONENT.fullmatch(suffix)
    if match is None:
        raise QuantityError(WRONG_SUFFIX)
    sign, digits = match.groups()
    if bounded and (len(digits) > len(str(MAX_EXPONENT)) or int(digits or "0") > MAX_EXPONENT):
        message = f"quantity with an exponent outside -{MAX_EXPONENT} .. {MAX_EXPONENT} is not read"
        raise QuantityTooLarge(message)
    return Notation.EXPONENT, int(sign + (digits or "0"))


def _big(magnitude: int, exponent: int, notation: Notation, *, negative: bool) -> Spelled:
    """Return the amount `magnitude` * 10^`exponent` in the BIG representation (admission Q6)."""
    if magnitude == 0:
        return Spelled(0, 0, exponent, True, notation, "")
    if exponent < FINEST:
        magnitude = divided_up(magnitude, FINEST - exponent)
        exponent = FINEST
    scale = FINEST
    if notation is Notation.BINARY:
        unit = power_of_ten(-exponent)
        if magnitude > MAX_INT64 * unit:
            magnitude, exponent, scale = MAX_INT64, 0, 0
        elif magnitude < unit:
            notation = Notation.DECIMAL
    return Spelled(-magnitude if negative else magnitude, exponent, scale, True, notation, "")


def divided_up(magnitude: int, digits: int) -> int:
    """Return `magnitude` / 10^`digits` rounded up, for a `magnitude` above 0.

    An amount below one is seen before the power is computed, so the work is bounded by the length of `magnitude`.
    """
    if magnitude.bit_length() <= 3 * digits:
        return 1
    return -(-magnitude // power_of_ten(digits))
