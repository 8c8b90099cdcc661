"""Typed messages of ``podlaw.core.v1`` to the JSON of Kubernetes, and JSON back into messages.

In JSON a quantity is its text, a moment a text of RFC 3339, and what Kubernetes embeds stands in the message around it.
"""

import datetime
from collections.abc import Callable, Iterator
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

UNKNOWN: Final = "podlaw.unknown"
"""The key of what is unknown of a message: with it, two objects differ also where they differ beyond what is known."""

EMBEDDED: Final = frozenset(
    {"podlaw.core.v1.Volume.volume_source", "podlaw.core.v1.EphemeralContainer.ephemeral_container_common"}
)
"""The fields whose own fields stand in the message around them, in JSON."""

_QUANTITY: Final = "podlaw.core.v1.Quantity"
_TIME: Final = "podlaw.core.v1.Time"
TEXTS: Final = frozenset({_QUANTITY, _TIME})
"""The messages that are texts in JSON."""

Reader = Callable[[Any, bool], Any]


def to_json(message: Message, with_unknown: bool = False) -> dict[str, Any]:
    """Return a message as a JSON value; ``with_unknown``: also what is unknown of it, under :data:`UNKNOWN`.

    Fields that are not set are left out, and so are texts and numbers that are empty unless Kubernetes can tell
    "absent" from them.
    """
    found: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.full_name in EMBEDDED:
            found.update(to_json(value, with_unknown))
        else:
            found[field.json_name] = _reader(field)(value, with_unknown)
    if with_unknown:
        unknown = list(_unknown(UnknownFieldSet(message)))
        if unknown:
            found.setdefault(UNKNOWN, []).extend(unknown)
    return found


def _reader(field: FieldDescriptor) -> Reader:
    known = _READERS.get(field.full_name)
    if known is None:
        known = _READERS[field.full_name] = _made(field)
    return known


_READERS: Final[dict[str, Reader]] = {}


def _made(field: FieldDescriptor) -> Reader:
    if _is_map(field):
        of_entry = _single(_entry(field))
        return lambda value, more: {key: of_entry(value[key], more) for key in sorted(value)}
    of_one = _single(field)
    if field.is_repeated:
        return lambda value, more: [of_one(item, more) for item in value]
    return of_one


def _single(field: FieldDescriptor) -> Reader:
    match field.message_type.full_name if field.message_type is not None else "":
        case "":
            return lambda value, _: value
        case name if name == _QUANTITY:
            return lambda value, _: value.string
        case name if name == _TIME:
            return lambda value, _: _moment(value.seconds)
        case _:
            return to_json


def _moment(seconds: int) -> str:
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def _entry(field: Any) -> Any:
    """Return the field of the values of a map."""
    return _inner(field)[1]


def _inner(field: Any) -> list[Any]:
    """Return the fields of the message that a field holds."""
    return list(field.message_type.fields) if field.message_type is not None else []


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _unknown(fields: Any) -> Iterator[list[Any]]:
    """Yield number, type and value of each unknown field, in the order of the wire."""
    for field in fields:
        data = field.data
        if isinstance(data, bytes):
            value: Any = data.hex()
        elif isinstance(data, UnknownFieldSet):
            value = list(_unknown(data))
        else:
            value = data
        yield [field.field_number, field.wire_type, value]


def write(message: Message, value: dict[str, Any]) -> None:
    """Set the fields of a message that a JSON value holds; what it does not hold stays, unknown fields too.

    Lists are written element by element. Keys that the message does not know are passed over.
    """
    for field in message.DESCRIPTOR.fields:
        if field.full_name in EMBEDDED:
            if any(inner.json_name in value for inner in _inner(field)):
                write(getattr(message, field.name), value)
        elif value.get(field.json_name) is not None:
            _write_field(message, field, value[field.json_name])


def _write_field(message: Message, field: Any, value: Any) -> None:
    if _is_map(field):
        _write_map(getattr(message, field.name), _entry(field), value)
    elif field.is_repeated:
        _write_list(getattr(message, field.name), field, value)
    elif field.message_type is None:
        setattr(message, field.name, value)
    elif field.message_type.full_name != _TIME or not message.HasField(field.name):  # no rule sets a moment
        _write_message(getattr(message, field.name), value)


def _write_map(entries: Any, field: Any, value: dict[str, Any]) -> None:
    for key, inner in value.items():
        if field.message_type is None:
            entries[key] = inner
        else:
            _write_message(entries[key], inner)


def _write_list(items: Any, field: Any, value: list[Any]) -> None:
    if field.message_type is None:
        items[:] = value
        return
    for number, inner in enumerate(value):
        _write_message(items[number] if number < len(items) else items.add(), inner)


def _write_message(message: Any, value: Any) -> None:
    match message.DESCRIPTOR.full_name:
        case name if name == _QUANTITY:
            message.string = "0" if value is None else str(value)
        case name if name == _TIME:
            message.seconds = int(datetime.datetime.fromisoformat(value).timestamp())
        case _:
            message.SetInParent()
            write(message, value or {})
