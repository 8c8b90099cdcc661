"""Where quantities come from: texts, JSON values, numbers that the kubelet made."""

from functools import lru_cache
from typing import Final

from engine.quantity.amount import fits_int64
from engine.quantity.digits import to_digits
from engine.quantity.errors import QuantityError, QuantityTooLarge
from engine.quantity.quantity import Quantity
from engine.quantity.syntax import MAX_TEXT_LENGTH, WRONG_SHAPE, Notation, Spelled, read

# Go's white space without the control characters, which cannot stand in a JSON string as they are (admission Q1).
_BLANKS: Final = " \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"

_REMEMBERED_TEXTS: Final = 8192
_REMEMBERED_LENGTH: Final = 64


def parse(text: str) -> Quantity:
    """Return the quantity that `text` spells, blanks around it removed (admission Q1).

    A JSON number is read by its literal (admission Q7). Short texts seen before give the same object.
    Raises QuantityError with Kubernetes' refusal, QuantityTooLarge beyond MAX_TEXT_LENGTH and MAX_EXPONENT.
    """
    return _remembered(text) if len(text) <= _REMEMBERED_LENGTH else Quantity(read(text.strip(_BLANKS)))


@lru_cache(maxsize=_REMEMBERED_TEXTS)
def _remembered(text: str) -> Quantity:
    return Quantity(read(text.strip(_BLANKS)))


def parse_untrimmed(text: str) -> Quantity:
    """Return the quantity that `text` spells; a blank is refused (node T3, and sizes in resource names).

    Raises as `parse` does.
    """
    if text.strip(_BLANKS) != text:
        raise QuantityError(WRONG_SHAPE)
    return parse(text)


def from_json(value: object) -> Quantity:
    """Return the quantity of a decoded JSON value: string, number or null, which is 0 (admission Q7).

    A number is read as Python writes it; where the literal is at hand, `parse` it instead. Any other value, booleans
    included, is refused as its JSON text would be. Raises as `parse` does.
    """
    if isinstance(value, str):
        return parse(value)
    if value is None:
        # Kubernetes holds this 0 without a notation (admission Q10), which nothing can tell: 0 prints `0` and, first in
        # a sum, takes the other's notation.
        return parse("0")
    if isinstance(value, float):
        return parse(repr(value))
    if isinstance(value, bool) or not isinstance(value, int):
        raise QuantityError(WRONG_SHAPE)
    if value.bit_length() > 4 * MAX_TEXT_LENGTH:
        message = f"quantity of more than {MAX_TEXT_LENGTH} digits is not read"
        raise QuantityTooLarge(message)
    digits = to_digits(abs(value))
    return parse(digits if value >= 0 else "-" + digits)


def from_int(number: int, notation: Notation) -> Quantity:
    """Return the quantity of a `number` that the kubelet made: bytes BINARY, counts DECIMAL (node N8).

    Raises OverflowError if `number` does not fit int64.
    """
    if not fits_int64(number):
        message = "a number made by the kubelet is a signed 64-bit integer"
        raise OverflowError(message)
    return Quantity(Spelled(number, 0, 0, False, notation, ""))
