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

import pytest

from engine.quantity import Quantity, QuantityError, from_json
from tests.quantity.reference import NUMBER, SHAPE, SUFFIX

HERE = Path(__file__).parent

# As recorded: the first three for an object that cannot be decoded, the others for a threshold.
REFUSED = {
    "": SHAPE,
    "1GB": SHAPE,
    "1x": SHAPE,
    "1K": SUFFIX,
    "lots": SHAPE,
}


def lines(name: str) -> Iterator[Any]:
    with (HERE / name).open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def test_every_recorded_quantity_is_read_or_refused_in_the_words_of_a_statement() -> None:
    refused = {}
    for value in lines("recorded_quantities.txt"):
        try:
            from_json(value)
        except QuantityError as error:
            refused[value] = error.message
    assert set(refused.values()) <= {SHAPE, SUFFIX, NUMBER}
    assert {text: refused.get(text) for text in REFUSED} == REFUSED


@pytest.mark.parametrize("name", ["recorded_texts.txt"])
def test_every_recorded_text_after_decoding(name: str) -> None:
    wrong = [
        (value, text, quantity.text)
        for value, text in lines(name)
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
