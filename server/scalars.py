"""Scalars of YAML to JSON values, as Kubernetes' converter (sigs.k8s.io/yaml over go-yaml v2) makes them.

These are YAML 1.1's as far as that library knows them: ``yes`` is true, ``010`` is 8, ``1_000`` is 1000, ``1:30`` and a
date are texts. A number that is not whole passes through a 64-bit float there, and so it does here; what comes out is
not the float, but the literal that stands in the JSON which Kubernetes then decodes. ``docs/manifests.md`` has it all.
"""

import base64
import binascii
import math
import re
from decimal import Decimal
from typing import Any, Final, NamedTuple

MAX_DIGITS: Final = 512
MAX_EXPONENT_DIGITS: Final = 6

_CONSTANTS: Final[dict[str, tuple[str, Any]]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), ("null", None)),
    **{
        spelling: ("bool", value)
        for value, words in ((True, ("true", "yes", "y", "on")), (False, ("false", "no", "n", "off")))
        for word in words
        for spelling in (word, word.capitalize(), word.upper())
    },
    **{sign + word: ("float", float(f"{sign}inf")) for word in (".inf", ".Inf", ".INF") for sign in ("", "+", "-")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), ("float", math.nan)),
}
_INTEGER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_BASES: Final = {"x": 16, "b": 2, "o": 8}
_LEAST, _MOST, _MOST_SIGNED = -(2**63), 2**64, 2**63
_FIXED_FROM, _FIXED_BELOW = 1e-6, 1e21


class Number(Decimal):
    """A number of JSON that is not a plain integer; as text it is the literal that it was written as."""

    literal: str

    def __new__(cls, literal: str) -> "Number":
        """Take the literal."""
        number = super().__new__(cls, literal)
        number.literal = literal
        return number

    def __str__(self) -> str:
        """Return the literal: ``1e3`` and ``1000`` are the same number, but not the same quantity."""
        return self.literal


class Resolved(NamedTuple):
    """A scalar's type, by the short name of its tag, and its value."""

    type: str
    value: Any


def number(literal: str) -> int | Number:
    """Return what a literal of JSON says, as it is written; raise ValueError for one too long to be a quantity."""
    digits, _, exponent = literal.lower().partition("e")
    if len(digits) > MAX_DIGITS or len(exponent.lstrip("+-0")) > MAX_EXPONENT_DIGITS:
        raise ValueError(f"the number {literal[:20]}... is too long")
    if exponent or literal == "-0" or not digits.lstrip("-").isdigit():
        return Number(literal)
    return int(literal)


def plain(text: str) -> Resolved:
    """Return what a plain scalar is; raise ValueError for a number that JSON has not."""
    constant = _CONSTANTS.get(text)
    if constant is not None:
        return Resolved(*constant)
    if text[0] in "+-0123456789":
        return _integer_or_float(text)
    if text[0] == "." and _FLOAT.fullmatch(text):
        return _float(text, text)
    return Resolved("str", text)


def tagged(tag: str, text: str) -> Resolved:
    """Return what a scalar with a tag is, given its short name; a tag that is not known makes a text."""
    if tag == "binary":
        return Resolved("str", _binary(text))
    if tag not in _FITS:
        return Resolved("str", text)
    found = plain(text)
    if found.type not in _FITS[tag]:
        raise ValueError(f"`{text[:40]}` cannot be read as !!{tag}")
    return found


def json_value(found: Resolved) -> Any:
    """Return the value as JSON has it; raise ValueError for infinity and what is not a number."""
    if found.type == "float":
        return number(_written(found.value))
    return found.value


def key_text(found: Resolved) -> str:
    """Return the key of a JSON object that a scalar becomes as the key of a mapping."""
    match found.type:
        case "null":
            raise ValueError("a key cannot be null")
        case "bool":
            return "true" if found.value else "false"
        case "float":
            return str(json_value(found))
        case _:
            return str(found.value)


def _integer_or_float(text: str) -> Resolved:
    digits = text.replace("_", "")
    if len(digits) > MAX_DIGITS and _FLOAT.fullmatch(digits):
        raise ValueError(f"the number {text[:20]}... is too long")
    if _INTEGER.fullmatch(digits) and len(digits) <= MAX_DIGITS:
        value = _integer(digits)
        if _LEAST <= value < (_MOST if digits[0] not in "+-" else _MOST_SIGNED):
            return Resolved("int", value)
    return _float(digits, text) if _FLOAT.fullmatch(digits) else Resolved("str", text)


def _integer(digits: str) -> int:
    bare = digits.lstrip("+-")
    sign = -1 if digits[0] == "-" else 1
    base = _BASES.get(bare[1:2].lower())
    if base is not None:
        return sign * int(bare[2:], base)
    return sign * int(bare, 8 if len(bare) > 1 and bare[0] == "0" else 10)


def _float(digits: str, text: str) -> Resolved:
    """Return the float, or the text where 64 bits cannot hold it."""
    value = float(digits)
    return Resolved("float", value) if math.isfinite(value) else Resolved("str", text)


def _written(value: float) -> str:
    """Return the literal that Go writes into JSON for a float: the shortest that gives the same float again."""
    if not math.isfinite(value):
        raise ValueError("infinity and what is not a number cannot be values of JSON")
    shortest = Decimal(repr(value))
    if value == 0 or _FIXED_FROM <= abs(value) < _FIXED_BELOW:
        text = f"{shortest:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    sign, digits, exponent = shortest.normalize().as_tuple()
    assert isinstance(exponent, int)  # noqa: S101 - it is finite
    power = exponent + len(digits) - 1
    tail = "".join(map(str, digits[1:]))
    power_text = f"-{-power}" if power < 0 else f"+{power:02d}"
    return f"{'-' if sign else ''}{digits[0]}{'.' if tail else ''}{tail}e{power_text}"


def _binary(text: str) -> str:
    try:
        return base64.b64decode("".join(text.split()), validate=True).decode("utf-8", "replace")
    except binascii.Error:
        raise ValueError("cannot be read as !!binary") from None


_FITS: Final[dict[str, tuple[str, ...]]] = {
    "int": ("int",),
    "float": ("float", "int"),
    "bool": ("bool",),
    "null": ("null",),
}
