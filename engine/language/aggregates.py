"""Aggregates and quantifiers: sums, counts, lists and maps over loops, and whether some element is so."""

from dataclasses import replace

from engine.language.judgement import Judgement
from engine.language.literals import settle
from engine.language.mistakes import article, fail
from engine.language.scope import Scope, Variable, entries_of, known_present
from engine.language.terms import Term, TermLoop
from engine.language.tree import Loop, Tree
from engine.language.types import (
    FLOAT64,
    INT64,
    NOTHING,
    QUANTITIES,
    QUANTITY,
    TEXT,
    TRUTH,
    list_of,
    map_of,
)


class Aggregates(Judgement):
    """Checks what runs over lists."""

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
        if not body.type.numeric and not (body.type == QUANTITIES and word in ("sum", "max")):
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
