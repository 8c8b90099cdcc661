"""The facts that rules may speak of: read from ``facts.yaml``."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.language import types
from engine.language.reading import NOWHERE, Reader, nearest, type_hint
from engine.language.source import Mapping, Node, Place, Sequence, Text
from engine.language.types import BASIC, Type, entry_of


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
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact, with its fields by name."""

    name: str
    about: str
    fields: dict[str, Field]
    place: Place


@dataclass(frozen=True, slots=True)
class Input:
    """What a request may hold: its type, and the stage that answers when a quantity in it cannot be read.

    ``stands_at`` of a conclusion is the input, and the field of it, which the policy leaves the conclusion at.
    """

    name: str
    type: Type
    optional: bool
    about: str
    refused_stage: str = ""
    words: tuple[str, ...] = ()
    place: Place = NOWHERE
    unit: str = ""
    stands_at: tuple[str, str] | None = None
    needed_on: tuple[str, ...] = ()
    needed_beside: str = ""
    unordered: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All kinds, inputs, notes (facts that effects leave behind) and conclusions of a policy.

    ``memories`` are facts that rules leave for the next evaluation: also inputs, of what the one before left.
    ``units`` holds what each unit means, ``unit_of`` the units that amounts have by their names, such as `memory`.
    """

    kinds: dict[str, Kind] = field(default_factory=dict)
    inputs: dict[str, Input] = field(default_factory=dict)
    notes: dict[str, Input] = field(default_factory=dict)
    conclusions: dict[str, Input] = field(default_factory=dict)
    memories: dict[str, Input] = field(default_factory=dict)
    shorthands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bases: dict[str, Node] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    unit_of: dict[str, str] = field(default_factory=dict)


READINGS = ("rounded to milli", "stored", "unsigned")
REMEMBERED = (types.TEXT, types.TRUTH, types.INT64, types.QUANTITY, types.QUANTITIES, types.list_of(types.TEXT))
"""What the fields of a memory may hold."""
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
    units = _units(reader, top.get("units"))
    kind_nodes = reader.mapping(top.get("kinds"))
    names = frozenset(kind_nodes.keys())
    kinds = {name.value: _kind(reader, name, value, names, units[0]) for name, value in kind_nodes.entries}
    _check_rings(reader, kinds)
    sections = {}
    for section in ("inputs", "notes", "conclusions", "memories"):
        entries = reader.mapping(top.get(section)).entries if top.get(section) else ()
        sections[section] = {name.value: _input(reader, name, value, names, units[0]) for name, value in entries}
    for memory in sections["memories"].values():
        _check_memory(reader, memory, kinds)
    for given in sections["inputs"].values():
        if given.type.entry is not None and _is_told_only(given.type.entry):
            reader.problem(given.place, f"an input cannot be a {given.type}", "say `list of ...`, or `map of text`")
    for conclusion in sections["conclusions"].values():
        _check_place(reader, conclusion, sections["inputs"], kinds)
    examples = reader.mapping(top.get("examples"))
    shorthands = {
        key.value: tuple(reader.text(value).split("."))
        for key, value in (reader.mapping(examples.get("shorthands")).entries if examples.entries else ())
    }
    bases = reader.mapping(examples.get("bases")).entries if examples.entries else ()
    return Catalogue(
        kinds,
        {**sections["memories"], **sections["inputs"]},
        sections["notes"],
        sections["conclusions"],
        sections["memories"],
        shorthands,
        {k.value: v for k, v in bases},
        *units,
    )


def reachable(catalogue: Catalogue, type_: Type) -> set[str]:
    """Return the kinds of the facts that stand in a value of a type, at any depth."""
    found: set[str] = set()
    waiting = [type_]
    while waiting:
        here = waiting.pop()
        if here.of is not None:
            waiting.append(here.of)
        elif here.kind and here.name not in found:
            found.add(here.name)
            waiting += [field.type for field in catalogue.kinds[here.name].fields.values()]
    return found


def _check_memory(reader: Reader, memory: Input, kinds: dict[str, Kind]) -> None:
    """Tell of what could not be handed back: a memory is a list of facts whose fields stand somewhere and are plain."""
    element = memory.type.of
    if element is None or not element.kind:
        reader.problem(memory.place, f"`{memory.name}` is a {memory.type}", "a memory is a list of facts of one kind")
        return
    for one in kinds[element.name].fields.values():
        if not one.path or one.type not in REMEMBERED:
            message = f"`{one.name}` of {element.name} cannot be remembered in `{memory.name}`"
            reader.problem(memory.place, message, "give it a path, and a text, number, truth or quantity as its type")


def _check_place(reader: Reader, conclusion: Input, inputs: dict[str, Input], kinds: dict[str, Kind]) -> None:
    """Tell of a conclusion that cannot be left in an object: it takes a field of an input, of its own type."""
    if conclusion.stands_at is None:
        return
    name, field_name = conclusion.stands_at
    kind = kinds.get(inputs[name].type.name) if name in inputs and inputs[name].type.kind else None
    held = kind.fields.get(field_name) if kind is not None else None
    if held is None or not held.path:
        message = f"`{name}.{field_name}` is no field of an input"
        reader.problem(conclusion.place, message, "say `INPUT.FIELD`, a field that has a path, such as `pod.name`")
    elif held.type != conclusion.type or conclusion.type != types.TEXT:
        message = f"`{conclusion.name}` is a {conclusion.type}, `{name}.{field_name}` a {held.type}"
        reader.problem(conclusion.place, message, "only a text can be left in an object, at a field that is a text")


def _units(reader: Reader, node: Node | None) -> tuple[dict[str, str], dict[str, str]]:
    meanings, names = {}, {}
    for name, value in reader.mapping(node).entries:
        top = reader.mapping(value)
        meanings[name.value] = reader.text(top.get("about"))
        names.update({reader.text(item): name.value for item in reader.items(top.get("of"))})
    return meanings, names


def _check_rings(reader: Reader, kinds: dict[str, Kind]) -> None:
    """Tell of kinds that hold themselves: such a fact could not end."""
    held = {
        name: [field for field in kind.fields.values() if field.type.kind and field.path and not field.optional]
        for name, kind in kinds.items()
    }
    for name, kind in kinds.items():
        reached, waiting = set[str](), [name]
        while waiting:
            inner = [field.type.name for field in held.get(waiting.pop(), ()) if field.type.name not in reached]
            reached.update(inner)
            waiting += inner
        if name in reached:
            hint = "make its type `optional ...`, or a list"
            names = " or ".join(f"`{field.name}`" for field in held[name])
            reader.problem(kind.place, f"{name} holds itself, by {names}, without end", hint)


def _kind(reader: Reader, name: Text, node: Node, kinds: frozenset[str], units: Collection[str]) -> Kind:
    top = reader.mapping(node)
    fields = {}
    for key, value in reader.mapping(top.get("fields")).entries:
        if key.value in BUILT_IN:
            reader.problem(key.place, f"every fact has `{key.value}` already", "use another name")
        fields[key.value] = _field(reader, key.value, value, kinds, units)
    return Kind(name.value, reader.text(top.get("about")), fields, name.place)


def _field(reader: Reader, name: str, node: Node, kinds: frozenset[str], units: Collection[str]) -> Field:
    top = reader.mapping(node)
    type_, optional = read_type(reader, reader.text(top.get("type")), _place(top.get("type"), node), kinds)
    path = _path(reader, top.get("path"))
    if path and type_.entry is not None and _is_told_only(type_.entry):
        reader.problem(_place(top.get("type"), node), f"a field of an object cannot be a {type_}", "say `map of text`")
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
        _unit(reader, top.get("unit"), type_, units),
    )


def _is_told_only(entry: Type) -> bool:
    """Whether entries of a map can be concluded, but not read from an object."""
    return entry.of is not None or entry.kind


def _unit(reader: Reader, node: Node | None, type_: Type, units: Collection[str]) -> str:
    unit = reader.text(node)
    if node is None or unit == "":
        return ""
    held = type_.of or entry_of(type_) or type_
    if unit not in units:
        hint = nearest(unit, units) or "list it under `units` in facts.yaml"
        reader.problem(node.place, f"there is no unit `{unit}`", hint)
    elif not held.numeric:
        reader.problem(node.place, f"a {held} counts nothing", "give a unit to numbers and quantities only")
    return unit


def _place(node: Node | None, otherwise: Node) -> Place:
    return (node or otherwise).place


def _path(reader: Reader, node: Node | None) -> tuple[str, ...]:
    if isinstance(node, Sequence):
        return tuple(reader.text(step) for step in node.items)
    text = reader.text(node)
    return tuple(text.split(".")) if text else ()


def _input(reader: Reader, name: Text, node: Node, kinds: frozenset[str], units: Collection[str]) -> Input:
    top = reader.mapping(node)
    type_, optional = read_type(reader, reader.text(top.get("type")), _place(top.get("type"), node), kinds)
    stage = reader.text(top.get("refused quantities")) if isinstance(node, Mapping) else ""
    about, words = reader.text(top.get("about")), _words(reader, top.get("words"))
    unit = _unit(reader, top.get("unit"), type_, units)
    where = reader.text(top.get("stands at")) if isinstance(node, Mapping) else ""
    stands_at = (where.partition(".")[0], where.partition(".")[2]) if where else None
    needed = (
        tuple(reader.text(item) for item in reader.items(top.get("needed on"))) if isinstance(node, Mapping) else ()
    )
    beside = reader.text(top.get("needed beside")) if isinstance(node, Mapping) else ""
    unordered = isinstance(node, Mapping) and reader.text(top.get("unordered")) == "true"
    if unordered and type_.of is None:
        reader.problem(name.place, f"`{name.value}` is a {type_} and has no order", "only a list can be `unordered`")
    return Input(
        name.value, type_, optional, about, stage, words, name.place, unit, stands_at, needed, beside, unordered
    )


def _words(reader: Reader, node: Node | None) -> tuple[str, ...]:
    return tuple(reader.text(item) for item in reader.items(node))
