"""The tokens of expressions: numbers, quantities, names, texts and signs."""

import re
from dataclasses import dataclass

from engine.language.source import Text
from engine.language.tree import ExpressionError

TOKENS = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<quantity>[0-9]+(?:\.[0-9]+)?(?:[KMGTPE]i|[numkMGTPE])(?![A-Za-z0-9_]))
      | (?P<number>[0-9]+(?:\.[0-9]+)?(?![A-Za-z_]))
      | (?P<name>[A-Za-z][A-Za-z0-9]*)
      | (?P<text>"(?:[^"\\]|\\.)*"|'[^']*')
      | (?P<sign><=|>=|!=|[=<>+\-*/().,:\[\]{}])""",
    re.VERBOSE,
)
CONNECTIVES = ("if", "then", "else", "or", "and", "not", "in", "is", "otherwise", "div", "mod")
RESERVED = frozenset((*CONNECTIVES, "true", "false", "of", "for", "with", "as", "where"))
COMPARISONS = frozenset(("=", "!=", "<", "<=", ">", ">="))
MEANT = {"&": "and", "|": "or", "!": "not", "%": "mod", "?": "if ... then ... else ..."}
UNITS = re.compile(r"[0-9][0-9.]*[A-Za-z][A-Za-z0-9]*")


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind, its text, and where it begins and ends."""

    kind: str
    text: str
    start: int
    end: int


def tokenise(source: Text) -> list[Token]:
    """Return the tokens of an expression; the last one marks its end.

    :raises ExpressionError: for a character that begins none.
    """
    text, offset, tokens = source.value, 0, []
    while offset < len(text):
        found = TOKENS.match(text, offset)
        if not found:
            raise _unreadable(source, offset)
        if found.lastgroup != "space":
            tokens.append(Token(str(found.lastgroup), found[0], found.start(), found.end()))
        offset = found.end()
    tokens.append(Token("end", "the end", len(text), len(text)))
    return tokens


def unquote(text: str) -> str:
    """Return the text that a token in quotes stands for."""
    if text.startswith("'"):
        return text[1:-1]
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text[1:-1], flags=re.DOTALL)


def _unreadable(source: Text, offset: int) -> ExpressionError:
    text = source.value
    character, unit = text[offset], UNITS.match(text, offset)
    message, hint = f"`{character}` cannot stand in an expression", ""
    if character in "\"'":
        message, hint = "the text is not closed", f"add the closing {character}"
    elif unit:
        message = f"`{unit[0]}` is neither a number nor a name"
        hint = "a quantity is written `100m`, `2k` or `1Gi`, a text in quotes"
    elif character in MEANT:
        hint = f"write `{MEANT[character]}`"
    return ExpressionError(source.at(offset).problem(message, hint))
