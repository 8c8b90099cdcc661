"""Examples are tests: every rule's examples are evaluated, and what the rule said is compared with what they expect."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import EvaluationFault, Problem, RequestError, UnsupportedRequest
from engine.language.catalogue import Catalogue
from engine.language.check_rules import Source
from engine.language.loading import PolicyTree
from engine.language.reading import nearest
from engine.language.rules import Example
from engine.language.source import Mapping as Keys
from engine.language.source import plain_value
from engine.verdict import Request, Verdict

if TYPE_CHECKING:
    from engine.policy import Policy


NOT_YOURS = "this is a fault of podlaw, not of the example: please report it"


def check_examples(policy: "Policy", tree: PolicyTree) -> list[Problem]:
    """Return what the examples of all rules do not show, each on the minors that it is about."""
    problems: list[Problem] = []
    for rule in (rule for rule_set in tree.rule_sets.values() for rule in rule_set.rules):
        if not rule.examples:
            hint = "add `examples:` with `given:` and what it denies, fills or concludes"
            problems.append(rule.place.problem(f"rule `{rule.name}` has no example", hint))
        for example in rule.examples:
            if example.kubernetes and example.kubernetes not in policy.minors:
                known = f"known: {', '.join(policy.minors)}"
                problems.append(example.place.problem(f"the policy does not answer for {example.kubernetes}", known))
    for minor in policy.minors:
        for source, example in tree.examples(minor):
            problems += example_problems(policy, tree.catalogue, source, example, minor)
    return sorted(set(problems))


def example_problems(
    policy: "Policy", catalogue: Catalogue, source: Source, example: Example, minor: str
) -> Iterator[Problem]:
    """Yield what an example of a rule does not show on a minor."""
    inputs, unknown = given_inputs(catalogue, example.given)
    if unknown:
        known = [*catalogue.inputs, *catalogue.shorthands]
        hint = nearest(unknown, known) or f"known: {', '.join(known)}"
        yield example.given.key_place(unknown).problem(f"`{unknown}` is neither an input nor a shorthand", hint)
        return
    try:
        operation, _, subresource = (example.on or next(iter(source.rule.on), policy.operations[0])).partition("/")
        asked = Request(inputs, minor, operation, subresource, question=example.question, trace=True)
        verdict = policy.evaluate(asked)
    except (RequestError, UnsupportedRequest) as error:
        refused = next((plain_value(node) for word, node in example.expected if word == "refuses"), None)
        if refused is None or not isinstance(error, RequestError) or "; ".join(refused) != str(error):
            yield example.place.problem(f"the example cannot be evaluated: {error}")
        return
    except EvaluationFault as error:
        yield example.place.problem(f"the example cannot be evaluated: {error}", NOT_YOURS)
        return
    said = _Said(catalogue, source, verdict)
    for word, node in example.expected:
        message = said.differs(word, plain_value(node))
        if message:
            yield node.place.problem(f"on {minor}, rule `{source.rule.name}` {message}")


def given_inputs(catalogue: Catalogue, given: Keys) -> tuple[dict[str, Any], str]:
    """Return the inputs that an example gives, and the first word in it that is not known ("" if all are)."""
    inputs: dict[str, Any] = {}
    bases = {name: plain_value(base) for name, base in catalogue.bases.items()}
    for key, node in given.entries:
        steps = catalogue.shorthands.get(key.value) or tuple(key.value.split("."))
        if steps[0] not in catalogue.inputs:
            return {}, key.value
        _place(inputs, steps, plain_value(node, decimals=True), bases)
    return inputs, ""


def _place(inputs: dict[str, Any], steps: tuple[str, ...], value: Any, bases: Mapping[str, Any]) -> None:
    """Put a value where the steps lead; what is missing on the way begins as its base."""
    held: Any = inputs
    for number, step in enumerate(steps):
        last = number == len(steps) - 1
        fresh = copy.deepcopy(bases.get(".".join(steps[: number + 1])))
        if last:
            there = held.get(step) if isinstance(held, dict) else None
            merged = {**(fresh or {}), **(there or {}), **value} if isinstance(value, dict) else value
            fresh = merged if isinstance(fresh or there or {}, dict) else value
        elif fresh is None:
            fresh = [] if steps[number + 1].isdigit() else {}
        if isinstance(held, list):
            index = int(step)
            held.extend({} for _ in range(index - len(held)))
            if last and index < len(held):
                held[index] = fresh
            elif index == len(held):
                held.append(fresh)
            held = held[index]
        else:
            if last or step not in held:
                held[step] = fresh
            held = held[step]


class _Said:
    """What one rule said of one request."""

    def __init__(self, catalogue: Catalogue, source: Source, verdict: Verdict) -> None:
        self.catalogue = catalogue
        self.verdict = verdict
        name = (source.rule_set.name, source.rule.name)
        self.firings = [f for f in verdict.trace if (f.rule.ruleset, f.rule.rule) == name]
        violations = (*verdict.violations, *verdict.unreported)
        self.messages = [v.message for v in violations if (v.rule.ruleset, v.rule.rule) == name]
        self.warnings = [f.value for f in self.firings if f.effect == "warn"]

    def differs(self, word: str, wanted: Any) -> str:
        """Return how what was said differs from what an example expects; "" if it does not."""
        method: Any = getattr(self, f"_{word}")
        return str(method(wanted))

    def _denies(self, wanted: Any) -> str:
        if Counter(wanted) == Counter(self.messages):
            return ""
        return f"was to deny {_listed(wanted)}, but " + (
            f"denied {_listed(self.messages)}" if self.messages else "denied nothing"
        )

    def _warns(self, wanted: Any) -> str:
        if Counter(wanted) == Counter(self.warnings):
            return ""
        return f"was to warn {_listed(wanted)}, but warned {_listed(self.warnings)}"

    def _refuses(self, wanted: Any) -> str:
        return f"was to refuse {_listed(wanted)}, but answered"

    def _silent(self, wanted: Any) -> str:
        if wanted is not True:
            return "expects `silent: true` or no such line"
        effects = ", ".join(sorted({f.effect for f in self.firings}))
        return (
            f"was to be silent, but spoke ({effects}: {_listed(self.messages + self.warnings)})" if self.firings else ""
        )

    def _fills(self, wanted: Any) -> str:
        if not any(f.effect in ("fill", "copy") for f in self.firings):
            return "was to fill a value, but filled none"
        for place, amount in wanted.items():
            found = found_at(self.catalogue, self.verdict, place)
            if found != str(amount):
                return f"was to fill {place} with {amount}, but it is {found or 'absent'}"
        return ""

    def _takes(self, wanted: Any) -> str:
        if not any(f.effect == "take" for f in self.firings):
            return "was to take something over, but did not"
        for place, value in wanted.items():
            found = found_at(self.catalogue, self.verdict, place)
            if as_texts(found) != as_texts(value):
                return f"was to leave {value} at {place}, but it is {found if found is not None else 'absent'}"
        return ""

    def _concludes(self, wanted: Any) -> str:
        if not any(f.effect in ("conclude", "rank", "choose", "remember", "note") for f in self.firings):
            return "was to conclude, but did not"
        for name, value in wanted.items():
            found = as_texts(self.verdict.conclusions.get(name))
            if found != as_texts(value):
                return f"was to conclude {name} {value}, but it is {found}"
        return ""


def found_at(catalogue: Catalogue, verdict: Verdict, place: str) -> Any:
    """Return what stands in a verdict's objects at a place that may begin with a shorthand; absent if nothing does."""
    head, _, rest = place.partition(".")
    steps = [*catalogue.shorthands.get(head, (head,)), *(rest.split(".") if rest else ())]
    held: Any = verdict.objects
    for number, step in enumerate(steps):
        if isinstance(held, list):
            held = held[int(step)] if step.isdigit() and int(step) < len(held) else None
        elif isinstance(held, Mapping):
            joined = ".".join(steps[number:])
            if joined in held:
                return held[joined]
            held = held.get(step)
        else:
            return None
    return held


def as_texts(value: Any) -> Any:
    """Return JSON values with every scalar as text, as conclusions hold them."""
    if isinstance(value, dict):
        return {name: as_texts(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_texts(inner) for inner in value]
    return str(value)


def _listed(texts: list[str]) -> str:
    return "; ".join(f"`{text}`" for text in texts) or "nothing"
