"""What keeps a file from being YAML, in the words of those who write rules."""

from typing import Any, NamedTuple

QUOTE = "put a text that holds such a character into quotes"


class Told(NamedTuple):
    """Where a mistake stands (line and column count from 1), what it is, and what to do."""

    line: int
    column: int
    message: str
    hint: str = ""


_KEY = "did not find expected key"
_WORDS = {
    "mapping values are not allowed in this context": (
        "a `:` does not fit here",
        "indent the keys of one mapping alike; put a text that holds `: ` into quotes",
    ),
    "did not find expected key": (
        "this does not continue the keys above it",
        "indent the keys of one mapping alike; nothing follows a quoted text but a comment",
    ),
    "did not find expected '-' indicator": (
        "this does not continue the list above it",
        "begin each item with `- ` in one and the same column",
    ),
    "block sequence entries are not allowed in this context": (
        "a list item does not fit here",
        "begin the list on a line of its own",
    ),
    "did not find expected ',' or '}'": (
        "`,` or `}` is missing before this",
        "close the `{`; within it put a text that holds `,`, `:` or braces into quotes",
    ),
    "did not find expected ',' or ']'": (
        "`,` or `]` is missing before this",
        "close the `[`; within it put a text that holds `,`, `:` or brackets into quotes",
    ),
    "did not find expected node content": ("a value is missing here", QUOTE),
    "found unknown escape character": (
        "this is no escape of a text in double quotes",
        "write `\\\\`, or single quotes",
    ),
    "exceeded maximum nesting depth": ("the file is nested too deep", ""),
    "did not find expected alphabetic or numeric character": ("a text cannot begin with this character", QUOTE),
    "did not find expected <document start>": (
        "this does not continue the file",
        "indent the keys of one mapping alike; nothing follows a quoted text but a comment",
    ),
    "did not find expected comment or line break": (
        "nothing can follow this",
        "begin the text on the next line, or put a text that begins with `|` or `>` into quotes",
    ),
}
_WITH_START = {
    "could not find expected ':'": ("a key lacks its `:`", "write `key: value`, or indent a text that goes on"),
    "found unexpected end of stream": ("the quote is not closed", "add the closing quote"),
    "found unexpected document indicator": ("the quote is not closed", "add the closing quote"),
}


def in_plain_words(error: Any, text: str) -> Told:
    """Return what is told of an error of the YAML reader."""
    problem = str(error.problem or error.context or "it cannot be read")
    if problem in _WITH_START and error.context_mark is not None:
        return _at(error.context_mark, *_WITH_START[problem])
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return Told(1, 1, f"the file is not YAML: {problem}")
    line = text[text.rfind("\n", 0, mark.index) + 1 : mark.index].strip()
    words = _by_characters(problem, text[mark.index : mark.index + 1], line)
    return _at(mark, *(words or _WORDS.get(problem, (f"the file is not YAML here: {problem}", ""))))


def _by_characters(problem: str, character: str, before: str) -> tuple[str, str] | None:
    """Return what is told where the character, or what stands before it on its line, says more than the reader does."""
    quoted, bracketed = before.endswith(('"', "'")), before.endswith(("}", "]"))
    cases = (
        (character == "\t" and ("token" in problem or "tab" in problem), "a tab cannot indent a line", "use spaces"),
        (problem == "found character that cannot start any token", f"a text cannot begin with `{character}`", QUOTE),
        (problem == _KEY and quoted, "nothing can follow a quoted text", "put the whole text into the other quotes"),
        (problem == _KEY and bracketed, "nothing can follow the bracket that closes here", "put the text into quotes"),
        (
            problem.startswith("mapping values") and ": " in before,
            "a text that holds `: ` must stand in quotes",
            "put all that follows the first `: ` into quotes",
        ),
        (problem == "did not find expected node content" and not character.strip(), "a value is missing here", ""),
    )
    return next(((message, hint) for holds, message, hint in cases if holds), None)


def _at(mark: Any, message: str, hint: str) -> Told:
    return Told(mark.line + 1, mark.column + 1, message, hint)
