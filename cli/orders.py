"""What is said of the order in which the LimitRanges of a namespace are taken."""

from collections.abc import Iterator
from typing import Any

from cli.text import counted
from engine.orders import MOST_ELEMENTS
from podlaw.v1 import policy_pb2 as pb


def told(orders: pb.Orders | None, names: list[str], asked: bool) -> Iterator[tuple[str, str]]:
    """Yield, where there are several LimitRanges, the order that was assumed and whether another one matters."""
    if len(names) > 1:
        yield "order", f"LimitRanges as given: {', '.join(names)}"
    if orders is None:
        return
    if orders.tried < orders.possible:
        some = f"at most {MOST_ELEMENTS} are" if asked else f"with at most {MOST_ELEMENTS} they would be"
        yield "warning", f"other orders of {counted(len(names), 'LimitRange')} were not tried ({some})"
    elif orders.depends:
        number = counted(len(orders.outcomes), "answer")
        yield "warning", f"Kubernetes takes the LimitRanges in random order, and this decides: {number} are possible"
    else:
        yield "orders", f"none of the {orders.possible} orders changes the answer"
    if asked and orders.depends:
        yield from (("possible", _outcome(one)) for one in orders.outcomes)


def _outcome(one: pb.Outcome) -> str:
    order = f"{'set' if one.other_first else 'taken'} in order {', '.join(one.order)}"
    if one.allowed:
        return f"admitted, {order}: {_values(one)}"
    return f"refused by {one.stage}, {order}: {'; '.join(violation.message for violation in one.violations)}"


def _values(one: pb.Outcome) -> str:
    filled = [f"{value.path} {value.value}" for value in one.values if value.origin.kind == pb.ORIGIN_KIND_FILLED]
    return ", ".join(filled) or "nothing is filled in"


def as_data(orders: pb.Orders) -> dict[str, Any]:
    """Return the same as data."""
    outcomes = [
        {
            "order": list(one.order),
            "allowed": one.allowed,
            "stage": one.stage,
            "messages": [violation.message for violation in one.violations],
            "values": {value.path: value.value for value in one.values},
        }
        for one in orders.outcomes
    ]
    return {
        "complete": orders.tried == orders.possible,
        "possible": orders.possible,
        "depends": orders.depends,
        "outcomes": outcomes,
    }
