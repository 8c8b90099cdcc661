"""A second reading of the statements Q1-Q16, as plain as they are written and with no regard for speed.

It shares nothing with the module under test but the wording of the refusals, which the tables spell out again.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, log2

SHAPE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
SUFFIX = "unable to parse quantity's suffix"
NUMBER = "unable to parse numeric part of quantity"

DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50, "Ei": 2**60}
MAXIMUM = 2**63 - 1


class RefusedError(Exception):
    """Carries the refusal."""


@dataclass(frozen=True)
class Held:
    """Q3: a quantity is (n, e, representation, format, kept text)."""

    n: int
    e: int
    big: bool
    format: str
    kept: str = ""

    @property
    def exact(self) -> Fraction:
        return self.n * Fraction(10) ** self.e


def read(text: str) -> Held:
    """Q1, Q2, Q4, Q5, Q6."""
    spelling = text.strip(" ")
    sign, whole, fraction, suffix = _scan(spelling)
    unit, exponent, written = _suffix(suffix)
    w, f = whole.lstrip("0") or "0", fraction
    digits = w + f
    direction = -1 if sign == "-" else 1
    if written != "BinarySI":
        if len(digits) <= 18 and exponent - len(f) >= -9:
            e = exponent - len(f)
            kept = e % 3 == 0 and not digits.endswith("000") and not digits.startswith("0")
            return Held(direction * int(digits), e, False, written, spelling if kept or spelling == "0" else "")
    elif f == "" and len(w) <= 14 - floor(0.3 * log2(unit)) and int(w) * unit < 2**63:
        return Held(direction * int(w) * unit, 0, False, written, spelling if int(w) % 8 else "")
    if whole + fraction == "":
        raise RefusedError(NUMBER)
    magnitude = Fraction(int(digits), 10 ** len(f)) * unit * Fraction(10) ** exponent
    nanos = _up(magnitude * 10**9)
    if written == "BinarySI" and nanos > MAXIMUM * 10**9:
        return Held(direction * MAXIMUM, 0, True, written)  # Q6 says "becomes 2^63-1", a whole number: e = 0
    if written == "BinarySI" and 0 < nanos < 10**9:
        written = "DecimalSI"
    return Held(direction * nanos, -9, True, written)


def _scan(spelling: str) -> tuple[str, str, str, str]:
    if spelling == "":
        raise RefusedError(SHAPE)
    rest = spelling
    sign, rest = (rest[0], rest[1:]) if rest[0] in "+-" else ("", rest)
    whole, rest = _run(rest, "0123456789")
    fraction = ""
    if rest.startswith("."):
        fraction, rest = _run(rest[1:], "0123456789")
    letters, tail = _run(rest, "eEinumkKMGTP")
    digits = tail[1:] if tail[:1] in ("+", "-") else tail
    if _run(digits, "0123456789")[1]:
        raise RefusedError(SHAPE)
    return sign, whole, fraction, letters + tail


def _run(text: str, letters: str) -> tuple[str, str]:
    length = 0
    while length < len(text) and text[length] in letters:
        length += 1
    return text[:length], text[length:]


def _suffix(suffix: str) -> tuple[int, int, str]:
    if suffix in DECIMAL:
        return 1, DECIMAL[suffix], "DecimalSI"
    if suffix in BINARY:
        return BINARY[suffix], 0, "BinarySI"
    number = suffix[1:].removeprefix("-") if suffix[1:2] == "-" else suffix[1:].removeprefix("+")
    if suffix[:1] in ("e", "E") and number and not _run(number, "0123456789")[1]:
        return 1, int(suffix[1:]), "DecimalExponent"
    raise RefusedError(SUFFIX)


def _up(amount: Fraction) -> int:
    """Return the least integer that is not below an amount of 0 or more."""
    return -(-amount.numerator // amount.denominator)


def _away(amount: Fraction) -> int:
    return _up(amount) if amount >= 0 else -_up(-amount)


def low64(number: int) -> int:
    """Return the number modulo 2^64 as signed."""
    number %= 2**64
    return number - 2**64 if number >= 2**63 else number


def scaled(held: Held, s: int) -> int:
    """Q12, Q13."""
    return _scaled_big(held.n, s - held.e) if held.big else _scaled_small(held, s)


def _scaled_small(held: Held, s: int) -> int:
    if held.e < s:
        return _away(Fraction(held.n, 10 ** (s - held.e)))
    product: int = held.n * 10 ** (held.e - s)
    if -(2**63) <= product < 2**63:
        return product
    return low64(product) if held.e - s in {1, 2, 3, 6, 9} else 0


def _scaled_big(n: int, d: int) -> int:
    if d == 0:
        return low64(n)
    if d < 0:
        return low64(low64(n) * (10**-d if -d <= 18 else -(2**63)))
    if d < 19 and n < MAXIMUM:
        low = low64(n)
        cut = int(Fraction(low, 10**d))
        return cut + 1 if low % 10**d else cut
    quotient, remainder = divmod(n, 10**d)
    return low64(quotient + 1 if remainder else quotient)


def rounded(held: Held) -> Held:
    """Q8."""
    if not held.big and held.e >= -3:
        return held
    return replace(held, n=_away(held.exact * 1000), e=-3, kept="")


def text(held: Held) -> str:
    """Q9, Q10, Q11."""
    if held.kept:
        return held.kept
    if held.n == 0:
        return "0"
    if held.format == "BinarySI" and abs(held.exact) >= 1024 and held.exact.denominator == 1:
        number, factors = int(held.exact), 0
        while number % 1024 == 0:
            number //= 1024
            factors += 1
        return str(number) + (["", *BINARY][factors] if factors <= len(BINARY) else "")
    n, e = held.n, held.e
    while n % 10 == 0:
        n //= 10
        e += 1
    while e % 3:
        n *= 10
        e -= 1
    if held.format == "DecimalExponent":
        return f"{n}e{e}" if e else str(n)
    return str(n) + {power: suffix for suffix, power in DECIMAL.items()}.get(e, "")


def added(x: Held, y: Held) -> Held:
    """Q16, for summands that are not 0."""
    finer = min(x.e, y.e)
    left, right = x.n * 10 ** (x.e - finer), y.n * 10 ** (y.e - finer)
    fits = all(-(2**63) <= number < 2**63 for number in (left, right, left + right))
    return Held(left + right, finer, x.big or y.big or not fits, x.format)
