"""Time what a request does with quantities most; prints nanoseconds per operation, the best of five rounds.

Run from the root of the project: python -m bench.quantity
"""

import sys
from itertools import count
from timeit import Timer
from typing import TYPE_CHECKING

from engine.quantity import Notation, Quantity, from_int, larger, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LOOPS = 20_000
_ROUNDS = 5


def _unseen(suffix: str) -> "Iterator[str]":
    """Return spellings that no memory holds yet."""
    return (f"{number}{suffix}" for number in count(100_001, 2))


def _operations() -> "Iterator[tuple[str, Callable[[], object]]]":
    cpu, memory, fraction, huge = parse("250m"), parse("512Mi"), parse("1.5Gi"), parse("123456789012345678901")
    for quantity in (cpu, memory, fraction, huge):
        print(quantity, quantity.value, quantity.milli, file=sys.stderr)  # noqa: T201 - fills the slots
    small, binary, exponent, long = _unseen("m"), _unseen("Ki"), _unseen("e3"), _unseen("." + "5" * 20 + "Gi")
    yield "nothing (the cost of the measurement)", lambda: None
    yield "parse, seen before", lambda: parse("250m")
    yield "parse, new, decimal", lambda: parse(next(small))
    yield "parse, new, binary", lambda: parse(next(binary))
    yield "parse, new, exponent", lambda: parse(next(exponent))
    yield "parse, new, BIG", lambda: parse(next(long))
    yield "parse, new, with value, milli, text", lambda: _figures(parse(next(small)))
    yield "value", lambda: memory.value
    yield "milli", lambda: cpu.milli
    yield "text", lambda: memory.text
    yield "text of a new sum", lambda: memory.add(memory).text
    yield "nanos", memory.nanos
    yield "<", lambda: cpu < memory
    yield "==", lambda: memory == memory  # noqa: PLR0124 - the cost is the same whatever the amounts
    yield "< with a BIG side", lambda: memory < huge
    yield "hash", lambda: hash(memory)
    yield "larger", lambda: larger(memory, fraction)
    yield "add", lambda: memory.add(memory)
    yield "add, different exponents", lambda: cpu.add(memory)
    yield "add, BIG", lambda: huge.add(fraction)
    yield "subtract", lambda: memory.subtract(cpu)
    yield "rounded, 64-bit", memory.rounded
    yield "rounded, BIG", fraction.rounded
    yield "stored", memory.stored
    yield "from_int", lambda: from_int(1 << 30, Notation.BINARY)


def _figures(quantity: Quantity) -> tuple[int, int, str]:
    return quantity.value, quantity.milli, quantity.text


def main() -> None:
    """Print a line for every operation."""
    for name, operation in _operations():
        best = min(Timer(operation).repeat(_ROUNDS, _LOOPS))
        print(f"{best / _LOOPS * 1e9:8.0f} ns  {name}")  # noqa: T201 - this is its purpose


if __name__ == "__main__":
    main()
