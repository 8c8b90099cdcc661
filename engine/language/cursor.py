"""A place between the tokens of an expression, from which it is read."""

from engine.language.source import Place, Text
from engine.language.tokens import COMPARISONS, RESERVED, Token, tokenise
from engine.language.tree import ExpressionError


class Cursor:
    """Reads the tokens of one expression in order."""

    def __init__(self, source: Text) -> None:
        """Stand before the first token."""
        self.source = source
        self.tokens = tokenise(self.source)
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        """Return the token that is next."""
        return self.tokens[self.at]

    def place(self, offset: int) -> Place:
        """Return the place of an offset within the expression."""
        return self.source.at(offset)

    def fail(self, message: str, hint: str = "") -> ExpressionError:
        """Return a mistake that stands at the next token."""
        return ExpressionError(self.place(self.token.start).problem(message, hint))

    def meant(self) -> str:
        """Return what a token was probably meant for that does not continue an expression."""
        if self.token.text in COMPARISONS:
            return "join two comparisons by `and`"
        if self.token.text == "of":
            return "write what it belongs to first: `owner.field`"
        if self.token.kind != "sign" and self.token.text not in RESERVED:
            return "an operator or a point is missing before it"
        return ""

    def here(self, *words: str) -> bool:
        """Whether the next tokens are these words."""
        return all(
            self.at + number < len(self.tokens)
            and self.tokens[self.at + number].kind in ("name", "sign")
            and self.tokens[self.at + number].text == word
            for number, word in enumerate(words)
        )

    def take(self, *words: str) -> bool:
        """Go past these words if they are next; return whether they were."""
        if self.here(*words):
            self.at += len(words)
            return True
        return False

    def expect(self, word: str) -> None:
        """Go past a word that must be next."""
        if not self.take(word):
            raise self.fail(f"`{word}` was expected before {self.shown()}")

    def shown(self) -> str:
        """Return the next token as problems show it."""
        return self.token.text if self.token.kind == "end" else f"`{self.token.text}`"

    def name(self) -> str:
        """Go past a name and return it."""
        if self.token.kind != "name" or self.token.text in RESERVED:
            raise self.fail(f"a name was expected, not {self.shown()}")
        self.at += 1
        return self.tokens[self.at - 1].text
