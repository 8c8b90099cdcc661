"""The Python function that makes the rows of one shape, as source."""

from typing import TYPE_CHECKING

from engine.language.checked import CheckedLet
from engine.language.terms import Term
from engine.language.types import QUANTITY
from engine.lower.columns import RowColumn
from engine.lower.columns_text import ColumnsText, Writer
from engine.lower.conditions import Test
from engine.lower.leaves import leaves
from engine.lower.plan import PassPlan

if TYPE_CHECKING:
    from engine.lower.functions import FunctionWriter

FEWEST_OPERATIONS = 16
"""How many operations columns must come to, to be remembered by the values that they are computed from."""


class Rows:
    """Writes the nested loops of one shape: every value at the outermost level at which it is known."""

    def __init__(self, writer: "FunctionWriter", plan: PassPlan, number: int, lets: list[CheckedLet]) -> None:
        """Take the writer, and of a plan the number of a shape and the named values that its rows need."""
        self.guards = plan.guards[number]
        self.writer = writer
        self.line = writer.writer.line
        self.text = ColumnsText(writer.code, writer.writer)
        self.pieces = Writer()
        self.shape = plan.shapes[number]
        self.number = number
        self.columns = list(plan.columns[number].by_identity.values())
        self.lets = lets
        self.depth_of = {binding.slot: depth for depth, binding in enumerate(self.shape.bindings, 1)}
        self.let_depth: dict[str, int] = {}
        for let in lets:
            self.let_depth[let.slot] = self.depth(let.term)
        depths = range(len(self.shape.bindings) + 1)
        at = [[column for column in self.columns if self.depth(column.term) == depth] for depth in depths]
        self.remembered = [self.depending_on_values(columns) for columns in at]
        self.others = [
            [column for column in columns if column not in remembered]
            for columns, (remembered, _) in zip(at, self.remembered, strict=True)
        ]

    def depth(self, term: Term) -> int:
        """Return the number of loops that a term depends on."""
        return max((self.depth_of.get(slot, 0) for slot in term.slots()), default=0)

    def write(self, name: str) -> None:
        """Write the function under a name, and those that it calls."""
        self.line(0, f"def {name}(e, rows, keep):")
        self.line(1, "add = rows.append")
        self.line(1, "s0 = " + self.writer.code.constant(f'"k":{self.number + 1}'))
        self.level(0)
        deepest = len(self.shape.bindings)
        for depth, binding in enumerate(self.shape.bindings, 1):
            source, where = self.writer.code.joined(binding.slot, binding.source, binding.where)
            self.line(depth, f"for {binding.slot} in {f'reversed({source})' if binding.backwards else source}:")
            if where is not None:
                self.line(depth + 1, f"if not {self.text.of(where)}: continue")
            if depth < deepest:
                self.line(depth + 1, "if len(rows) > e.look_at: e.look(len(rows))")
            self.level(depth)
        self.line(deepest + 1, f"add(s{deepest})")
        self.line(deepest + 1, f"keep(({''.join(f'{b.slot}, ' for b in self.shape.bindings)}))")
        self.writer.writer.lines += self.pieces.lines

    def level(self, depth: int) -> None:
        """Write the named values and columns that are known at a level; a row that fails a guard ends there."""
        guards = [test for test in self.guards if self.depth(test.left) == depth]
        needed = used_lets([test.left for test in guards], self.lets)
        lets = [let for let in self.lets if self.let_depth[let.slot] == depth]
        self.text.bind([let for let in lets if let in needed], depth + 1)
        for test in guards:
            self.line(depth + 1, f"if {self.fails(test)}: {'continue' if depth else 'return'}")
        needed += used_lets([column.term for columns in self.others for column in columns], self.lets)
        needed += used_lets([test.left for test in self.guards], self.lets)
        self.text.bind([let for let in lets if let in needed], depth + 1)
        for _, values in self.remembered[depth:]:
            for value in values.values():
                if self.depth(value) == depth:
                    self.text.name(value, depth + 1)
        before = f"{{s{depth - 1}}}" if depth else "{s0}"
        texts = [self.text.column(column, depth + 1) for column in self.others[depth]]
        columns, values = self.remembered[depth]
        if columns:
            texts.append(self.piece(columns, values, depth + 1))
        if depth or texts:
            joined = f"f'''{before}{''.join(texts)}'''" if texts else f"s{max(depth - 1, 0)}"
            self.line(depth + 1, f"s{depth} = {joined}")

    def fails(self, test: Test) -> str:
        """Return the code of whether a row fails a guard."""
        code = self.text.of(test.left)
        forms = {"ex": "{} is None", "nex": "{} is not None", "eq": "not {}", "neq": "{}"}
        return forms[test.operator].format(code)

    def depending_on_values(self, columns: list[RowColumn]) -> tuple[list[RowColumn], dict[str, Term]]:
        """Return the columns that depend on nothing but values, and these values, where that saves work.

        Texts have numbers of their own in each request, so a column that holds one is not among them.
        """
        found: list[RowColumn] = []
        values: dict[str, Term] = {}
        for column in columns:
            of = leaves([column.term], self.writer.depends_on_values) if column.encoding != "text" else None
            if of is not None:
                found.append(column)
                values |= of
        operations = {term.identity() for column in found for term in column.term.all()}
        return (found, values) if len(operations) >= FEWEST_OPERATIONS else ([], {})

    def piece(self, columns: list[RowColumn], read: dict[str, Term], depth: int) -> str:
        """Return the part of a row that holds columns; it is made once for the values that it depends on."""
        names = {identity: self.text.name(term, depth) for identity, term in read.items()}
        number = self.writer.piece()
        self.writer.code.namespace[f"r{number}"] = {}
        arguments = "".join(f"{name}, " for name in dict.fromkeys(names.values()))
        key = "".join(
            f"{f'id({name})' if read[identity].type == QUANTITY else name}, " for identity, name in names.items()
        )
        self.line(depth, f"key = ({key})")
        self.line(depth, f"found = r{number}.get(key)")
        made = f"e.keep(r{number}, key, ({arguments}), piece_{number}(e, {arguments}))"
        self.line(depth, f"piece = found[0] if found is not None else {made}")
        self.write_piece(f"def piece_{number}(e, {arguments}):", columns, names)
        return "{piece}"

    def write_piece(self, head: str, columns: list[RowColumn], names: dict[str, str]) -> None:
        """Write the function that makes such a part anew."""
        text = ColumnsText(self.writer.code, self.pieces, names)
        self.pieces.line(0, head)
        lets = used_lets([column.term for column in columns], self.lets)
        text.bind([let for let in lets if let.term.identity() not in names], 1)
        made = "".join(text.column(column, 1) for column in columns)
        self.pieces.line(1, f"return f'''{made}'''")


def unique_lets(lets: list[CheckedLet]) -> list[CheckedLet]:
    """Return the named values of several rules in order."""
    return list({let.slot: let for let in lets}.values())


def used_lets(terms: list[Term], lets: list[CheckedLet]) -> list[CheckedLet]:
    """Return the named values that terms need, in order."""
    slots = frozenset[str]().union(*(term.slots() for term in terms))
    return [let for let in lets if let.slot in slots]
