"""The facts that rules may speak of: read from ``facts.yaml``."""

from dataclasses import dataclass, field

from engine.language import types
from engine.language.reading import NOWHERE, Reader, nearest, type_hint
from engine.language.source import Mapping, Node, Place, Sequence, Text
from engine.language.types import BASIC, Type


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind: where it stands in the object (``path``; "" for one that a note or a rule gives)."""

    name: str
    type: Type
    optional: bool
    path: tuple[str, ...]
    about: str
    words: tuple[str, ...] = ()
    reported: bool = False
    reading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact, with its fields by name."""

    name: str
    about: str
    fields: dict[str, Field]
    place: Place


@dataclass(frozen=True, slots=True)
class Input:
    """What a request may hold: its type, and the stage that answers when a quantity in it cannot be read."""

    name: str
    type: Type
    optional: bool
    about: str
    refused_stage: str = ""
    words: tuple[str, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All kinds, inputs, notes (facts that effects leave behind) and conclusions of a policy."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    inputs: dict[str, Input] = field(default_factory=dict)
    notes: dict[str, Input] = field(default_factory=dict)
    conclusions: dict[str, Input] = field(default_factory=dict)
    shorthands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bases: dict[str, Node] = field(default_factory=dict)


READINGS = ("rounded to milli", "stored", "unsigned")
BUILT_IN = ("position", "path")


def read_type(reader: Reader, text: str, place: Place, kinds: "frozenset[str]") -> tuple[Type, bool]:
    """Return the type that a text names, and whether it is optional."""
    words = text.split()
    optional = words[:1] == ["optional"]
    words = words[1:] if optional else words
    name = " ".join(words)
    result = types.named(name, kinds)
    if result is None:
        known = [*BASIC, *sorted(kinds)]
        reader.problem(place, f"`{name}` is no type", type_hint(words[-1] if words else "", known))
    return result or types.TEXT, optional


def read_catalogue(reader: Reader, node: Node) -> Catalogue:
    """Read ``facts.yaml``; problems go to the reader."""
    top = reader.mapping(node)
    kind_nodes = reader.mapping(top.get("kinds"))
    names = frozenset(kind_nodes.keys())
    kinds = {name.value: _kind(reader, name.value, value, names, name.place) for name, value in kind_nodes.entries}
    sections = {}
    for section in ("inputs", "notes", "conclusions"):
        entries = reader.mapping(top.get(section)).entries if top.get(section) else ()
        sections[section] = {name.value: _input(reader, name, value, names) for name, value in entries}
    examples = reader.mapping(top.get("examples"))
    shorthands = {
        key.value: tuple(reader.text(value).split("."))
        for key, value in (reader.mapping(examples.get("shorthands")).entries if examples.entries else ())
    }
    bases = reader.mapping(examples.get("bases")).entries if examples.entries else ()
    return Catalogue(
        kinds,
        sections["inputs"],
        sections["notes"],
        sections["conclusions"],
        shorthands,
        {k.value: v for k, v in bases},
    )


def _kind(reader: Reader, name: str, node: Node, kinds: frozenset[str], place: Place) -> Kind:
    top = reader.mapping(node)
    fields = {}
    for key, value in reader.mapping(top.get("fields")).entries:
        if key.value in BUILT_IN:
            reader.problem(key.place, f"every fact has `{key.value}` already", "use another name")
        fields[key.value] = _field(reader, key.value, value, kinds)
    return Kind(name, reader.text(top.get("about")), fields, place)


def _field(reader: Reader, name: str, node: Node, kinds: frozenset[str]) -> Field:
    top = reader.mapping(node)
    type_, optional = read_type(reader, reader.text(top.get("type")), _place(top.get("type"), node), kinds)
    path = _path(reader, top.get("path"))
    readings = tuple(part.strip() for part in reader.text(top.get("reading")).split(",") if part.strip())
    for reading in readings:
        if reading not in READINGS:
            hint = nearest(reading, READINGS) or f"known: {', '.join(READINGS)}"
            reader.problem(_place(top.get("reading"), node), f"`{reading}` is no way to read", hint)
    return Field(
        name,
        type_,
        optional,
        path,
        reader.text(top.get("about")),
        _words(reader, top.get("words")),
        reader.text(top.get("reported")) == "true",
        readings,
    )


def _place(node: Node | None, otherwise: Node) -> Place:
    return (node or otherwise).place


def _path(reader: Reader, node: Node | None) -> tuple[str, ...]:
    if isinstance(node, Sequence):
        return tuple(reader.text(step) for step in node.items)
    text = reader.text(node)
    return tuple(text.split(".")) if text else ()


def _input(reader: Reader, name: Text, node: Node, kinds: frozenset[str]) -> Input:
    top = reader.mapping(node)
    type_, optional = read_type(reader, reader.text(top.get("type")), _place(top.get("type"), node), kinds)
    stage = reader.text(top.get("refused quantities")) if isinstance(node, Mapping) else ""
    about, words = reader.text(top.get("about")), _words(reader, top.get("words"))
    return Input(name.value, type_, optional, about, stage, words, name.place)


def _words(reader: Reader, node: Node | None) -> tuple[str, ...]:
    return tuple(reader.text(item) for item in reader.items(node))
