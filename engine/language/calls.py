"""Calls: functions of the language, definitions, and facts that an expression makes."""

from dataclasses import replace

from engine.language import types
from engine.language.dependencies import MOST_LEVELS, MOST_UNFOLDED, applied, unfolded
from engine.language.functions import ANY, ELEMENTS, FUNCTIONS, SAME, Function
from engine.language.judgement import CheckedDefinition, Judgement
from engine.language.literals import settle
from engine.language.mistakes import CheckError, article, fail
from engine.language.reading import nearest, type_hint
from engine.language.rules import Definition
from engine.language.scope import Scope, Variable
from engine.language.source import Place
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import NOTHING, NUMBER, Type, list_of


class Calls(Judgement):
    """Checks calls, and the definitions that they call."""

    def definition(self, name: str, place_of: Tree) -> CheckedDefinition:
        """Return a definition, checked; refuse one that is part of itself."""
        if name in self.definitions:
            found = self.definitions[name]
            if found is None:
                raise fail(place_of, f"`{name}` is defined by itself", "a definition may only use others")
            return found
        if name in self.mistaken:
            raise CheckError(self.mistaken[name])
        self.definitions[name] = None
        try:
            checked = self._check_definition(self.sources[name])
        except CheckError as error:
            del self.definitions[name]
            self.mistaken[name] = error.problem
            raise
        self.definitions[name] = checked
        return checked

    def _check_definition(self, source: Definition) -> CheckedDefinition:
        scope, slots, kinds = Scope(), [], []
        for name, words in source.given:
            type_, optional = self._parameter(words, source.given_at.get(name, source.place))
            slot = self.slot()
            scope = scope.with_variable(name, Variable(Term("variable", type_, optional, source.body, data=slot)))
            slots.append(slot)
            kinds.append(type_)
        body = settle(self.term(source.body, scope))
        self.unfolded(f"apply {source.name}", body)
        self.levels[source.name] = 1 + max((self.levels.get(str(one.data), 0) for one in applied(body)), default=0)
        if self.levels[source.name] > MOST_LEVELS:
            message = f"`{source.name}` uses definitions that use others, more than {MOST_LEVELS} deep"
            raise CheckError(source.place.problem(message, "let it use fewer"))
        self.numbers += 1
        return CheckedDefinition(source.name, self.numbers, tuple(slots), tuple(kinds), body)

    def _parameter(self, words: str, place: Place) -> tuple[Type, bool]:
        optional = words.startswith("optional ")
        name = words.removeprefix("optional ")
        result = types.named(name, self.catalogue.kinds)
        if result is None:
            known = [*types.BASIC, *self.catalogue.kinds]
            raise CheckError(place.problem(f"`{name}` is no type", type_hint(name.rpartition(" of ")[2], known)))
        return result, optional

    def unfolded(self, name: str, term: Term) -> None:
        """Keep how much work a definition or named value stands for; refuse one that doubles it too often."""
        self.work[name] = unfolded(term, self.work)
        if self.work[name] > MOST_UNFOLDED:
            message = f"what this stands for has more than {MOST_UNFOLDED} operations, with all names written out"
            raise fail(term.tree, message, "use each name fewer times, or let several rules share the work")

    def _call(self, tree: Tree, scope: Scope) -> Term:
        arguments = tuple(self.term(part, scope) for part in tree.parts)
        if tree.word in FUNCTIONS:
            return self._function(FUNCTIONS[tree.word], arguments, tree)
        if tree.word in self.sources:
            return self.apply(tree.word, arguments, tree)
        hint = nearest(tree.word, [*FUNCTIONS, *self.sources]) or "define it, or look it up in VOCABULARY.md"
        if tree.word in self.catalogue.kinds:
            hint = f"name each field: `{tree.word}(field: value, ...)`"
        raise fail(tree, f"there is no function `{tree.word}`", hint)

    def _fact(self, tree: Tree, scope: Scope) -> Term:
        kind_name, *names = tree.word.split()
        if kind_name not in self.catalogue.kinds:
            hint = nearest(kind_name, self.catalogue.kinds) or f"known kinds: {', '.join(self.catalogue.kinds)}"
            raise fail(tree, f"there is no kind `{kind_name}`", hint)
        fields = self.catalogue.kinds[kind_name].fields
        missing = [name for name in fields if name not in names]
        unknown = [name for name in names if name not in fields]
        if missing or unknown or len(names) != len(set(names)):
            whole = article(types.kind(kind_name))
            message = f"{whole} has each field only once"
            if unknown or missing:
                message = f"{whole} has no field `{unknown[0]}`" if unknown else f"{whole} lacks its `{missing[0]}`"
            hint = nearest(unknown[0], fields) if unknown else ""
            raise fail(tree, message, hint or f"give each once: {', '.join(fields)}")
        parts = []
        for name, part in zip(names, tree.parts, strict=True):
            term = settle(self.want(self.term(part, scope), fields[name].type))
            parts.append(term if fields[name].optional else self.certain(term))
        return Term("fact", types.kind(kind_name), False, tree, tuple(parts), (kind_name, *names))

    def _function(self, function: Function, arguments: tuple[Term, ...], tree: Tree) -> Term:
        if len(arguments) != len(function.takes):
            message = f"`{function.name}` takes {_values(len(function.takes))}, not {len(arguments)}"
            wanted_types = ", ".join(map(str, function.takes))
            raise fail(tree, message, f"`{function.name}({wanted_types})`: {function.about}")
        same: Type | None = next(
            (_element(t, a) for t, a in zip(function.takes, arguments, strict=True) if _element(t, a)), None
        )
        checked = []
        for wanted, argument in zip(function.takes, arguments, strict=True):
            if wanted == ANY:
                checked.append(settle(argument))
            elif wanted in (SAME, ELEMENTS) and same is not None:
                checked.append(self.want(argument, same if wanted == SAME else list_of(same)))
            else:
                checked.append(self.want(argument, wanted))
        if function.name.startswith("differs"):
            _two_facts(checked)
        if function.name == "matches" and checked[1].operation != "constant":
            raise fail(
                tree.parts[1], f"`{tree.parts[1]}` is no literal text, as a pattern must be", "write it in quotes"
            )
        gives = function.gives
        if gives in (SAME, ELEMENTS) and same is not None:
            gives = same if gives == SAME else list_of(same)
        optional = function.may_be_absent or any(argument.optional for argument in checked)
        return Term("call", gives, optional, tree, tuple(checked), function.name)

    def apply(self, name: str, arguments: tuple[Term, ...], tree: Tree) -> Term:
        """Return the term of a definition applied to arguments; a constant stands for itself."""
        definition = self.definition(name, tree)
        if not definition.kinds and definition.body.operation == "constant":
            return replace(definition.body, tree=tree)
        if len(arguments) != len(definition.kinds):
            wanted_names = ", ".join(parameter for parameter, _ in self.sources[name].given)
            message = f"`{name}` takes {_values(len(definition.kinds))}, not {len(arguments)}"
            raise fail(tree, message, f"write `{name}({wanted_names})`" if wanted_names else f"write `{name}`")
        given = []
        for one, wanted, words in zip(arguments, definition.kinds, self.sources[name].given, strict=True):
            argument = self.want(one, wanted)
            given.append(argument if words[1].startswith("optional ") else self.certain(argument))
        return Term("apply", definition.body.type, definition.body.optional, tree, tuple(given), name)


def _two_facts(arguments: list[Term]) -> None:
    """Refuse to compare what are not two facts of one kind."""
    left, right = arguments[:2]
    for term in (left, right):
        if not term.type.kind or term.type != left.type:
            raise fail(term.tree, f"`{term.tree}` is {article(term.type)}", "give two facts of one kind")


def _element(wanted: Type, argument: Term) -> Type | None:
    if wanted == SAME and argument.type != NUMBER:
        return argument.type
    if wanted == ELEMENTS and argument.type.of and argument.type.of != NOTHING:
        return argument.type.of
    return None


def _values(count: int) -> str:
    return f"{count} value{'' if count == 1 else 's'}"
