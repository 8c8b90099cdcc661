"""Usage: what is named and never used, left and never read, declared and never drawn."""

from collections.abc import Iterable, Iterator

from engine.errors import Problem
from engine.language.catalogue import Catalogue, Input
from engine.language.dependencies import words_of
from engine.language.rules import Binding, Case, Definition, Effect, Message, Rule, RuleSet
from engine.language.source import Place
from engine.language.tree import Tree
from engine.language.types import Type


def problems(catalogue: Catalogue, rule_sets: Iterable[RuleSet]) -> list[Problem]:
    """Return what nothing uses. Fields may be declared that no rule uses yet; nothing else may."""
    sets = list(rule_sets)
    return [
        *_lets(sets),
        *_definitions(sets),
        *_tables(sets),
        *_notes(catalogue, sets),
        *_memories(catalogue, sets),
        *_conclusions(catalogue, sets),
        *_kinds(catalogue, sets),
    ]


def trees_of_rule(rule: Rule) -> Iterator[Tree]:
    """Return every expression of a rule but its named values."""
    for binding in rule.bindings:
        yield from _trees_of_binding(binding)
    if rule.when is not None:
        yield rule.when
    for case in rule.cases:
        yield from _trees_of_case(case)


def _trees_of_binding(binding: Binding) -> Iterator[Tree]:
    yield binding.loop.source
    if binding.where is not None:
        yield binding.where


def _trees_of_case(case: Case) -> Iterator[Tree]:
    if case.when is not None:
        yield case.when
    yield from (tree for _, tree in case.explain)
    yield from trees_of_effect(case.effect)


def trees_of_effect(effect: Effect) -> Iterator[Tree]:
    """Return every expression of an effect."""
    for message in (effect.message, effect.field):
        yield from _trees_of_message(message)
    yield from (tree for tree in (effect.target, effect.value) if tree is not None)
    yield from (effect.each[1],) if effect.each is not None else ()
    yield from (tree for _, tree in effect.note[1]) if effect.note is not None else ()
    yield from (tree for one in effect.conclusions for tree in (one.key, one.value) if tree is not None)
    yield from (tree for _, tree in effect.order)


def _trees_of_message(message: Message | None) -> Iterator[Tree]:
    yield from (part[0] for part in (message.parts if message is not None else ()) if not isinstance(part, str))


def _words(trees: Iterable[Tree]) -> set[str]:
    return {word for tree in trees for word in words_of(tree)}


def _lets(sets: list[RuleSet]) -> Iterator[Problem]:
    for rule_set in sets:
        unused: dict[Place, str] = {}
        used: set[Place] = set()
        for rule in rule_set.rules:
            needed = _words((*trees_of_rule(rule), *(tree for _, tree in rule_set.explain)))
            for name, tree in reversed(rule.lets):
                if name in needed:
                    used.add(tree.place)
                    needed |= _words((tree,))
                else:
                    unused[tree.place] = name
        for place, name in unused.items():
            if place not in used:
                yield place.problem(f"nothing uses `{name}`", "use it, or leave it out of `let`")


def _definitions(sets: list[RuleSet]) -> Iterator[Problem]:
    by_name: dict[str, list[Definition]] = {}
    for definition in (one for rule_set in sets for one in rule_set.definitions):
        by_name.setdefault(definition.name, []).append(definition)
    reached = _words(
        tree
        for rule_set in sets
        for rule in rule_set.rules
        for tree in (*trees_of_rule(rule), *(tree for _, tree in (*rule.lets, *rule_set.explain)))
    )
    waiting = [name for name in by_name if name in reached]
    while waiting:
        new = _words(one.body for one in by_name[waiting.pop()]) - reached
        reached |= new
        waiting += [name for name in new if name in by_name]
    for name, definitions in by_name.items():
        if name not in reached:
            yield definitions[0].place.problem(f"no rule uses `{name}`", "use it, or leave it out of `define`")


def _tables(sets: list[RuleSet]) -> Iterator[Problem]:
    read = _read(sets)
    for table in (one for rule_set in sets for one in rule_set.tables):
        if table.name not in read:
            yield table.place.problem(f"nothing reads the table `{table.name}`", "read it, or leave it out")


def _effects(sets: list[RuleSet]) -> Iterator[Effect]:
    return (case.effect for rule_set in sets for rule in rule_set.rules for case in rule.cases)


def _read(sets: list[RuleSet]) -> set[str]:
    rules = [rule for rule_set in sets for rule in rule_set.rules]
    words = _words(tree for rule in rules for tree in (*trees_of_rule(rule), *(tree for _, tree in rule.lets)))
    words |= _words(tree for rule_set in sets for _, tree in rule_set.explain)
    return words | _words(one.body for rule_set in sets for one in rule_set.definitions)


def _notes(catalogue: Catalogue, sets: list[RuleSet]) -> Iterator[Problem]:
    effects = list(_effects(sets))
    left = {effect.note[0] for effect in effects if effect.note is not None} | {effect.into for effect in effects}
    read = _read(sets)
    for note in catalogue.notes.values():
        if note.name in read and note.name not in left:
            yield _of(
                note, f"rules read the notes `{note.name}`, but none leaves any", "leave some by `note` or `rank`"
            )
        elif note.name in left and note.name not in read:
            yield _of(note, f"rules leave the notes `{note.name}`, but none reads them", "read them, or leave none")
        elif note.name not in left:
            yield _of(note, f"no rule leaves or reads the notes `{note.name}`", "leave them out of facts.yaml")


def _memories(catalogue: Catalogue, sets: list[RuleSet]) -> Iterator[Problem]:
    left = {effect.note[0] for effect in _effects(sets) if effect.kind == "remember" and effect.note is not None}
    read = _read(sets)
    for memory in catalogue.memories.values():
        if memory.name not in left:
            yield _of(memory, f"no rule remembers `{memory.name}`", "leave facts there by `remember`")
        elif memory.name not in read:
            yield _of(memory, f"rules remember `{memory.name}`, but none reads it", "read it, or leave it out")


def _conclusions(catalogue: Catalogue, sets: list[RuleSet]) -> Iterator[Problem]:
    drawn = {one.name for effect in _effects(sets) for one in effect.conclusions}
    drawn |= {name for effect in _effects(sets) for name in (effect.into, effect.ties)}
    for conclusion in catalogue.conclusions.values():
        if conclusion.name not in drawn:
            hint = "draw it by `conclude`, or leave it out of facts.yaml"
            yield _of(conclusion, f"no rule draws the conclusion `{conclusion.name}`", hint)


def _kinds(catalogue: Catalogue, sets: list[RuleSet]) -> Iterator[Problem]:
    declared = [*catalogue.inputs.values(), *catalogue.notes.values(), *catalogue.conclusions.values()]
    used = {_kind_of(one.type) for one in declared}
    for kind in catalogue.kinds.values():
        used |= {_kind_of(field.type) for field in kind.fields.values()} - {kind.name}
    given = (words for rule_set in sets for one in rule_set.definitions for _, words in one.given)
    used |= {words.rpartition(" ")[2] for words in given}
    used |= _read(sets)
    for kind in catalogue.kinds.values():
        if kind.name not in used:
            hint = "give it as the type of an input, note or field, or leave it out"
            yield kind.place.problem(f"nothing is a {kind.name}", hint)


def _kind_of(type_: Type) -> str:
    inner = type_.of or type_.entry
    return _kind_of(inner) if inner is not None else type_.name


def _of(declared: Input, message: str, hint: str) -> Problem:
    return declared.place.problem(message, hint)
