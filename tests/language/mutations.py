"""Rule files with mistakes in them: seeded changes of characters, tokens, lines and subtrees, swaps between files."""

import copy
import random
import re
from typing import Any

import yaml

Files = dict[str, str]
NASTY = [
    "\t",
    "\x00",
    "\ufeff",
    "\u2028",
    "é",
    "\U0001f600",
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "#",
    "&a ",
    "*a",
    "!!x ",
]
NASTY += [
    "|",
    ">",
    "%",
    "@",
    "`",
    "\n",
    "  ",
    "\\",
    ",",
    "<<: ",
    "---\n",
    "((((",
    "not ",
    "9" * 30,
    "1e9",
    "-",
    "=",
    "<",
    ".",
    "\r",
]
WORDS: list[str] = [
    "true", "false", "null", "~", "0", "1", "-1", "010", "1:30", "1_000", "0.5", "9223372036854775807",
    "9223372036854775808", "1e400", "99999999999999999999", "absent", "present", "empty", "otherwise", "if",
    "then", "else", "and", "or", "not", "in", "is", "any", "every", "no", "first", "last", "sum", "max",
    "min", "list", "count", "map", "keys", "of", "for", "where", "with", "as", "running", "{}", "[]", "=",
    "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "div", "mod", "pod", "limitRanges", "text", "int64",
    "quantity", "quantities", "truth", "float64", "exact", "value", "milliValue", "isWhole", "quantity",
    "rounded", "larger", "smaller", "join", "sorted", "split", "startsWith", "matches", "quoted", "size",
    "item", "before", "distinct", "without", "replaced", "only", "differs", "differsAt", "upTo", "position",
    "path", "deny", "warn", "refuse", "fill", "copy", "conclude", "rank", "with", "to", "note", "keep",
    "into", "by", "each", "explain", "since", "until", "1.35", "1.36", '"1.34"', '"("', '"[a"', "message",
]  # fmt: skip
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z][A-Za-z0-9]*|[0-9.]+|[^\sA-Za-z0-9]')


class Mutator:
    """Changes one of the files of a folder, reproducibly for a seed."""

    def __init__(self, files: Files, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - mistakes are to be had again, not to be kept secret
        self.files = files
        self.mutations = [
            self.character,
            self.token,
            self.token,
            self.token,
            self.line,
            self.subtree,
            self.subtree,
            self.swap,
        ]

    def changed(self) -> Files:
        """Return the files with one to three changes."""
        changed = dict(self.files)
        name = self.random.choice(sorted(changed))
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            changed[name] = self.random.choice(self.mutations)(changed[name])
        return changed

    def other(self) -> str:
        return self.files[self.random.choice(sorted(self.files))]

    def character(self, text: str) -> str:
        at = self.random.randrange(len(text) + 1)
        until = at + self.random.choice((0, 0, 1, 1, 2, 20))
        return text[:at] + self.random.choice([*NASTY, "", text[at:until] * 2]) + text[until:]

    def token(self, text: str) -> str:
        found = list(TOKEN.finditer(text))
        if not found:
            return text
        one = self.random.choice(found)
        pool = self.random.choice((WORDS, [match[0] for match in found], TOKEN.findall(self.other()) or WORDS))
        return text[: one.start()] + self.random.choice([*pool[:400], ""]) + text[one.end() :]

    def line(self, text: str) -> str:
        lines = text.split("\n")
        at = self.random.randrange(len(lines))
        foreign = self.random.choice(self.other().split("\n"))
        kind = self.random.randrange(5)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(self.random.randrange(len(lines)), lines[at])
        elif kind == 2:
            lines[at] = self.random.choice(("  ", "\t", " ")) + lines[at]
        elif kind == 3:
            lines.insert(at, foreign)
        else:
            lines[at] = foreign
        return "\n".join(lines)

    def subtree(self, text: str) -> str:
        try:
            tree, other = (yaml.load(source, Loader=yaml.CBaseLoader) for source in (text, self.other()))  # noqa: S506 - texts alone
        except (yaml.YAMLError, UnicodeError):
            return self.character(text)
        places, theirs = list(_places(tree)), [holder[key] for holder, key in _places(other)]
        if not places or not theirs:
            return text
        holder, key = self.random.choice(places)
        mine = [holder[key] for holder, key in places]
        new = self.random.choice(
            (None, self.random.choice(mine), self.random.choice(theirs), [], {}, [holder[key]], {"a": holder[key]})
        )
        if new is None:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(new)
        return yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1000)

    def swap(self, text: str) -> str:
        start = self.random.randrange(len(text) + 1)
        other = self.other()
        there = self.random.randrange(len(other) + 1)
        return text[:start] + other[there : there + self.random.choice((5, 40, 400))] + text[start:]


class _Dumper(yaml.CSafeDumper):
    def ignore_aliases(self, _: Any) -> bool:
        return True


def _places(tree: Any) -> "list[tuple[Any, Any]]":
    """Every place of a tree as (what holds it, its key or index)."""
    found, waiting = [], [tree]
    while waiting:
        held = waiting.pop()
        keys = list(held) if isinstance(held, dict) else range(len(held)) if isinstance(held, list) else ()
        for key in keys:
            found.append((held, key))
            waiting.append(held[key])
    return found
