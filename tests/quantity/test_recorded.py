"""What Kubernetes was recorded doing with quantities. Each line of the three files is JSON.

`recorded_quantities.txt`: every value that stands where a quantity does, in inputs and answers.
`recorded_texts.txt`: [a container's request or limit as sent, as printed after decoding].
`recorded_sums.txt`: [requests or limits of a Pod's containers in order, the Pod's total as printed].
"""

import json
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

from engine.quantity import Quantity, QuantityError, from_json
from tests.quantity.reference import SHAPE, SUFFIX

HERE = Path(__file__).parent

# Every refusal that was recorded, of an object or of a threshold.
REFUSED = {
    "": SHAPE,
    "1GB": SHAPE,
    "1x": SHAPE,
    "1K": SUFFIX,
    "lots": SHAPE,
    "1.00781e+06Ki": SHAPE,
    "4.88281e+06Ki": SHAPE,
}


def lines(name: str) -> Iterator[Any]:
    with (HERE / name).open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def test_every_recorded_quantity_is_read_or_refused_as_recorded() -> None:
    refused = {}
    for value in lines("recorded_quantities.txt"):
        try:
            from_json(value)
        except QuantityError as error:
            refused[value] = error.message
    assert refused == REFUSED


def test_every_recorded_text_after_decoding() -> None:
    wrong = [
        (value, text, quantity.text)
        for value, text in lines("recorded_texts.txt")
        if (quantity := from_json(value).rounded()).text != text
    ]
    assert wrong == []


def test_every_recorded_sum() -> None:
    wrong = [
        (values, text, total.text)
        for values, text in lines("recorded_sums.txt")
        if (total := reduce(Quantity.add, (from_json(value).rounded() for value in values))).text != text
    ]
    assert wrong == []
