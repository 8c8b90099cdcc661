"""The Python functions of one pass: its rows, and what each case's effect needs, as source and compiled."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.language.checked import CheckedCase, CheckedLet, CheckedMessage, CheckedRule, effect_terms
from engine.language.judgement import CheckedDefinition
from engine.language.terms import Term
from engine.language.types import TEXT
from engine.lower.code import Code
from engine.lower.columns import RowColumn
from engine.lower.conditions import Test
from engine.lower.plan import PassPlan

MOST_WRITTEN_OUT = 24
"""How many operations a definition may have that is written out where it is used."""

_SLOT = re.compile(r"\bv\d+\b")


@dataclass
class Writer:
    """Lines of source with indentation."""

    lines: list[str] = field(default_factory=list)

    def line(self, depth: int, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * depth + text)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A namespace of compiled functions and the source they came from (shown by tests and for debugging)."""

    source: str
    namespace: dict[str, Any]

    def function(self, name: str) -> Callable[..., Any]:
        """Return a compiled function."""
        found: Callable[..., Any] = self.namespace[name]
        return found


class FunctionWriter:
    """Writes the functions of passes into one module."""

    def __init__(self, code: Code, definitions: list[CheckedDefinition]) -> None:
        """Take the writer of expressions and the definitions that these may use."""
        self.code = code
        self.definitions = {definition.name: definition for definition in definitions}
        self.writer = Writer()
        self.temporaries = 0
        code.inlined = {one.name: (one.slots, one.body) for one in definitions if self.is_small(one)}

    def temporary(self) -> str:
        """Return a new local name."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    def compiled(self) -> Compiled:
        """Return all functions written so far, compiled."""
        source = "\n".join(self.writer.lines) + "\n"
        namespace = dict(self.code.namespace)
        exec(compile(source, "<rules>", "exec"), namespace)  # noqa: S102 - the source is ours: slots, constants, operators
        return Compiled(source, namespace)

    def definition(self, definition: CheckedDefinition) -> None:
        """Write a definition.

        What depends on one fact only is computed once a pass; what depends on short texts alone is remembered for good.
        """
        line, number = self.writer.line, definition.number
        slots = ", ".join(definition.slots)
        body = self.code.of(definition.body)
        if definition.slots and all(kind == TEXT for kind in definition.kinds) and self.is_pure(definition.body):
            self.code.namespace[f"m{number}"] = {}
            line(0, f"def d{number}(e, {slots}):")
            line(1, f"found = m{number}.get(({slots},), e)")
            line(1, "if found is e:")
            line(2, f"found = {body}")
            line(2, f"remember(m{number}, ({slots},), found)")
            line(1, "return found")
            return
        line(0, f"def d{number}(e{''.join(f', {slot}' for slot in definition.slots)}):")
        if definition.slots and not (len(definition.slots) == 1 and definition.kinds[0].kind):
            line(1, f"return {body}")
            return
        line(1, f"key = ({number}, {slots})" if slots else f"key = {number}")
        line(1, "found = e.cache.get(key, e)")
        line(1, "if found is e:")
        line(2, f"found = e.cache[key] = {body}")
        line(1, "return found")

    @staticmethod
    def is_small(definition: CheckedDefinition) -> bool:
        """Whether a definition is written out where it is used: a few operations on values that are no facts."""
        terms = list(definition.body.all())
        plain = all(not term.loops and term.operation not in ("apply", "fact", "lookup") for term in terms)
        of_values = bool(definition.slots) and not any(kind.kind or kind.of for kind in definition.kinds)
        remembered = all(kind == TEXT for kind in definition.kinds)
        return plain and of_values and not remembered and len(terms) <= MOST_WRITTEN_OUT

    def is_pure(self, term: Term) -> bool:
        """Whether a term depends on nothing but its variables."""
        for part in term.all():
            if part.operation in ("input", "notes", "conclusions", "fact"):
                return False
            if part.operation == "apply" and not self.is_pure(self.definitions[part.data].body):
                return False
        return True

    # Rows

    def rows(self, name: str, plan: PassPlan, number: int) -> None:
        """Write the function that makes the rows of a shape."""
        shape = plan.shapes[number]
        columns = list(plan.columns[number].by_identity.values())
        lets = unique_lets([let for rule in plan.rules if rule.shape.key == shape.key for let in rule.lets])
        guards = plan.guards[number]
        used = used_lets([*(column.term for column in columns), *(test.left for test in guards)], lets)
        _Rows(self, plan, number, used).write(name)

    # Effects

    def effect(self, name: str, rule: CheckedRule, case: CheckedCase) -> None:
        """Write the function that computes what a case's effect needs from the facts of a row."""
        self.begin(name, rule, case_terms(case))
        method: Any = getattr(self, f"_{case.effect.kind}")
        self.writer.line(1, f"return {method(rule, case)}")

    def begin(self, name: str, rule: CheckedRule, terms: list[Term]) -> None:
        """Begin a function of the facts of a row: bind the facts, and the named values that its terms need."""
        line = self.writer.line
        line(0, f"def {name}(e, facts):")
        slots = [binding.slot for binding in rule.shape.bindings]
        if slots:
            line(1, f"{', '.join(slots)}, = facts")
        for let in used_lets(terms, list(rule.lets)):
            line(1, f"{let.slot} = {self.code.of(let.term)}")

    def explain(self, case: CheckedCase) -> str:
        """Return the code of the explanation by role."""
        pairs = ", ".join(f"{self.code.constant(role)}: {self.shown(term)}" for role, term in case.explain)
        return "{" + pairs + "}"

    def comparisons(self, term: Term | None) -> str:
        """Return the code of the comparisons by which a condition holds, as text."""
        if term is None:
            return "()"
        if term.operation == "and":
            return "(" + "".join(f"*{self.comparisons(part)}, " for part in term.parts) + ")"
        if term.operation == "or":
            choices = "".join(f"{self.comparisons(part)} if {self.code.of(part)} else " for part in term.parts)
            return f"({choices}())"
        if not is_comparison(term):
            return "()"
        left, right = term.parts
        words = self.code.constant((str(left.tree), str(term.data), str(right.tree)))
        return f"(({words}, {self.shown(left)}, {self.shown(right)}), )"

    def shown(self, term: Term) -> str:
        """Return the code of a value as text."""
        return f"shown({self.code.of(term)})"

    def message(self, message: CheckedMessage) -> str:
        """Return the code of a message."""
        parts = []
        for part in message:
            if isinstance(part, str):
                if part:
                    parts.append(self.code.constant(part))
                continue
            parts.append(self.code.shown(*part))
        return "(" + " + ".join(parts or ["''"]) + ")"

    def _deny(self, _: CheckedRule, case: CheckedCase) -> str:
        effect = case.effect
        message = self.message(effect.message)
        place = self.message(effect.field) if effect.field is not None else "''"
        texts = f"({message},)"
        if effect.each is not None:
            texts = f"[{message} for {effect.each[0]} in {self.code.of(effect.each[1])}]"
        return f"{texts}, {place}, {self.explain(case)}, {self.comparisons(case.when)}"

    _warn = _deny
    _refuse = _deny

    def _fill(self, _: CheckedRule, case: CheckedCase) -> str:
        target, value = case.effect.target, case.effect.value
        if target is None or value is None:
            return "None"
        key = self.code.of(target.key) if target.key is not None else "None"
        note = "None"
        if case.effect.note is not None:
            note = "{" + ", ".join(f"{self.code.constant(n)}: {self.code.of(t)}" for n, t in case.effect.note[2]) + "}"
        source = self.source(value)
        return f"{self.code.of(target.owner)}, {key}, {self.code.of(value)}, {source}, {note}"

    _copy = _fill

    def source(self, term: Term) -> str:
        """Return the code of where a value stands: owner, field, key; None if it is computed."""
        while term.definition is not None or (term.operation == "call" and term.data in ("stored", "rounded")):
            term = term.definition or term.parts[0]
        if term.operation == "index" and term.parts[0].operation == "field":
            owner, key = term.parts
            return f"({self.code.of(owner.parts[0])}, {self.code.constant(owner.data[1])}, {self.code.of(key)})"
        return "None"

    def _conclude(self, _: CheckedRule, case: CheckedCase) -> str:
        pairs = ", ".join(
            f"({self.code.constant(name)}, {self.code.of(key) if key else None}, {self.code.of(term)})"
            for name, key, term in case.effect.conclusions
        )
        return f"({pairs},), {self.comparisons(case.when)}"

    def _take(self, _: CheckedRule, case: CheckedCase) -> str:
        effect = case.effect
        if effect.value is None:
            return "None"
        into, (word, paths) = effect.order[0][1], effect.order[1]
        return f"{self.code.of(into)}, {self.code.of(effect.value)}, {self.code.of(paths)}, {word == 'but'}"

    def _rank(self, _: CheckedRule, case: CheckedCase) -> str:
        effect = case.effect
        keys = "".join(
            f"{'not ' if direction == 'first' else '-' if direction == 'highest' else ''}{self.code.of(term)}, "
            for direction, term in effect.order
        )
        value = self.code.of(effect.value) if effect.value is not None else "None"
        return f"({keys}), {value}"

    def _choose(self, _: CheckedRule, case: CheckedCase) -> str:
        effect = case.effect
        preferred = next((self.code.of(term) for _, term in effect.order), "False")
        value = self.code.of(effect.value) if effect.value is not None else "None"
        return f"{preferred}, {value}, {self.comparisons(case.when)}"

    def _remember(self, _: CheckedRule, case: CheckedCase) -> str:
        given = case.effect.note[2] if case.effect.note is not None else ()
        fields = ", ".join(f"{self.code.constant(name)}: {self.code.of(term)}" for name, term in given)
        return f"{{{fields}}}, {self.comparisons(case.when)}"

    _note = _remember


class _Rows:
    """Writes the nested loops of one shape: every value at the outermost level at which it is known."""

    def __init__(self, writer: FunctionWriter, plan: PassPlan, number: int, lets: list[CheckedLet]):
        self.guards = plan.guards[number]
        self.names = 0
        self.aliases: dict[str, str] = {}
        self.known: dict[str, str] = {}
        self.writer = writer
        self.code = writer.code
        self.shape = plan.shapes[number]
        self.number = number
        self.columns = list(plan.columns[number].by_identity.values())
        self.lets = lets
        self.depth_of = {binding.slot: depth for depth, binding in enumerate(self.shape.bindings, 1)}
        self.let_depth: dict[str, int] = {}
        for let in lets:
            self.let_depth[let.slot] = self.depth(let.term)

    def depth(self, term: Term) -> int:
        """Return the number of loops that a term depends on."""
        slots = [t.data for t in term.all() if t.operation == "variable"]
        return max((self.depth_of.get(slot, 0) for slot in slots), default=0)

    def write(self, name: str) -> None:
        line = self.writer.writer.line
        line(0, f"def {name}(e, add, keep):")
        line(1, "s0 = " + self.code.constant(f'"k":{self.number + 1}'))
        self.level(0)
        for depth, binding in enumerate(self.shape.bindings, 1):
            source, where = self.code.joined(binding.slot, binding.source, binding.where)
            line(depth, f"for {binding.slot} in {f'reversed({source})' if binding.backwards else source}:")
            if where is not None:
                line(depth + 1, f"if not {self.of(where)}: continue")
            self.level(depth)
        deepest = len(self.shape.bindings)
        line(deepest + 1, f"add(s{deepest})")
        line(deepest + 1, f"keep(({''.join(f'{b.slot}, ' for b in self.shape.bindings)}))")

    def of(self, term: Term) -> str:
        """Return the code of a term, with one name for all named values that are the same."""
        self.code.temporaries = self.names
        code = self.code.of(term)
        self.names, self.code.temporaries = self.code.temporaries or 0, None
        return _SLOT.sub(lambda found: self.aliases.get(found[0], found[0]), code)

    def level(self, depth: int) -> None:
        """Write the named values and columns that are known at a level; a row that fails a guard ends there."""
        line = self.writer.writer.line
        guards = [test for test in self.guards if self.depth(test.left) == depth]
        needed = {let.slot for let in used_lets([test.left for test in guards], self.lets)}
        lets = [let for let in self.lets if self.let_depth[let.slot] == depth]
        self.bind([let for let in lets if let.slot in needed], depth)
        for test in guards:
            line(depth + 1, f"if {self.fails(test)}: {'continue' if depth else 'return'}")
        self.bind([let for let in lets if let.slot not in needed], depth)
        pieces = [self.piece(column, depth) for column in self.columns if self.depth(column.term) == depth]
        before = f"{{s{depth - 1}}}" if depth else "{s0}"
        if depth or pieces:
            line(
                depth + 1,
                f"s{depth} = f'''{before}{''.join(pieces)}'''" if pieces else f"s{depth} = s{max(depth - 1, 0)}",
            )

    def bind(self, lets: list[CheckedLet], depth: int) -> None:
        """Write named values; one whose code was written before becomes another name of that value."""
        for let in lets:
            code = self.of(let.term)
            if code in self.known:
                self.aliases[let.slot] = self.known[code]
            else:
                self.known[code] = let.slot
                self.writer.writer.line(depth + 1, f"{let.slot} = {code}")

    def fails(self, test: Test) -> str:
        """Return the code of whether a row fails a guard."""
        code = self.of(test.left)
        forms = {"ex": "{} is None", "nex": "{} is not None", "eq": "not {}", "neq": "{}"}
        return forms[test.operator].format(code)

    def piece(self, column: RowColumn, depth: int) -> str:
        """Return the part of a row that holds a column; nothing where its value is absent."""
        code = self.of(column.term)
        if not code.isidentifier():
            name = self.known.get(code)
            if name is None:
                name = self.known[code] = self.writer.temporary()
                self.writer.writer.line(depth + 1, f"{name} = {code}")
            code = name
        head = f',"c{column.number}":'
        if column.encoding == "presence":
            return f"{{\"\" if {code} is None else '{head}1'}}"
        if column.encoding == "float64":
            name = self.writer.temporary()
            test = f"None if {code} is None else " if column.term.optional else ""
            self.writer.writer.line(depth + 1, f"{name} = {test}ordered_float({code})")
            return f"{{\"\" if {name} is None else f'{head}{{{name}}}'}}"
        inner = {
            "int64": f"{{{code}}}",
            "truth": f"{{{code}:d}}",
            "quantity": f'"{{e.encoder.quantity({code})}}"',
            "exact": f'"{{e.encoder.exact({code})}}"',
            "text": f"{{e.encoder.text({code})}}",
        }[column.encoding]
        if column.term.optional:
            return f"{{\"\" if {code} is None else f'{head}{inner}'}}"
        return f"{head}{inner}"


def unique_lets(lets: list[CheckedLet]) -> list[CheckedLet]:
    """Return the named values of several rules in order."""
    return list({let.slot: let for let in lets}.values())


def used_lets(terms: list[Term], lets: list[CheckedLet]) -> list[CheckedLet]:
    """Return the named values that terms need, in order."""
    slots = {t.data for term in terms for t in term.all() if t.operation == "variable"}
    return [let for let in lets if let.slot in slots]


def case_terms(case: CheckedCase) -> list[Term]:
    """Return the terms that a case's function computes."""
    terms = [*effect_terms(case.effect), *(term for _, term in case.explain)]
    return [*terms, case.when] if case.when is not None else terms


def is_comparison(term: Term) -> bool:
    """Whether a term compares two values that can be shown."""
    return term.operation == "compare" and term.data != "in" and not term.parts[0].type.kind
