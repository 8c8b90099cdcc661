"""Single verbs of the language, each in a policy as small as can be."""

from pathlib import Path
from typing import Any

import pytest

from engine import Policy, PolicyError, Request, RequestError
from tests.language import small

FACTS = """
about: Things with parts.
inputs:
  thing: {type: Thing, about: A thing.}
  other: {type: optional Thing, about: Another one.}
notes:
  ordered: {type: list of Part, about: The parts in order.}
conclusions:
  sizes: {type: map of int64, about: Sizes by name.}
  says: {type: text, about: A text.}
  texts: {type: list of text, about: Some texts.}
kinds:
  Thing:
    about: A thing.
    fields:
      name: {type: text, path: metadata.name, about: Its name.}
      parts: {type: list of Part, path: parts, about: Its parts.}
      labels: {type: map of text, path: labels, about: Texts by name.}
      amounts: {type: quantities, path: amounts, about: Amounts by name.}
  Part:
    about: A part.
    fields:
      name: {type: text, path: name, about: Its name.}
      size: {type: int64, path: size, reading: unsigned, about: Its size.}
      amount: {type: optional quantity, path: amount, about: An amount.}
"""
Given = dict[str, Any]


def load(folder: Path, *rule_sets: str) -> Policy:
    """Return a policy of rule sets ``one``, ``two``, ... over the facts above."""
    return small.load(folder, FACTS, *rule_sets)


def thing(**fields: Any) -> Given:
    return {"metadata": {"name": "it"}, **fields}


def conclusions(policy: Policy, minor: str = "1.35", **inputs: Given) -> Given:
    return dict(policy.evaluate(Request(inputs=inputs, kubernetes=minor)).conclusions)


def problems(folder: Path, *rule_sets: str) -> str:
    with pytest.raises(PolicyError) as error:
        load(folder, *rule_sets)
    return str(error.value)


PARTS = thing(parts=[{"name": "a", "size": 3}, {"name": "b", "size": 5}, {"name": "c", "size": 5}])


def test_conclusion_of_one_entry(tmp_path: Path) -> None:
    rules = """
rules:
- name: sizes
  for each: {part: thing.parts}
  first:
  - when: part.size > 4
    conclude: {"sizes[part.name]": part.size * 10}
  - conclude: {"sizes[part.name]": 0}
"""
    assert conclusions(load(tmp_path, rules), thing=PARTS) == {"sizes": {"a": 0, "b": 50, "c": 50}}


def test_conclusion_of_one_entry_keeps_the_first_or_the_last(tmp_path: Path) -> None:
    rules = """
rules:
- name: sizes
  for each: {part: thing.parts}
  conclude: {"sizes[thing.name]": part.size}
  keep: KEEP
"""
    for keep, size in (("first", 3), ("last", 5)):
        assert conclusions(load(tmp_path, rules.replace("KEEP", keep)), thing=PARTS)["sizes"] == {"it": size}


def test_conclusion_without_entries_has_no_key(tmp_path: Path) -> None:
    rules = """
rules:
- {name: says, conclude: {"says[thing.name]": thing.name}}
"""
    assert "`says` is a text and has no entries (declare it as `map of ...`" in problems(tmp_path, rules)


def test_conclusion_of_an_entry_of_another_type(tmp_path: Path) -> None:
    rules = """
rules:
- {name: sizes, conclude: {"sizes[thing.name]": thing.name}}
"""
    assert "`sizes` is an int64, but `thing.name` is a text" in problems(tmp_path, rules)


def test_maps_of_texts_and_numbers(tmp_path: Path) -> None:
    rules = """
rules:
- name: maps
  conclude:
    sizes: 'map of name: size(split(thing.labels[name], ",")) for name in keys of thing.labels'
    says: thing.labels["tier"] otherwise "none"
"""
    policy = load(tmp_path, rules)
    given = thing(labels={"tier": "web,db", "zone": "a"})
    assert conclusions(policy, thing=given) == {"sizes": {"tier": 2, "zone": 1}, "says": "web,db"}
    assert conclusions(policy, thing=thing()) == {"sizes": {}, "says": "none"}
    with pytest.raises(RequestError, match=r"thing\.labels\[tier\]: must be a text"):
        conclusions(policy, thing=thing(labels={"tier": 1}))


def test_message_as_a_value(tmp_path: Path) -> None:
    rules = """
rules:
- name: says
  when: part is present and part.amount is present
  let: {part: first part in thing.parts where part.size > 4}
  conclude:
    says: >-
      message 'part {quoted(part.name)} of {{{thing.name}}}: {part.amount}, {float64(part.size) / 2 as %f}. '
"""
    given = thing(parts=[{"name": "b", "size": 5, "amount": "1Gi"}])
    assert conclusions(load(tmp_path, rules), thing=given) == {"says": 'part "b" of {it}: 1Gi, 2.500000. '}


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("{thing.parts}", "a message cannot show `thing.parts`, which is a list of Part"),
        ("{thing.name as %f}", "`as %f` does not fit `thing.name`, which is a text"),
        ("{float64(2)}", "a message cannot show `float64(2)`, which is a float64"),
        ("{(first part in thing.parts where part.size > 1).amount}", "may be absent here"),
        ("{thing.name", "a `{` is not closed"),
        ("{thing.nam}", "a Thing has no field `nam` (did you mean `name`?)"),
    ],
)
def test_message_that_cannot_be_shown(tmp_path: Path, message: str, problem: str) -> None:
    rules = f"""
rules:
- name: says
  conclude: {{says: "message '{message}'"}}
"""
    assert problem in problems(tmp_path, rules)


def test_ranking_into_notes_is_read_by_later_rules(tmp_path: Path) -> None:
    rules = """
rules:
- name: order
  for each: {part: thing.parts}
  rank: part
  into: ordered
  by:
  - highest: part.size
- name: best
  conclude:
    texts: list of part.name for part in ordered
    says: (first part in ordered where part.name != "b").name otherwise ""
"""
    found = conclusions(load(tmp_path, rules), thing=PARTS)
    assert found == {"texts": ["b", "c", "a"], "says": "c"}


def test_ranking_of_another_kind(tmp_path: Path) -> None:
    rules = """
rules:
- {name: order, for each: {part: thing.parts}, rank: part.name, into: ordered, by: [{lowest: part.size}]}
"""
    assert "`part.name` is a text, but `ordered` is a list of Part" in problems(tmp_path, rules)


def test_refusal(tmp_path: Path) -> None:
    rules = """
rules:
- name: too large
  for each: {part: thing.parts}
  when: part.size > 4
  refuse: {field: "{part.path}.size", detail: "{part.size} is too large"}
"""
    policy = load(tmp_path, rules)
    assert conclusions(policy, thing=thing()) == {}
    with pytest.raises(RequestError, match=r"^parts\[1\]\.size: 5 is too large$"):
        conclusions(policy, thing=PARTS)


def test_unsigned_numbers_become_int64(tmp_path: Path) -> None:
    rules = """
rules:
- {name: sizes, for each: {part: thing.parts}, conclude: {"sizes[part.name]": part.size}}
"""
    policy = load(tmp_path, rules)
    large = thing(parts=[{"name": "a", "size": 2**63}, {"name": "b", "size": 2**64 - 1}])
    assert conclusions(policy, thing=large)["sizes"] == {"a": -(2**63), "b": -1}
    for wrong in (-1, 2**64, True):
        with pytest.raises(RequestError, match="must be a whole number of 64 bits, not negative"):
            conclusions(policy, thing=thing(parts=[{"size": wrong}]))


def denied(policy: Policy, given: Given) -> tuple[list[str], list[str]]:
    verdict = policy.evaluate(Request(inputs={"thing": given}))
    return [v.message for v in verdict.violations], [v.message for v in verdict.unreported]


def test_rule_set_that_ends_its_stage(tmp_path: Path) -> None:
    first = """
rules:
- {name: named a, for each: {part: 'thing.parts where part.name = "a"'}, deny: "a"}
"""
    second = """
stop after: this rule set
rules:
- {name: large, for each: {part: thing.parts where part.size > 4}, deny: "{part.name} is large"}
"""
    third = """
rules:
- {name: always, for each: {}, deny: always}
"""
    policy = load(tmp_path, first, second, third)
    assert denied(policy, PARTS) == (["a", "b is large", "c is large"], ["always"])
    assert denied(policy, thing(parts=[{"name": "a"}])) == (["a", "always"], [])


def test_rule_set_that_begins_unless_something_was_denied(tmp_path: Path) -> None:
    first = """
rules:
- {name: large, for each: {part: thing.parts where part.size > 4}, deny: "{part.name} is large"}
"""
    second = """
begin: unless something was denied
rules:
- {name: always, for each: {}, deny: always}
- {name: again, for each: {}, deny: again}
"""
    policy = load(tmp_path, first, second)
    assert denied(policy, PARTS) == (["b is large", "c is large"], ["always", "again"])
    assert denied(policy, thing()) == (["always", "again"], [])


def test_begin_of_another_kind(tmp_path: Path) -> None:
    assert "`later` cannot be `begin`" in problems(tmp_path, "begin: later\nrules: []\n")


def test_where_two_objects_differ(tmp_path: Path) -> None:
    rules = """
rules:
- name: differences
  when: other is present
  conclude:
    texts: >-
      (if differs(thing, other, ["metadata", "parts"]) then ["elsewhere"] else [])
      + (if differsAt(thing, other, ["parts"]) then ["parts"] else [])
"""
    policy = load(tmp_path, rules)
    one = thing(parts=[{"name": "a", "amount": "1Gi"}], amounts={"cpu": "1"}, rest={})
    same = {"parts": [{"name": "a", "amount": "1024Mi"}], "amounts": {"cpu": "1000m"}}
    assert conclusions(policy, thing=one, other=same)["texts"] == []
    other = {"parts": [{"name": "a", "amount": "2Gi"}], "amounts": {"cpu": "1"}}
    assert conclusions(policy, thing=one, other=other)["texts"] == ["parts"]
    other = {**same, "rest": {"x": 1}}
    assert conclusions(policy, thing=one, other=other)["texts"] == ["elsewhere"]


def test_differs_takes_two_facts(tmp_path: Path) -> None:
    rules = """
rules:
- {name: differences, when: 'differs(thing.name, thing, [])', deny: x}
"""
    assert "`thing.name` is a text (give two facts of one kind)" in problems(tmp_path, rules)


def test_what_precedes_a_text(tmp_path: Path) -> None:
    rules = """
rules:
- {name: says, conclude: {says: 'upTo(thing.name, "/") + "|" + after(thing.name, "/")'}}
"""
    policy = load(tmp_path, rules)
    assert conclusions(policy, thing={"metadata": {"name": "a/b/c"}})["says"] == "a|b/c"
    assert conclusions(policy, thing={"metadata": {"name": "abc"}})["says"] == "abc|"


VERSIONS = """
define:
  most:
    about: The most.
    versions:
    - {until: "1.36", is: 1}
    - {since: "1.36", until: "1.37", is: 2}
    - {since: "LAST", is: 3}
rules:
- {name: sizes, conclude: {"sizes[thing.name]": most}}
"""


def test_definition_in_versions(tmp_path: Path) -> None:
    policy = load(tmp_path, VERSIONS.replace("LAST", "1.37"))
    found = [conclusions(policy, minor, thing=thing())["sizes"]["it"] for minor in ("1.35", "1.36", "1.37")]
    assert found == [1, 2, 3]


def test_versions_that_overlap(tmp_path: Path) -> None:
    assert "`most` is defined twice" in problems(tmp_path, VERSIONS.replace("LAST", "1.36"))


def test_definition_without_meaning(tmp_path: Path) -> None:
    assert "`most` needs `is` or `versions`" in problems(tmp_path, "define: {most: {about: The most.}}\n")


def test_fallback_within_a_named_value_stays_right_where_the_value_is_known(tmp_path: Path) -> None:
    rules = """
rules:
- name: says
  let:
    large: first part in thing.parts where part.size > 4
    same: first part in thing.parts where part.name = (large.name otherwise "")
    amount: same.amount
  when: large is present and amount is present
  conclude: {says: "message '{amount}'"}
"""
    given = thing(parts=[{"name": "b", "size": 5, "amount": "1Gi"}])
    assert conclusions(load(tmp_path, rules), thing=given) == {"says": "1Gi"}


NOTED = """
rules:
- name: large parts
  for each: {part: thing.parts}
  when: part.size > 3
  note: {ordered: {name: part.name, size: part.size}}
- name: their names
  conclude: {texts: "list of part.name for part in ordered"}
"""


def test_a_note_without_a_fill_is_read_by_later_rules(tmp_path):
    assert conclusions(load(tmp_path, NOTED), thing=PARTS)["texts"] == ["b", "c"]


def test_what_a_note_leaves_out_is_absent(tmp_path):
    rules = NOTED.replace(
        "list of part.name for part in ordered", "list of text(part.amount otherwise 7) for part in ordered"
    )
    assert conclusions(load(tmp_path, rules), thing=PARTS)["texts"] == ["7", "7"]


def test_a_note_needs_every_field_that_is_not_optional(tmp_path):
    assert "the note lacks `size`" in problems(tmp_path, NOTED.replace(", size: part.size", ""))


DRAWN = """
rules:
- name: first
  when: thing.name = "it"
  conclude: {says: '"first"', "sizes[thing.name]": 3, texts: '["one"]'}
- name: second
  conclude:
    texts: '["two"]'
- name: third
  when: says is present and says = "first" and sizes["it"] is present and texts is not empty
  conclude: {"sizes[says]": size(texts)}
- name: fourth
  when: says is absent and texts is empty and size(keys of sizes) = 0
  conclude: {says: '"nothing"'}
"""


def test_later_rules_read_what_earlier_ones_concluded(tmp_path):
    found = conclusions(load(tmp_path, DRAWN), thing=PARTS)
    assert found == {"says": "first", "sizes": {"it": 3, "first": 1}, "texts": ["one"]}


def test_what_no_rule_concluded_is_absent_or_empty(tmp_path):
    rules = DRAWN.replace(
        """- name: second
  conclude:
    texts: '["two"]'
""",
        "",
    )
    assert conclusions(load(tmp_path, rules), thing={"metadata": {"name": "other"}}) == {"says": "nothing"}


def test_a_conclusion_that_may_be_absent_is_tested_first(tmp_path):
    assert "`says` may be absent here" in problems(tmp_path, DRAWN.replace("says is present and says", "says"))
