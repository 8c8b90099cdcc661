"""Words and characters of the output."""

import shlex


def counted(number: int, what: str) -> str:
    """Return the number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """Return the text with everything that could steer a terminal written as an escape."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quoted(word: str) -> str:
    """Return a word of a shell's command line; what cannot be printed as escapes of its bytes, within `$'...'`."""
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_escaped, word))}'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogatepass"))
