"""Kubernetes resource quantities, exact to the letter (admission Q, node N1-N8)."""

from engine.quantity.errors import QuantityError, QuantityTooLarge
from engine.quantity.quantity import Quantity, larger
from engine.quantity.reading import from_int, from_json, parse, parse_untrimmed
from engine.quantity.syntax import MAX_EXPONENT, MAX_TEXT_LENGTH, Notation

__all__ = [
    "MAX_EXPONENT",
    "MAX_TEXT_LENGTH",
    "Notation",
    "Quantity",
    "QuantityError",
    "QuantityTooLarge",
    "from_int",
    "from_json",
    "larger",
    "parse",
    "parse_untrimmed",
]
