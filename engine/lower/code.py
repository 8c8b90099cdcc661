"""Typed terms as Python source.

No text of a rule ever enters the source: names are slots (``v12``), constants are bound to ``k`` names in the namespace
that the source is compiled in, fields are attributes checked by the catalogue. ``e`` is the environment of one request.
"""

from collections.abc import Mapping
from typing import Any

from engine import durations, float64, floats, values
from engine.encoding import ordered_float
from engine.errors import Problem
from engine.language.tables import Table
from engine.language.terms import Term, TermLoop
from engine.language.types import EXACT, FLOAT64, INT64, NUMBER, QUANTITIES, QUANTITY, TEXT
from engine.quantity import Quantity

CALLS = {
    "isWhole": "is_whole",
    "quantity": "quantity_of",
    "quantityError": "quantity_error",
    "binaryQuantity": "binary_quantity",
    "decimalQuantity": "decimal_quantity",
    "float32": "float32_of",
    "float32Error": "float32_error",
    "asFloat32": "as_float32",
    "duration": "duration_of",
    "durationError": "duration_error",
    "durationText": "duration_text",
    "time": "time_of",
    "larger": "larger_of",
    "smaller": "smaller_of",
    "sorted": "sorted_texts",
    "bytes": "byte_length",
    "quoted": "quoted",
    "item": "item",
    "before": "before",
    "only": "only",
    "without": "without",
    "replaced": "replaced",
    "after": "after",
    "withoutEnd": "without_end",
    "int64": "cut_off",
    "matches": "matches",
    "text": "shown",
    "log2": "log2",
    "power": "power",
    "floor": "floor",
    "ceiling": "ceiling",
    "milliQuantity": "milli_quantity",
}
FORMS = {
    "value": "{0}.value",
    "milliValue": "{0}.milli",
    "isMultipleOf": "{0}.is_multiple_of({1})",
    "rounded": "{0}.rounded()",
    "stored": "{0}.stored()",
    "comparedWith": "{0}.promoted_by({1})",
    "float64": "float({0})",
    "exact": "{0}",
    "plain": "{0}",
    "amount": "{0}.exact",
    "join": "{1}.join({0})",
    "split": "{0}.split({1})",
    "startsWith": "{0}.startswith({1})",
    "endsWith": "{0}.endswith({1})",
    "contains": "({1} in {0})",
    "size": "len({0})",
    "distinct": "tuple(dict.fromkeys({0}))",
    "differs": "e.differs({0}, {1}, {2})",
    "differsAt": "e.differs_at({0}, {1}, {2})",
    "upTo": "{0}.partition({1})[0]",
}
ARITHMETIC = {
    ("+", INT64): "wrap({0} + {1})",
    ("-", INT64): "wrap({0} - {1})",
    ("*", INT64): "wrap({0} * {1})",
    ("div", INT64): "divide_int64({0}, {1})",
    ("mod", INT64): "remainder_int64({0}, {1})",
    ("/", FLOAT64): "divide_float64({0}, {1})",
    ("/", EXACT): "divide_exact({0}, {1})",
    ("+", QUANTITY): "added({0}, {1})",
    ("-", QUANTITY): "{0}.subtract({1})",
    ("+", QUANTITIES): "add_maps({0}, {1})",
}
ADDERS = {INT64: "lambda a, b: wrap(a + b)", QUANTITY: "added", QUANTITIES: "add_maps"}
PYTHON_COMPARISONS = {"=": "==", "!=": "!=", "in": "in"}
NAMES = {
    name: getattr(module, name)
    for module in (durations, float64, floats, values)
    for name in dir(module)
    if not name.startswith("_")
} | {"ordered_float": ordered_float}


class Code:
    """Writes source and gathers the constants it needs."""

    def __init__(
        self, definition_numbers: dict[str, int], as_given: bool = False, tables: Mapping[str, Table] | None = None
    ) -> None:
        """Take the numbers of the definitions (definition n is the function ``d{n}``) and the tables.

        ``as_given``: objects are taken as they are, so that reading an amount back from its text changes nothing.
        """
        self.facts: dict[tuple[str, ...], str] = {}
        self.inlined: dict[str, tuple[tuple[str, ...], Term]] = {}
        self.bound: dict[str, str] = {}
        self.temporaries: int | None = None
        self.named: Mapping[str, str] = {}
        self.forms = {**FORMS, "stored": "{0}"} if as_given else FORMS
        self.definition_numbers = definition_numbers
        self.namespace: dict[str, Any] = dict(NAMES)
        self.constants: dict[tuple[str, str], str] = {}
        self.problems: list[Problem] = []
        self.tables = dict(tables or {})

    def constant(self, value: Any) -> str:
        """Return the name (or the plain literal) of a constant."""
        if value is True or value is False or value is None:
            return str(value)
        if type(value) is int and abs(value) < 2**63:
            return f"({value})" if value < 0 else str(value)
        key = (type(value).__name__, value.text if isinstance(value, Quantity) else repr(value))
        if key not in self.constants:
            self.constants[key] = f"k{len(self.constants)}"
            self.namespace[self.constants[key]] = value
        return self.constants[key]

    def of(self, term: Term) -> str:
        """Return the Python expression of a term; the name of one that has a name by its identity."""
        if self.named and (name := self.named.get(term.identity())):
            return name
        method: Any = getattr(self, f"_{term.operation}")
        return str(method(term))

    def strict(self, form: str, parts: tuple[Term, ...]) -> str:
        """Return a form over parts; absent if one of the parts is."""
        codes = [self.of(part) for part in parts]
        optional = [number for number, part in enumerate(parts) if part.optional]
        if not optional:
            return form.format(*codes)
        if self.temporaries is not None:
            return self._strict_within(form, codes, optional)
        outer, names = [], []
        for number in optional:
            if not codes[number].isidentifier():
                names.append(f"a{number}")
                outer.append(codes[number])
                codes[number] = f"a{number}"
        test = " or ".join(f"{codes[number]} is None" for number in optional)
        body = f"(None if {test} else {form.format(*codes)})"
        return f"(lambda {', '.join(names)}: {body})({', '.join(outer)})" if names else body

    def _strict_within(self, form: str, codes: list[str], optional: list[int]) -> str:
        """Return a form within a function that may have names of its own for parts."""
        tests = []
        for number in optional:
            if codes[number].isidentifier():
                tests.append(f"{codes[number]} is None")
            else:
                name = self.temporary()
                tests.append(f"({name} := {codes[number]}) is None")
                codes[number] = name
        return f"(None if {' or '.join(tests)} else {form.format(*codes)})"

    def temporary(self) -> str:
        """Return a new local name."""
        self.temporaries = (self.temporaries or 0) + 1
        return f"w{self.temporaries}"

    def shown(self, term: Term, form: str) -> str:
        """Return the code of a value as a message shows it."""
        forms = {TEXT: "{}", QUANTITY: "{}.text", INT64: "str({})", FLOAT64: "fixed({})", EXACT: "decimal({})"}
        if form:
            return f"fixed(float({self.of(term)}))"
        return forms[term.type].format(self.of(term)) if term.type != FLOAT64 else "''"

    def _message(self, term: Term) -> str:
        parts = [self.shown(part, form) for part, form in zip(term.parts, term.data, strict=True)]
        return f"({' + '.join(parts) or repr('')})"

    def _constant(self, term: Term) -> str:
        return self.constant(term.data)

    def _input(self, term: Term) -> str:
        return f"e.inputs[{self.constant(term.data)}]"

    def _notes(self, term: Term) -> str:
        return f"e.notes[{self.constant(term.data)}]"

    def _conclusions(self, term: Term) -> str:
        nothing = "None" if term.optional else "()" if term.type.of else "{}"
        return f"e.conclusions.get({self.constant(term.data)}, {nothing})"

    def _variable(self, term: Term) -> str:
        return self.bound.get(term.data, str(term.data))

    def _field(self, term: Term) -> str:
        return self.strict(f"{{0}}.f_{term.data[1]}", term.parts)

    def _position(self, term: Term) -> str:
        return self.strict("{0}.position", term.parts)

    def _path(self, term: Term) -> str:
        return self.strict("{0}.path", term.parts)

    def _index(self, term: Term) -> str:
        return self.strict("{0}.get({1})", term.parts)

    def _nothing(self, _: Term) -> str:
        return "{}"

    def _list(self, term: Term) -> str:
        return "(" + "".join(f"{self.of(part)}, " for part in term.parts) + ")"

    def _negative(self, term: Term) -> str:
        return self.strict("wrap(-{0})" if term.type == INT64 else "(-{0})", term.parts)

    def _binary(self, term: Term) -> str:
        if term.type.of:
            return self.strict("(*{0}, *{1})", term.parts)
        form = ARITHMETIC.get((term.data, term.type), f"({{0}} {term.data} {{1}})")
        return self.strict(form, term.parts)

    def _otherwise(self, term: Term) -> str:
        left, right = (self.of(part) for part in term.parts)
        if left.isidentifier():
            return f"({left} if {left} is not None else {right})"
        if self.temporaries is not None:
            name = self.temporary()
            return f"({name} if ({name} := {left}) is not None else {right})"
        return f"(lambda a: a if a is not None else {right})({left})"

    def _compare(self, term: Term) -> str:
        left, right = (self.of(part) for part in term.parts)
        if term.parts[0].type.kind:
            return f"({left} {'is' if term.data == '=' else 'is not'} {right})"
        if _is_zero(term.parts[1]):
            return f"({left}.sign {PYTHON_COMPARISONS.get(term.data, term.data)} 0)"
        return f"({left} {PYTHON_COMPARISONS.get(term.data, term.data)} {right})"

    def _test(self, term: Term) -> str:
        inner = self.of(term.parts[0])
        return {"absent": f"({inner} is None)", "present": f"({inner} is not None)", "empty": f"(not {inner})"}[
            term.data
        ]

    def _and(self, term: Term) -> str:
        return "(" + " and ".join(self.of(part) for part in term.parts) + ")"

    def _or(self, term: Term) -> str:
        return "(" + " or ".join(self.of(part) for part in term.parts) + ")"

    def _not(self, term: Term) -> str:
        return f"(not {self.of(term.parts[0])})"

    def _if(self, term: Term) -> str:
        condition, yes, no = (self.of(part) for part in term.parts)
        return f"({yes} if {condition} else {no})"

    def _keys(self, term: Term) -> str:
        if len(term.parts) == 1:
            return f"tuple({self.of(term.parts[0])})"
        return f"keys_of({', '.join(self.of(part) for part in term.parts)})"

    def _call(self, term: Term) -> str:
        if term.data == "matches":
            return self._matches(term)
        if term.data in self.forms:
            return self.strict(self.forms[term.data], term.parts)
        holes = ", ".join(f"{{{number}}}" for number in range(len(term.parts)))
        return self.strict(f"{CALLS[term.data]}({holes})", term.parts)

    def _matches(self, term: Term) -> str:
        try:
            compiled = values.pattern(term.parts[1].data)
        except ValueError as error:
            self.problems.append(
                term.parts[1].tree.place.problem(f"the pattern cannot be read: {error}", "patterns are those of RE2")
            )
            return "False"
        name = f"p{len(self.namespace)}"
        self.namespace[name] = compiled
        return self.strict(f"matches({{0}}, {name})", term.parts[:1])

    def _lookup(self, term: Term) -> str:
        name = f"table{list(self.tables).index(term.data)}"
        self.namespace[name] = self.tables[term.data].of
        return f"{name}({', '.join(self.of(part) for part in term.parts)})"

    def _fact(self, term: Term) -> str:
        made = self.facts.setdefault(term.data, f"fact_{len(self.facts)}")
        return f"{made}(e{''.join(f', {self.of(part)}' for part in term.parts)})"

    def _apply(self, term: Term) -> str:
        codes = [self.of(part) for part in term.parts]
        if term.data in self.inlined and all(code.isidentifier() for code in codes):
            slots, body = self.inlined[term.data]
            outer, self.bound = self.bound, dict(zip(slots, codes, strict=True))
            code = self.of(body)
            self.bound = outer
            return code
        arguments = "".join(f", {code}" for code in codes)
        return f"d{self.definition_numbers[term.data]}(e{arguments})"

    def _aggregate(self, term: Term) -> str:
        tail = self.loops(term.loops, term.where)
        if term.data == "count":
            return f"sum(1 {tail})"
        if term.data == "map":
            key, body = (self.of(part) for part in term.parts)
            return f"map_of(({key}, {body}) {tail})"
        body = f"({self.of(term.parts[0])} {tail})"
        if term.parts[0].optional:
            body = f"present{body}"
        if term.data == "list":
            return f"tuple({body})"
        if term.type == QUANTITIES:
            return f"{'sum_maps' if term.data == 'sum' else 'largest_map'}({body})"
        if term.data != "sum":
            return f"{'largest' if term.data == 'max' else 'smallest'}({body})"
        if term.type == QUANTITY:
            return f"sum_quantities({body})"
        return f"wrap(sum({body}))" if term.type in (INT64, NUMBER) else f"sum({body})"

    def _quantifier(self, term: Term) -> str:
        slot = term.loops[0].slot
        if term.data == "every":
            condition = self.of(term.where) if term.where is not None else "True"
            return f"all({condition} {self.loops(term.loops, None)})"
        found = self.loops(term.loops, term.where)
        forms = {
            "first": f"next(({slot} {found}), None)",
            "last": f"last_of({slot} {found})",
            "any": f"any(True {found})",
        }
        return forms.get(term.data) or f"(not any(True {found}))"

    def loops(self, loops: tuple[TermLoop, ...], where: Term | None) -> str:
        """Return the ``for ... if ...`` of a comprehension, where no new names can be given."""
        outer, self.temporaries = self.temporaries, None
        words = []
        for number, loop in enumerate(loops):
            if loop.running_of is not None:
                words.append(f"for {loop.slot}, {loop.running_slot} in {self._running(loop)}")
            else:
                later = frozenset(slot for one in loops[number + 1 :] for slot in (one.slot, one.running_slot))
                source, where = self.joined(loop.slot, loop.source, where, later)
                words.append(f"for {loop.slot} in {source}")
        if where is not None:
            words.append(f"if {self.of(where)}")
        self.temporaries = outer
        return " ".join(words)

    def _running(self, loop: TermLoop) -> str:
        assert loop.running_of is not None  # noqa: S101 - the caller tested it; told to the type checker
        amount = f"lambda {loop.slot}: {self.of(loop.running_of)}"
        counts = f"lambda {loop.slot}: {self.of(loop.running_where) if loop.running_where is not None else 'True'}"
        start = {QUANTITIES: "{}", QUANTITY: "ZERO"}.get(loop.running_of.type, "0")
        adder = ADDERS.get(loop.running_of.type, "lambda a, b: a + b")
        return f"running({self.of(loop.source)}, {amount}, {counts}, {adder}, {start})"

    def joined(
        self, slot: str, source: Term, where: Term | None, later: frozenset[str] = frozenset()
    ) -> tuple[str, Term | None]:
        """Return the code of a loop's source, and what is left of its condition.

        Equalities between a field of a fact and something known outside the loop become a look-up in an index, so that
        joining many facts with many takes time in proportion to their number. ``later`` are the variables of the loops
        within this one: they are not known yet.
        """
        look_up = self._look_up(source)
        if look_up is None or where is None:
            return self.of(source), where
        conjuncts = where.parts if where.operation == "and" else (where,)
        keys, rest = [], []
        for part in conjuncts:
            key = _join_key(slot, part, later)
            if key:
                keys.append(key)
            else:
                rest.append(part)
        if not keys:
            return self.of(source), where
        names = self.constant(tuple(f"f_{name}" for name, _ in keys))
        wanted = "".join(f"{self.of(term)}, " for _, term in keys)
        left = None
        if rest:
            left = rest[0] if len(rest) == 1 else Term("and", where.type, False, where.tree, tuple(rest))
        return f"{look_up}, {names}, ({wanted}))", left

    def _look_up(self, source: Term) -> str | None:
        """Return the code of a look-up in an index of a source, up to its keys; None if the source is made anew."""
        if source.operation == "call" and source.data == "before" and _stays(source.parts[0]):
            return f"e.earlier({self.of(source.parts[0])}, {self.of(source.parts[1])}"
        return f"e.among({self.of(source)}" if _stays(source) else None


def _is_zero(term: Term) -> bool:
    """Whether a term is the constant amount 0: a comparison with it asks for a sign."""
    return term.operation == "constant" and isinstance(term.data, Quantity) and term.data.mantissa == 0


def _stays(term: Term) -> bool:
    """Whether a term is a list of facts that is one and the same for a whole pass."""
    if term.optional or term.type.of is None or not term.type.of.kind:
        return False
    if term.operation == "apply":
        return len(term.parts) == 1 and term.parts[0].type.kind
    return term.operation in ("field", "notes", "input")


def _join_key(slot: str, term: Term, later: frozenset[str]) -> tuple[str, Term] | None:
    if term.operation != "compare" or term.data != "=":
        return None
    for mine, other in (term.parts, term.parts[::-1]):
        is_mine = mine.operation == "field" and mine.parts[0].operation == "variable" and mine.parts[0].data == slot
        joins = mine.type == TEXT or mine.type.kind or mine.type == INT64
        if (
            is_mine
            and joins
            and not mine.optional
            and all(t.data != slot and t.data not in later for t in other.all() if t.operation == "variable")
        ):
            return mine.data[1], other
    return None
