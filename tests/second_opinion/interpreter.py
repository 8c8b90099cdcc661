"""Typed terms interpreted node by node, for one evaluation."""

import math
import operator
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import re2

from engine import durations, float64, floats, values
from engine.language.terms import Term, TermLoop
from engine.language.types import EXACT, FLOAT64, INT64, QUANTITIES, QUANTITY, TEXT
from engine.objects import differs, differs_at
from engine.quantity import Notation, from_int, parse

COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda left, right: left in right,
}
FUNCTIONS = {
    "value": lambda q: q.value,
    "milliValue": lambda q: q.milli,
    "isMultipleOf": lambda q, other: q.is_multiple_of(other),
    "isWhole": lambda q: q.exact == int(q.exact),
    "quantity": values.quantity_of,
    "comparedWith": lambda q, other: q.promoted_by(other),
    "stored": lambda q: q.stored(),
    "rounded": lambda q: q.rounded(),
    "quantityError": values.quantity_error,
    "binaryQuantity": lambda number: from_int(number, Notation.BINARY),
    "decimalQuantity": lambda number: from_int(number, Notation.DECIMAL),
    "milliQuantity": lambda number: parse(f"{number}m"),
    "log2": lambda number: math.log2(number) if 0 < number < math.inf else None,
    "power": float64.power,
    "floor": float64.floor,
    "ceiling": float64.ceiling,
    "float32": floats.float32_of,
    "float32Error": floats.float32_error,
    "asFloat32": floats.as_float32,
    "duration": durations.duration_of,
    "durationError": durations.duration_error,
    "durationText": durations.duration_text,
    "time": durations.time_of,
    "float64": float,
    "int64": values.cut_off,
    "exact": Fraction,
    "plain": lambda n: n,
    "amount": lambda q: q.exact,
    "larger": values.larger_of,
    "smaller": values.smaller_of,
    "text": values.shown,
    "join": lambda texts, between: between.join(texts),
    "sorted": values.sorted_texts,
    "split": lambda text, mark: text.split(mark),
    "startsWith": lambda text, start: text[: len(start)] == start,
    "endsWith": lambda text, end: text.endswith(end),
    "contains": lambda text, part: text.find(part) >= 0,
    "after": lambda text, mark: text.split(mark, 1)[1] if mark in text else "",
    "withoutEnd": values.without_end,
    "upTo": lambda text, mark: text.split(mark, 1)[0],
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "matches": lambda text, pattern: re2.fullmatch(pattern, text) is not None,
    "quoted": values.quoted,
    "size": len,
    "item": lambda elements, number: dict(enumerate(elements)).get(number),
    "distinct": lambda texts: list(dict.fromkeys(texts)),
    "without": lambda amounts, names: {n: a for n, a in amounts.items() if n not in names},
    "only": lambda amounts, names: {n: a for n, a in amounts.items() if n in names},
    "replaced": lambda amounts, others: {**amounts, **others},
    "differs": differs,
    "differsAt": differs_at,
}
FORMATS = {TEXT: str, QUANTITY: lambda q: q.text, INT64: str, EXACT: values.decimal}


def int64(number):
    number &= 2**64 - 1
    return number - 2**64 if number >> 63 else number


class Interpreter:
    """Evaluates terms against the facts of one evaluation."""

    def __init__(self, environment, definitions, tables, as_given):
        self.environment = environment
        self.definitions = definitions
        self.tables = tables
        self.as_given = as_given

    def of(self, term: Term, known: dict[str, Any]) -> Any:
        return getattr(self, f"_{term.operation}")(term, known)

    def parts(self, term, known):
        return [self.of(part, known) for part in term.parts]

    def message(self, parts, known):
        return "".join(part if isinstance(part, str) else self.shown(*part, known) for part in parts)

    def shown(self, term, form, known):
        value = self.of(term, known)
        return values.fixed(float(value)) if form else FORMATS[term.type](value)

    def _constant(self, term, _):
        return term.data

    def _nothing(self, _, __):
        return {}

    def _input(self, term, _):
        return self.environment.inputs[term.data]

    def _notes(self, term, _):
        return self.environment.notes[term.data]

    def _conclusions(self, term, _):
        nothing = None if term.optional else [] if term.type.of else {}
        return self.environment.conclusions.get(term.data, nothing)

    def _variable(self, term, known):
        return known[term.data]

    def _field(self, term, known):
        owner = self.of(term.parts[0], known)
        return None if owner is None else getattr(owner, f"f_{term.data[1]}")

    def _position(self, term, known):
        owner = self.of(term.parts[0], known)
        return None if owner is None else owner.position

    def _path(self, term, known):
        owner = self.of(term.parts[0], known)
        return None if owner is None else owner.path

    def _index(self, term, known):
        owner, key = self.parts(term, known)
        return None if owner is None or key is None else owner.get(key)

    def _message(self, term, known):
        return "".join(self.shown(part, form, known) for part, form in zip(term.parts, term.data, strict=True))

    def _list(self, term, known):
        return self.parts(term, known)

    def _negative(self, term, known):
        value = self.of(term.parts[0], known)
        if value is None:
            return None
        return int64(-value) if term.type == INT64 else -value

    def _binary(self, term, known):
        left, right = self.parts(term, known)
        if left is None or right is None:
            return None
        if term.type.of:
            return [*left, *right]
        return self.computed(term.data, term.type, left, right)

    def computed(self, word, type_, left, right):
        if type_ == QUANTITIES:
            return self.summed(left, right)
        if type_ == QUANTITY:
            return left.add(right) if word == "+" else left.subtract(right)
        if word == "/" and right == 0:
            return None if type_ == EXACT else self.infinite(left, right)
        if word in ("div", "mod"):
            if right == 0:
                return None
            quotient = math.trunc(Fraction(left, right))
            return int64(quotient if word == "div" else left - quotient * right)
        plain = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[word]
        if type_ == EXACT and word == "/":
            return Fraction(left) / right
        found = plain(left, right)
        return int64(found) if type_ == INT64 else found

    @staticmethod
    def infinite(left, right):
        if left == 0 or left != left:  # noqa: PLR0124 - what is not equal to itself is not a number
            return math.nan
        return math.inf if (left > 0) == (math.copysign(1, right) > 0) else -math.inf

    @staticmethod
    def summed(left, right):
        names = dict.fromkeys([*left, *right])
        return {n: left[n].add(right[n]) if n in left and n in right else left.get(n, right.get(n)) for n in names}

    def _otherwise(self, term, known):
        value = self.of(term.parts[0], known)
        return self.of(term.parts[1], known) if value is None else value

    def _compare(self, term, known):
        left, right = self.parts(term, known)
        if term.parts[0].type.kind:
            return (left is right) == (term.data == "=")
        return COMPARE[term.data](left, right)

    def _test(self, term, known):
        value = self.of(term.parts[0], known)
        return {"absent": value is None, "present": value is not None}.get(term.data, value is not None and not value)

    def _and(self, term, known):
        return all(self.of(part, known) for part in term.parts)

    def _or(self, term, known):
        return any(self.of(part, known) for part in term.parts)

    def _not(self, term, known):
        return not self.of(term.parts[0], known)

    def _if(self, term, known):
        condition, yes, no = term.parts
        return self.of(yes if self.of(condition, known) else no, known)

    def _keys(self, term, known):
        return list(dict.fromkeys(name for amounts in self.parts(term, known) for name in amounts))

    def _call(self, term, known):
        given = self.parts(term, known)
        if any(value is None for value in given):
            return None
        if term.data == "before":
            elements, element = given
            return elements[: next((at for at, one in enumerate(elements) if one is element), len(elements))]
        if term.data == "stored" and self.as_given:
            return given[0]
        return FUNCTIONS[term.data](*given)

    def _lookup(self, term, known):
        table = self.tables[term.data]
        return table.rows.get(tuple(self.parts(term, known)), table.otherwise)

    def _fact(self, term, known):
        kind, *names = term.data
        return self.environment.fact(kind, dict(zip(names, self.parts(term, known), strict=True)), 0)

    def _apply(self, term, known):
        definition = self.definitions[term.data]
        key = (term.data, *self.parts(term, known))
        if not all(isinstance(part, str) or hasattr(part, "kind") for part in key):
            return self.of(definition.body, dict(zip(definition.slots, key[1:], strict=True)))
        # What is made of facts is one fact, however often it is asked for: identities are compared.
        cache = self.environment.cache
        if key not in cache:
            cache[key] = self.of(definition.body, dict(zip(definition.slots, key[1:], strict=True)))
        return cache[key]

    def _aggregate(self, term, known):
        found = self.frames(term.loops, term.where, known)
        if term.data == "count":
            return sum(1 for _ in found)
        if term.data == "map":
            key, body = term.parts
            pairs = [(self.of(key, frame), self.of(body, frame)) for frame in found]
            return {name: value for name, value in pairs if value is not None}
        got = [self.of(term.parts[0], frame) for frame in found]
        got = [value for value in got if value is not None]
        if term.data == "list":
            return got
        return self.total(term, got) if term.data == "sum" else self.extreme(term, got)

    def total(self, term, got):
        if term.type == QUANTITIES:
            whole = {}
            for amounts in got:
                whole = self.summed(whole, amounts)
            return whole
        if not got:
            return values.ZERO if term.type == QUANTITY else 0
        whole = got[0]
        for value in got[1:]:
            whole = self.computed("+", term.type, whole, value)
        return whole

    def extreme(self, term, got):
        if term.type == QUANTITIES:
            names = dict.fromkeys(name for amounts in got for name in amounts)
            return {name: max((a[name] for a in got if name in a), key=_Ordered) for name in names}
        if not got:
            return None
        return max(got, key=_Ordered) if term.data == "max" else min(got, key=_Ordered)

    def _quantifier(self, term, known):
        slot = term.loops[0].slot
        if term.data == "every":
            return all(self.of(term.where, frame) for frame in self.frames(term.loops, None, known))
        found = [frame[slot] for frame in self.frames(term.loops, term.where, known)]
        forms = {"any": bool(found), "no": not found}
        if term.data in forms:
            return forms[term.data]
        return (found[0] if term.data == "first" else found[-1]) if found else None

    def frames(
        self, loops: tuple[TermLoop, ...], where: Term | None, known: dict[str, Any]
    ) -> Iterator[dict[str, Any]]:
        if not loops:
            if where is None or self.of(where, known):
                yield known
            return
        loop, *rest = loops
        for frame in self.running(loop, known):
            yield from self.frames(tuple(rest), where, frame)

    def running(self, loop, known):
        total = None
        for element in self.of(loop.source, known):
            frame = {**known, loop.slot: element}
            if loop.running_of is not None:
                type_ = loop.running_of.type
                zero = {QUANTITIES: {}, QUANTITY: values.ZERO, FLOAT64: 0, EXACT: 0}.get(type_, 0)
                total = zero if total is None else total
                if loop.running_where is None or self.of(loop.running_where, frame):
                    more = self.of(loop.running_of, frame)
                    total = total if more is None else self.computed("+", type_, total, more)
                frame[loop.running_slot] = total
            yield frame


class _Ordered:
    """Orders amounts by comparison alone; of equals the first is kept by max and min."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value

    def __gt__(self, other):
        return self.value > other.value
