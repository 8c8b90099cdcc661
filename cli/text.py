"""Words and characters of the output."""


def counted(number: int, what: str) -> str:
    """Return the number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """Return the text with everything that could steer a terminal written as an escape."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
