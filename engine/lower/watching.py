"""Functions that watch rules being judged: plain loops over their facts, which tell what was met and how it compared.

They are written beside those that make rows, only for a policy that is watched, and change nothing.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from engine.language.checked import CheckedCase, CheckedRule
from engine.language.judgement import CheckedDefinition
from engine.language.terms import Term
from engine.lower.code import PYTHON_COMPARISONS, Code
from engine.lower.functions import FunctionWriter, case_terms
from engine.lower.rows import used_lets

WATCH = "watch"
"""The name under which the functions know who watches."""


class RuleKey(NamedTuple):
    """A rule: its rule set, its name, and the line where it begins (two versions may share a name)."""

    ruleset: str
    rule: str
    line: int


class Site(NamedTuple):
    """A comparison or test in a rule file: where its operator stands, the operator, and its words."""

    file: str
    line: int
    column: int
    word: str
    text: str


def site_of(term: Term) -> Site:
    """Return where a comparison or test stands."""
    place = term.tree.named or term.tree.place
    return Site(place.file, place.line, place.column, str(term.data), term.tree.written)


class WatchedCode(Code):
    """Writes expressions whose comparisons tell how they came out; no loop is replaced by a look-up."""

    def _compare(self, term: Term) -> str:
        left, right = (self.of(part) for part in term.parts)
        site = self.constant(site_of(term))
        if term.parts[0].type.kind:
            return f"{WATCH}.held({site}, {left} {'is' if term.data == '=' else 'is not'} {right})"
        operator = PYTHON_COMPARISONS.get(term.data, term.data)
        if term.data in ("<", "<=", ">", ">="):
            return f"(lambda a, b: {WATCH}.ordered({site}, a, b, a {operator} b))({left}, {right})"
        return f"{WATCH}.held({site}, {left} {operator} {right})"

    def _test(self, term: Term) -> str:
        return f"{WATCH}.held({self.constant(site_of(term))}, {super()._test(term)})"

    def joined(
        self, slot: str, source: Term, where: Term | None, later: frozenset[str] = frozenset()
    ) -> tuple[str, Term | None]:
        """Return a loop's source and its whole condition."""
        del slot, later
        return self.of(source), where


class WatchingWriter(FunctionWriter):
    """Writes the functions that watch the rules of passes."""

    def definition(self, definition: CheckedDefinition) -> None:
        """Write a definition; nothing is remembered between requests."""
        slots = "".join(f", {slot}" for slot in definition.slots)
        body = self.code.of(definition.body)
        line = self.writer.line
        line(0, f"def d{definition.number}(e{slots}):")
        if definition.slots and not (len(definition.slots) == 1 and definition.kinds[0].kind):
            line(1, f"return {body}")
            return
        key = f"({definition.number}, {definition.slots[0]})" if definition.slots else str(definition.number)
        line(1, f"found = e.cache.get({key}, e)")
        line(1, "if found is e:")
        line(2, f"found = e.cache[{key}] = {body}")
        line(1, "return found")

    def watch(self, name: str, rule: CheckedRule) -> None:
        """Write the function that watches a rule: for each row, which of its cases speaks."""
        key = self.code.constant(RuleKey(rule.rule_set.name, rule.rule.name, rule.rule.place.line))
        line = self.writer.line
        line(0, f"def {name}(e):")
        line(1, "for _ in (0,):")
        depth = 2
        for binding in rule.shape.bindings:
            source = self.code.of(binding.source)
            line(depth, f"for {binding.slot} in {f'reversed({source})' if binding.backwards else source}:")
            depth += 1
            if binding.where is not None:
                line(depth, f"if not {self.code.of(binding.where)}: continue")
        line(depth, f"{WATCH}.row({key})")
        known: set[str] = set()
        for case in rule.cases:
            self.bind(rule, [case.when] if case.when is not None else [], known, depth)
            line(depth, f"if {self.code.of(case.when) if case.when is not None else 'True'}:")
            line(depth + 1, f"{WATCH}.case({key}, {case.number})")
            plain = replace(case, explain=(), when=None)
            self.bind(rule, case_terms(plain), set(known), depth + 1)
            line(depth + 1, self.what(rule, plain))
            line(depth + 1, "continue")

    def bind(self, rule: CheckedRule, terms: list[Term], known: set[str], depth: int) -> None:
        """Write the named values that terms need and that are not known yet."""
        for let in used_lets(terms, list(rule.lets)):
            if let.slot not in known:
                known.add(let.slot)
                self.writer.line(depth, f"{let.slot} = {self.code.of(let.term)}")

    def what(self, rule: CheckedRule, case: CheckedCase) -> str:
        """Return the code of what a case's effect needs."""
        method: Any = getattr(self, f"_{case.effect.kind}")
        return str(method(rule, case))
