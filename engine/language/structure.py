"""The shape of rule files: the published JSON Schemas, and what breaks them in the words of the policy."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft7Validator, ValidationError, validators

from engine.errors import Problem
from engine.language.reading import nearest
from engine.language.source import Mapping, Node, Place, Sequence, plain_value

WORDS = {
    "object": "keys with values (`key: value`)",
    "array": "a list (begin each item with `- `)",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


def _whole(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    """Match as ECMAScript does: its ``$`` does not stand before a line break, as Python's may."""
    if isinstance(instance, str) and (instance.endswith("\n") or not re.search(pattern, instance)):
        yield ValidationError(f"does not match {pattern}")


@cache
def _validator(schema: str) -> Any:
    text = (files("engine.language") / "schema" / f"{schema}.schema.json").read_text("utf-8")
    extended = validators.extend(Draft7Validator, {"pattern": _whole})  # type: ignore[no-untyped-call]
    return extended(json.loads(text))


def problems(node: Node, schema: str) -> list[Problem]:
    """Return what breaks the schema ``ruleset``, ``facts`` or ``policy``; every mistake, each at its place."""
    found: list[Problem] = []
    if schema == "ruleset" and isinstance(node, Mapping) and not nearest_of(node, "ruleset"):
        return [node.place.problem("the file is no rule set", "begin it with `ruleset: name`")]
    for error in _validator(schema).iter_errors(plain_value(node)):
        found += _told(error, node)
    return list(dict.fromkeys(found))


def nearest_of(node: Mapping, key: str) -> bool:
    """Whether a mapping has a key, or one that was probably meant to be it."""
    return any(given.value == key or nearest(given.value, [key]) for given, _ in node.entries)


def _told(error: Any, root: Node) -> Iterator[Problem]:
    node = _at(root, error.absolute_path)
    tell: Callable[[Any, Node, str], Iterable[Problem]] = _TELL.get(str(error.validator), _other)
    if error.validator == "oneOf":
        yield from _alternatives(error, root, node)
    elif "propertyNames" in error.absolute_schema_path:
        yield from _name(error, node)
    else:
        yield from tell(error, node, _title(error))


def _at(node: Node, path: Iterable[Any]) -> Node:
    for step in path:
        if isinstance(node, Mapping):
            node = node.get(str(step)) or node
        elif isinstance(node, Sequence):
            node = node.items[int(step)]
    return node


def _title(error: Any) -> str:
    schema = error.schema if isinstance(error.schema, dict) else {}
    key = next((str(step) for step in reversed(error.absolute_path) if isinstance(step, str)), "the file")
    title = str(schema.get("title") or key)
    return title if title.startswith(("a ", "an ", "the ", "named ")) else f"`{title}`"


def _key_place(node: Node, name: str) -> Place:
    return node.key_place(name) if isinstance(node, Mapping) else node.place


def _unknown(error: Any, node: Node, title: str) -> Iterator[Problem]:
    known = list(error.schema.get("properties", ()))
    for name in error.instance:
        if name not in known:
            hint = nearest(name, known) or f"known here: {', '.join(known)}"
            yield _key_place(node, name).problem(f"`{name}` is not known in {title}", hint)


def _missing(error: Any, node: Node, title: str) -> Iterator[Problem]:
    known = error.schema.get("properties", {})
    misspelt = {nearest(given, known) for given in error.instance if given not in known}
    for name in error.validator_value:
        if name not in error.instance and nearest(name, [name]) not in misspelt:
            yield node.place.problem(f"{title} lacks `{name}`", f"add a line `{name}: ...`")


def _type(error: Any, node: Node, title: str) -> Iterator[Problem]:
    wanted = error.validator_value
    words = [WORDS[word] for word in ([wanted] if isinstance(wanted, str) else wanted[:1])]
    yield node.place.problem(f"{title} must be {words[0]}", str(error.schema.get("description", "")))


def _enum(error: Any, node: Node, title: str) -> Iterator[Problem]:
    known = [str(word).lower() if isinstance(word, bool) else str(word) for word in error.validator_value]
    given = str(error.instance)
    words = ", ".join(known)
    hint = nearest(given, known) or (f"write one of {words}" if len(known) > 1 else f"write {words}")
    yield node.place.problem(f"`{given}` cannot be {title}", hint)


def _pattern(error: Any, node: Node, title: str) -> Iterator[Problem]:
    hints = {
        "a minor": 'write a Kubernetes minor such as "1.36", in quotes',
        "a version": "write three numbers, such as 1.0.0",
        "a rule set's name": "use lower-case letters, digits and -",
    }
    yield node.place.problem(f"`{error.instance}` cannot be {title}", hints.get(title, ""))


def _name(error: Any, node: Node) -> Iterator[Problem]:
    hint = "a name is made of letters and digits, and begins with a letter"
    yield _key_place(node, str(error.instance)).problem(f"`{error.instance}` cannot be a name", hint)


def _alternatives(error: Any, root: Node, node: Node) -> Iterator[Problem]:
    """Tell of the alternative that was meant: the one whose type fits."""
    branches: dict[Any, list[Any]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    meant = [
        inner
        for inner in branches.values()
        if all(e.validator != "type" or e.absolute_path != error.absolute_path for e in inner)
    ]
    if not meant:
        yield node.place.problem(f"{_title(error)} must be a text, or keys with values")
        return
    for inner in meant[0]:
        yield from _told(inner, root)


def _few_or_many(error: Any, node: Node, title: str) -> Iterator[Problem]:
    count = len(error.instance)
    wanted = error.validator_value
    if not count:
        yield node.place.problem(f"{title} is empty", "add at least one")
        return
    yield node.place.problem(f"{title} has {count} where {wanted} {'belongs' if wanted == 1 else 'belong'}")


def _beyond(error: Any, node: Node, title: str) -> Iterator[Problem]:
    bounds = f"{error.schema.get('minimum')} to {error.schema.get('maximum')}"
    yield node.place.problem(f"`{error.instance}` cannot be {title}", f"write a number from {bounds}")


def _other(error: Any, node: Node, title: str) -> Iterator[Problem]:
    yield node.place.problem(f"{title}: {error.message}")


_TELL: dict[str, Callable[[Any, Node, str], Iterable[Problem]]] = {
    "additionalProperties": _unknown,
    "required": _missing,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "minItems": _few_or_many,
    "minProperties": _few_or_many,
    "maxProperties": _few_or_many,
    "exclusiveMinimum": _pattern,
    "exclusiveMaximum": _pattern,
    "minimum": _beyond,
    "maximum": _beyond,
}
