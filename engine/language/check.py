"""Names, types and absence: from syntax trees to typed terms."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from engine.errors import Problem
from engine.language import types
from engine.language.catalogue import Catalogue
from engine.language.dependencies import MOST_UNFOLDED, unfolded
from engine.language.expression import Loop, Tree
from engine.language.functions import ANY, ELEMENTS, FUNCTIONS, SAME, Function
from engine.language.reading import nearest
from engine.language.rules import Definition
from engine.language.source import Place
from engine.language.terms import Term, TermLoop
from engine.language.types import (
    EXACT,
    FLOAT64,
    INT64,
    NOTHING,
    NUMBER,
    QUANTITIES,
    QUANTITY,
    TEXT,
    TRUTH,
    Type,
    entry_of,
    fits,
    list_of,
    map_of,
)
from engine.quantity import parse as parse_quantity

MOST_DEPTH = 160
"""Levels of trees that are checked within one another; a tree alone has fewer."""
SHOWABLE = (TEXT, INT64, QUANTITY)
FORMATS = {"%f": FLOAT64}
ORDERED = frozenset(("<", "<=", ">", ">="))


class CheckError(Exception):
    """The first mistake of one expression."""

    def __init__(self, problem: Problem) -> None:
        """Take the problem."""
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope: its term, and for a named value the tree and scope it was given in."""

    term: Term
    tree: Tree | None = None
    scope: "Scope | None" = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression may use: variables by name, and the identities of values known to be present."""

    variables: dict[str, Variable] = field(default_factory=dict)
    present: frozenset[str] = frozenset()

    def with_variable(self, name: str, variable: Variable) -> "Scope":
        """Return the scope with one more variable."""
        return replace(self, variables={**self.variables, name: variable})

    def knowing(self, identities: frozenset[str]) -> "Scope":
        """Return the scope with more values known to be present."""
        return replace(self, present=self.present | identities) if identities else self


@dataclass(frozen=True, slots=True)
class CheckedDefinition:
    """A definition with its parameters' slots and its typed body."""

    name: str
    number: int
    slots: tuple[str, ...]
    kinds: tuple[Type, ...]
    body: Term


class Checker:
    """Checks expressions against one catalogue and the definitions active for one minor."""

    def __init__(self, catalogue: Catalogue, definitions: dict[str, Definition]) -> None:
        """Take the catalogue and the definitions by name; definitions are checked when first used."""
        self.catalogue = catalogue
        self.sources = definitions
        self.definitions: dict[str, CheckedDefinition | None] = {}
        self.mistaken: dict[str, Problem] = {}
        self.work: dict[str, int] = {}
        self.depth = 0
        self.presence: dict[tuple[str, frozenset[str]], bool] = {}
        self.slots = 0
        self.again = 0
        self.numbers = 0

    def slot(self) -> str:
        """Return a new name for generated code."""
        self.slots += 1
        return f"v{self.slots}"

    # Definitions

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
        self.numbers += 1
        return CheckedDefinition(source.name, self.numbers, tuple(slots), tuple(kinds), body)

    def _parameter(self, words: str, place: Place) -> tuple[Type, bool]:
        optional = words.startswith("optional ")
        name = words.removeprefix("optional ")
        result = types.named(name, self.catalogue.kinds)
        if result is None:
            known = [*types.BASIC, *self.catalogue.kinds]
            hint = nearest(name.rpartition(" of ")[2], known) or f"types are {', '.join(known)}, `list of ...`, `map of ...`"
            raise CheckError(place.problem(f"`{name}` is no type", hint))
        return result, optional

    def unfolded(self, name: str, term: Term) -> None:
        """Keep how much work a definition or named value stands for; refuse one that doubles it too often."""
        self.work[name] = unfolded(term, self.work)
        if self.work[name] > MOST_UNFOLDED:
            message = f"what this stands for has more than {MOST_UNFOLDED} operations, with all names written out"
            raise fail(term.tree, message, "use each name fewer times, or let several rules share the work")

    # Terms

    def term(self, tree: Tree, scope: Scope) -> Term:
        """Return the typed term of a tree.

        :raises CheckError: at its first mistake.
        """
        method: Callable[[Tree, Scope], Term] = getattr(self, f"_{tree.form}")
        if self.depth >= MOST_DEPTH:
            raise fail(tree, "definitions or named values are nested too deep here", "name fewer by others")
        self.depth += 1
        try:
            term = method(tree, scope)
        finally:
            self.depth -= 1
        if term.optional and scope.present and term.identity() in scope.present:
            term = replace(term, optional=False)
        return term

    def condition(self, tree: Tree, scope: Scope) -> Term:
        """Return the term of a condition."""
        term = self.term(tree, scope)
        if term.type != TRUTH:
            raise fail(tree, f"`{tree}` is {article(term.type)}, not a condition", "compare it with something")
        return self.certain(term)

    def certain(self, term: Term) -> Term:
        """Return the term if its value is always there."""
        if term.optional:
            hint = f"test `{term.tree} is present` first, or write `{term.tree} otherwise ...`"
            raise fail(term.tree, f"`{term.tree}` may be absent here", hint)
        return term

    def _number(self, tree: Tree, scope: Scope) -> Term:
        return Term("constant", NUMBER, False, tree, data=tree.word)

    def _quantity(self, tree: Tree, scope: Scope) -> Term:
        return Term("constant", QUANTITY, False, tree, data=parse_quantity(tree.word))

    def _text(self, tree: Tree, scope: Scope) -> Term:
        return Term("constant", TEXT, False, tree, data=tree.word)

    def _message(self, tree: Tree, scope: Scope) -> Term:
        parts = []
        for part in tree.parts:
            inner = part.parts[0] if part.form == "format" else part
            parts.append(self.showable(inner, part.word if part.form == "format" else "", scope))
        words = tuple(part.word if part.form == "format" else "" for part in tree.parts)
        return Term("message", TEXT, False, tree, tuple(parts), words)

    def showable(self, tree: Tree, form: str, scope: Scope) -> Term:
        """Return the term of a value within a message: it is there and can be shown in the given form."""
        term = self.certain(settle(self.term(tree, scope)))
        if form and FORMATS.get(form) != term.type:
            hint = "leave it out" if form in FORMATS else "the one format is `as %f`, for float64 values"
            raise fail(tree, f"`as {form}` does not fit `{tree}`, which is {article(term.type)}", hint)
        if not form and term.type not in SHOWABLE:
            raise fail(tree, f"a message cannot show `{tree}`, which is {article(term.type)}", _shown_hint(tree, term.type))
        return term

    def _truth(self, tree: Tree, scope: Scope) -> Term:
        return Term("constant", TRUTH, False, tree, data=tree.word == "true")

    def _name(self, tree: Tree, scope: Scope) -> Term:
        name = tree.word
        if name in scope.variables:
            return self._variable(scope.variables[name], tree, scope)
        if name in self.catalogue.inputs:
            given = self.catalogue.inputs[name]
            return Term("input", given.type, given.optional, tree, data=name)
        if name in self.catalogue.notes:
            return Term("notes", self.catalogue.notes[name].type, False, tree, data=name)
        if name in self.sources and not self.sources[name].given:
            return self._apply(name, (), tree)
        known = [*scope.variables, *self.catalogue.inputs, *self.catalogue.notes, *self.sources]
        raise fail(tree, f"`{name}` is not known here", nearest(name, known) or "name it in `for each` or `let`")

    def _variable(self, variable: Variable, tree: Tree, scope: Scope) -> Term:
        term = replace(variable.term, tree=tree)
        if term.optional and scope.present and variable.tree is not None and variable.scope is not None:
            key = (str(variable.term.data), scope.present)
            if key not in self.presence:
                self.presence[key] = self._again(variable.tree, variable.scope.knowing(scope.present)).optional
            term = replace(term, optional=self.presence[key])
        return term

    def _again(self, tree: Tree, scope: Scope) -> Term:
        """Return a term that was checked before, where more is known; what is then superfluous is no mistake."""
        self.again += 1
        try:
            return self.term(tree, scope)
        finally:
            self.again -= 1

    def _field(self, tree: Tree, scope: Scope) -> Term:
        owner = self.term(tree.parts[0], scope)
        name = tree.word
        if not owner.type.kind:
            raise fail(tree, f"`{owner.tree}` is {article(owner.type)} and has no fields", at_name=True)
        if name == "position":
            return Term("position", INT64, owner.optional, tree, (owner,))
        if name == "path":
            return Term("path", TEXT, owner.optional, tree, (owner,))
        fields = self.catalogue.kinds[owner.type.name].fields
        if name in fields:
            found = fields[name]
            return Term("field", found.type, found.optional or owner.optional, tree, (owner,), (owner.type.name, name))
        if name in self.sources and len(self.sources[name].given) == 1:
            return self._apply(name, (owner,), tree)
        derived = [d.name for d in self.sources.values() if len(d.given) == 1 and d.given[0][1] == owner.type.name]
        hint = nearest(name, [*fields, *derived]) or f"it has: {', '.join([*fields, *derived])}"
        raise fail(tree, f"{article(owner.type)} has no field `{name}`", hint, at_name=True)

    def _index(self, tree: Tree, scope: Scope) -> Term:
        owner, key = (self.term(part, scope) for part in tree.parts)
        entry = entry_of(owner.type)
        if entry is None:
            hint = f"write `item({owner.tree}, 0)` for its first element" if owner.type.of else ""
            message = f"`{owner.tree}` is {article(owner.type)}, but only quantities and maps have entries by name"
            raise fail(tree, message, hint)
        self._want(key, TEXT)
        return Term("index", entry, True, tree, (owner, self.certain(key)))

    def _list(self, tree: Tree, scope: Scope) -> Term:
        parts = [self.term(part, scope) for part in tree.parts]
        element = next((part.type for part in parts if part.type != NUMBER), NUMBER if parts else NOTHING)
        parts = [self.certain(self._want(part, element)) for part in parts]
        return Term("list", list_of(element), False, tree, tuple(parts))

    def _nothing(self, tree: Tree, scope: Scope) -> Term:
        return Term("nothing", QUANTITIES, False, tree)

    def _unary(self, tree: Tree, scope: Scope) -> Term:
        part = self.term(tree.parts[0], scope)
        if part.operation == "constant" and part.type == NUMBER:
            return Term("constant", NUMBER, False, tree, data=f"-{part.data}")
        if part.type not in (INT64, FLOAT64, EXACT):
            raise fail(tree, f"`-` does not work on {article(part.type)}", self._arithmetic_hint("-"))
        return Term("negative", part.type, part.optional, tree, (part,))

    def _binary(self, tree: Tree, scope: Scope) -> Term:
        left, right = (self.term(part, scope) for part in tree.parts)
        if tree.word == "otherwise":
            return self._otherwise(tree, left, right)
        left, right = self._alike(tree, left, right)
        allowed = {
            "+": (INT64, FLOAT64, EXACT, QUANTITY, QUANTITIES, TEXT, NUMBER),
            "-": (INT64, FLOAT64, EXACT, QUANTITY, NUMBER),
            "*": (INT64, FLOAT64, EXACT, NUMBER),
            "/": (FLOAT64, EXACT),
            "div": (INT64,),
            "mod": (INT64,),
        }[tree.word]
        if tree.word in ("div", "mod") and left.type == NUMBER:
            left, right = coerce(left, INT64), coerce(right, INT64)
        if left.type not in allowed and not (tree.word == "+" and left.type.of):
            message = f"`{tree.word}` does not work on {article(left.type)}"
            raise fail(tree, message, self._arithmetic_hint(tree.word), at_name=True)
        no_zero = tree.word in ("div", "mod") or (tree.word == "/" and left.type == EXACT)
        divides = no_zero and not (right.operation == "constant" and right.data not in ("0", 0))
        return Term("binary", left.type, left.optional or right.optional or divides, tree, (left, right), tree.word)

    @staticmethod
    def _arithmetic_hint(word: str) -> str:
        if word == "/":
            return "say how Kubernetes divides: `float64(a) / float64(b)`, `a div b`, or `exact(a) / exact(b)`"
        return "say what is computed with: `value(...)`, `milliValue(...)`, `float64(...)` or `amount(...)`"

    def _otherwise(self, tree: Tree, left: Term, right: Term) -> Term:
        left, right = self._alike(tree, left, right)
        if not left.optional and not self.again:
            raise fail(tree.parts[0], f"`{left.tree}` is never absent here", "leave `otherwise` out")
        return Term("otherwise", left.type, right.optional, tree, (left, right))

    def _alike(self, tree: Tree, left: Term, right: Term) -> tuple[Term, Term]:
        if left.type == NUMBER and right.type.numeric:
            left = coerce(left, right.type)
        elif right.type == NUMBER and left.type.numeric:
            right = coerce(right, left.type)
        if left.type != right.type and fits(left.type, right.type):
            left = replace(left, type=right.type)
        if left.type != right.type and fits(right.type, left.type):
            right = replace(right, type=left.type)
        if left.type != right.type:
            message = f"`{left.tree}` is {article(left.type)}, but `{right.tree}` is {article(right.type)}"
            raise fail(tree, message, _alike_hint(tree.word, left.type, right.type), at_name=True)
        return left, right

    def _compare(self, tree: Tree, scope: Scope) -> Term:
        left, right = (self.term(part, scope) for part in tree.parts)
        if tree.word == "in":
            return self._membership(tree, left, right)
        left, right = self._alike(tree, left, right)
        if left.type == NUMBER:
            left, right = settle(left), settle(right)
        if tree.word in ORDERED and not left.type.numeric:
            raise fail(tree, f"{article(left.type)} has no order", "compare amounts, or use `=` and `!=`", at_name=True)
        if left.type.of or entry_of(left.type):
            hint = "compare element by element: `every name in ... where ...`"
            raise fail(tree, f"{article(left.type)} cannot be compared as a whole", hint, at_name=True)
        return Term("compare", TRUTH, False, tree, (self.certain(left), self.certain(right)), tree.word)

    def _membership(self, tree: Tree, left: Term, right: Term) -> Term:
        if entry_of(right.type):
            self._want(left, TEXT)
        elif right.type.of:
            left = self._want(left, right.type.of)
        else:
            hint = "write `=`" if left.type == right.type else ""
            raise fail(right.tree, f"`{right.tree}` is {article(right.type)}, not a list", hint)
        return Term("compare", TRUTH, False, tree, (self.certain(left), self.certain(right)), "in")

    def _test(self, tree: Tree, scope: Scope) -> Term:
        if tree.word == "empty":
            part = self.certain(self.term(tree.parts[0], scope))
            if not (part.type.of or entry_of(part.type) or part.type == TEXT):
                raise fail(tree, f"`{part.tree}` is {article(part.type)}, which is never empty", _empty_hint(part))
            return Term("test", TRUTH, False, tree, (part,), "empty")
        part = self.term(tree.parts[0], replace(scope, present=frozenset()))
        if not part.optional:
            raise fail(tree, f"`{part.tree}` is never absent", "leave the test out")
        return Term("test", TRUTH, False, tree, (part,), tree.word)

    def _and(self, tree: Tree, scope: Scope) -> Term:
        parts = []
        for part in tree.parts:
            term = self.condition(part, scope)
            parts.append(term)
            scope = scope.knowing(known_present(term, True))
        return Term("and", TRUTH, False, tree, tuple(parts))

    def _or(self, tree: Tree, scope: Scope) -> Term:
        parts = []
        for part in tree.parts:
            term = self.condition(part, scope)
            parts.append(term)
            scope = scope.knowing(known_present(term, False))
        return Term("or", TRUTH, False, tree, tuple(parts))

    def _not(self, tree: Tree, scope: Scope) -> Term:
        return Term("not", TRUTH, False, tree, (self.condition(tree.parts[0], scope),))

    def _if(self, tree: Tree, scope: Scope) -> Term:
        condition = self.condition(tree.parts[0], scope)
        yes = self.term(tree.parts[1], scope.knowing(known_present(condition, True)))
        no = self.term(tree.parts[2], scope.knowing(known_present(condition, False)))
        yes, no = self._alike(tree, yes, no)
        return Term("if", yes.type, yes.optional or no.optional, tree, (condition, yes, no))

    def _keys(self, tree: Tree, scope: Scope) -> Term:
        parts = tuple(self.certain(self.term(part, scope)) for part in tree.parts)
        for part in parts:
            if entry_of(part.type) is None:
                raise fail(part.tree, f"`{part.tree}` is {article(part.type)}, but only quantities and maps have keys")
        return Term("keys", list_of(TEXT), False, tree, parts)

    def _call(self, tree: Tree, scope: Scope) -> Term:
        arguments = tuple(self.term(part, scope) for part in tree.parts)
        if tree.word in FUNCTIONS:
            return self._function(FUNCTIONS[tree.word], arguments, tree)
        if tree.word in self.sources:
            return self._apply(tree.word, arguments, tree)
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
            given = f"no field `{unknown[0]}`" if unknown else f"its field `{missing[0]}` only once" if not missing else ""
            message = f"{article(types.kind(kind_name))} has {given}" if given else f"`{missing[0]}` of {kind_name} is missing"
            hint = nearest(unknown[0], fields) if unknown else ""
            raise fail(tree, message, hint or f"give each once: {', '.join(fields)}")
        parts = []
        for name, part in zip(names, tree.parts, strict=True):
            term = self._want(settle(self.term(part, scope)), fields[name].type)
            parts.append(term if fields[name].optional else self.certain(term))
        return Term("fact", types.kind(kind_name), False, tree, tuple(parts), (kind_name, *names))

    def _function(self, function: Function, arguments: tuple[Term, ...], tree: Tree) -> Term:
        if len(arguments) != len(function.takes):
            message = f"`{function.name}` takes {_values(len(function.takes))}, not {len(arguments)}"
            raise fail(tree, message, f"it gives {function.about}")
        same: Type | None = next((_element(t, a) for t, a in zip(function.takes, arguments, strict=True) if _element(t, a)), None)
        checked = []
        for wanted, argument in zip(function.takes, arguments, strict=True):
            if wanted == ANY:
                checked.append(settle(argument))
            elif wanted in (SAME, ELEMENTS) and same is not None:
                checked.append(self._want(argument, same if wanted == SAME else list_of(same)))
            else:
                checked.append(self._want(argument, wanted))
        if function.name.startswith("differs"):
            _two_facts(checked)
        if function.name == "matches" and checked[1].operation != "constant":
            raise fail(tree.parts[1], f"`{tree.parts[1]}` is no literal text, as a pattern must be", "write it in quotes")
        gives = function.gives
        if gives in (SAME, ELEMENTS) and same is not None:
            gives = same if gives == SAME else list_of(same)
        optional = function.may_be_absent or any(argument.optional for argument in checked)
        return Term("call", gives, optional, tree, tuple(checked), function.name)

    def _apply(self, name: str, arguments: tuple[Term, ...], tree: Tree) -> Term:
        definition = self.definition(name, tree)
        if not definition.kinds and definition.body.operation == "constant":
            return replace(definition.body, tree=tree)
        if len(arguments) != len(definition.kinds):
            wanted_names = ", ".join(parameter for parameter, _ in self.sources[name].given)
            message = f"`{name}` takes {_values(len(definition.kinds))}, not {len(arguments)}"
            raise fail(tree, message, f"write `{name}({wanted_names})`" if wanted_names else f"write `{name}`")
        given = []
        for argument, wanted, words in zip(arguments, definition.kinds, self.sources[name].given, strict=True):
            argument = self._want(argument, wanted)
            given.append(argument if words[1].startswith("optional ") else self.certain(argument))
        return Term("apply", definition.body.type, definition.body.optional, tree, tuple(given), name)

    def _aggregate(self, tree: Tree, scope: Scope) -> Term:
        word, _, key = tree.word.partition(" ")
        loops, scope = self._loops(tree.loops, scope)
        where = self.condition(tree.where, scope) if tree.where is not None else None
        if where is not None:
            scope = scope.knowing(known_present(where, True))
        if word == "count":
            return Term("aggregate", INT64, False, tree, (), "count", loops, where)
        body = settle(self.term(tree.parts[0], scope))
        if word == "list":
            return Term("aggregate", list_of(body.type), False, tree, (body,), "list", loops, where)
        if word == "map":
            if key not in scope.variables or scope.variables[key].term.type != TEXT:
                raise fail(
                    tree,
                    f"`{key}` must be a text that the map is made for",
                    "write `map of k: ... for k in keys of ...`",
                )
            if body.type not in (QUANTITY, INT64, FLOAT64, TEXT, TRUTH):
                raise fail(
                    tree.parts[0], f"a map cannot hold {article(body.type)}", "quantities, numbers, texts, truths"
                )
            key_term = replace(scope.variables[key].term, tree=tree)
            whole = QUANTITIES if body.type == QUANTITY else map_of(body.type)
            return Term("aggregate", whole, False, tree, (key_term, body), "map", loops, where)
        if body.type != QUANTITIES and not body.type.numeric:
            raise fail(tree.parts[0], f"`{word} of` does not work on {article(body.type)}", "it works on amounts")
        optional = word != "sum" and body.type != QUANTITIES
        return Term("aggregate", body.type, optional, tree, (body,), word, loops, where)

    def _loops(self, loops: tuple[Loop, ...], scope: Scope) -> tuple[tuple[TermLoop, ...], Scope]:
        checked = []
        for loop in loops:
            source, variable = self.source(loop.source, scope)
            scope = scope.with_variable(loop.name, Variable(variable)).knowing(entries_of(source, variable))
            running_slot, running_of, running_where = "", None, None
            if loop.running_of is not None:
                running_of = settle(self.term(loop.running_of, scope))
                if loop.running_where is not None:
                    running_where = self.condition(loop.running_where, scope)
                running_slot = self.slot()
                running = Term("variable", running_of.type, False, loop.running_of, data=running_slot)
                scope = scope.with_variable(loop.running, Variable(running))
            checked.append(TermLoop(variable.data, source, running_slot, running_of, running_where))
        return tuple(checked), scope

    def source(self, tree: Tree, scope: Scope) -> tuple[Term, Term]:
        """Return the term of a loop's source, and the variable that runs over it."""
        source = self.certain(self.term(tree, scope))
        if not source.type.of:
            hint = f"write `keys of {source.tree}`" if source.type == QUANTITIES else ""
            raise fail(tree, f"`{tree}` is {article(source.type)}, not a list", hint)
        return source, Term("variable", source.type.of, False, tree, data=self.slot())

    def _quantifier(self, tree: Tree, scope: Scope) -> Term:
        loops, scope = self._loops(tree.loops, scope)
        where = self.condition(tree.where, scope) if tree.where is not None else None
        if tree.word in ("first", "last"):
            element = loops[0].source.type.of or NOTHING
            return Term("quantifier", element, True, tree, (), tree.word, loops, where)
        if where is None:
            raise fail(tree, f"`{tree.word}` lacks its condition", "add `where ...`")
        return Term("quantifier", TRUTH, False, tree, (), tree.word, loops, where)

    def _want(self, term: Term, wanted: Type) -> Term:
        if not fits(term.type, wanted):
            raise fail(term.tree, f"`{term.tree}` is {article(term.type)}, but {article(wanted)} belongs here")
        return coerce(term, wanted) if term.type != wanted else term


def _values(count: int) -> str:
    return f"{count} value{'' if count == 1 else 's'}"


def _shown_hint(tree: Tree, type_: Type) -> str:
    """Return how a value that a message cannot show as it is can be shown."""
    if type_ == FLOAT64:
        return f"write `{{{tree} as %f}}`"
    if type_.kind:
        return f"show a field of it, such as `{tree}.name`"
    if type_ == list_of(TEXT):
        return f'write `join({tree}, ", ")`'
    if entry_of(type_):
        return f"show one entry, such as `{tree}[resource]`"
    if type_ == TRUTH:
        return f'write `if {tree} then "..." else "..."`'
    return "show a text, an int64 or a quantity"


def _alike_hint(word: str, left: Type, right: Type) -> str:
    """Return how values of two types may be brought together."""
    types_ = {left, right}
    if types_ == {QUANTITY, INT64}:
        return "compare quantities with quantities, or take `value(...)` or `milliValue(...)` of the quantity"
    if types_ == {QUANTITY, EXACT}:
        return "take `amount(...)` of the quantity"
    if types_ == {INT64, FLOAT64}:
        return "write `float64(...)` of the int64"
    if types_ == {INT64, EXACT}:
        return "write `exact(...)` of the int64"
    if right.of == left and word in ("=", "!="):
        return "write `in` or `not in`"
    if TEXT in types_ and word == "+":
        return "write `text(...)` of what is no text"
    if TEXT in types_ and any(type_.kind for type_ in types_):
        return "compare a field of it, such as its name"
    return ""


def _empty_hint(term: Term) -> str:
    return f"write `{term.tree} = 0`" if term.type.numeric else ""


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


def fail(tree: Tree, message: str, hint: str = "", at_name: bool = False) -> CheckError:
    """Return an error that stands at a tree, or at the field or operator that names it."""
    place = tree.named if at_name and tree.named is not None else tree.place
    return CheckError(place.problem(message, hint))


def article(type_: Type) -> str:
    """Return the type as a phrase."""
    name = str(type_)
    if name in ("quantities", "nothing"):
        return f"a set of {name}" if name == "quantities" else name
    return f"an {name}" if name[0] in "aeioAEIO" else f"a {name}"


def known_present(term: Term, holds: bool) -> frozenset[str]:
    """Return the identities of the values that are present if a condition holds (or does not)."""
    if term.operation == "test" and term.data != "empty":
        return frozenset((term.parts[0].identity(),)) if holds == (term.data == "present") else frozenset()
    if term.operation == "not":
        return known_present(term.parts[0], not holds)
    if (term.operation, holds) in (("and", True), ("or", False)):
        return frozenset().union(*(known_present(part, holds) for part in term.parts))
    return frozenset()


def entries_of(source: Term, variable: Term) -> frozenset[str]:
    """Return what is present because a variable runs over the keys of one set of quantities: its entry."""
    if source.operation != "keys" or len(source.parts) != 1:
        return frozenset()
    entry = entry_of(source.parts[0].type) or NOTHING
    return frozenset((Term("index", entry, True, variable.tree, (source.parts[0], variable)).identity(),))


def settle(term: Term) -> Term:
    """Give a number that no neighbour gave a type its own: int64 if it is whole, else exact."""
    if term.type == NUMBER:
        whole = all("." not in str(t.data) for t in term.all() if t.operation == "constant" and t.type == NUMBER)
        return coerce(term, INT64 if whole else EXACT)
    if term.type.of == NUMBER:
        return coerce(term, list_of(INT64))
    return term


def coerce(term: Term, wanted: Type) -> Term:
    """Return a literal (or what is made of literals) as a value of another numeric type."""
    if term.type == wanted or term.type == NOTHING or (term.type.of == NOTHING):
        return replace(term, type=wanted)
    if term.operation == "constant" and term.type == NUMBER:
        return Term("constant", wanted, False, term.tree, data=_number(term, wanted))
    if wanted.of is not None:
        return replace(term, type=wanted, parts=tuple(coerce(part, wanted.of) for part in term.parts))
    parts = tuple(coerce(part, wanted) if part.type == NUMBER else part for part in term.parts)
    return replace(term, type=wanted, parts=parts)


def _number(term: Term, wanted: Type) -> object:
    text = str(term.data)
    if wanted == QUANTITY:
        return parse_quantity(text)
    if wanted == FLOAT64:
        return float(text)
    exact = Fraction(Decimal(text))
    if wanted == EXACT:
        return exact
    if exact.denominator != 1 or not -(2**63) <= exact < 2**63:
        raise fail(term.tree, f"`{text}` is no int64", "write a whole number within 64 bits")
    return int(exact)
