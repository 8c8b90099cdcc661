"""Units: what the numbers of an expression count, so that bytes are not added to files, nor thousandths to wholes.

A literal, and whatever no unit was declared for, goes with everything. What a number counts has two sides: its unit
(one that ``facts.yaml`` lists) and its scale (``whole`` from ``value``, ``milli`` from ``milliValue``). A value that is
one or the other, as a condition decides, goes only with values that the same condition decides the same way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.language.catalogue import Catalogue
from engine.language.checked import CheckedEffect, CheckedRule, effect_terms
from engine.language.judgement import CheckedDefinition
from engine.language.terms import Term, TermLoop
from engine.language.tree import Tree
from engine.language.types import TEXT

HINT = "convert one of them, or say that it is meant: `plain(...)` is the number without its unit"


@dataclass(frozen=True, slots=True)
class Measure:
    """What a value counts: ``unit`` and ``scale`` ("" if not known), and the text that it is, if it is a constant."""

    unit: str = ""
    scale: str = ""
    text: str = ""

    def __str__(self) -> str:
        """Return the words of a problem."""
        return " ".join(part for part in (_SCALES.get(self.scale, self.scale), self.unit) if part)


_SCALES = {"whole": "whole units", "milli": "thousandths"}
NONE = Measure()
Known = Mapping[str, Measure]


class Units:
    """Measures the expressions of one minor; problems are gathered."""

    def __init__(self, catalogue: Catalogue, definitions: Mapping[str, CheckedDefinition | None]) -> None:
        """Take the catalogue and the checked definitions."""
        self.catalogue = catalogue
        self.definitions = definitions
        self.problems: dict[Problem, None] = {}
        self.applied: dict[tuple[str, tuple[Measure, ...]], Measure] = {}

    def rule(self, rule: CheckedRule) -> None:
        """Measure every expression of a rule."""
        known: dict[str, Measure] = {}
        for binding in rule.shape.bindings:
            known[binding.slot] = self.of(binding.source, known)
            if binding.where is not None:
                self.of(binding.where, known)
        for let in rule.lets:
            known[let.slot] = self.of(let.term, known)
        for case in rule.cases:
            if case.when is not None:
                self.of(case.when, known)
            for _, term in case.explain:
                self.of(term, known)
            self.effect(case.effect, known)

    def effect(self, effect: CheckedEffect, known: dict[str, Measure]) -> None:
        """Measure the expressions of an effect; what it sets must count what its target does."""
        if effect.each is not None:
            known = {**known, effect.each[0]: self.of(effect.each[1], known)}
        for term in effect_terms(effect):
            self.of(term, known)
        for name, _, term in effect.conclusions:
            self.wanted(self.catalogue.conclusions[name].unit, term, known)
        if effect.note is not None:
            fields = self.catalogue.kinds[effect.note[1]].fields
            for name, term in effect.note[2]:
                self.wanted(fields[name].unit, term, known)
        if effect.target is not None and effect.value is not None:
            self.wanted(self.catalogue.kinds[effect.target.kind].fields[effect.target.field].unit, effect.value, known)

    def wanted(self, unit: str, term: Term, known: Known) -> None:
        """Refuse a value that counts something else than belongs here."""
        found = self.of(term, known)
        if unit and found.unit and found.unit != unit:
            message = f"`{term.tree}` counts {found.unit}, but {unit} belong here"
            self.problems[term.tree.place.problem(message, HINT)] = None

    def of(self, term: Term, known: Known) -> Measure:
        """Return what a term counts, and look at everything in it."""
        method: Callable[[Term, Known], Measure] | None = getattr(self, f"_{term.operation}", None)
        if method is not None:
            return method(term, known)
        if term.loops or term.where is not None:
            return self._looping(term, known)
        for part in term.parts:
            self.of(part, known)
        return NONE

    def together(self, tree: Tree, left: Measure, right: Measure) -> Measure:
        """Return what two values of one kind count; a problem if they count different things."""
        for one, other in ((left.unit, right.unit), (left.scale, right.scale)):
            if one and other and one != other:
                first, second = (_SCALES.get(side, side) for side in (one, other))
                message = f"`{tree}` brings together {first.partition(' if ')[0]} and {second.partition(' if ')[0]}"
                self.problems[tree.place.problem(message, HINT)] = None
                return NONE
        return Measure(left.unit or right.unit, left.scale or right.scale)

    # What a term is

    def _constant(self, term: Term, _: Known) -> Measure:
        return Measure(text=term.data) if term.type == TEXT else NONE

    def _input(self, term: Term, _: Known) -> Measure:
        return Measure(self.catalogue.inputs[term.data].unit)

    def _variable(self, term: Term, known: Known) -> Measure:
        return known.get(str(term.data), NONE)

    def _field(self, term: Term, known: Known) -> Measure:
        self.of(term.parts[0], known)
        kind, name = term.data
        return Measure(self.catalogue.kinds[kind].fields[name].unit)

    def _index(self, term: Term, known: Known) -> Measure:
        owner, key = (self.of(part, known) for part in term.parts)
        return Measure(owner.unit or self.catalogue.unit_of.get(key.text, ""))

    def _list(self, term: Term, known: Known) -> Measure:
        found = NONE
        for part in term.parts:
            found = self.together(term.tree, found, self.of(part, known))
        return found

    def _negative(self, term: Term, known: Known) -> Measure:
        return replace(self.of(term.parts[0], known), text="")

    def _binary(self, term: Term, known: Known) -> Measure:
        left, right = (self.of(part, known) for part in term.parts)
        if term.data in ("+", "-"):
            return self.together(term.tree, left, right)
        if term.data == "*":
            return Measure("" if left.unit and right.unit else left.unit or right.unit)
        if term.data == "mod":
            return Measure(left.unit)
        return Measure("" if right.unit else left.unit)

    def _otherwise(self, term: Term, known: Known) -> Measure:
        left, right = (self.of(part, known) for part in term.parts)
        return self.together(term.tree, left, right)

    def _compare(self, term: Term, known: Known) -> Measure:
        left, right = (self.of(part, known) for part in term.parts)
        if term.parts[0].type.numeric:
            self.together(term.tree, left, right)
        return NONE

    def _if(self, term: Term, known: Known) -> Measure:
        condition, yes, no = term.parts
        self.of(condition, known)
        left, right = self.of(yes, known), self.of(no, known)
        decided = f" if {condition.identity()}"
        both = (_either(left.unit, right.unit, decided), _either(left.scale, right.scale, decided))
        return Measure(*both, text=left.text if left.text == right.text else "")

    def _call(self, term: Term, known: Known) -> Measure:
        found = [self.of(part, known) for part in term.parts]
        if term.data in ("larger", "smaller"):
            return self.together(term.tree, *found)
        if term.data in ("value", "milliValue"):
            return Measure(found[0].unit, "whole" if term.data == "value" else "milli")
        if term.data in MAKING:
            return Measure(found[0].unit)
        return replace(found[0], text="") if term.data in CARRYING else NONE

    def _fact(self, term: Term, known: Known) -> Measure:
        kind, *names = term.data
        for name, part in zip(names, term.parts, strict=True):
            self.wanted(self.catalogue.kinds[kind].fields[name].unit, part, known)
        return NONE

    def _apply(self, term: Term, known: Known) -> Measure:
        given = tuple(self.of(part, known) for part in term.parts)
        definition = self.definitions.get(term.data)
        if definition is None:
            return NONE
        key = (definition.name, given)
        if key not in self.applied:
            self.applied[key] = NONE
            self.applied[key] = self.of(definition.body, dict(zip(definition.slots, given, strict=True)))
        return self.applied[key]

    def _looping(self, term: Term, known: Known) -> Measure:
        inner = dict(known)
        for loop in term.loops:
            inner[loop.slot] = self.of(loop.source, inner)
            self._running(loop, inner)
        if term.where is not None:
            self.of(term.where, inner)
        found = [self.of(part, inner) for part in term.parts]
        if term.operation == "quantifier":
            return inner[term.loops[0].slot] if term.data in ("first", "last") else NONE
        return replace(found[-1], text="") if found and term.data != "count" else NONE

    def _running(self, loop: TermLoop, inner: dict[str, Measure]) -> None:
        if loop.running_where is not None:
            self.of(loop.running_where, inner)
        if loop.running_of is not None:
            inner[loop.running_slot] = self.of(loop.running_of, inner)


CARRYING = frozenset(
    (
        *("float64", "int64", "exact", "amount", "rounded", "stored", "item", "before", "distinct", "asGiven"),
        *("binaryQuantity", "decimalQuantity", "asFloat32", "floor", "ceiling"),
    )
)
"""Functions whose result counts what their first value does."""
MAKING = frozenset(("binaryQuantity", "decimalQuantity", "milliQuantity"))
"""Functions that make a quantity of a number: it has the unit, and is an amount in whole whatever it was made from."""


def _either(one: str, other: str, decided: str) -> str:
    if not one or not other or one == other:
        return one or other
    return f"{_SCALES.get(one, one)} or {_SCALES.get(other, other)}{decided}"
