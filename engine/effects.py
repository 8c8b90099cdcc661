"""Firings take effect: values are set, notes left, denials and conclusions gathered, each with its reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from engine.concluded import written
from engine.environment import Environment
from engine.errors import FieldViolation, RequestError
from engine.language.catalogue import Catalogue
from engine.language.checked import CheckedCase, CheckedRule
from engine.language.rules import RuleSet
from engine.record_reader import RecordReader
from engine.records import Record
from engine.taking import Taking
from engine.values import shown
from engine.verdict import Check, Comparison, Firing, Origin, RuleReference, Violation


@dataclass(frozen=True, slots=True)
class CaseRun:
    """A case ready to take effect: its rule, where it stands, and the function that computes what its effect needs.

    ``held`` tells of a row that the rule does not deny what the case compared, None where it compares nothing.
    ``judges_others``: its stage judges an input of its own, not what is asked about.
    """

    rule: CheckedRule
    case: CheckedCase
    reference: RuleReference
    compute: Callable[[Environment, tuple[Any, ...]], Any]
    held: Callable[[Environment, tuple[Any, ...]], Any] | None
    judges_others: bool
    apply: Callable[["Effects", "CaseRun", tuple[Any, ...]], None]


@dataclass(slots=True)
class Denial:
    """A violation before it is known whether Kubernetes would have come to report it.

    ``group`` is the fact after which its rule set stops, ``object`` what the object that it is about is called.
    """

    violation: Violation
    rule_set: RuleSet
    group: Any
    object: str


@dataclass(slots=True)
class Effects:
    """What the firings of one evaluation did, in the order of the policy.

    ``judged`` is the object that is asked about: the first input that is a single object.
    """

    environment: Environment
    reader: RecordReader
    catalogue: Catalogue
    tracing: bool
    judged: str = ""
    denials: list[Denial] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    trace: list[Firing] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    ranked: dict[tuple[str, str], list[tuple[Any, Any]]] = field(default_factory=dict)
    possible: dict[str, list[tuple[bool, Any]]] = field(default_factory=dict)

    def deny(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Add one violation for each message."""
        messages, place, explain, comparisons = run.compute(self.environment, facts)
        explained = {role: text for role, text in explain.items() if text not in ("", "absent")}
        held = compared(comparisons)
        root = self.judged or next((fact.root for fact in facts if isinstance(fact, Record)), "")
        if run.judges_others:
            root = next((fact.root for fact in facts if isinstance(fact, Record)), root)
        for message in messages:
            violation = Violation(
                run.rule.stage, message, place, run.case.effect.type, run.reference, explained, held, True, root
            )
            self.denials.append(Denial(violation, run.rule.rule_set, group_of(run.rule, facts), object_of(facts)))
        self.note_firing(run, facts, "deny", comparisons)

    def warn(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Add one warning for each message."""
        messages, _, _, comparisons = run.compute(self.environment, facts)
        self.warnings += messages
        for message in messages:
            self.note_firing(run, facts, "warn", comparisons, ("", message))

    def refuse(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Answer that the request cannot be answered.

        :raises RequestError: always, with what the rule says.
        """
        messages, place, _, _ = run.compute(self.environment, facts)
        raise RequestError([FieldViolation(place, message) for message in messages])

    def set(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Set a value where there is none, and leave the note that belongs to it."""
        owner, key, value, source, note = run.compute(self.environment, facts)
        target = run.case.effect.target
        if target is None:
            return
        if key is None:
            if getattr(owner, f"f_{target.field}") is not None:
                return
            setattr(owner, f"f_{target.field}", value)
        else:
            amounts = getattr(owner, f"f_{target.field}")
            if key in amounts:
                return
            amounts[key] = value
        kind = "copied" if run.case.effect.kind == "copy" else "filled"
        self.environment.origins[id(owner), target.field, key] = self.origin(kind, source, run.reference)
        if note is not None and run.case.effect.note is not None:
            name, kind_name, _ = run.case.effect.note
            notes = self.environment.notes[name]
            notes.append(self.environment.fact(kind_name, note, len(notes)))
        if self.tracing:
            steps = self.catalogue.kinds[owner.kind].fields[target.field].path
            result = (f"{owner.root}.{owner.at(steps, key)}", shown(value))
            self.note_firing(run, facts, run.case.effect.kind, (), result)

    def origin(self, kind: str, source: tuple[Record, str, str] | None, reference: RuleReference) -> Origin:
        """Return where a value came from, and how its source came to be."""
        if source is None:
            return Origin(kind, rule=reference)
        owner, name, key = source
        steps = self.catalogue.kinds[owner.kind].fields[name].path
        earlier = self.environment.origins.get((id(owner), name, key))
        return Origin(kind, f"{owner.root}.{owner.at(steps, key)}", owner.whole[1], reference, earlier)

    def take(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Make one object as another is, but for some paths or at some paths only."""
        into, source, paths, but = run.compute(self.environment, facts)
        Taking(self.reader, self.environment).take(into, source, paths, but)
        self.note_firing(run, facts, "take", (), (into.root, f"{'but' if but else 'at'} {', '.join(paths)}"))

    def conclude(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Set conclusions, or entries of them: the first or the last that is drawn stands, or each in a list."""
        pairs, comparisons = run.compute(self.environment, facts)
        for name, key, value in pairs:
            conclusions = self.environment.conclusions
            held, entry = (conclusions, name) if key is None else (conclusions.setdefault(name, {}), key)
            if run.case.effect.keep == "each":
                held.setdefault(entry, []).append(value)
            elif run.case.effect.keep == "last" or entry not in held:
                held[entry] = value
        if not self.tracing:
            return
        names = ", ".join(name if key is None else f"{name}[{key}]" for name, key, _ in pairs)
        value = shown(pairs[0][2]) if len(pairs) == 1 else ""
        self.note_firing(run, facts, "conclude", comparisons, (names, value))

    def rank(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Add a fact to a ranking."""
        effect = run.case.effect
        self.ranked.setdefault((effect.into, effect.ties), []).append(run.compute(self.environment, facts))
        self.note_firing(run, facts, "rank", ())

    def choose(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Add a possible outcome."""
        preferred, value, comparisons = run.compute(self.environment, facts)
        self.possible.setdefault(run.case.effect.into, []).append((preferred, value))
        self.note_firing(run, facts, "choose", comparisons)

    def remember(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Leave a fact for the next evaluation, as the object that it is to be read from."""
        given, comparisons = run.compute(self.environment, facts)
        if run.case.effect.note is not None:
            name, kind, _ = run.case.effect.note
            left = self.environment.conclusions.setdefault(name, [])
            left.append(written(self.catalogue.kinds[kind], given))
        self.note_firing(run, facts, "remember", comparisons)

    def leave(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Leave a fact for later rules."""
        given, comparisons = run.compute(self.environment, facts)
        if run.case.effect.note is not None:
            name, kind, _ = run.case.effect.note
            notes = self.environment.notes[name]
            notes.append(self.environment.fact(kind, given, len(notes)))
        self.note_firing(run, facts, "note", comparisons)

    def end_pass(self) -> None:
        """Draw the rankings and the possible outcomes of a pass, as notes or as conclusions; equals keep their order.

        Of outcomes of which some are preferred, only those are possible; each is named once, those of
        earlier passes first.
        """
        for (name, ties), entries in self.ranked.items():
            entries.sort(key=lambda entry: entry[0])
            self.drawn(name, [fact for _, fact in entries])
            if ties:
                self.environment.conclusions[ties] = _equals(entries)
        for name, outcomes in self.possible.items():
            preferred = [value for is_preferred, value in outcomes if is_preferred]
            self.drawn(name, list(dict.fromkeys(preferred or [value for _, value in outcomes])))
        self.ranked.clear()

    def drawn(self, name: str, found: list[Any]) -> None:
        """Set notes or a conclusion to what was gathered."""
        held = self.environment.notes if name in self.environment.notes else self.environment.conclusions
        held[name] = found

    def note_held(self, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Add a check of what is asked about that found nothing to deny, if it applies to these facts."""
        if run.held is None or (run.judges_others and self.judged):
            return
        found = run.held(self.environment, facts)
        if found is not None:
            explain, comparisons = found
            explained = {role: text for role, text in explain.items() if text not in ("", "absent")}
            self.checks.append(Check(run.rule.stage, run.reference, explained, compared(comparisons)))

    def note_firing(
        self,
        run: CaseRun,
        facts: tuple[Any, ...],
        effect: str,
        comparisons: tuple[Any, ...],
        result: tuple[str, str] = ("", ""),
    ) -> None:
        """Add an entry to the trace, if one was asked for."""
        if self.tracing:
            names = (binding.name for binding in run.rule.shape.bindings)
            bindings = {name: titled(fact) for name, fact in zip(names, facts, strict=True)}
            self.trace.append(Firing(run.rule.stage, run.reference, bindings, effect, compared(comparisons), *result))


APPLY: Mapping[str, Callable[[Effects, CaseRun, tuple[Any, ...]], None]] = {
    "deny": Effects.deny,
    "warn": Effects.warn,
    "refuse": Effects.refuse,
    "fill": Effects.set,
    "copy": Effects.set,
    "conclude": Effects.conclude,
    "rank": Effects.rank,
    "choose": Effects.choose,
    "remember": Effects.remember,
    "note": Effects.leave,
    "take": Effects.take,
}


def _equals(entries: list[tuple[Any, Any]]) -> dict[str, list[str]]:
    """Return the facts of a ranking that have equal keys, two or more, in the order of their names; by the first."""
    runs = ([titled(fact) for _, fact in run] for _, run in groupby(entries, key=lambda entry: entry[0]))
    return {names[0]: sorted(names) for names in runs if len(names) > 1}


def titled(fact: Any) -> str:
    """Return what a bound fact or text is called."""
    return fact.title if isinstance(fact, Record) else str(fact)


def compared(found: tuple[Any, ...]) -> tuple[Comparison, ...]:
    """Return the comparisons that held."""
    return tuple(Comparison(left, operator, right, *values) for (left, operator, right), *values in found)


def object_of(facts: tuple[Any, ...]) -> str:
    """Return what the object of the first fact is called, such as ``LimitRange bounds``."""
    first = next((fact for fact in facts if isinstance(fact, Record)), None)
    return " ".join(first.whole) if first is not None else ""


def group_of(rule: CheckedRule, facts: tuple[Any, ...]) -> Any:
    """Return the fact after which the rule set stops, None if it does not."""
    wanted = rule.rule_set.stop_after
    if not wanted:
        return None
    return next((f for b, f in zip(rule.shape.bindings, facts, strict=True) if b.name == wanted), None)
