"""The arithmetic and text functions of the language on plain values; each is named and explained in the vocabulary.

Absent is None. int64 wraps modulo 2^64 and divides toward zero (``node N1``); float64 follows IEEE 754, as Go does.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import NoneType
from typing import Any

import re2

from engine.quantity import Notation, Quantity, QuantityError, from_int, larger, parse, parse_untrimmed

Quantities = Mapping[str, Quantity]
ZERO = parse("0")


MOST_PLACES = 60
MOST_REMEMBERED = 4_096
MOST_REMEMBERED_LENGTH = 128
MOST_SUMS = 8_192

_sums: dict[tuple[int, int], tuple[Quantity, Quantity, Quantity]] = {}


def remember(known: dict[tuple[str, ...], Any], texts: tuple[str, ...], value: object) -> None:
    """Remember what a definition gave for short texts; never more than :data:`MOST_REMEMBERED` answers."""
    if all(len(text) <= MOST_REMEMBERED_LENGTH for text in texts):
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[texts] = value


def wrap(number: int) -> int:
    """Return a number modulo 2^64 as a signed 64-bit one."""
    return (number + 2**63) % 2**64 - 2**63


def divide_int64(left: int, right: int) -> int | None:
    """Return the quotient cut off toward zero; absent for a zero divisor."""
    if right == 0:
        return None
    quotient = abs(left) // abs(right)
    return wrap(quotient if (left < 0) == (right < 0) else -quotient)


def remainder_int64(left: int, right: int) -> int | None:
    """Return the remainder, with the sign of the dividend; absent for a zero divisor."""
    quotient = divide_int64(left, right)
    return None if quotient is None else wrap(left - quotient * right)


def divide_float64(left: float, right: float) -> float:
    """Return the quotient, infinite or not a number for a zero divisor."""
    if right == 0:
        if left == 0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return left / right


def divide_exact(left: Fraction, right: Fraction) -> Fraction | None:
    """Return the quotient; absent for a zero divisor."""
    return None if right == 0 else Fraction(left) / right


def cut_off(number: float) -> int:
    """Return a float64 cut off to int64; what does not fit is -2^63."""
    if math.isnan(number) or not -(2.0**63) <= number < 2.0**63:
        return -(2**63)
    return int(number)


def fixed(number: float) -> str:
    """Return a float64 with six decimals, as ``%f`` prints it."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "+Inf" if number > 0 else "-Inf"
    return f"{number:f}"


def present(values: Iterable[Any]) -> Iterator[Any]:
    """Return the values that are not absent."""
    return (value for value in values if value is not None)


def added(left: Quantity, right: Quantity) -> Quantity:
    """Return a sum of two quantities, the same object for the same two objects.

    Amounts recur from request to request, and so do their sums. At most :data:`MOST_SUMS` are remembered, with their
    summands, so that the identities by which they are known stay theirs.
    """
    key = (id(left), id(right))
    found = _sums.get(key)
    if found is None:
        if len(_sums) >= MOST_SUMS:
            _sums.clear()
        found = _sums[key] = (left.add(right), left, right)
    return found[0]


def add_maps(left: Quantities, right: Quantities) -> Quantities:
    """Return the sums of two sets of quantities, per resource; the first summand comes first."""
    result = dict(left)
    for name, amount in right.items():
        held = result.get(name)
        result[name] = amount if held is None else added(held, amount)
    return result


def sum_maps(maps: Iterable[Quantities]) -> Quantities:
    """Return the sums of sets of quantities, per resource and in the given order."""
    result: dict[str, Quantity] = {}
    for amounts in maps:
        for name, amount in amounts.items():
            held = result.get(name)
            result[name] = amount if held is None else added(held, amount)
    return result


def larger_map(left: Quantities, right: Quantities) -> Quantities:
    """Return the larger of each resource; of equals the first."""
    result = dict(left)
    for name, amount in right.items():
        held = result.get(name)
        result[name] = amount if held is None else larger(held, amount)
    return result


def largest_map(maps: Iterable[Quantities]) -> Quantities:
    """Return the largest of each resource; of equals the first."""
    result: Quantities = {}
    for amounts in maps:
        result = larger_map(result, amounts)
    return result


def sum_quantities(amounts: Iterable[Quantity]) -> Quantity:
    """Return the sum in the given order; zero if there is none."""
    total: Quantity | None = None
    for amount in amounts:
        total = amount if total is None else added(total, amount)
    return ZERO if total is None else total


def largest(values: Iterable[Any]) -> Any:
    """Return the first of the largest values; absent if there is none."""
    result = None
    for value in values:
        if result is None:
            result = value
        else:
            result = larger(result, value) if isinstance(value, Quantity) else max(result, value)
    return result


def smallest(values: Iterable[Any]) -> Any:
    """Return the first of the smallest values; absent if there is none."""
    result = None
    for value in values:
        if result is None or value < result:
            result = value
    return result


def larger_of(left: Any, right: Any) -> Any:
    """Return the larger of two values of one type; of equals the first."""
    if isinstance(left, Quantity):
        return larger(left, right)
    if isinstance(left, dict):
        return larger_map(left, right)
    return max(left, right)


def smaller_of(left: Any, right: Any) -> Any:
    """Return the smaller of two values of one type; of equals the first."""
    return min(left, right)


def map_of(pairs: Iterable[tuple[str, Quantity | None]]) -> Quantities:
    """Return a set of quantities without the absent ones."""
    return {name: amount for name, amount in pairs if amount is not None}


def keys_of(*maps: Quantities) -> Sequence[str]:
    """Return the distinct resources of several sets, in order of appearance."""
    return tuple(dict.fromkeys(name for amounts in maps for name in amounts))


def last_of(values: Iterable[Any]) -> Any:
    """Return the last value; absent if there is none."""
    result = None
    for value in values:
        result = value
    return result


def running(source: Iterable[Any], amount: Any, counts: Any, add: Any, start: Any) -> Iterator[tuple[Any, Any]]:
    """Return each element with the sum of the amounts up to and including it, of the elements that count."""
    total = start
    for element in source:
        if counts(element):
            more = amount(element)
            if more is not None:
                total = more if total is None else add(total, more)
        yield element, total


def before(elements: Sequence[Any], element: Any) -> Sequence[Any]:
    """Return the elements that stand before the given one (all, if it is not among them)."""
    for number, other in enumerate(elements):
        if other is element:
            return elements[:number]
    return elements


def item(elements: Sequence[Any], number: int) -> Any:
    """Return the element at a position from 0; absent if there is none."""
    return elements[number] if 0 <= number < len(elements) else None


def quantity_of(text: str) -> Quantity | None:
    """Return the text read as a quantity; absent if it is none. Blanks belong to none."""
    try:
        return parse_untrimmed(text)
    except QuantityError:
        return None


def quantity_error(text: str) -> str:
    """Return Kubernetes' words for a text that is no quantity; "" for one that is. Blanks belong to none."""
    try:
        parse_untrimmed(text)
    except QuantityError as error:
        return str(error)
    return ""


def binary_quantity(number: int) -> Quantity:
    """Return an int64 as a quantity in binary notation."""
    return from_int(number, Notation.BINARY)


def decimal_quantity(number: int) -> Quantity:
    """Return an int64 as a quantity in decimal notation."""
    return from_int(number, Notation.DECIMAL)


def milli_quantity(number: int) -> Quantity:
    """Return thousandths as a quantity that prints in powers of 1000."""
    return parse(f"{number}m")


def is_whole(amount: Quantity) -> bool:
    """Whether an amount is a whole number."""
    return amount.exact.denominator == 1


def sorted_texts(texts: Iterable[str]) -> Sequence[str]:
    """Return the texts in the order of their bytes in UTF-8."""
    return sorted(texts, key=lambda text: text.encode("utf-8", "surrogatepass"))


def byte_length(text: str) -> int:
    """Return the length in bytes of UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


def after(text: str, mark: str) -> str:
    """Return what follows the first occurrence of a mark; "" if there is none."""
    return text.partition(mark)[2]


def without_end(text: str, end: str) -> str:
    """Return the text without every occurrence of another one at its end."""
    length = len(text)
    while end and text.endswith(end, 0, length):
        length -= len(end)
    return text[:length]


_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\v": "\\v",
}


def quoted(text: str) -> str:
    """Return the text in double quotes, escaped like a Go string (``%q``)."""
    return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else _escape(ord(c))) for c in text) + '"'


def _escape(code: int) -> str:
    widths = ((2, "x"), (4, "u"), (8, "U"))
    width, letter = next(pair for pair in widths if code < (0x80 if pair[1] == "x" else 16 ** pair[0]))
    return f"\\{letter}{code:0{width}x}"


MOST_PATTERN = 1_000
MOST_PATTERN_MEMORY = 1 << 20


def pattern(text: str) -> Any:
    """Return a compiled pattern of the linear-time engine.

    :raises ValueError: if it is none.
    """
    if len(text) > MOST_PATTERN:
        raise ValueError(f"it has more than {MOST_PATTERN} characters")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = MOST_PATTERN_MEMORY
    try:
        return re2.compile(text, options)
    except re2.error as error:
        reason = error.args[0] if error.args else error
        raise ValueError(reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)) from error


def matches(text: str, compiled: Any) -> bool:
    """Whether a whole text matches a compiled pattern."""
    return compiled.fullmatch(text) is not None


def only(amounts: Quantities, names: Iterable[str]) -> Quantities:
    """Return the quantities of the named resources."""
    wanted = frozenset(names)
    return {name: amount for name, amount in amounts.items() if name in wanted}


def replaced(amounts: Quantities, others: Quantities) -> Quantities:
    """Return the quantities, with others in the place of those of the same resource and beside the rest."""
    return {**amounts, **others}


def without(amounts: Quantities, names: Iterable[str]) -> Quantities:
    """Return the quantities but those of the named resources."""
    unwanted = frozenset(names)
    return {name: amount for name, amount in amounts.items() if name not in unwanted}


def decimal(number: Fraction) -> str:
    """Return an exact number in decimal notation; as a fraction if it has none."""
    rest, places = number.denominator, 0
    for factor in (2, 5):
        times = 0
        while rest % factor == 0:
            rest, times = rest // factor, times + 1
        places = max(places, times)
    if rest != 1 or places > MOST_PLACES:
        return str(number)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if number < 0 else text


def shown(value: object) -> str:
    """Return any value as text for an explanation."""
    return next((show(value) for type_, show in _SHOWN if isinstance(value, type_)), str(value))


_SHOWN: tuple[tuple[Any, Callable[[Any], str]], ...] = (
    (NoneType, lambda _: "absent"),
    (str, str),
    (Quantity, lambda quantity: str(quantity.text)),
    (bool, lambda truth: "true" if truth else "false"),
    (float, fixed),
    (Fraction, decimal),
    (dict, lambda amounts: ", ".join(f"{name}: {shown(amount)}" for name, amount in amounts.items())),
    (list | tuple, lambda elements: ", ".join(map(shown, elements))),
)
