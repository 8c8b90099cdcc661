"""Checked rules: what the checker makes of the tree of rules, ready to be lowered."""

from dataclasses import dataclass, field

from engine.language.rules import Rule, RuleSet
from engine.language.scope import Scope
from engine.language.source import Place
from engine.language.terms import Term

CheckedMessage = tuple[str | tuple[Term, str], ...]


@dataclass(frozen=True, slots=True)
class CheckedBinding:
    """One level of a rule's loops."""

    name: str
    slot: str
    source: Term
    where: Term | None
    backwards: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """The loops that rules of one shape share: each combination of facts is one row for the engine."""

    key: tuple[object, ...]
    bindings: tuple[CheckedBinding, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class CheckedLet:
    """A named value of a rule."""

    name: str
    slot: str
    term: Term


@dataclass(frozen=True, slots=True)
class Target:
    """What a fill or copy sets: a field of a fact, or one of its entries."""

    owner: Term
    kind: str
    field: str
    key: Term | None


@dataclass(frozen=True, slots=True)
class CheckedEffect:
    """An effect with its typed parts."""

    kind: str
    message: CheckedMessage = ()
    field: CheckedMessage | None = None
    type: str = ""
    each: tuple[str, Term] | None = None
    target: Target | None = None
    value: Term | None = None
    note: tuple[str, str, tuple[tuple[str, Term], ...]] | None = None
    conclusions: tuple[tuple[str, Term | None, Term], ...] = ()
    keep: str = ""
    into: str = ""
    ties: str = ""
    order: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """A case with its typed condition (None: always)."""

    number: int
    when: Term | None
    effect: CheckedEffect
    explain: tuple[tuple[str, Term], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class CheckedRule:
    """A rule active for one minor, with what it reads and writes: (kind, field) pairs and names of notes."""

    stage: str
    rule_set: RuleSet
    rule: Rule
    shape: Shape
    scope: Scope
    lets: tuple[CheckedLet, ...]
    cases: tuple[CheckedCase, ...]
    inputs: frozenset[str]
    reads: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    writes: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def terms(self) -> list[Term]:
        """Return every term of the rule."""
        found: list[Term] = []
        for binding in self.shape.bindings:
            found += [term for term in (binding.source, binding.where) if term is not None]
        found += [let.term for let in self.lets]
        for case in self.cases:
            found += [term for _, term in case.explain]
            found += [case.when] if case.when is not None else []
            found += effect_terms(case.effect)
        return found


def effect_terms(effect: CheckedEffect) -> list[Term]:
    """Return every term of an effect."""
    found = [part[0] for part in (*effect.message, *(effect.field or ())) if not isinstance(part, str)]
    if effect.each is not None:
        found.append(effect.each[1])
    if effect.target is not None:
        found += [term for term in (effect.target.owner, effect.target.key) if term is not None]
    if effect.value is not None:
        found.append(effect.value)
    if effect.note is not None:
        found += [term for _, term in effect.note[2]]
    found += [term for _, *terms in effect.conclusions for term in terms if term is not None]
    found += [term for _, term in effect.order]
    return found
