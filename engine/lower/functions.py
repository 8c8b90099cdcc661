"""The Python functions of one pass: its rows, and what each case's effect needs, as source and compiled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.language.checked import CheckedCase, CheckedMessage, CheckedRule, effect_terms
from engine.language.judgement import CheckedDefinition
from engine.language.terms import Term
from engine.language.types import TEXT
from engine.lower.code import Code
from engine.lower.columns_text import Writer
from engine.lower.plan import PassPlan
from engine.lower.rows import Rows, unique_lets, used_lets

MOST_WRITTEN_OUT = 24
"""How many operations a definition may have that is written out where it is used."""


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
        self.pieces = 0
        code.inlined = {one.name: (one.slots, one.body) for one in definitions if self.is_small(one)}

    def compiled(self) -> Compiled:
        """Return all functions written so far, compiled."""
        for (kind, *fields), name in self.code.facts.items():
            self.fact(name, kind, fields)
        self.code.facts.clear()
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

    def depends_on_values(self, term: Term) -> bool:
        """Whether a use of a definition depends on nothing but the values that it is given."""
        return self.is_pure(self.definitions[term.data].body)

    def piece(self) -> int:
        """Return the number of a new function that makes a part of rows."""
        self.pieces += 1
        return self.pieces

    def fact(self, name: str, kind: str, fields: list[str]) -> None:
        """Write the function that makes a fact of a kind, which no object holds, from its fields."""
        line, word = self.writer.line, self.code.constant(kind)
        line(0, f"def {name}(e, {', '.join(f'a{number}' for number in range(len(fields)))}):")
        line(1, f"fact = e.classes[{word}]()")
        line(1, f"fact.kind = {word}; fact.root = fact.path = ''; fact.position = 0; fact.source = fact.top = None")
        for number, field in enumerate(fields):
            line(1, f"fact.f_{field} = a{number}")
        line(1, "return fact")

    # Rows

    def rows(self, name: str, plan: PassPlan, number: int) -> None:
        """Write the function that makes the rows of a shape."""
        shape = plan.shapes[number]
        columns = list(plan.columns[number].by_identity.values())
        lets = unique_lets([let for rule in plan.rules if rule.shape.key == shape.key for let in rule.lets])
        guards = plan.guards[number]
        used = used_lets([*(column.term for column in columns), *(test.left for test in guards)], lets)
        Rows(self, plan, number, used).write(name)

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


def case_terms(case: CheckedCase) -> list[Term]:
    """Return the terms that a case's function computes."""
    terms = [*effect_terms(case.effect), *(term for _, term in case.explain)]
    return [*terms, case.when] if case.when is not None else terms


def is_comparison(term: Term) -> bool:
    """Whether a term compares two values that can be shown."""
    return term.operation == "compare" and term.data != "in" and not term.parts[0].type.kind
