"""Files that were made to crash, hang or exhaust the loader: each is a problem with a place, or is read within caps."""

import os
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from engine import Policy, PolicyError, Problem, Request
from engine.language.loading import MOST_BYTES_TOGETHER, MOST_FILES, read_folder
from engine.language.source import MOST_BYTES, Mapping, Node, plain_value, read
from tests.places import ROOT

BASE = Path(__file__).parent / "base"
MANY = 100_000
RULE = "ruleset: sample\nversion: 1.0.0\nrules:\n- name: bad\n"
EXAMPLES = "  examples:\n  - given: {pod: {metadata: {name: web}}}\n    silent: true\n"


@pytest.fixture
def rules(tmp_path):
    return Path(shutil.copytree(BASE, tmp_path / "rules"))


def told(rules: Path, text: str) -> tuple[Problem, ...]:
    """The problems of a rule set; none if it is sound."""
    (rules / "sample.yaml").write_text(text)
    try:
        policy = Policy.load(rules)
        policy.evaluate(Request(inputs={"pod": {"metadata": {"name": "web"}}}))
        policy.close()
        found: tuple[Problem, ...] = ()
    except PolicyError as error:
        found = error.problems
    assert all(problem.line > 0 and problem.column > 0 for problem in found)
    return found


def one(data: bytes) -> Problem:
    """The problem of a file that cannot be read."""
    found = read(data, "file.yaml")
    assert isinstance(found, Problem)
    return found


BOMB = "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*{p}, *{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True))
UNREADABLE = {
    "aliases": (BOMB.encode(), (1, 4)),
    "alias": (b"a: *b\n", (1, 4)),
    "merge key": (b"a: 1\n<<: {b: 2}\n", (2, 1)),
    "python tag": (b"a: 1\nb: !!python/object/apply:os.system [exit]\n", (2, 4)),
    "own tag": (b"a: !thing x\n", (1, 4)),
    "duplicate keys": (b"a: 1\nb: 2\na: 3\n", (3, 1)),
    "tab": (b"a:\n\tb: 1\n", (2, 1)),
    "NUL": (b"a: 1\nb: x\x00y\n", (2, 5)),
    "control character": (b"a: x\x1b[2J\n", (1, 5)),
    "line separator": ("a: x\u2028y\n".encode(), (1, 5)),
    "not UTF-8": (b"a: 1\nb: \xff\n", (2, 4)),
    "UTF-16": ("a: 1".encode("utf-16"), (1, 1)),
    "surrogate": (b'a: "\\ud800"\n', (1, 7)),
    "brackets": (b"[" * MANY, (1, 1001)),
    "braces": (b"{" * MANY, (1, 1001)),
    "braces with keys": (b"{a: " * MANY, (1, 242)),
    "balanced brackets": (b"[" * MANY + b"]" * MANY, (1, 1001)),
    "mappings": (b"".join(b" " * depth + b"a:\n" for depth in range(1_300)), (61, 61)),
    "lists": (b"- " * MANY, (1, 123)),
    "complex keys": (b"? " * MANY, (1, 123)),
    "many values": (b"[" + b"1," * 400_000 + b"]", (1, 400_000)),
    "huge file": (b"a: " + b"x" * 10_000_000, (1, 1)),
    "two documents": (b"a: 1\n---\nb: 2\n", (2, 1)),
    "a million quotes": (b'"' * 999_999, (1, 3)),
    "nothing": (b"", (1, 1)),
    "a later YAML": (b"%YAML 3.0\n---\na: 1\n", (1, 1)),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_file_that_cannot_be_read(name):
    data, place = UNREADABLE[name]
    problem = one(data)
    assert (problem.line, problem.column) == place
    assert len(str(problem)) < 300


def test_deep_nesting_does_not_end_the_process():
    script = (
        "from engine.language.source import read\n"
        "for opening in (b'[', b'{', b'- ', b'? ', b'{a: ', b'[{a: ', b'!!x [', b'&a [', b'\"', b'|\\n '):\n"
        "    read(opening * 100_000, 'file.yaml')\n"
        "print('alive')\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "alive\n", "")


def test_byte_order_mark_and_line_ends():
    tree = read(b"\xef\xbb\xbfa: 1\r\nb: >-\r\n  x\r\n  y\r\n", "file.yaml")
    assert isinstance(tree, Mapping)
    assert plain_value(tree) == {"a": 1, "b": "x y"}
    assert tree.entries[0][0].place.column == 1


@pytest.mark.parametrize(
    "text",
    [
        "010", "0o10", "0x10", "1:30", "1_000", "yes", "no", "on", "off", "Yes", "NO", "y", "n", "Null",
        "NULL", "True", "TRUE", "1.0", "1e3", ".5", ".inf", ".nan", "+1", "-0", "--5", "2001-01-01", "=",
        "1,000",
    ],
)  # fmt: skip
def test_plain_text_is_its_own_text(text):
    tree = read(f"a: {text}\n".encode(), "file.yaml")
    assert isinstance(tree, Mapping)
    assert plain_value(tree) == {"a": text}


def test_what_plain_text_means():
    tree = read(
        b"[true, false, null, ~, 0, 1, -1, 18446744073709551615, 184467440737095516150, 1.36, '1', \"true\"]",
        "file.yaml",
    )
    assert not isinstance(tree, Problem)
    texts = ["184467440737095516150", "1.36", "1", "true"]
    assert plain_value(tree) == [True, False, None, None, 0, 1, -1, 18446744073709551615, *texts]
    assert plain_value(tree, decimals=True)[-3] == Decimal("1.36")


@pytest.mark.parametrize("version", ["010", "1:30", "yes", "1_000"])
def test_guessing_values_are_told(rules, version):
    text = RULE.replace("1.0.0", version) + "  when: pod.name is empty\n  deny: no\n" + EXAMPLES
    assert [problem.message for problem in told(rules, text)] == [f"`{version}` cannot be a version"]


def chained(word: str, count: int, part: str = "size(pod.containers)") -> str:
    return f" {word} ".join([part] * count)


EXPRESSIONS = {
    "brackets": "(" * MANY,
    "a few too many brackets": "(" * 60 + "1" + ")" * 60 + " = 1",
    "lists": "[" * 4_000,
    "not": "not " * MANY,
    "many not": "not " * 2_000 + "pod.name is empty",
    "fields": "a." * MANY,
    "many fields": "pod" + ".name" * 1_900,
    "minus": "-" * 9_000,
    "minus in brackets": "-(" * 4_000,
    "indexes": "pod" + "[pod" * 2_000,
    "and": chained("and", 450, "pod.name is empty"),
    "or": chained("or", 450, "pod.name is empty"),
    "plus": chained("+", 400) + " = 1",
    "otherwise": chained("otherwise", 400, "pod.priority") + " = 1",
    "in": chained("in", 400),
    "if": "if true then " * 700 + "true",
    "else if": "if pod.name is empty then true else " * 270 + "true",
    "calls": "size(" * 1_900,
    "quantifiers": "any a in " * 1_000,
    "nested quantifiers": "any a in pod.containers where " * 330 + "true",
    "loops": "count " + "of a for a in pod.containers " * 330 + "= 1",
    "many loops": "(count of 1 " + "".join(f"for a{i} in pod.containers " for i in range(300)) + ") = 1",
    "counts": "count of " * 1_000,
    "texts": '"' * 9_999,
    "facts": "Filling(side: " * 700,
    "maps": "map of a: " * 900,
    "holes": 'pod.name = message "' + "{pod.name}" * 900 + '"',
    "hundred holes": 'pod.name = message "' + "{pod.name}" * 100 + '"',
    "digits": "size(pod.containers) > " + "9" * 9_000,
    "pattern": 'matches(pod.name, "' + "(a?){50}" * 1_200 + '")',
    "nested pattern": 'matches(pod.name, "' + "(" * 4_000 + ")" * 4_000 + '")',
    "repeated pattern": 'matches(pod.name, "((((a{100}){100}){100}){100})")',
    "huge pattern": f'matches(pod.name, "{"a" * 1_000_000}")',
    "list": "pod.name in [" + '"a", ' * 1_900 + '"b"]',
    "product of alternatives": chained("and", 100, '(pod.name = "a" or pod.name = "b")'),
    "sum of alternatives": chained("or", 100, '(pod.name = "a" and pod.name = "b")'),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expression(rules, name):
    quoted = EXPRESSIONS[name].replace("'", "''")
    problems = told(rules, f"{RULE}  when: '{quoted}'\n  deny: no\n{EXAMPLES}")
    assert problems or name in ("hundred holes", "list", "many not")
    assert len(problems) <= 3


@pytest.mark.parametrize(
    "form",
    [
        "not ({})", "({}) + 1 = 1", "if pod.name is empty then {} else false", "any a in pod.containers where {}",
        "pod.name is empty and {}", "pod.name is empty or ({})", "size([{}]) = 1", "({}) = ({})",
    ],
)  # fmt: skip
def test_as_deep_as_an_expression_may_be(rules, form):
    """Whatever depth is allowed can also be compiled."""
    whole = {"({}) + 1 = 1": ("({}) + 1", "size(pod.containers)", "({}) = 1")}
    form, start, last = whole.get(form, (form, "pod.name is empty", "{}"))
    accepted = 0
    for depth in (10, 20, 30, 34, 36, 38, 40, 45):
        text = start
        for _ in range(depth if form != "({}) = ({})" else depth // 6):
            text = form.replace("{}", text)
        problems = told(rules, f"{RULE}  when: >-\n    {last.format(text)}\n  deny: no\n{EXAMPLES}")
        messages = {problem.message for problem in problems}
        deep = any("levels in one expression" in message or "longer than" in message for message in messages)
        accepted += not deep
    assert accepted


def definitions(bodies: dict[str, str], use: str) -> str:
    lines = "".join(f"  {name}: {{given: {{n: int64}}, is: '{body}'}}\n" for name, body in bodies.items())
    return f"{RULE}  when: {use}\n  deny: no\n{EXAMPLES}define:\n{lines}"


def test_long_chain_of_definitions(rules):
    chain = {f"d{i}": f"d{i + 1}(n) + 1" for i in range(1_000)} | {"d1000": "n"}
    (problem,) = told(rules, definitions(chain, "d0(1) = 1"))
    assert problem.message.endswith("uses definitions that use others, more than 60 deep")
    chain = {f"d{i}": f"d{i + 1}(n) + 1" for i in range(59)} | {"d59": "n"}
    assert told(rules, definitions(chain, "d0(1) = 1")) == ()


def test_long_ring_of_definitions(rules):
    ring = {f"d{i}": f"d{(i + 1) % 1_000}(n)" for i in range(1_000)}
    assert told(rules, definitions(ring, "d0(1) = 1"))


def test_definitions_that_double(rules):
    doubled = {f"d{i}": f"d{i + 1}(n) + d{i + 1}(n)" for i in range(100)} | {"d100": "n"}
    problems = told(rules, definitions(doubled, "d0(1) = 1"))
    assert [problem.message[:42] for problem in problems] == ["what this stands for has more than 5000 op"]


@pytest.mark.parametrize("first", ["size(pod.containers)", "pod.priority"])
def test_named_values_that_double(rules, first):
    lets = "".join(f"    n{i + 1}: n{i} + n{i}\n" for i in range(100))
    text = f"{RULE}  let:\n    n0: {first}\n{lets}  when: n0 = 1\n  deny: no\n{EXAMPLES}"
    assert any("operations" in problem.message for problem in told(rules, text))


def test_many_named_values_and_loops(rules):
    lets = "".join(f"    n{i}: size(pod.containers)\n" for i in range(10_000))
    loops = "".join(f"    c{i}: pod.containers\n" for i in range(1_000))
    text = f"{RULE}  for each:\n{loops}  let:\n{lets}  when: n0 = 1\n  deny: no\n{EXAMPLES}"
    assert "a rule has more than 10 loops or 200 named values" in {p.message for p in told(rules, text)}


def test_many_rules_that_test_many_values(rules):
    """A row of the engine has a bounded number of columns; rules share several rows then."""
    rule = "- name: rN\n  when: size(pod.containers) + N < 0 or size(ranges) + N < 0\n  deny: no\n" + EXAMPLES
    many = "".join(rule.replace("N", str(i)) for i in range(600))
    assert told(rules, "ruleset: sample\nversion: 1.0.0\nrules:\n" + many) == ()


def test_one_rule_that_tests_too_many_values(rules):
    cases = "".join(f"  - when: size(pod.containers) + {i} < 0\n    deny: no\n" for i in range(201))
    problems = told(rules, f"{RULE}  first:\n{cases}{EXAMPLES}")
    assert [problem.message for problem in problems] == ["the conditions of the rule test more than 200 values"]


@pytest.mark.parametrize("text", ["{pod.name}" * MANY, "{" * MANY, "{{" * 4_000 + "{", "x" * 900_000, "}" * 9_000])
def test_message(rules, text):
    problems = told(rules, f'{RULE}  when: pod.name is empty\n  deny: "{text}"\n{EXAMPLES}')
    assert len(problems) == (0 if text == "}" * 9_000 else 1)


def test_join_of_a_loop_with_one_within_it(rules):
    """What an outer loop is joined with must be known outside of the inner one."""
    count = "count of one for one in fillings for container in pod.containers where one.container = container"
    assert told(rules, f"{RULE}  when: ({count}) > 0\n  deny: no\n{EXAMPLES}") == ()


def test_missing_references(rules):
    text = RULE + "  when: nowhere.name = nothing(nobody)\n  conclude: {never: ever}\n" + EXAMPLES
    assert len(told(rules, text)) == 1


def test_many_problems_are_all_told(rules):
    many = "".join(f"- name: r{i}\n  when: pod.nme is empty\n  deny: no\n{EXAMPLES}" for i in range(1_000))
    assert len(told(rules, "ruleset: sample\nversion: 1.0.0\nrules:\n" + many)) == 1_000


def test_facts_that_lead_to_themselves(rules):
    facts = (rules / "facts.yaml").read_text()
    ring = "      other: {type: Range, path: spec.other, about: Another one.}\n      max:"
    (rules / "facts.yaml").write_text(facts.replace("      max:", ring, 1))
    (problem, *_) = told(rules, (BASE / "sample.yaml").read_text())
    assert "itself" in problem.message


def test_folder_of_many_files(tmp_path):
    for number in range(10_000):
        (tmp_path / f"{number}.yaml").touch()
    with pytest.raises(PolicyError) as caught:
        read_folder(tmp_path)
    assert [problem.message for problem in caught.value.problems] == [f"more than {MOST_FILES} rule files"]


def test_files_that_are_large_together(tmp_path):
    for number in range(MOST_BYTES_TOGETHER // MOST_BYTES + 1):
        (tmp_path / f"{number}.yaml").write_bytes(b"a: " + b"x" * (MOST_BYTES - 3))
    with pytest.raises(PolicyError, match="together"):
        read_folder(tmp_path)


def test_what_is_no_file_is_left_out(rules):
    (rules / "folder.yaml").mkdir()
    (rules / "itself").symlink_to(rules)
    (rules / "loop.yaml").symlink_to("loop.yaml")
    (rules / "gone.yaml").symlink_to("nowhere")
    os.mkfifo(rules / "pipe.yaml")
    assert told(rules, (BASE / "sample.yaml").read_text()) == ()


def test_file_that_may_not_be_read(rules, monkeypatch):
    def refuse(self: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PolicyError) as caught:
        Policy.load(rules)
    assert {problem.message for problem in caught.value.problems} == {"the file cannot be read: Permission denied"}


def test_folder_given_as_here(rules, monkeypatch):
    monkeypatch.chdir(rules)
    (rules / "facts.yaml").unlink()
    with pytest.raises(PolicyError) as caught:
        Policy.load(Path())
    assert [str(problem) for problem in caught.value.problems] == [
        "rules/facts.yaml:1:1: the rules folder lacks facts.yaml"
    ]


def test_positions_in_every_kind_of_scalar():
    """Each character of a text is where its place says."""
    source = (
        'é: >-\n   a  "ü" b\n   c d\n\n   e\n'
        "k: 'it''s\n   two'\n"
        'j: "a\\u00e9\\n b \\"q\\""\n'
        'z: "a\\tq \\\\ \\x41 b\n  more"\n'
        "l: |\n  x\n   y\n"
        "m: pla in\n  more\n"
    )
    lines = source.split("\n")

    def check(node: Node) -> None:
        assert isinstance(node, Mapping)
        for _, value in node.entries:
            text = getattr(value, "value", "")
            for offset, character in enumerate(text):
                place = value.at(offset)  # type: ignore[union-attr]
                held = lines[place.line - 1][place.column - 1 :]
                assert character.isspace() or held[0] in (character, "\\", "'")

    tree = read(source.encode(), "file.yaml")
    assert not isinstance(tree, Problem)
    check(tree)
