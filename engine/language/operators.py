"""Operators: arithmetic, comparisons and conditions."""

from dataclasses import replace

from engine.language.judgement import Judgement
from engine.language.literals import coerce, settle
from engine.language.mistakes import article, fail
from engine.language.scope import Scope, known_present
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import EXACT, FLOAT64, INT64, NUMBER, QUANTITIES, QUANTITY, TEXT, TRUTH, Type, entry_of

ORDERED = frozenset(("<", "<=", ">", ">="))


class Operators(Judgement):
    """Checks operators."""

    def _unary(self, tree: Tree, scope: Scope) -> Term:
        part = self.term(tree.parts[0], scope)
        if part.operation == "constant" and part.type == NUMBER:
            return Term("constant", NUMBER, False, tree, data=f"-{part.data}")
        if part.type not in (INT64, FLOAT64, EXACT):
            raise fail(tree, f"`-` does not work on {article(part.type)}", self._arithmetic_hint("-", part.type))
        return Term("negative", part.type, part.optional, tree, (part,))

    def _binary(self, tree: Tree, scope: Scope) -> Term:
        left, right = (self.term(part, scope) for part in tree.parts)
        if tree.word == "otherwise":
            return self._otherwise(tree, left, right)
        left, right = self.alike(tree, left, right)
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
            raise fail(tree, message, self._arithmetic_hint(tree.word, left.type), at_name=True)
        no_zero = tree.word in ("div", "mod") or (tree.word == "/" and left.type == EXACT)
        divides = no_zero and not (right.operation == "constant" and right.data not in ("0", 0))
        return Term("binary", left.type, left.optional or right.optional or divides, tree, (left, right), tree.word)

    @staticmethod
    def _arithmetic_hint(word: str, left: Type) -> str:
        if word == "/" and left == QUANTITY:
            return "divide exactly by `amount(a) / amount(b)`, which is absent where b is 0"
        if word == "/":
            return "say how Kubernetes divides: `float64(a) / float64(b)`, `a div b`, or `exact(a) / exact(b)`"
        return "say what is computed with: `value(...)`, `milliValue(...)`, `float64(...)` or `amount(...)`"

    def _otherwise(self, tree: Tree, left: Term, right: Term) -> Term:
        left, right = self.alike(tree, left, right)
        if not left.optional and not self.again:
            raise fail(tree.parts[0], f"`{left.tree}` is never absent here", "leave `otherwise` out")
        return Term("otherwise", left.type, right.optional, tree, (left, right))

    def _compare(self, tree: Tree, scope: Scope) -> Term:
        left, right = (self.term(part, scope) for part in tree.parts)
        if tree.word == "in":
            return self._membership(tree, left, right)
        left, right = self.alike(tree, left, right)
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
            self.want(left, TEXT)
        elif right.type.of:
            left = self.want(left, right.type.of)
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
        return self._chain(tree, scope, True)

    def _or(self, tree: Tree, scope: Scope) -> Term:
        return self._chain(tree, scope, False)

    def _chain(self, tree: Tree, scope: Scope, holds: bool) -> Term:
        """Return a chain of conditions; each is asked only where those before it held (or did not)."""
        parts = []
        for part in tree.parts:
            term = self.condition(part, scope)
            parts.append(term)
            scope = scope.knowing(known_present(term, holds))
        return Term(tree.form, TRUTH, False, tree, tuple(parts))

    def _not(self, tree: Tree, scope: Scope) -> Term:
        return Term("not", TRUTH, False, tree, (self.condition(tree.parts[0], scope),))

    def _if(self, tree: Tree, scope: Scope) -> Term:
        condition = self.condition(tree.parts[0], scope)
        yes = self.term(tree.parts[1], scope.knowing(known_present(condition, True)))
        no = self.term(tree.parts[2], scope.knowing(known_present(condition, False)))
        yes, no = self.alike(tree, yes, no)
        return Term("if", yes.type, yes.optional or no.optional, tree, (condition, yes, no))


def _empty_hint(term: Term) -> str:
    return f"write `{term.tree} = 0`" if term.type.numeric else ""
