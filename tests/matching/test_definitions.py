"""What a matcher accepts, refuses and hands to the engine."""

import itertools
import json

import pytest

from engine.matching import Column, Condition, DefinitionError, Matcher, MatchRule, column_name, row
from engine.matching.lowering import MAX_CONDITIONS, MAX_RULES, rule_name
from engine.matching.ruleset import CHUNK
from engine.matching.vocabulary import MAX_COLUMNS, RESERVED, STATE_ID, check_distinct, fnv1a


def conditions_of(matcher: Matcher) -> list[object]:
    ((body,),) = [[ruleset["r0"] for ruleset in json.loads(matcher.definition())]]
    assert body["cap"] == 65535
    return list(body["all"][0]["m"]["$and"])


def test_golden_definition() -> None:
    rules = [
        MatchRule(7, (Condition("gt", 0, Column(1)), Condition("nex", 4), Condition("eq", 2, "001"))),
        MatchRule(7, (Condition("ex", 3), Condition("lte", 0, -5))),
        MatchRule(8),
    ]
    assert Matcher(rules).definition() == (
        '[{"r0":{"all":[{"m":{"$and":[{"k":7},{"$eq":{"c2":"001"}},{"$nex":{"c4":1}},{"$ex":{"c1":1}},'
        '{"$gt":{"c0":{"$m":"c1"}}}]}}],"cap":65535,"pri":1},'
        '"r1":{"all":[{"m":{"$and":[{"k":7},{"$ex":{"c3":1}},{"$lte":{"c0":-5}}]}}],"cap":65535,"pri":1},'
        '"r2":{"all":[{"m":{"k":8}}],"cap":65535,"pri":1},'
        '"$end":{"all":[{"m":{"k":-1}}],"pri":2}}]'
    )


def test_the_right_column_is_tested_for_presence_before_it_is_read() -> None:
    terms = conditions_of(Matcher([MatchRule(1, (Condition("lt", 0, Column(1)), Condition("gt", 2, Column(1))))]))
    assert terms == [{"k": 1}, {"$ex": {"c1": 1}}, {"$lt": {"c0": {"$m": "c1"}}}, {"$gt": {"c2": {"$m": "c1"}}}]


@pytest.mark.parametrize("operator", ["", "$eq", "mt", "or", "not", "div", "EQ", "eq "])
def test_unknown_operators_are_refused(operator: str) -> None:
    with pytest.raises(DefinitionError, match="unknown operator"):
        Matcher([MatchRule(1, (Condition(operator, 0, 1),))])


@pytest.mark.parametrize(
    "operand",
    [2**63, -(2**63) - 1, 1.5, float("nan"), True, None, "", "abc", "1.5", "-1", "\u0661", "1" * 513, b"1", ["1"], {}],
)
def test_values_that_are_neither_64_bit_ints_nor_codes_are_refused(operand: object) -> None:
    with pytest.raises(DefinitionError):
        Matcher([MatchRule(1, (Condition("eq", 0, operand),))])  # type: ignore[arg-type]
    with pytest.raises(DefinitionError):
        row(1, {0: operand})  # type: ignore[dict-item]


@pytest.mark.parametrize("operator", ["ex", "nex"])
def test_presence_takes_no_operand(operator: str) -> None:
    with pytest.raises(DefinitionError, match="no operand"):
        Matcher([MatchRule(1, (Condition(operator, 0, 1),))])


@pytest.mark.parametrize("index", [-1, MAX_COLUMNS, True, "0", 0.0])
def test_columns_outside_the_vocabulary_are_refused(index: int) -> None:
    with pytest.raises(DefinitionError):
        column_name(index)
    for condition in (Condition("ex", index), Condition("eq", 0, Column(index))):
        with pytest.raises(DefinitionError):
            Matcher([MatchRule(1, (condition,))])
    with pytest.raises(DefinitionError):
        row(1, {index: 1})


@pytest.mark.parametrize("shape", [-1, -2, 2**31, True, "1"])
def test_shapes_that_could_be_a_marker_or_no_shape_are_refused(shape: int) -> None:
    with pytest.raises(DefinitionError):
        Matcher([MatchRule(shape)])
    with pytest.raises(DefinitionError):
        row(shape, {})


def test_as_many_conditions_as_allowed_work_and_one_more_is_refused() -> None:
    conditions = [Condition("lt", index, Column(100 + index)) for index in range(MAX_CONDITIONS)]
    values: dict[int, int | str] = {index: index for index in range(MAX_CONDITIONS)}
    values |= {100 + index: index + 1 for index in range(MAX_CONDITIONS)}
    matcher = Matcher([MatchRule(1, tuple(conditions))])
    rows = [row(1, values), row(1, values | {MAX_CONDITIONS - 1: 99})]
    assert matcher.run(rows) == [(0, 0)]
    with pytest.raises(DefinitionError, match="more than 28"):
        Matcher([MatchRule(1, (*conditions, Condition("ex", 0)))])


def test_rows_with_too_many_columns_are_refused() -> None:
    row(1, dict.fromkeys(range(200), 1))
    with pytest.raises(DefinitionError, match="201 columns"):
        row(1, dict.fromkeys(range(201), 1))


@pytest.mark.parametrize(
    "conditions",
    [
        (Condition("eq", 0, "01"), Condition("neq", 0, "001")),
        (Condition("eq", 0, "01"), Condition("neq", 0, 1)),
        (Condition("eq", 0, "01"), Condition("eq", 0, Column(1)), Condition("eq", 1, "1")),
        (Condition("lt", 0, Column(1)), Condition("lt", 1, Column(2)), Condition("eq", 0, 1), Condition("eq", 2, "1")),
    ],
)
def test_codes_of_different_width_or_kind_never_meet(conditions: tuple[Condition, ...]) -> None:
    with pytest.raises(DefinitionError, match="meets"):
        Matcher([MatchRule(1, (condition,)) for condition in conditions])
    Matcher([MatchRule(shape, (condition,)) for shape, condition in enumerate(conditions)])


def test_declared_kinds_hold_for_rules_and_rows() -> None:
    rules = [MatchRule(1, (Condition("lt", 0, Column(1)),))]
    matcher = Matcher(rules, {(1, 0): 5})
    assert matcher.kinds == {(1, 0): 5, (1, 1): 5}
    assert row(1, {0: "00001", 1: "00002", 2: 3}, matcher.kinds) == '"k":1,"c0":"00001","c1":"00002","c2":3'
    for value in ("2", "000002", 2):
        with pytest.raises(DefinitionError, match="codes of 5 digits"):
            row(1, {1: value}, matcher.kinds)
    with pytest.raises(DefinitionError, match="meets"):
        Matcher(rules, {(1, 0): 5, (1, 1): 6})
    with pytest.raises(DefinitionError, match="meets"):
        Matcher(rules, {(1, 0): 0, (1, 1): 6})


def test_the_hash_is_the_one_the_engine_uses() -> None:
    """The two constants are those in the engine's own source."""
    assert fnv1a("id") == 926444256
    assert fnv1a("$and") == 3746487396


def test_names_that_hash_alike_are_refused() -> None:
    assert fnv1a("rxjkavjd") == fnv1a("strgdwyh")
    with pytest.raises(DefinitionError, match="apart"):
        check_distinct(["c0", "rxjkavjd", "c1", "strgdwyh"])
    with pytest.raises(DefinitionError, match="apart"):
        check_distinct(["".join(["s", "id"])])


def test_the_whole_vocabulary_is_free_of_collisions() -> None:
    """So columns that a row carries, but no rule reads, cannot pass for one that is read."""
    check_distinct([*map(column_name, range(MAX_COLUMNS)), *map(rule_name, range(20_000))])
    assert len({fnv1a(name) for name in RESERVED}) == len(RESERVED)
    ids = [*map(str, range(CHUNK + 2)), STATE_ID]
    assert len({fnv1a(name) for name in ids}) == len(ids)


def test_rulesets_hold_at_most_50_rules_and_a_shape_stays_together_where_it_fits() -> None:
    counts = {1: 30, 2: 30, 3: 20, 4: 120, 5: 1}
    rules = [MatchRule(shape) for shape in itertools.chain(*([shape] * count for shape, count in counts.items()))]
    definitions = json.loads(Matcher(rules).definition())
    sizes = [len(definition) - 1 for definition in definitions]
    assert sum(sizes) == len(rules)
    assert max(sizes) <= MAX_RULES
    homes = {
        shape: sum(f'"k":{shape}}}' in json.dumps(definition, separators=(",", ":")) for definition in definitions)
        for shape in counts
    }
    assert homes == {1: 1, 2: 1, 3: 1, 4: 3, 5: 1}
    assert all(definition["$end"]["pri"] > 1 for definition in definitions)
