"""Reading manifests: what each scalar is, and what is refused."""

import json

import pytest

from cli.documents import read
from cli.sources import LIMITS
from server.manifests import REQUEST, ManifestError, decode, decode_all, encode
from server.scalars import Number

BOMB = b"a: &a [1,1,1,1,1,1,1,1,1,1]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + level, 98 + level, b",".join([b"*%c" % (97 + level)] * 10)) for level in range(8)
)

DEEP_ALIASES = b"a0: &a0 {x: 1}\n" + b"".join(
    b"a%d: &a%d %s*a%d%s\n" % (n, n, b"[" * 30, n - 1, b"]" * 30) for n in range(1, 200)
)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("100m", "100m"),
        ("010", 8),
        ("08", 8),
        ("1_000", 1000),
        ("1:30", "1:30"),
        ("2", 2),
        ("-3", -3),
        ("+3", 3),
        ("0", 0),
        ("0x1F", 31),
        ("0o17", 15),
        ("0b11", 3),
        ("y", True),
        ("0.5", Number("0.5")),
        (".5", Number("0.5")),
        ("0.1", Number("0.1")),
        ("1.10", Number("1.1")),
        ("0.30000000000000000001", Number("0.3")),
        ("1e3", 1000),
        ("1E-3", Number("0.001")),
        ("1e-7", Number("1e-7")),
        ("1e21", Number("1e+21")),
        ("18446744073709551615", 18446744073709551615),
        ("12345678901234567890123", Number("1.2345678901234568e+22")),
        ("1e999999999", "1e999999999"),
        ("1Ki", "1Ki"),
        ("1e", "1e"),
        ("2026-01-01", "2026-01-01"),
        ("true", True),
        ("No", False),
        ("on", True),
        ("~", None),
        ("", None),
        ("null", None),
        ("nUll", "nUll"),
        ('"2"', "2"),
        ("'true'", "true"),
        ("!!str 2", "2"),
        ("!other 2", "2"),
        ("!!python/object:os.system {a: 2}", {"a": 2}),
        ("!!binary aGk=", "hi"),
        ("!!int 2", 2),
        ("|\n  two\n  lines", "two\nlines"),
    ],
)
def test_yaml_scalars(written, read_as):
    found = decode(f"key: {written}".encode())["key"]
    assert (found, str(found)) == (read_as, str(read_as))
    assert type(found) is type(read_as)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("2", 2),
        ("0.10", Number("0.10")),
        ("1e3", Number("1e3")),
        ("1E-07", Number("1E-07")),
        ("-0", Number("-0")),
        ('"010"', "010"),
        ("null", None),
        ("true", True),
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\ud83d"', "\ufffd"),
    ],
)
def test_json_scalars(written, read_as):
    found = decode(f'{{"key": {written}}}'.encode())["key"]
    assert str(found) == str(read_as)
    assert type(found) is type(read_as)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: 1\na: 2", "appears twice"),
        (b'{"a": 1, "a": 2}', "appears twice"),
        (b"a: {b: 1, 'b': 2}", "appears twice"),
        (b"[" * 3000, "nest"),
        (b'{"a":' * 3000, "nested deeper than 100"),
        (b"a: " + b"{b: " * 3000, "nested deeper than 100"),
        (b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}", "nested deeper than 100"),
        (BOMB, "holds more than"),
        (DEEP_ALIASES, "nested deeper than 100"),
        (b"a: *b", "stands for nothing"),
        (b"a: &a [*a]", "stands for nothing"),
        (b"<<: 7", "wants a mapping"),
        (b"a: .inf", "infinity"),
        (b"a: -.nan\n-.inf: 1", "infinity"),
        (b"~: 1", "cannot be null"),
        (b"a: &a [1]\n*a : 2", "has to stand for a text"),
        (b"a: \x00", "NUL"),
        (b"a: \xff", "not UTF-8"),
        (b"\xff\xfea\x00:\x00 \x001\x00", "not UTF-8"),
        (b"a: \x01", "character"),
        (b"a: b: c", "not allowed"),
        (b"? [a]\n: b", "a key has to be a scalar"),
        (b"a: !!binary x", "cannot be read as !!binary"),
        (b"a: !!int x", "cannot be read as !!int"),
        (b'{"a": NaN}x', "."),
        (b'{"a": Infinity}', "not a number of JSON"),
        (b'{"a": ' + b"9" * 600 + b"}", "too long"),
        (b"a: " + b"9" * 600, "too long"),
        (b'{"a": 1e9999999}', "too long"),
        (b"", "is empty"),
        (b"# nothing\n---\n", "is empty"),
        (b"a: 1\n---\nb: 2", "2 documents"),
        (b"- a", "is not an object"),
        (b"text", "is not an object"),
        (b"a: " + b"x" * REQUEST.size, "larger than"),
        (b"a:\n---\n" * 110_000, "holds more than"),
        (b"---\n" * 200_000, "holds more than"),
        (b"a: [" + b"1," * 300_000 + b"]", "holds more than 200000 values"),
    ],
)
def test_refused(data, message):
    with pytest.raises(ManifestError, match=message):
        decode(data)


def test_an_error_says_where():
    with pytest.raises(ManifestError) as caught:
        decode(b"kind: Pod\nmetadata:\n  name: a\n  name: b\n")
    assert (caught.value.line, caught.value.column) == (4, 3)
    assert str(caught.value) == "the key 'name' appears twice in one mapping (line 4, column 3)"


def test_documents_know_their_line():
    found = decode_all("\ufeff# one\na: 1\n---\n\n---\n# two\nb: 2\n".encode())
    assert [(document.value, document.line) for document in found] == [({"a": 1}, 2), ({"b": 2}, 7)]


def test_json_objects_one_after_the_other():
    found = decode_all(b'{"a": 1}\n\n{"b":\n2} {"c": 3}\n')
    assert [(document.value, document.line) for document in found] == [({"a": 1}, 1), ({"b": 2}, 3), ({"c": 3}, 4)]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a":\n 1,\n "a": 2}', (3, 2)),
        (b'{"a":\n {"b": ' + b"9" * 600 + b"}}", (2, 8)),
        (b"a: 1\nb: \xff", (2, 4)),
        ("a: ä\nb: \0".encode(), (2, 4)),
        (b"a: 1\nb: .nan", (2, 4)),
        (b'{"a": 1,\n', (2, 1)),
    ],
)
def test_where_it_is(data, place):
    with pytest.raises(ManifestError) as caught:
        decode(data)
    assert (caught.value.line, caught.value.column) == place


def test_merge_keys():
    found = decode(b"a: &a {w: 1, x: 1}\nb: &b {x: 2, z: 2}\nc: {<<: [*a, *b], z: 3}\nd: {z: 3, <<: *b}\n")
    assert found["c"] == {"w": 1, "x": 1, "z": 3}
    assert found["d"] == {"x": 2, "z": 2}  # as go-yaml v2 has it: what comes later stands


def test_keys_come_in_the_order_of_the_converter():
    assert list(decode(b"b: 1\na: 2\nB: 3")) == ["B", "a", "b"]
    assert list(decode(b'{"b": 1, "a": 2}')) == ["b", "a"]


def test_an_alias_is_a_copy():
    found = decode(b"a: &r {cpu: 1}\nb: *r\n")
    found["a"]["cpu"] = 2
    assert found["b"] == {"cpu": 1}


def test_a_flow_mapping_is_yaml():
    assert decode(b"{kind: Pod}") == {"kind": "Pod"}


@pytest.mark.parametrize(
    "literal", ["1", "0.10", "1e3", "1E+3", "1e-07", "0.30000000000000000001", "123456789012345678901234567890"]
)
def test_numbers_are_written_as_they_were_read(literal):
    data = f'{{"a":[{literal}],"b":"ü"}}'.encode()
    assert encode(decode(data)) == data
    assert json.loads(encode(decode(data)))["b"] == "ü"


def test_a_huge_file_is_not_read(tmp_path):
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    (mistake,) = read([str(huge)]).mistakes
    assert mistake == f"{huge}: is larger than {LIMITS.size} bytes"


@pytest.mark.parametrize("end", [b"", b'"}'])
def test_a_text_that_does_not_end_is_read_once(end):
    """Tried again from each of its 100,000 escaped quotes, this would take half a minute."""
    text = b'{"a": [' + b",".join([b"[]"] * 101) + b'], "b": "' + b'\\"' * 100_000 + end
    if end:
        assert len(decode(text)["b"]) == 100_000
    else:
        with pytest.raises(ManifestError):
            decode(text)
