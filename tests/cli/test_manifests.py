"""Reading manifests: what each scalar is, and what is refused."""

import json
from decimal import Decimal

import pytest

from cli.documents import InputError, read
from server.manifests import MAX_BYTES, ManifestError, decode, decode_all, encode

BOMB = b"a: &a [1,1,1,1,1,1,1,1,1,1]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + level, 98 + level, b",".join([b"*%c" % (97 + level)] * 10)) for level in range(8)
)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("100m", "100m"),
        ("010", "010"),
        ("08", "08"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2", 2),
        ("-3", -3),
        ("+3", 3),
        ("0", 0),
        ("0x1F", 31),
        ("0o17", 15),
        ("0b11", 3),
        ("y", True),
        ("0.5", Decimal("0.5")),
        (".5", Decimal("0.5")),
        ("0.1", Decimal("0.1")),
        ("0.30000000000000000001", Decimal("0.30000000000000000001")),
        ("1e3", Decimal("1e3")),
        ("1E-3", Decimal("0.001")),
        ("12345678901234567890123", 12345678901234567890123),
        ("1Ki", "1Ki"),
        ("1e", "1e"),
        ("2026-01-01", "2026-01-01"),
        (".inf", ".inf"),
        (".nan", ".nan"),
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
        ("!!int 2", 2),
        ("|\n  two\n  lines", "two\nlines"),
    ],
)
def test_yaml_scalars(written, read_as):
    found = decode(f"key: {written}".encode())["key"]
    assert found == read_as
    assert type(found) is type(read_as)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("2", 2),
        ("0.10", Decimal("0.10")),
        ("1E3", Decimal("1E3")),
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
        (b"a: *b", "stands for nothing"),
        (b"a: &a [*a]", "stands for nothing"),
        (b"<<: {a: 1}", "merge keys"),
        (b"a: \x00", "NUL"),
        (b"a: \xff", "not UTF-8"),
        (b"\xff\xfea\x00:\x00 \x001\x00", "not UTF-8"),
        (b"a: \x01", "character"),
        (b"a: b: c", "not allowed"),
        (b"? [a]\n: b", "a key has to be a scalar"),
        (b"a: !!python/object:os.system {}", "not supported"),
        (b"a: !!binary aGk=", "not supported"),
        (b"a: !!int x", "not supported"),
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
        (b"a: " + b"x" * MAX_BYTES, "larger than"),
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


def test_an_alias_is_a_copy():
    found = decode(b"a: &r {cpu: 1}\nb: *r\n")
    found["a"]["cpu"] = 2
    assert found["b"] == {"cpu": 1}


def test_a_flow_mapping_is_yaml():
    assert decode(b"{kind: Pod}") == {"kind": "Pod"}


@pytest.mark.parametrize("literal", ["1", "0.10", "1E+3", "0.30000000000000000001", "123456789012345678901234567890"])
def test_numbers_are_written_as_they_were_read(literal):
    data = f'{{"a":[{literal}],"b":"ü"}}'.encode()
    assert encode(decode(data)) == data
    assert json.loads(encode(decode(data)))["b"] == "ü"


def test_a_huge_file_is_not_read(tmp_path):
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(InputError, match=r"huge.yaml: is larger than"):
        read([str(huge)])
