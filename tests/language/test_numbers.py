"""Functions on float64 and durations, quantities made of numbers, what is absent, and facts as conclusions."""

import math

import pytest

from engine import EvaluationFault, Request
from engine.durations import duration_of
from tests.language import small

FACTS = """
about: Numbers.
units:
  bytes: {about: Bytes., of: [memory]}
  files: {about: Files.}
inputs:
  thing: {type: Thing, about: A thing.}
conclusions:
  found: {type: Found, about: What is found.}
  foundBy: {type: map of Found, about: What is found by name.}
  all: {type: list of Found, about: All that is found.}
  raw: {type: float64, about: A number.}
kinds:
  Thing:
    about: A thing.
    fields:
      number: {type: optional float64, path: number, about: A number.}
      count: {type: int64, path: count, about: A count.}
      text: {type: text, path: text, about: A text.}
      amounts: {type: quantities, path: amounts, about: Amounts.}
      files: {type: int64, path: files, unit: files, about: Files.}
  Found:
    about: What is found.
    fields:
      whole: {type: optional int64, about: A whole number.}
      real: {type: optional float64, about: A real number.}
      word: {type: optional text, path: inner.word, about: A word.}
      other: {type: optional text, path: inner.other, about: Another.}
      amount: {type: optional quantity, about: An amount.}
      amounts: {type: optional quantities, about: Amounts.}
"""
FIELDS = ("whole", "real", "word", "other", "amount", "amounts")


def fact(**given: str) -> str:
    fields = [f"{name}: {given.get(name, 'absent')}" for name in FIELDS]
    return f"Found({', '.join(fields)})"


def rule(effect: str) -> str:
    return f"about: a\nrules:\n- name: r\n  for each: {{thing: '[thing]'}}\n  {effect}\n  keep: first\n"


def asked(folder, expression: str, **thing: object) -> object:
    """Return what an expression gives, as a field of a fact of its type."""
    name, _, body = expression.partition(": ")
    policy = small.load(folder, FACTS, rule(f"conclude: {{found: '{fact(**{name: body})}'}}"))
    return small.conclusions(policy, thing=thing)["found"].get(name)


@pytest.mark.parametrize(
    ("expression", "number", "value"),
    [
        ("real: log2(float64(thing.count))", 1024, 10.0),
        ("real: log2(float64(thing.count))", 0, None),
        ("real: log2(float64(thing.count))", -1, None),
        ("real: log2(1.0 / float64(thing.count))", 0, None),  # of infinity
        ("real: power(10.0, float64(thing.count))", 2, 100.0),
        ("real: power(10.0, float64(thing.count))", 400, None),  # too large
        ("real: power(0.0, float64(thing.count))", -1, None),  # a division by zero
        ("real: power(0.0 - 2.0, float64(thing.count) / 2.0)", 1, None),  # no real number
        ("real: floor(float64(thing.count) / 2.0)", -3, -2.0),
        ("real: ceiling(float64(thing.count) / 2.0)", 3, 2.0),
        ("whole: int64(floor(1.0 / float64(thing.count)))", 0, -(2**63)),  # infinity stays, and is cut off as Go does
        ("whole: int64(ceiling(0.0 / float64(thing.count)))", 0, -(2**63)),
        ("amount: binaryQuantity(thing.count)", 3 << 20, "3Mi"),
        ("amount: decimalQuantity(thing.count)", 3000, "3k"),
        ("amount: milliQuantity(thing.count)", 1500, "1500m"),
        ("amount: milliQuantity(thing.count)", -2000, "-2"),
    ],
)
def test_functions_of_numbers(tmp_path, expression, number, value):
    assert asked(tmp_path, expression, count=number) == value


# From Go 1.26: time.ParseDuration.
DURATIONS = {
    "100ms": 100_000_000,
    "1m30s": 90_000_000_000,
    "-1.5h": -5_400_000_000_000,
    "+5us": 5_000,
    "1µs2μs": 3_000,
    ".5s": 500_000_000,
    "5.s": 5_000_000_000,
    "0": 0,
    "-0": 0,
    "0.1234567890123456789012345678s": 123_456_789,
    "9223372036854775807ns": 2**63 - 1,
    "-9223372036854775808ns": -(2**63),
    "9223372036854775808ns": None,
    "9223372036854775808ns9223372036854775808ns9s": 9_000_000_000,  # Go's sum wraps unnoticed
    "2562048h": None,
    "1.5": None,
    "s": None,
    ".s": None,
    "": None,
    "-": None,
    "1d": None,
    "1s ": None,
    "٣s": None,
}


@pytest.mark.parametrize(("text", "nanoseconds"), DURATIONS.items())
def test_durations_are_those_of_go(text, nanoseconds):
    assert duration_of(text) == nanoseconds


def test_a_text_that_is_no_duration_is_absent(tmp_path):
    assert asked(tmp_path, "whole: duration(thing.text)", text="2ms") == 2_000_000
    assert asked(tmp_path, "whole: duration(thing.text)", text="2") is None


@pytest.mark.parametrize("given", [1, 0.25, 10**400, "1", True, math.nan, math.inf])
def test_a_number_is_read_as_the_nearest_float64_or_refused(tmp_path, given):
    policy = small.load(tmp_path, FACTS, rule("conclude: {raw: 'thing.number otherwise 0.5'}"))
    request = Request(inputs={"thing": {"number": given}})
    if given in (1, 0.25) and not isinstance(given, bool):
        assert policy.evaluate(request).conclusions["raw"] == given
    else:
        with pytest.raises(Exception, match=r"thing\.number: must be a number"):
            policy.evaluate(request)


def test_no_conclusion_is_infinite(tmp_path):
    policy = small.load(tmp_path, FACTS, rule("conclude: {raw: '1.0 / float64(thing.count)'}"))
    assert small.conclusions(policy, thing={"count": 2}) == {"raw": 0.5}
    with pytest.raises(EvaluationFault, match="a rule concludes inf, which is no number"):
        policy.evaluate(Request(inputs={"thing": {}}))


def test_a_fact_is_concluded_as_the_object_of_its_fields(tmp_path):
    """What is absent is left out; two fields may stand at one place, where a value is of one type or another."""
    whole = fact(whole="1", word='"w"', other='"o"', amount="1500m", amounts="thing.amounts")
    policy = small.load(
        tmp_path,
        FACTS,
        rule(f"conclude: {{found: '{whole}', 'foundBy[thing.text]': '{whole}'}}")
        + f"- name: s\n  for each: {{thing: '[thing]'}}\n  conclude: {{all: '{fact(real='0.5')}'}}\n  keep: each\n",
    )
    told = {"whole": 1, "inner": {"word": "w", "other": "o"}, "amount": "1500m", "amounts": {"cpu": "1"}}
    found = small.conclusions(policy, thing={"text": "t", "amounts": {"cpu": 1}})
    assert found == {"found": told, "foundBy": {"t": told}, "all": [{"real": 0.5}]}


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("log2(thing.count)", "`thing.count` is an int64, but a float64 belongs here"),
        ("log2(float64(thing.count)) + 1.0", "`log2(float64(thing.count)) + 1.0` may be absent here"),
        ("duration(thing.count)", "`thing.count` is an int64, but a text belongs here"),
        ("power(2.0)", "`power` takes 2 values, not 1"),
        ("float64(thing.count) + absent", "`float64(thing.count) + absent` may be absent here"),
    ],
)
def test_mistakes_are_told_when_the_policy_loads(tmp_path, expression, message):
    effect = f"conclude: {{raw: '{expression}'}}"
    assert message in small.problems(tmp_path, FACTS, rule(effect))


def test_a_quantity_made_of_a_number_counts_what_the_number_does(tmp_path):
    held = 'thing.amounts["memory"]'
    text = rule(f"when: {held} is present and binaryQuantity(thing.files) > {held}\n  conclude: {{raw: '1.0'}}")
    told = small.problems(tmp_path, FACTS, text)
    assert any("brings together files and bytes" in one for one in told), told


def test_maps_of_facts_are_told_and_never_read(tmp_path):
    facts = FACTS.replace("{type: Thing, about: A thing.}", "{type: map of Thing, about: Things.}")
    assert "an input cannot be a map of Thing" in small.problems(tmp_path, facts, rule("conclude: {raw: '1.0'}"))
    facts = FACTS.replace("{type: text, path: text", "{type: map of Found, path: text")
    told = small.problems(tmp_path, facts, rule("conclude: {raw: '1.0'}"))
    assert "a field of an object cannot be a map of Found" in told
