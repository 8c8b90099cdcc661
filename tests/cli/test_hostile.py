"""Manifests that mean harm or are merely broken: an answer or a mistake with its place, never a traceback."""

import random

import pytest

from tests.places import ROOT

ALIASES = b"a: &a [1,1,1,1,1,1,1,1,1,1]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + level, 98 + level, b",".join([b"*%c" % (97 + level)] * 10)) for level in range(9)
)
DEEP_ALIASES = b"a0: &a0 {x: 1}\n" + b"".join(
    b"a%d: &a%d %s*a%d%s\n" % (n, n, b"[" * 30, n - 1, b"]" * 30) for n in range(1, 200)
)
MERGES = b"a0: &a0 {x: 1}\n" + b"".join(
    b"a%d: &a%d {<<: [*a%d, *a%d], y%d: *a%d}\n" % (n, n, n - 1, n - 1, n, n - 1) for n in range(1, 40)
)
POD = b"kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: app, image: i, resources: {limits: {cpu: %s}}}]}\n"
JSON_POD = (
    b'{"kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": '
    b'[{"name": "app", "image": "i", "resources": {"limits": {"cpu": %s}}}]}}'
)

BROKEN = {
    "alias bomb": ALIASES,
    "deep aliases": DEEP_ALIASES,
    "merge bomb": MERGES,
    "an alias of itself": b"a: &a [*a]",
    "deep lists": b"[" * 100_000,
    "deep mappings": b"a: " + b"{b: " * 5000,
    "deep JSON": b'{"a":' * 100_000,
    "deep JSON that is closed": b'{"a":' * 5000 + b"1" + b"}" * 5000,
    "deep blocks": b"".join(b" " * level + b"a:\n" for level in range(1000)),
    "NUL": b"kind: Pod\nname: a\0b\n",
    "not UTF-8": b"kind: Pod\nname: \xff\xfe\n",
    "UTF-16": "kind: Pod\n".encode("utf-16"),
    "control character": b"kind: Pod\nname: \x07\n",
    "200,000 documents": b"---\na:\n" * 200_000,
    "200,000 empty documents": b"---\n" * 200_000,
    "not closed": b"kind: Pod\nspec: {containers: [",
    "a template": b"kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n  {{- if x }}\n",
    "tabs": b"kind: Pod\nspec:\n\tcontainers: []\n",
    "a list": b"- kind: Pod\n",
    "a text": b"kind Pod",
    "a number": b"17",
    "a key twice": b"kind: Pod\nkind: Pod\n",
    "a key twice in JSON": b'{"kind": "Pod",\n "kind": "Pod"}',
    "a key that is a list": b"? [kind]\n: Pod\n",
    "a long number": b"kind: Pod\nspec: " + b"9" * 100_000,
    "a long number in JSON": b'{"kind": "Pod", "spec": ' + b"9" * 100_000 + b"}",
    "a giant exponent in JSON": JSON_POD % b"1e999999999",
    "infinity": b"kind: Pod\nspec: .inf\n",
    "infinity in JSON": b'{"kind": "Pod", "spec": Infinity}',
    "half a surrogate in YAML": b'kind: "\\ud800"\n',
    "an unknown alias": b"kind: *pod\n",
    "an unknown directive": b"%FOO\nkind: Pod",
    "nothing": b"",
    "comments": b"# kind: Pod\n",
    "empty documents": b"---\n---\n...\n",
}

WRONG_SHAPES = [
    "kind: Pod",
    "kind: Pod\nmetadata: 7",
    "kind: Pod\nmetadata: {name: [1]}\nspec: {containers: [{name: {}}]}",
    "kind: Pod\nspec: []",
    "kind: Pod\nspec: {containers: {}}",
    "kind: Pod\nspec: {containers: [null, 7]}",
    "kind: Pod\nspec: {volumes: 7}",
    "kind: Pod\nspec: {volumes: [{ephemeral: 7}, {ephemeral: {volumeClaimTemplate: 7}}]}",
    "kind: Pod\nspec: {volumes: [{name: 7, ephemeral: {volumeClaimTemplate: {metadata: 7, spec: 7}}}]}",
    "kind: PersistentVolumeClaim\nspec: 7",
    "kind: LimitRange\nspec: {limits: 7}",
    "kind: LimitRange\nspec: {limits: [{type: 7, max: []}]}",
    "apiVersion: 7\nkind: Pod",
    "apiVersion: v2\nkind: Pod",
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: 7}",
    "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {ordinals: 7, template: {}}",
    "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: 7",
]


def asked(podlaw, tmp_path, data, suffix=".yaml"):
    file = tmp_path / f"m{suffix}"
    file.write_bytes(data)
    ran = podlaw("evaluate", "-f", file)
    assert "Traceback" not in ran.out + ran.err
    assert ran.status in (0, 1, 2)
    return ran, file


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_broken(podlaw, tmp_path, data):
    ran, file = asked(podlaw, tmp_path, data)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(("podlaw: nothing to evaluate in what was given", f"podlaw: {file}"))
    assert len(ran.err) < 1000


@pytest.mark.parametrize("text", WRONG_SHAPES)
def test_wrong_shapes(podlaw, tmp_path, text):
    ran, file = asked(podlaw, tmp_path, text.encode())
    assert f"{file}:1" in ran.out
    assert not ran.err


@pytest.mark.parametrize(
    ("written", "status"),
    [
        (b"1e999999999", 1),
        (b"-1e999999999", 1),
        (b"1e9999", 0),
        (b"9223372036854775808", 0),
        (b"0x7fffffffffffffff", 0),
        (b"1e-999999999", 0),
        (b"'" + b"9" * 5000 + b"'", 1),
        (b"[1]", 2),
        (b"yes", 2),
        (b"~", 0),
        (b"''", 1),
        (b"2026-01-01", 1),
        (b"1:30", 1),
    ],
)
def test_giant_and_odd_quantities(podlaw, tmp_path, written, status):
    ran, _ = asked(podlaw, tmp_path, POD % written)
    assert ran.status == status, ran.out


def test_a_quantity_of_json_is_its_literal(podlaw, tmp_path):
    for literal, shown in ((b"1e3", "1e3"), (b"1.0e3", "1e3"), (b"1000", "1k"), (b"0.1", "100m"), (b'"010"', "010")):
        ran, _ = asked(podlaw, tmp_path, JSON_POD % literal, ".json")
        assert f"  app      cpu       limits    {shown} " in ran.out.replace("  declared", " declared")


def test_a_quantity_of_yaml_is_what_the_converter_makes_of_it(podlaw, tmp_path):
    for literal, shown in ((b"1e3", "1k"), (b"010", "8"), (b"1_000", "1k"), (b"0.1", "100m"), (b"1.10", "1100m")):
        ran, _ = asked(podlaw, tmp_path, POD % literal)
        assert f"  app      cpu       limits    {shown} " in ran.out.replace("  declared", " declared")


def test_damaged_manifests(podlaw, tmp_path):
    """Bytes of a good manifest changed, dropped and doubled: always an answer."""
    good = (ROOT / "examples" / "workloads" / "orders.yaml").read_bytes()
    chance = random.Random(5)  # noqa: S311 - nothing is to be kept secret
    for _ in range(60):
        data = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(data))
            choice = chance.randrange(3)
            if choice == 0:
                data[at] = chance.choice(b"{}[]:,&*!|>'\"%@`\0\xff\n\t -#?<0")
            elif choice == 1:
                del data[at : at + chance.randint(1, 40)]
            else:
                data[at:at] = data[at : at + chance.randint(1, 200)]
        asked(podlaw, tmp_path, bytes(data))


def test_a_name_that_is_no_name(podlaw):
    for name in ("\0", "a" * 5000, "\ud800"):
        ran = podlaw("evaluate", "-f", name)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("podlaw: ")


def test_a_device_and_a_folder_that_leads_into_itself(podlaw, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "again").symlink_to(tmp_path)
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nothing")
    (tmp_path / "pod.yaml").write_bytes(POD % b"1")
    assert "1 pod: 1 admitted" in podlaw("evaluate", "-f", tmp_path).out
    ran = podlaw("evaluate", "-f", "/dev/zero")
    assert (ran.status, ran.out) == (2, "")
    assert "/dev/zero: is larger than" in ran.err
