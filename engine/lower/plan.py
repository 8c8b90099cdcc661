"""From checked rules to passes: which rules share a run of the engine, their rows, columns and definitions.

Rules take effect in the order of the policy: a rule sees what the rules before it have set. A pass is a run of the
engine over as many rules as do not read what one of them writes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.encoding import OutOfRangeError, constant_code
from engine.errors import Problem
from engine.language.check import Checker
from engine.language.checked import CheckedCase, CheckedRule, Shape
from engine.language.mistakes import CheckError
from engine.language.terms import Term
from engine.language.tree import Tree
from engine.language.types import TRUTH
from engine.lower.columns import ENCODINGS, Columns
from engine.lower.conditions import MOST_ALTERNATIVES, AlternativesError, Test, alternatives, is_truth
from engine.matching import MAX_CONDITIONS, MAX_ROW_COLUMNS, Column, Condition, MatchRule


@dataclass(frozen=True, slots=True)
class Match:
    """What an engine rule stands for: the number of a rule in its pass, and one of its cases."""

    rule: int
    case: int


@dataclass
class PassPlan:
    """One pass: its rules in order, the columns of each shape, and the engine's rules with what they stand for.

    ``guards`` holds for each shape the tests that every rule of it makes in every way: a row that fails one of them can
    match no rule, and is not made.
    """

    rules: list[CheckedRule] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    columns: list[Columns] = field(default_factory=list)
    match_rules: list[MatchRule] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    guards: list[list[Test]] = field(default_factory=list)

    tested: list[set[str]] = field(default_factory=list)
    shape_of: list[int] = field(default_factory=list)

    def shape_number(self, shape: Shape, tested: set[str]) -> int:
        """Return the number of a shape in this pass for a rule that tests some values.

        It is a new one if there is none yet, or if a row would have more columns than the engine reads.
        """
        for number, other in enumerate(self.shapes):
            if other.key == shape.key and len(self.tested[number] | tested) <= MAX_ROW_COLUMNS:
                self.tested[number] |= tested
                return number
        self.shapes.append(shape)
        self.columns.append(Columns())
        self.tested.append(set(tested))
        return len(self.shapes) - 1


def split(rules: list[CheckedRule]) -> list[list[CheckedRule]]:
    """Return the rules in passes: a rule that reads what a rule of the pass writes begins a new one."""
    passes: list[list[CheckedRule]] = []
    written: set[tuple[str, str]] = set()
    for rule in rules:
        if not passes or rule.reads & written:
            passes.append([])
            written = set()
        passes[-1].append(rule)
        written |= rule.writes
    return passes


class Planner:
    """Lowers the conditions of rules; problems are gathered."""

    def __init__(self, checker: Checker) -> None:
        """Take the checker, which is asked for terms as they stand outside of narrowed conditions."""
        self.checker = checker
        self.problems: list[Problem] = []
        self.texts: dict[str, int] = {}

    def plan(self, rules: list[CheckedRule]) -> list[PassPlan]:
        """Return the plans of all passes."""
        return [self.plan_pass(group) for group in split(rules)]

    def plan_pass(self, rules: list[CheckedRule]) -> PassPlan:
        """Return the plan of one pass."""
        plan = PassPlan(rules=rules)
        tests = []
        for number, rule in enumerate(rules):
            found_tests = [(case.number, found) for case in rule.cases for found in self.tests(rule, case)]
            tested = {name for _, found in found_tests for test in found for name in columns_of(test)}
            if len(tested) > MAX_ROW_COLUMNS:
                message = f"the conditions of the rule test more than {MAX_ROW_COLUMNS} values"
                self.problems.append(rule.rule.place.problem(message, "split it into several rules"))
                continue
            shape = plan.shape_number(rule.shape, tested)
            plan.shape_of.append(shape)
            tests += [(shape, Match(number, case), found) for case, found in found_tests]
        plan.guards = [guards([found for at, _, found in tests if at == shape]) for shape in range(len(plan.shapes))]
        for shape, _, found in tests:
            for test in found:
                self.add_columns(plan.columns[shape], test)
        for shape, match, found in tests:
            conditions = tuple(dict.fromkeys(self.condition(plan.columns[shape], test) for test in found))
            plan.match_rules.append(MatchRule(shape + 1, conditions))
            plan.matches.append(match)
        return plan

    def tests(self, rule: CheckedRule, case: CheckedCase) -> list[list[Test]]:
        """Return the alternatives of a case's condition, on terms that can be computed for every row."""
        if case.when is None:
            return [[]]
        place = case.when.tree.place
        try:
            found = alternatives(case.when)
            if any(len(tests) > MAX_CONDITIONS for tests in found):
                message = f"the condition has more than {MAX_CONDITIONS} tests joined by `and`"
                self.problems.append(place.problem(message, "name parts of it in `define`, which count as one"))
                return []
            return [[self.widened_test(rule, case, test) for test in tests] for tests in found]
        except AlternativesError:
            message = f"the condition holds in more than {MOST_ALTERNATIVES} ways (`or` within `and`)"
            self.problems.append(
                place.problem(message, "name parts of it in `define`, or split it into cases of `first`")
            )
        except CheckError as error:
            self.problems.append(error.problem)
        return []

    def widened(self, rule: CheckedRule, tree: Tree) -> Term:
        """Return a term as it stands where nothing is known to be present."""
        return self.checker.term(tree, rule.scope)

    def widened_test(self, rule: CheckedRule, case: CheckedCase, test: Test) -> Test:
        """Return a test whose terms can be computed for every row; at worst the evaluator answers the condition."""
        try:
            left = self.like(self.widened(rule, test.left.tree), test.left)
            right = self.like(self.widened(rule, test.right.tree), test.right) if test.right is not None else None
        except CheckError:
            assert case.when is not None  # noqa: S101 - a test comes from a condition
            return Test("eq", self.widened(rule, case.when.tree))
        return Test(test.operator, left, right)

    @staticmethod
    def like(term: Term, wanted: Term) -> Term:
        """Return the wanted term if the wider one is a literal whose type its neighbour gave."""
        return wanted if term.type != wanted.type else term

    def add_columns(self, columns: Columns, test: Test) -> None:
        """Add the columns that hold values; those of mere presence come later and share them."""
        if test.operator in ("ex", "nex"):
            return
        for term in (test.left, test.right):
            if term is not None and term.operation != "constant":
                columns.of(term, ENCODINGS[term.type])

    def condition(self, columns: Columns, test: Test) -> Condition:
        """Return the engine's condition of a test."""
        if test.operator in ("ex", "nex"):
            return Condition(test.operator, columns.presence_of(test.left).number, None)
        if is_truth(test):
            return Condition("eq", columns.of(test.left, ENCODINGS[TRUTH]).number, 1 if test.operator == "eq" else 0)
        assert test.right is not None  # noqa: S101 - a comparison has two sides
        left, right, operator = test.left, test.right, test.operator
        if left.operation == "constant":
            left, right = right, left
            operator = {"lt": "gt", "gt": "lt", "lte": "gte", "gte": "lte"}.get(operator, operator)
        column = columns.of(left, ENCODINGS[left.type])
        if right.operation == "constant":
            return Condition(operator, column.number, self.constant(right, column.encoding))
        return Condition(operator, column.number, Column(columns.of(right, ENCODINGS[right.type]).number))

    def constant(self, term: Term, encoding: str) -> int | str:
        """Return a constant as its column encodes it."""
        if encoding == "text":
            self.texts.setdefault(term.data, len(self.texts) + 1)
        try:
            return constant_code(term.data, encoding, self.texts)
        except OutOfRangeError:
            message = f"`{term.tree}` is too large or too fine for a constant of a rule"
            self.problems.append(
                term.tree.place.problem(message, "compare with a value of less than 5e30, not finer than 1n")
            )
            return 0


def guards(alternatives: list[list[Test]]) -> list[Test]:
    """Return the tests of presence and of truth that all alternatives have in common."""
    common = {_key(test): test for test in alternatives[0] if _is_guard(test)} if alternatives else {}
    for tests in alternatives:
        keys = set(map(_key, tests))
        common = {key: test for key, test in common.items() if key in keys}
    return list(common.values())


def _key(test: Test) -> tuple[str, str, str]:
    return test.operator, test.left.identity(), test.right.identity() if test.right is not None else ""


def _is_guard(test: Test) -> bool:
    return test.operator in ("ex", "nex") or (is_truth(test) and not test.left.optional)


def columns_of(test: Test) -> Iterator[str]:
    """Return names for the columns that a test may need, equal for columns that may be shared."""
    kind = "presence" if test.operator in ("ex", "nex") else "value"
    for term in (test.left, test.right):
        if term is not None and term.operation != "constant":
            yield f"{kind} {term.identity()}"
