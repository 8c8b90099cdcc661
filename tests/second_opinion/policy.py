"""A policy whose rules are interpreted: the same door, the same effects, another way to find what speaks."""

from engine.compiled import CompiledPolicy, _reference, check
from engine.effects import APPLY, CaseRun
from engine.policy import Policy, _Ready
from engine.values import shown
from tests.second_opinion.interpreter import Interpreter


class Rules:
    """Rules one after the other: all rows of one are judged, then it takes effect."""

    def __init__(self, tree, minor, question, operation):
        self.rules, checker, problems = check(tree, minor, question, operation)
        assert not problems
        self.definitions = checker.definitions
        self.tables = tree.tables()
        self.as_given = question is not None and question.as_given
        self.advisers = {stage.name for stage in tree.policy.stages if stage.of}

    def run(self, effects):
        drawn = set()
        for rule in self.rules:
            if not rule.inputs.isdisjoint(effects.environment.absent):
                continue
            if drawn & rule.reads:
                effects.end_pass()
                drawn.clear()
            effects.environment.cache.clear()
            self.judge(rule, effects)
            drawn |= {(what, case.effect.into) for case in rule.cases for what in ("notes", "conclusions")}
        effects.end_pass()

    def judge(self, rule, effects):
        opinion = Interpreter(effects.environment, self.definitions, self.tables, self.as_given)
        speaking = []
        for facts, known in rows(opinion, rule.shape.bindings, (), {}):
            named = Named(opinion, rule, known)
            case = next((case for case in rule.cases if case.when is None or opinion.of(case.when, named)), None)
            if case is not None:
                speaking.append((case, facts, known))
        for case, facts, known in speaking:
            named = Named(opinion, rule, known)

            def compute(_, __, case=case, named=named):
                return what(opinion, case, named)

            others = rule.stage in self.advisers
            run = CaseRun(rule, case, _reference(rule, case), compute, None, others, APPLY[case.effect.kind])
            run.apply(effects, run, facts)


class Named(dict):
    """What is known of a row; named values are computed when they are asked for."""

    def __init__(self, opinion, rule, known):
        super().__init__(known)
        self.opinion = opinion
        self.lets = {let.slot: let.term for let in rule.lets}

    def __missing__(self, slot):
        self[slot] = self.opinion.of(self.lets[slot], self)
        return self[slot]


def rows(opinion, bindings, facts, known):
    if not bindings:
        yield facts, known
        return
    binding, *rest = bindings
    source = list(opinion.of(binding.source, known))
    for fact in reversed(source) if binding.backwards else source:
        inner = {**known, binding.slot: fact}
        if binding.where is None or opinion.of(binding.where, inner):
            yield from rows(opinion, rest, (*facts, fact), inner)


def what(opinion, case, named):
    """What a case's effect needs; the comparisons by which it held are not told."""
    return globals()[f"_{case.effect.kind}"](opinion, case, named)


def _deny(opinion, case, named):
    effect = case.effect
    texts = [opinion.message(effect.message, named)] if effect.each is None else []
    if effect.each is not None:
        slot, source = effect.each
        for element in opinion.of(source, named):
            named[slot] = element
            texts.append(opinion.message(effect.message, named))
    place = opinion.message(effect.field, named) if effect.field is not None else ""
    return texts, place, {role: shown(opinion.of(term, named)) for role, term in case.explain}, ()


_warn = _refuse = _deny


def _fill(opinion, case, named):
    target, value, note = case.effect.target, case.effect.value, case.effect.note
    source = value
    while source.definition is not None or (source.operation == "call" and source.data in ("stored", "rounded")):
        source = source.definition or source.parts[0]
    origin = None
    if source.operation == "index" and source.parts[0].operation == "field":
        owner, key = source.parts
        origin = opinion.of(owner.parts[0], named), owner.data[1], opinion.of(key, named)
    return (
        opinion.of(target.owner, named),
        opinion.of(target.key, named) if target.key is not None else None,
        opinion.of(value, named),
        origin,
        {name: opinion.of(term, named) for name, term in note[2]} if note is not None else None,
    )


_copy = _fill


def _conclude(opinion, case, named):
    pairs = [
        (name, opinion.of(key, named) if key is not None else None, opinion.of(value, named))
        for name, key, value in case.effect.conclusions
    ]
    return pairs, ()


def _take(opinion, case, named):
    (_, into), (word, paths) = case.effect.order
    return opinion.of(into, named), opinion.of(case.effect.value, named), opinion.of(paths, named), word == "but"


def _rank(opinion, case, named):
    ways = {"first": lambda value: not value, "highest": lambda value: -value, "lowest": lambda value: value}
    keys = tuple(ways[direction](opinion.of(term, named)) for direction, term in case.effect.order)
    return keys, opinion.of(case.effect.value, named)


def _choose(opinion, case, named):
    preferred = any(opinion.of(term, named) for _, term in case.effect.order[:1])
    return preferred, opinion.of(case.effect.value, named), ()


def _remember(opinion, case, named):
    return {name: opinion.of(term, named) for name, term in case.effect.note[2]}, ()


_note = _remember


class SecondOpinion(Policy):
    """A policy that is answered for by interpretation."""

    def __init__(self, tree):
        super().__init__(tree, {})
        self.parts = {name: SecondOpinion(part) for name, part in tree.parts.items()}
        for part in self.parts.values():
            part.version = self.version

    def _ready(self, minor, question, operation):
        key = (minor, question, operation)
        if key not in self._compiled:
            asked = self._question(question)
            rules = Rules(self._tree, minor, asked, operation)
            compiled = CompiledPolicy(minor, (), "", (rules,), {}, "", frozenset())
            self._compiled[key] = _Ready(self._tree, compiled, asked)
        return self._compiled[key]
