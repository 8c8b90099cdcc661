"""Python source for the part of a row that holds some columns, and for the named values that they need."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.language.checked import CheckedLet
from engine.language.terms import Term
from engine.lower.code import Code
from engine.lower.columns import RowColumn

_SLOT = re.compile(r"\bv\d+\b")


@dataclass
class Writer:
    """Lines of source with indentation."""

    lines: list[str] = field(default_factory=list)

    def line(self, depth: int, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * depth + text)


class ColumnsText:
    """Writes named values and columns, each value once: where code was written before, its name is used."""

    def __init__(self, code: Code, writer: Writer, named: Mapping[str, str] | None = None) -> None:
        """Take the writer of expressions, where lines go, and the names that terms have already, by identity."""
        self.code = code
        self.line = writer.line
        self.named = named or {}
        self.aliases: dict[str, str] = {}
        self.known: dict[str, str] = {}
        self.names = 0
        self.temporaries = 0
        self.prefix = "u" if named else "t"  # the names given are arguments, and stay theirs

    def of(self, term: Term) -> str:
        """Return the code of a term, with one name for all named values that are the same."""
        self.code.temporaries, self.code.named = self.names, self.named
        code = self.code.of(term)
        self.names, self.code.temporaries, self.code.named = self.code.temporaries or 0, None, {}
        return _SLOT.sub(lambda found: self.aliases.get(found[0], found[0]), code)

    def bind(self, lets: list[CheckedLet], depth: int) -> None:
        """Write named values; one whose code was written before becomes another name of that value."""
        for let in lets:
            code = self.of(let.term)
            if code in self.known:
                self.aliases[let.slot] = self.known[code]
            else:
                self.known[code] = let.slot
                self.line(depth, f"{let.slot} = {code}")

    def name(self, term: Term, depth: int) -> str:
        """Return the name of a term's value, which is written if it has none."""
        code = self.of(term)
        if code.isidentifier():
            return code
        if code not in self.known:
            self.known[code] = self.temporary()
            self.line(depth, f"{self.known[code]} = {code}")
        return self.known[code]

    def temporary(self) -> str:
        """Return a new local name."""
        self.temporaries += 1
        return f"{self.prefix}{self.temporaries}"

    def column(self, column: RowColumn, depth: int) -> str:
        """Return the part of a row that holds a column; nothing where its value is absent."""
        code = self.name(column.term, depth)
        head = f',"c{column.number}":'
        if column.encoding == "presence":
            return f"{{\"\" if {code} is None else '{head}1'}}"
        if column.encoding == "float64":
            name = self.temporary()
            test = f"None if {code} is None else " if column.term.optional else ""
            self.line(depth, f"{name} = {test}ordered_float({code})")
            return f"{{\"\" if {name} is None else f'{head}{{{name}}}'}}"
        inner = {
            "int64": f"{{{code}}}",
            "truth": f"{{{code}:d}}",
            "quantity": f'"{{e.encoder.quantity({code})}}"',
            "exact": f'"{{e.encoder.exact({code})}}"',
            "text": f"{{e.encoder.text({code})}}",
        }[column.encoding]
        if column.term.optional:
            return f"{{\"\" if {code} is None else f'{head}{inner}'}}"
        return f"{head}{inner}"
