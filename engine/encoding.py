"""Values as the engine compares them: integers, and codes of one width that have the order of what they stand for.

An exact number's code is its whole multiple of 10^-9, shifted to be positive, and a rank that is zero for a number that
is such a multiple. Numbers finer than that, or outside the range, get ranks among those of their request, so that every
comparison is exact at any size.
"""

import math
import struct
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.quantity import Quantity

NANO = 10**9
DIGITS = 40
RANK_DIGITS = 6
CODE_DIGITS = DIGITS + RANK_DIGITS
BIAS = 5 * 10 ** (DIGITS - 1)
FIRST_REQUEST_TEXT = 1_000_000
MOST_REMEMBERED = 100_000

_codes: dict[int, str] = {}
_FLOAT = struct.Struct("<d")
_BITS = struct.Struct("<q")


class OutOfRangeError(ValueError):
    """A constant that has no code of its own."""


def code_of_nanos(nanos: int) -> str:
    """Return the code of a number given in multiples of 10^-9, within the range."""
    code = _codes.get(nanos)
    if code is None:
        if len(_codes) >= MOST_REMEMBERED:
            _codes.clear()
        code = _codes[nanos] = f"{nanos + BIAS:0{DIGITS}d}{0:0{RANK_DIGITS}d}"
    return code


def ordered_float(number: float) -> int | None:
    """Return an int64 with the order of a float64; absent for not-a-number, which has none."""
    if math.isnan(number):
        return None
    bits: int = _BITS.unpack(_FLOAT.pack(number + 0.0))[0]
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


def constant_code(value: Any, encoding: str, texts: Mapping[str, int]) -> int | str:
    """Return a constant of a rule as a column of its encoding holds it.

    :raises OutOfRangeError: for a number that only a rank could place.
    """
    if encoding == "text":
        return texts[value]
    if encoding in ("int64", "truth"):
        return int(value)
    if encoding == "float64":
        code = ordered_float(value)
        if code is None:
            raise OutOfRangeError
        return code
    exact = value.exact if isinstance(value, Quantity) else Fraction(value)
    nanos = exact * NANO
    if nanos.denominator != 1 or not -BIAS < nanos < BIAS:
        raise OutOfRangeError
    return code_of_nanos(int(nanos))


class Encoder:
    """Encodes the values of one request."""

    __slots__ = ("constants", "irregular", "ranks", "texts")

    def __init__(self, constants: Mapping[str, int]) -> None:
        """Take the numbers of the texts that rules name."""
        self.constants = constants
        self.texts: dict[str, int] = {}
        self.irregular: set[Fraction] = set()
        self.ranks: dict[Fraction, str] = {}

    def text(self, text: str) -> int:
        """Return the number of a text."""
        number = self.constants.get(text)
        if number is None:
            number = self.texts.get(text)
            if number is None:
                number = self.texts[text] = FIRST_REQUEST_TEXT + len(self.texts)
        return number

    def quantity(self, amount: Quantity) -> str:
        """Return the code of a quantity."""
        nanos = amount.nanos()
        return self.exact(amount.exact) if nanos is None else code_of_nanos(nanos)

    def exact(self, number: Fraction | int) -> str:
        """Return the code of an exact number; of one that needs a rank, once the ranks are known."""
        exact = Fraction(number)
        nanos = exact * NANO
        if nanos.denominator == 1 and -BIAS < nanos < BIAS:
            return code_of_nanos(int(nanos))
        if exact not in self.ranks:
            self.irregular.add(exact)
        return self.ranks.get(exact, "")

    def rank(self) -> None:
        """Give every irregular number of the request its code; those known from an earlier pass get new ones.

        Codes compare only with codes that were given together, so rows made before are to be made again.
        """
        self.irregular.update(self.ranks)
        self.ranks.clear()
        ranked: dict[int, int] = {}
        for number in sorted(self.irregular):
            floor = max(-BIAS, min(BIAS - 1, number * NANO // 1))
            ranked[floor] = ranked.get(floor, 0) + 1
            self.ranks[number] = f"{floor + BIAS:0{DIGITS}d}{ranked[floor]:0{RANK_DIGITS}d}"
        self.irregular.clear()
