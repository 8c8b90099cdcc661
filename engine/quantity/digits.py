"""Integers of any length to decimal digits and back, in pieces.

Python converts a long integer in one go only up to a limit that whoever runs it may lower to 640 digits, and in a time
that grows with the square of the length. Pieces keep clear of the one and soften the other.
"""

from typing import Final

_PIECE: Final = 512
_BITS_PER_DIGIT: Final = 3.3219280948873626
_POWERS: Final[tuple[int, ...]] = tuple(10**exponent for exponent in range(64))


def power_of_ten(exponent: int) -> int:
    """Return 10^`exponent`, for an exponent that is not negative."""
    if exponent < len(_POWERS):
        return _POWERS[exponent]
    power: int = 10**exponent
    return power


def from_digits(text: str) -> int:
    """Return the number that the ASCII digits `text` spell; the empty text is 0."""
    if len(text) <= _PIECE:
        return int(text or "0")
    half = len(text) // 2
    return from_digits(text[:-half]) * power_of_ten(half) + from_digits(text[-half:])


def to_digits(magnitude: int) -> str:
    """Return the decimal digits of `magnitude`, which is not negative."""
    length = int(magnitude.bit_length() / _BITS_PER_DIGIT) + 1
    if length <= _PIECE:
        return str(magnitude)
    half = length // 2
    high, low = divmod(magnitude, power_of_ten(half))
    return to_digits(high) + to_digits(low).rjust(half, "0")
