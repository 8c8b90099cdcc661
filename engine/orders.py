"""Orders that nobody knows: what is answered in each order of an input that the policy declares `unordered`.

Kubernetes may take the elements in one order when it sets values and in another when it checks. So every order is tried
for what is set, and with each of them every element that denies may be the first to do so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from typing import Any

from engine.policy import Policy
from engine.verdict import Request, Verdict, Violation

MOST_ELEMENTS = 5
"""How many elements are tried in all orders; 5 come to 120."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer that is possible: an order that gives it, what is then reported, and how many orders set such values.

    ``first`` tells that another element than the first of that order came first when it was checked.
    """

    order: tuple[str, ...]
    allowed: bool
    stage: str
    violations: tuple[Violation, ...]
    verdict: Verdict
    first: bool
    orders: int


@dataclass(frozen=True, slots=True)
class Orders:
    """What was found: whether all orders were tried (``tried`` of ``possible``), and the distinct answers."""

    tried: int
    possible: int
    outcomes: tuple[Outcome, ...]

    @property
    def complete(self) -> bool:
        """Whether every order was tried."""
        return self.tried == self.possible

    @property
    def depends(self) -> bool:
        """Whether the answer depends on the order, as far as orders were tried."""
        return len(self.outcomes) > 1


def try_orders(policy: Policy, request: Request, interrupted: Callable[[], bool] | None = None) -> Orders:
    """Return the distinct answers over all orders; the first is that of the order given.

    More than :data:`MOST_ELEMENTS` elements are taken in the given order only, and ``complete`` says so.

    Takes and raises what :meth:`~engine.policy.Policy.evaluate` does.
    """
    requests = list(_requests(policy, request))
    possible = factorial(len(_unordered(policy, request)))
    tried = requests if possible == len(requests) else requests[:1]
    return _outcomes([policy.evaluate(one, interrupted) for one in tried], possible)


def order_may_matter(policy: Policy, request: Request, verdict: Verdict) -> bool:
    """Whether several elements deny, or another element in the first place gives another answer: a cheap test.

    ``verdict`` is the answer in the given order. One evaluation for each element.
    """
    if verdict.alternatives:
        return True
    elements, said = _unordered(policy, request), _said(verdict, verdict.violations)
    for turn in range(1, min(len(elements), MOST_ELEMENTS + 1)):
        turned = policy.evaluate(_with(policy, request, [*elements[turn:], *elements[:turn]]))
        if turned.alternatives or _said(turned, turned.violations) != said:
            return True
    return False


def _unordered(policy: Policy, request: Request) -> list[Any]:
    found = [request.inputs[name] for name in policy.unordered if isinstance(request.inputs.get(name), list | tuple)]
    return list(found[0]) if found else []


def _with(policy: Policy, request: Request, elements: list[Any]) -> Request:
    return replace(request, inputs={**request.inputs, policy.unordered[0]: elements})


def _requests(policy: Policy, request: Request) -> Iterator[Request]:
    elements = _unordered(policy, request)
    if len(elements) <= 1 or len(elements) > MOST_ELEMENTS:
        yield request
        return
    yield from (_with(policy, request, list(order)) for order in permutations(elements))


def _outcomes(verdicts: list[Verdict], possible: int) -> Orders:
    found: dict[Any, Outcome] = {}
    for verdict in verdicts:
        for number, violations in enumerate((verdict.violations, *verdict.alternatives)):
            said = _said(verdict, violations)
            if said in found:
                found[said] = replace(found[said], orders=found[said].orders + 1)
            else:
                order = next(iter(verdict.order.values()), ())
                allowed, stage = verdict.allowed, verdict.stage
                found[said] = Outcome(order, allowed, stage, violations, verdict, number > 0, 1)
    return Orders(len(verdicts), possible, tuple(found.values()))


def _said(verdict: Verdict, violations: tuple[Violation, ...]) -> Any:
    """Return what tells one answer from another: not where a value came from, nor the order of messages."""
    errors = sorted((violation.field, violation.type, violation.message) for violation in violations)
    values = sorted((value.path, value.value) for value in verdict.values)
    return verdict.stage, repr(errors), repr(values), repr(sorted(verdict.conclusions.items(), key=repr))
