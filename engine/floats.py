"""32-bit floats as Go reads and makes them (``strconv.ParseFloat(text, 32)``; node T3)."""

import math
import re
import struct
from fractions import Fraction
from typing import Final

_DIGITS: Final = r"[0-9](?:_?[0-9])*"
_HEX: Final = r"[0-9a-f](?:_?[0-9a-f])*"
_DECIMAL: Final = re.compile(
    rf"([+-]?)(?:({_DIGITS})(?:\.({_DIGITS})?)?|\.({_DIGITS}))(?:e([+-]?{_DIGITS}))?", re.ASCII
)
_HEXADECIMAL: Final = re.compile(rf"([+-]?)0x(?:_?({_HEX})(?:\.({_HEX})?)?|\.({_HEX}))p([+-]?{_DIGITS})", re.ASCII)
_SPECIAL: Final = re.compile(r"([+-]?)(?:inf|infinity)|nan", re.ASCII)

_BITS: Final = 24
_FINEST: Final = -149
"""The exponent of two of the smallest 32-bit float."""
_LARGEST: Final = Fraction(2) ** 128
_MOST_SIGNIFICANT: Final = 800
"""Digits after which only whether there are more than zeros matters: the middle between two 32-bit floats has fewer."""
_FAR: Final = 400
"""An exponent of ten or two beyond which, either way, there is no 32-bit float but 0."""
_MOST_EXPONENT_DIGITS: Final = 9

SYNTAX: Final = "invalid syntax"
RANGE: Final = "value out of range"


def float32_of(text: str) -> float | None:
    """Return the 32-bit float nearest to what a Go literal names; absent if it is none, infinite if it is too large."""
    literal = text.lower() if text.isascii() else ""
    special = _SPECIAL.fullmatch(literal)
    if special is not None:
        return math.nan if special[0] == "nan" else math.copysign(math.inf, -1.0 if special[1] == "-" else 1.0)
    for pattern, base in ((_DECIMAL, 10), (_HEXADECIMAL, 16)):
        found = pattern.fullmatch(literal)
        if found is not None:
            magnitude = _magnitude(found[2] or "", found[3] or found[4] or "", found[5] or "0", base)
            return -magnitude if found[1] == "-" else magnitude
    return None


def float32_error(text: str) -> str:
    """Return Go's reason to refuse a text as a 32-bit float, "" if it has none."""
    found = float32_of(text)
    if found is None:
        return SYNTAX
    return RANGE if math.isinf(found) and not _SPECIAL.fullmatch(text.lower()) else ""


def as_float32(number: float) -> float:
    """Return the 32-bit float nearest to a float64."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


def _magnitude(whole: str, fraction: str, exponent: str, base: int) -> float:
    whole, fraction, exponent = (part.replace("_", "") for part in (whole, fraction, exponent))
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return 0.0
    bits = 4 if base == 16 else 1  # noqa: PLR2004 - hexadecimal: the exponent is one of two
    scale = _exponent(exponent) - bits * len(fraction)
    if len(digits) > _MOST_SIGNIFICANT:
        scale += bits * (len(digits) - _MOST_SIGNIFICANT - 1)
        digits = digits[:_MOST_SIGNIFICANT] + ("1" if digits[_MOST_SIGNIFICANT:].strip("0") else "0")
    reach = scale + bits * len(digits)
    if abs(reach) > _FAR:
        return math.inf if reach > 0 else 0.0
    return _nearest(Fraction(int(digits, base)) * Fraction(10 if base == 10 else 2) ** scale)  # noqa: PLR2004


def _exponent(text: str) -> int:
    sign, digits = (-1 if text[:1] == "-" else 1), text.lstrip("+-").lstrip("0") or "0"
    return sign * (int(digits) if len(digits) <= _MOST_EXPONENT_DIGITS else 10**_MOST_EXPONENT_DIGITS)


def _nearest(exact: Fraction) -> float:
    """Return the nearest 32-bit float; of two, the even one."""
    length = exact.numerator.bit_length() - exact.denominator.bit_length()
    if exact < Fraction(2) ** length:
        length -= 1
    unit = Fraction(2) ** max(length - _BITS + 1, _FINEST)
    rounded = round(exact / unit) * unit
    return math.inf if rounded >= _LARGEST else float(rounded)
