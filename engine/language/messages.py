"""Messages: texts with values in them, such as ``minimum {resource} usage is {min}``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hole:
    """One ``{expression}`` or ``{expression as %f}`` of a message; ``offset`` is where the expression begins."""

    expression: str
    form: str
    offset: int


class UnclosedError(ValueError):
    """A brace that is not closed, with its offset."""

    def __init__(self, offset: int) -> None:
        """Take the offset of the brace."""
        super().__init__("a `{` is not closed")
        self.offset = offset


def split(text: str) -> list[str | Hole]:
    """Split a message into literal parts and holes in turn; ``{{`` and ``}}`` are braces of the message.

    :raises UnclosedError: if a brace is not closed.
    """
    parts: list[str | Hole] = []
    literal, offset = "", 0
    while offset < len(text):
        if text[offset : offset + 2] in ("{{", "}}"):
            literal, offset = literal + text[offset], offset + 2
        elif text[offset] == "{":
            end = text.find("}", offset)
            if end < 0:
                raise UnclosedError(offset)
            inner, _, form = text[offset + 1 : end].partition(" as ")
            parts += [literal, Hole(inner, form.strip(), offset + 1)]
            literal, offset = "", end + 1
        else:
            literal, offset = literal + text[offset], offset + 1
    return [*parts, literal]
