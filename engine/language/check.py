"""Names, types and absence: from syntax trees to typed terms."""

from collections.abc import Callable
from dataclasses import replace

from engine.language.aggregates import Aggregates
from engine.language.calls import Calls
from engine.language.literals import settle
from engine.language.mistakes import CheckError, article, fail
from engine.language.operators import Operators
from engine.language.reading import nearest
from engine.language.scope import Scope, Variable
from engine.language.tables import Table
from engine.language.terms import Term
from engine.language.tree import Tree
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
    list_of,
)
from engine.quantity import parse as parse_quantity

MOST_DEPTH = 160
"""Levels of trees that are checked within one another; a tree alone has fewer."""
SHOWABLE = (TEXT, INT64, QUANTITY, EXACT)
FORMATS = {"%f": (FLOAT64, EXACT)}


class Checker(Operators, Aggregates, Calls):
    """Checks every form of expression."""

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

    def _broken(self, tree: Tree, _: Scope) -> Term:
        raise fail(tree, tree.word, tree.written)

    def _number(self, tree: Tree, _: Scope) -> Term:
        return Term("constant", NUMBER, False, tree, data=tree.word)

    def _quantity(self, tree: Tree, _: Scope) -> Term:
        return Term("constant", QUANTITY, False, tree, data=parse_quantity(tree.word))

    def _text(self, tree: Tree, _: Scope) -> Term:
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
        if form and term.type not in FORMATS.get(form, ()):
            hint = "leave it out" if form in FORMATS else "the one format is `as %f`, for float64 and exact values"
            raise fail(tree, f"`as {form}` does not fit `{tree}`, which is {article(term.type)}", hint)
        if not form and term.type not in SHOWABLE:
            raise fail(
                tree, f"a message cannot show `{tree}`, which is {article(term.type)}", _shown_hint(tree, term.type)
            )
        return term

    def _truth(self, tree: Tree, _: Scope) -> Term:
        return Term("constant", TRUTH, False, tree, data=tree.word == "true")

    def _absent(self, tree: Tree, _: Scope) -> Term:
        return Term("constant", NOTHING, True, tree)

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
            return self.apply(name, (), tree)
        if name in self.catalogue.conclusions:
            drawn = self.catalogue.conclusions[name].type
            return Term("conclusions", drawn, not (drawn.of or entry_of(drawn)), tree, data=name)
        if name in self.tables:
            keys = ", ".join(self.tables[name].keys)
            raise fail(tree, f"`{name}` is a table", f"read one of its values: `{name}[{keys}]`")
        left = (*self.catalogue.notes, *self.catalogue.conclusions)
        known = [*scope.variables, *self.catalogue.inputs, *left, *self.sources, *self.tables]
        raise fail(tree, f"`{name}` is not known here", nearest(name, known) or "name it in `for each` or `let`")

    def _variable(self, variable: Variable, tree: Tree, scope: Scope) -> Term:
        if variable.mistake is not None:
            raise CheckError(variable.mistake)
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
            return self.apply(name, (owner,), tree)
        derived = [d.name for d in self.sources.values() if len(d.given) == 1 and d.given[0][1] == owner.type.name]
        declare = f"declare it in facts.yaml, under `kinds: {owner.type.name}: fields:`"
        hint = nearest(name, [*fields, *derived]) or f"it has: {', '.join([*fields, *derived])}; or {declare}"
        raise fail(tree, f"{article(owner.type)} has no field `{name}`", hint, at_name=True)

    def _table(self, tree: Tree, scope: Scope) -> Table | None:
        """Return the table that a name stands for, None if it stands for something else."""
        return self.tables.get(tree.word) if tree.form == "name" and tree.word not in scope.variables else None

    def _lookup(self, table: Table, tree: Tree, scope: Scope) -> Term:
        keys = [self.certain(self.want(self.term(part, scope), TEXT)) for part in tree.parts[1:]]
        if len(keys) != len(table.keys):
            message = f"`{table.name}` has {len(table.keys)} keys, not {len(keys)}"
            raise fail(tree, message, f"write `{table.name}[{', '.join(table.keys)}]`")
        for number, key in enumerate(keys):
            known = list(dict.fromkeys(row[number] for row in table.rows))
            if key.operation == "constant" and key.data not in known:
                hint = nearest(str(key.data), known) or f"known are {', '.join(known)}"
                raise fail(key.tree, f"`{table.name}` has no {table.keys[number]} `{key.data}`", hint)
        return Term("lookup", table.gives, table.otherwise is None, tree, tuple(keys), table.name)

    def _index(self, tree: Tree, scope: Scope) -> Term:
        table = self._table(tree.parts[0], scope)
        if table is not None:
            return self._lookup(table, tree, scope)
        owner, key = (self.term(part, scope) for part in tree.parts[:2])
        if len(tree.parts) > 2:  # noqa: PLR2004 - the owner and its key
            raise fail(tree.parts[2], "only tables have several keys", "declare it under `tables`")
        entry = entry_of(owner.type)
        if entry is None:
            hint = f"write `item({owner.tree}, 0)` for its first element" if owner.type.of else ""
            message = f"`{owner.tree}` is {article(owner.type)}, but only quantities and maps have entries by name"
            raise fail(tree, message, hint)
        self.want(key, TEXT)
        return Term("index", entry, True, tree, (owner, self.certain(key)))

    def _list(self, tree: Tree, scope: Scope) -> Term:
        parts = [self.term(part, scope) for part in tree.parts]
        element = next((part.type for part in parts if part.type != NUMBER), NUMBER if parts else NOTHING)
        parts = [self.certain(self.want(part, element)) for part in parts]
        return Term("list", list_of(element), False, tree, tuple(parts))

    def _nothing(self, tree: Tree, _: Scope) -> Term:
        return Term("nothing", QUANTITIES, False, tree)

    def _keys(self, tree: Tree, scope: Scope) -> Term:
        table = self._table(tree.parts[0], scope)
        if table is not None and len(tree.parts) == 1:
            names = dict.fromkeys(row[0] for row in table.rows)
            constants = tuple(Term("constant", TEXT, False, tree, data=name) for name in names)
            return Term("list", list_of(TEXT), False, tree, constants)
        parts = tuple(self.certain(self.term(part, scope)) for part in tree.parts)
        for part in parts:
            if entry_of(part.type) is None:
                raise fail(part.tree, f"`{part.tree}` is {article(part.type)}, but only quantities and maps have keys")
        return Term("keys", list_of(TEXT), False, tree, parts)


def _shown_hint(tree: Tree, type_: Type) -> str:
    """Return how a value that a message cannot show as it is can be shown."""
    ways = (
        (type_ == FLOAT64, f"write `{{{tree} as %f}}`"),
        (type_.kind, f"show a field of it, such as `{tree}.name`"),
        (type_ == list_of(TEXT), f'write `join({tree}, ", ")`'),
        (type_.of is not None and type_.of.kind, f'write `join(list of one.name for one in {tree}, ", ")`'),
        (entry_of(type_) is not None, f"show one entry, such as `{tree}[resource]`"),
        (type_ == TRUTH, f'write `if {tree} then "..." else "..."`'),
    )
    return next((hint for holds, hint in ways if holds), "show a text, an int64 or a quantity")
