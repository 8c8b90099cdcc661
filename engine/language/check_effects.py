"""Checking effects: what a case sets, leaves, denies, concludes and ranks."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.errors import Problem
from engine.language import types
from engine.language.check import Checker
from engine.language.checked import CheckedEffect, CheckedMessage, Target
from engine.language.literals import coerce, settle
from engine.language.mistakes import CheckError, article, fail
from engine.language.reading import nearest
from engine.language.rules import Conclusion, Effect, Message
from engine.language.scope import Scope, Variable
from engine.language.source import Place
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import NUMBER, QUANTITY, TEXT, entry_of, list_of


class EffectChecker:
    """Checks effects for one minor."""

    def __init__(self, checker: Checker) -> None:
        """Take the checker of expressions."""
        self.checker = checker
        self.catalogue = checker.catalogue
        self.problems: list[Problem] = []

    def each_of(self, check: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
        """Return the items checked one by one.

        :raises CheckError: at the last mistake, when all were looked at; those before it are in ``problems``.
        """
        checked, mistakes = [], []
        for item in items:
            try:
                checked.append(check(item))
            except CheckError as error:
                mistakes.append(error)
        if mistakes:
            self.problems += [error.problem for error in mistakes]
            raise mistakes[-1]
        return checked

    def effect(self, effect: Effect, scope: Scope, loops: bool) -> CheckedEffect:
        """Return a checked effect."""
        if effect.kind in ("deny", "warn", "refuse"):
            return self.denial(effect, scope)
        if effect.kind in ("fill", "copy"):
            return self.setting(effect, scope)
        if effect.kind == "rank":
            return self.rank(effect, scope)
        if effect.kind == "choose":
            return self.choice(effect, scope)
        if effect.kind == "remember":
            return self.memory(effect, scope)
        if effect.kind == "take":
            return self.taking(effect, scope)
        if effect.kind == "note":
            note = self.note(*effect.note, scope, effect.note_at) if effect.note is not None else None
            return CheckedEffect("note", note=note)
        conclusions = self.each_of(lambda one: self.concluded(one, effect.keep, scope), effect.conclusions)
        if loops and not effect.keep and any(key is None for _, key, _ in conclusions):
            hint = "say `keep: first` or `keep: last`, or `keep: each` for a list of all"
            raise CheckError(effect.place.problem("several facts may conclude here", hint))
        return CheckedEffect("conclude", conclusions=tuple(conclusions), keep=effect.keep or "first")

    def concluded(self, conclusion: Conclusion, keep: str, scope: Scope) -> tuple[str, Term | None, Term]:
        """Return a checked conclusion: its name, the key of the entry if it is one, and its value."""
        name, tree = conclusion.name, conclusion.value
        wanted = whole = self.conclusion(name, conclusion.place)
        key = None
        if keep == "each":
            if whole.of is None or conclusion.key is not None:
                message = f"`keep: each` gathers values in a list, but `{name}` is {article(whole)}"
                raise CheckError(conclusion.place.problem(message, "declare it as `list of ...`, or keep one of them"))
            wanted = whole.of
        if conclusion.key is not None:
            entry = entry_of(whole)
            if entry is None:
                hint = "declare it as `map of ...` in facts.yaml, or leave the key out"
                raise fail(conclusion.key, f"`{name}` is {article(whole)} and has no entries", hint)
            key, wanted = self.checker.certain(self.checker.term(conclusion.key, scope)), entry
            if key.type != TEXT:
                raise fail(conclusion.key, f"`{key.tree}` is {article(key.type)}, but entries are named by texts")
        term = self.worded(tree, self.catalogue.conclusions[name].words, scope, wanted)
        if not types.fits(term.type, wanted):
            raise fail(tree, f"`{name}` is {article(wanted)}, but `{tree}` is {article(term.type)}")
        return name, key, self.checker.certain(term)

    def worded(self, tree: Tree, words: tuple[str, ...], scope: Scope, wanted: types.Type = types.NOTHING) -> Term:
        """Return the term of an expression where one of a closed list of words may stand as it is.

        A literal becomes a value of the wanted type, if that is a number.
        """
        if tree.form == "name" and tree.word in words:
            return Term("constant", TEXT, False, tree, data=tree.word)
        if tree.form == "name" and words and tree.word not in scope.variables:
            raise fail(tree, f"`{tree.word}` is none of {', '.join(words)}", nearest(tree.word, words))
        term = self.checker.term(tree, scope)
        return coerce(term, wanted) if term.type == NUMBER and wanted.numeric else settle(term)

    def conclusion(self, name: str, place: Place) -> types.Type:
        """Return the type of a declared conclusion."""
        if name not in self.catalogue.conclusions:
            hint = nearest(name, self.catalogue.conclusions) or "declare it under `conclusions` in facts.yaml"
            raise CheckError(place.problem(f"`{name}` is no conclusion", hint))
        return self.catalogue.conclusions[name].type

    def denial(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked deny or warn."""
        each = None
        if effect.each is not None:
            source, variable = self.checker.source(effect.each[1], scope)
            each = (variable.data, source)
            scope = scope.with_variable(effect.each[0], Variable(variable))
        message, field = self.each_of(lambda text: self.message(text, scope), (effect.message, effect.field))
        field = field if effect.field is not None else None
        return CheckedEffect(effect.kind, message=message, field=field, type=effect.type, each=each)

    def message(self, message: Message | None, scope: Scope) -> CheckedMessage:
        """Return a checked message: every value in it is there and can be shown."""

        def shown(part: str | tuple[Tree, str]) -> str | tuple[Term, str]:
            return part if isinstance(part, str) else (self.checker.showable(*part, scope), part[1])

        return tuple(self.each_of(shown, message.parts if message else ()))

    def setting(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked fill or copy."""
        if effect.target is None or effect.value is None:
            return CheckedEffect(effect.kind)
        target = self.target(effect.target, scope)
        value = self.checker.certain(self.checker.term(effect.value, scope))
        if value.type == NUMBER:
            value = coerce(value, QUANTITY)
        if value.type != QUANTITY:
            raise fail(effect.value, f"`{effect.value}` is {article(value.type)}, but a quantity belongs here")
        note = None
        if effect.note is not None:
            note = self.note(effect.note[0], effect.note[1], scope, effect.note_at)
        return CheckedEffect(effect.kind, target=target, value=value, note=note)

    def taking(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked take: two facts of one kind, and the paths at which one becomes as the other is."""
        if effect.value is None or len(effect.order) != 2:  # noqa: PLR2004 - what it takes into, and the paths
            return CheckedEffect("take")
        source = self.checker.certain(self.checker.term(effect.value, scope))
        (_, into_tree), (word, paths_tree) = effect.order
        into = self.checker.certain(self.checker.term(into_tree, scope))
        for term, tree in ((source, effect.value), (into, into_tree)):
            if not term.type.kind or term.type != source.type:
                raise fail(tree, f"`{tree}` is {article(term.type)}", "give two facts of one kind")
        paths = self.checker.certain(settle(self.checker.term(paths_tree, scope)))
        if paths.type != list_of(TEXT):
            raise fail(paths_tree, f"`{paths_tree}` is {article(paths.type)}, but a list of paths belongs here")
        return CheckedEffect("take", value=source, order=(("into", into), (word, paths)))

    def target(self, tree: Tree, scope: Scope) -> Target:
        """Return the checked target of a fill or copy."""
        term = self.checker.term(tree, scope)
        if term.operation == "index" and term.parts[0].operation == "field":
            owner, key = term.parts
            return Target(self.checker.certain(owner.parts[0]), owner.data[0], owner.data[1], key)
        if term.operation == "field" and term.type == QUANTITY:
            return Target(self.checker.certain(term.parts[0]), term.data[0], term.data[1], None)
        raise fail(tree, f"`{tree}` cannot be set", "name an entry, such as `container.limits[resource]`")

    def note(self, name: str, given: tuple[tuple[str, Tree], ...], scope: Scope, at: dict[str, Place]):  # type: ignore[no-untyped-def]
        """Return a checked note: the name of the notes, the kind of the fact, and its fields."""
        if name not in self.catalogue.notes or not self.catalogue.notes[name].type.of:
            hint = nearest(name, self.catalogue.notes) or "declare it under `notes` in facts.yaml"
            raise CheckError(at[""].problem(f"there are no notes `{name}`", hint))
        return self.left(name, str(self.catalogue.notes[name].type.of), given, scope, at)

    def memory(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked remember: the fact that it leaves for the next evaluation."""
        if effect.note is None:
            return CheckedEffect("remember")
        name, given = effect.note
        if name not in self.catalogue.memories:
            hint = nearest(name, self.catalogue.memories) or "declare it under `memories` in facts.yaml"
            raise CheckError(effect.note_at[""].problem(f"there is no memory `{name}`", hint))
        left = self.left(name, str(self.catalogue.memories[name].type.of), given, scope, effect.note_at)
        return CheckedEffect("remember", note=left)

    def left(
        self, name: str, kind_name: str, given: tuple[tuple[str, Tree], ...], scope: Scope, at: dict[str, Place]
    ) -> tuple[str, str, tuple[tuple[str, Term], ...]]:
        """Return a fact that is left: under which name, of which kind, and its fields."""
        fields = self.catalogue.kinds[kind_name].fields
        checked = []
        for field_name, tree in given:
            if field_name not in fields:
                hint = nearest(field_name, fields) or f"it has: {', '.join(fields)}"
                message = f"{article(types.kind(kind_name))} has no field `{field_name}`"
                raise CheckError(at[field_name].problem(message, hint))
            term = self.worded(tree, fields[field_name].words, scope, fields[field_name].type)
            term = term if fields[field_name].optional else self.checker.certain(term)
            if not types.fits(term.type, fields[field_name].type):
                message = f"`{field_name}` is {article(fields[field_name].type)}, but `{tree}` is {article(term.type)}"
                raise fail(tree, message)
            checked.append((field_name, term))
        missing = [f.name for f in fields.values() if f.name not in dict(given) and not f.optional]
        if missing:
            fields_named = ", ".join(f"`{field_name}`" for field_name in missing)
            raise CheckError(at[""].problem(f"the note lacks {fields_named}", "give every field of the fact"))
        return name, kind_name, tuple(checked)

    def gathered(self, effect: Effect, scope: Scope, what: str) -> Term:
        """Return the checked value that is added to a list of facts or texts."""
        notes = self.catalogue.notes.get(effect.into)
        whole = notes.type if notes else self.conclusion(effect.into, effect.place)
        if effect.value is None or not (whole.of and (notes or whole.of == TEXT)):
            hint = f"{effect.kind} into notes, or into a conclusion that is a list of text"
            raise CheckError(effect.place.problem(f"`{effect.into}` cannot hold {what}", hint))
        value = self.checker.certain(self.checker.term(effect.value, scope))
        if list_of(value.type) != whole:
            message = f"`{effect.value}` is {article(value.type)}, but `{effect.into}` is {article(whole)}"
            raise fail(effect.value, message)
        return value

    def choice(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked choose: a possible outcome, and when it is preferred to others."""
        value = self.gathered(effect, scope, "possible outcomes")
        order = tuple((word, self.checker.condition(tree, scope)) for word, tree in effect.order)
        return CheckedEffect("choose", value=value, into=effect.into, order=order)

    def rank(self, effect: Effect, scope: Scope) -> CheckedEffect:
        """Return a checked rank."""
        value = self.gathered(effect, scope, "a ranking")
        order = []
        for direction, tree in effect.order:
            key = self.checker.certain(settle(self.checker.term(tree, scope)))
            wanted = key.type == types.TRUTH if direction == "first" else key.type.numeric
            if not wanted:
                raise fail(
                    tree,
                    f"`{direction}` does not work on {article(key.type)}",
                    "first: a condition; lowest, highest: amounts",
                )
            order.append((direction, key))
        if effect.ties and self.conclusion(effect.ties, effect.place) != types.map_of(list_of(types.TEXT)):
            hint = "declare it as `map of list of text`"
            raise CheckError(effect.place.problem(f"`{effect.ties}` cannot hold the ties of a ranking", hint))
        return CheckedEffect("rank", value=value, into=effect.into, ties=effect.ties, order=tuple(order))
