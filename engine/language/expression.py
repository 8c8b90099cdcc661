"""The expressions of rule text: from text to a syntax tree.

Grammar, weakest binding first (the words are those of the rules; ``X*`` repeats)::

    expression   "if" expression "then" expression "else" expression
                 | or
    or           and ("or" and)*
    and          not ("and" not)*
    not          "not" not | comparison
    comparison   fallback [("=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in") fallback
                 | "is" ["not"] ("absent" | "present" | "empty")]
    fallback     sum ("otherwise" sum)*
    sum          product (("+" | "-") product)*
    product      unary (("*" | "/" | "div" | "mod") unary)*
    unary        "-" unary | postfix
    postfix      primary ("." NAME | "[" expression ("," expression)* "]")*
    primary      NUMBER | QUANTITY | TEXT | "message" TEXT | "true" | "false" | "absent" | NAME
                 | NAME "(" expressions ")" | KIND "(" FIELD ":" expression ("," FIELD ":" expression)* ")"
                 | "(" expression ")" | "[" expressions "]" | "{}" | "keys of" postfix ("," postfix)*
                 | ("sum" | "max" | "min" | "list" | "count") "of" expression loops
                 | "map of" NAME ":" expression loops
                 | ("any" | "every" | "no" | "first" | "last") NAME "in" fallback "where" or
    loops        "for" NAME "in" fallback ["with" NAME "as running sum of" fallback ["where" or]] ("for" ...)*
                 ["where" or]
"""

from dataclasses import replace

from engine.language.cursor import Cursor
from engine.language.messages import Hole, UnclosedError, split
from engine.language.source import Text
from engine.language.tokens import COMPARISONS, Token, unquote
from engine.language.tree import ExpressionError, Loop, Tree, below

MOST_LENGTH = 10_000
MOST_DEPTH = 40
MOST_LOOPS = 10
MOST_IN_CHAIN = 100
MOST_DIGITS = 100


NAME_PARTS = "name parts of it in `let` or `define`"
TOO_DEEP = (f"more than {MOST_DEPTH} levels in one expression", NAME_PARTS)


def parse(source: Text) -> Tree:
    """Parse one expression.

    :raises ExpressionError: with the place of the token that does not fit.
    """
    if len(source.value) > MOST_LENGTH:
        raise ExpressionError(source.place.problem(f"the expression is longer than {MOST_LENGTH} characters"))
    parser = _Parser(source)
    tree = parser.expression()
    if parser.token.kind != "end":
        raise parser.fail(f"`{parser.token.text}` does not fit here", parser.meant())
    return tree


class _Parser(Cursor):
    def tree(self, form: str, word: str, parts: tuple[Tree, ...], start: int, **rest: object) -> Tree:
        end = self.tokens[self.at - 1].end
        tree = Tree(form, word, parts, self.place(start), written=self.source.value[start:end], **rest)  # type: ignore[arg-type]
        depth = 1 + max((part.depth for part in below(tree)), default=0)
        if depth > MOST_DEPTH:
            raise ExpressionError(tree.place.problem(*TOO_DEEP))
        return replace(tree, depth=depth) if depth > 1 else tree

    def expression(self) -> Tree:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.fail(*TOO_DEEP)
        start = self.token.start
        if self.take("if"):
            condition = self.expression()
            self.expect("then")
            yes = self.expression()
            self.expect("else")
            no = self.expression()
            result = self.tree("if", "if", (condition, yes, no), start)
        else:
            result = self.chain("or", lambda: self.chain("and", self.negation))
        self.depth -= 1
        return result

    def chain(self, word: str, part: "object") -> Tree:
        start = self.token.start
        parts = [part()]  # type: ignore[operator]
        while self.take(word):
            parts.append(part())  # type: ignore[operator]
        if len(parts) > MOST_IN_CHAIN:
            message = f"more than {MOST_IN_CHAIN} parts joined by `{word}`"
            raise ExpressionError(self.place(start).problem(message, NAME_PARTS))
        return parts[0] if len(parts) == 1 else self.tree(word, word, tuple(parts), start)

    def negation(self) -> Tree:
        start, negations = self.token.start, 0
        while self.take("not"):
            negations += 1
        result = self.comparison()
        return self.tree("not", "not", (result,), start) if negations % 2 else result

    def comparison(self) -> Tree:
        start = self.token.start
        left = self.fallback()
        named = self.place(self.token.start)
        if self.token.kind == "sign" and self.token.text in COMPARISONS:
            operator = self.token.text
            self.at += 1
            if self.here("="):
                raise self.fail("`=` follows another operator", "equality is written `=`, its opposite `!=`")
            return self.tree("compare", operator, (left, self.fallback()), start, named=named)
        if self.take("not", "in"):
            inner = self.tree("compare", "in", (left, self.fallback()), start)
            return self.tree("not", "not", (inner,), start)
        if self.take("in"):
            return self.tree("compare", "in", (left, self.fallback()), start)
        if self.take("is"):
            negated = self.take("not")
            for word in ("absent", "present", "empty"):
                if self.take(word):
                    test = self.tree("test", word, (left,), start)
                    return self.tree("not", "not", (test,), start) if negated else test
            raise self.fail(f"`absent`, `present` or `empty` was expected, not {self.shown()}")
        return left

    def fallback(self) -> Tree:
        return self.left(
            ("otherwise",), lambda: self.left(("+", "-"), lambda: self.left(("*", "/", "div", "mod"), self.unary))
        )

    def left(self, words: tuple[str, ...], part: "object") -> Tree:
        start = self.token.start
        result = part()  # type: ignore[operator]
        while self.token.kind in ("name", "sign") and self.token.text in words:
            word, named = self.token.text, self.place(self.token.start)
            self.at += 1
            result = self.tree("binary", word, (result, part()), start, named=named)  # type: ignore[operator]
        return result  # type: ignore[no-any-return]

    def unary(self) -> Tree:
        start = self.token.start
        if self.take("-"):
            return self.tree("unary", "-", (self.unary_operand(),), start)
        return self.postfix()

    def unary_operand(self) -> Tree:
        if self.here("-"):
            raise self.fail("`-` follows another `-`", "write one, or none")
        return self.postfix()

    def postfix(self) -> Tree:
        start = self.token.start
        result = self.primary()
        while True:
            if self.take("."):
                named = self.place(self.token.start)
                result = self.tree("field", self.word_after_dot(), (result,), start, named=named)
            elif self.take("["):
                result = self.tree("index", "[]", (result, self.expression(), *self.further_keys()), start)
            else:
                return result

    def further_keys(self) -> tuple[Tree, ...]:
        """Return the keys after the first one of an entry of a table, and go past the bracket."""
        keys = []
        while self.take(","):
            keys.append(self.expression())
        self.expect("]")
        return tuple(keys)

    def word_after_dot(self) -> str:
        if self.token.kind != "name":
            raise self.fail(f"a field was expected after the point, not {self.shown()}")
        self.at += 1
        return self.tokens[self.at - 1].text

    def primary(self) -> Tree:
        token, start = self.token, self.token.start
        if token.kind in ("number", "quantity"):
            if len(token.text) > MOST_DIGITS:
                raise self.fail(f"the number has more than {MOST_DIGITS} digits")
            self.at += 1
            return self.tree(token.kind, token.text, (), start)
        if token.kind == "text":
            self.at += 1
            return self.tree("text", unquote(token.text), (), start)
        if self.take("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if self.take("["):
            return self.tree("list", "[]", self.arguments("]"), start)
        if self.take("{", "}"):
            return self.tree("nothing", "{}", (), start)
        if token.kind == "name":
            self.depth += 1
            if self.depth > MOST_DEPTH:
                raise self.fail(*TOO_DEEP)
            found = self.worded(token.text, start)
            self.depth -= 1
            return found
        raise self.fail(f"a value was expected, not {self.shown()}")

    def worded(self, word: str, start: int) -> Tree:
        phrase = self.phrase(word, start)
        if phrase is not None:
            return phrase
        name = self.name()
        if self.take("("):
            if self.token.kind != "end" and self.tokens[self.at + 1].text == ":":
                return self.fact(name, start)
            return self.tree("call", name, self.arguments(")"), start)
        return self.tree("name", name, (), start)

    def phrase(self, word: str, start: int) -> Tree | None:
        if word in ("true", "false", "absent"):
            self.at += 1
            return self.tree("absent" if word == "absent" else "truth", word, (), start)
        if self.take("keys", "of"):
            parts = [self.postfix()]
            while self.take(","):
                parts.append(self.postfix())
            return self.tree("keys", "keys", tuple(parts), start)
        if word == "message" and self.tokens[self.at + 1].kind == "text":
            return self.message(start)
        if word in ("sum", "max", "min", "list", "count", "map") and self.tokens[self.at + 1].text == "of":
            return self.aggregate(word, start)
        follows = self.tokens[self.at + 1 : self.at + 3]
        if (
            word in ("any", "every", "no", "first", "last")
            and [t.kind for t in follows][:1] == ["name"]
            and follows[1].text == "in"
        ):
            return self.quantifier(word, start)
        return None

    def fact(self, kind: str, start: int) -> Tree:
        fields, values = [], []
        while True:
            fields.append(self.name())
            self.expect(":")
            values.append(self.expression())
            if self.take(")"):
                return self.tree("fact", " ".join((kind, *fields)), tuple(values), start)
            if not self.take(","):
                raise self.fail(f"`)` or `,` was expected before {self.shown()}")

    def message(self, start: int) -> Tree:
        self.at += 2
        token = self.tokens[self.at - 1]
        try:
            pieces = split(unquote(token.text))
        except UnclosedError as error:
            place = self.place(token.start + 1 + error.offset)
            raise ExpressionError(place.problem(str(error), "write `{{` for a brace of the message")) from error
        if len(pieces) > 2 * MOST_IN_CHAIN:
            raise ExpressionError(self.place(start).problem(f"more than {MOST_IN_CHAIN} values in one message"))
        parts = [self.piece(piece, token) for piece in pieces if piece != ""]
        return self.tree("message", "message", tuple(parts), start)

    def piece(self, piece: str | Hole, token: Token) -> Tree:
        if isinstance(piece, str):
            return Tree("text", piece, (), self.place(token.start), written=piece)
        # The column is exact unless the text has escapes before the hole.
        tree = parse(self.source.part(piece.expression, token.start + 1 + piece.offset))
        return Tree("format", piece.form, (tree,), tree.place, written=tree.written) if piece.form else tree

    def arguments(self, end: str) -> tuple[Tree, ...]:
        parts: list[Tree] = []
        if self.take(end):
            return ()
        while True:
            parts.append(self.expression())
            if self.take(end):
                return tuple(parts)
            if not self.take(","):
                raise self.fail(f"`{end}` or `,` was expected before {self.shown()}")

    def quantifier(self, word: str, start: int) -> Tree:
        self.at += 1
        name = self.name()
        self.expect("in")
        source = self.fallback()
        where = None
        if self.take("where"):
            where = self.chain("or", lambda: self.chain("and", self.negation))
        return self.tree("quantifier", word, (), start, loops=(Loop(name, source),), where=where)

    def aggregate(self, word: str, start: int) -> Tree:
        self.at += 2
        key = ""
        if word == "map":
            key = self.name()
            self.expect(":")
        if word == "count" and not self.counts_an_expression():
            parts: tuple[Tree, ...] = ()
            loops: tuple[Loop, ...] = (self.loop(),)
        else:
            parts = (self.expression(),)
            self.expect("for")
            loops = self.loops()
        where = None
        if self.take("where"):
            where = self.chain("or", lambda: self.chain("and", self.negation))
        return self.tree("aggregate", word + (f" {key}" if key else ""), parts, start, loops=loops, where=where)

    def counts_an_expression(self) -> bool:
        return not (self.token.kind == "name" and self.tokens[self.at + 1].text == "in")

    def loops(self) -> tuple[Loop, ...]:
        loops = [self.loop()]
        while self.take("for"):
            if len(loops) == MOST_LOOPS:
                raise self.fail(f"more than {MOST_LOOPS} loops in one expression", NAME_PARTS)
            loops.append(self.loop())
        return tuple(loops)

    def loop(self) -> Loop:
        name = self.name()
        self.expect("in")
        source = self.fallback()
        if not self.take("with"):
            return Loop(name, source)
        running = self.name()
        for word in ("as", "running", "sum", "of"):
            self.expect(word)
        value = self.fallback()
        where = None
        if self.take("where"):
            where = self.chain("or", lambda: self.chain("and", self.negation))
        return Loop(name, source, running, value, where)
