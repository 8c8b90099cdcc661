"""Typed messages of ``podlaw.core.v1`` to the JSON of Kubernetes, and JSON back into messages.

In JSON a quantity is its text, a moment a text of RFC 3339, and what Kubernetes embeds stands in the message around it.
"""

import datetime
from collections.abc import Callable
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

UNKNOWN: Final = "podlaw unknown"
"""The key of the bytes that are unknown of a message, in hexadecimal digits: no field of Kubernetes is called so.

With it two objects differ also where they differ beyond what is known, and a message is made again whole.
"""

EMBEDDED: Final = frozenset(
    {"podlaw.core.v1.Volume.volume_source", "podlaw.core.v1.EphemeralContainer.ephemeral_container_common"}
)
"""The fields whose own fields stand in the message around them, in JSON."""

_QUANTITY: Final = "podlaw.core.v1.Quantity"
_TIME: Final = "podlaw.core.v1.Time"
_ZERO: Final = "0"
TEXTS: Final = frozenset({_QUANTITY, _TIME})
"""The messages that are texts in JSON."""

Reader = Callable[[Any], Any]


def to_json(message: Message) -> dict[str, Any]:
    """Return a message as a JSON value, with what is unknown of it under :data:`UNKNOWN`.

    Fields that are not set are left out, and so are texts and numbers that are empty unless Kubernetes can tell
    "absent" from them.
    """
    found: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.full_name in EMBEDDED:
            inner = to_json(value)
            if UNKNOWN in inner:
                inner[_unknown_of(field)] = inner.pop(UNKNOWN)
            found.update(inner)
        else:
            found[field.json_name] = _reader(field)(value)
    if len(UnknownFieldSet(message)):
        found[UNKNOWN] = _unknown(message)
    return found


def without_unknown(operations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the operations of a JSON Patch without those on what is unknown: it has no form in JSON."""
    return [_known(one) for one in operations if not one["path"].rpartition("/")[2].startswith(UNKNOWN)]


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _known(inner) for name, inner in value.items() if not name.startswith(UNKNOWN)}
    return [_known(inner) for inner in value] if isinstance(value, list) else value


def _unknown_of(field: FieldDescriptor) -> str:
    """Return the key of what is unknown of an embedded message."""
    return f"{UNKNOWN} {field.name}"


def _unknown(message: Message) -> str:
    """Return the bytes of a message that belong to no field of it."""
    rest = type(message)()
    rest.CopyFrom(message)
    for field, _ in message.ListFields():
        rest.ClearField(field.name)
    return rest.SerializeToString().hex()


def _reader(field: FieldDescriptor) -> Reader:
    known = _READERS.get(field.full_name)
    if known is None:
        known = _READERS[field.full_name] = _made(field)
    return known


_READERS: Final[dict[str, Reader]] = {}


def _made(field: FieldDescriptor) -> Reader:
    if _is_map(field):
        of_entry = _single(_entry(field))
        return lambda value: {key: of_entry(value[key]) for key in sorted(value)}
    of_one = _single(field)
    if field.is_repeated:
        return lambda value: [of_one(item) for item in value]
    return of_one


def _single(field: FieldDescriptor) -> Reader:
    match field.message_type.full_name if field.message_type is not None else "":
        case "":
            return lambda value: value
        case name if name == _QUANTITY:
            return lambda value: value.string or _ZERO
        case name if name == _TIME:
            return lambda value: _moment(value.seconds)
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


def write(message: Message, value: dict[str, Any]) -> None:
    """Make a message what a JSON value says, with what is unknown of it; what it was before is gone.

    Keys that the message does not know are passed over.
    """
    message.Clear()
    message.MergeFromString(bytes.fromhex(value.get(UNKNOWN, "")))
    for field in message.DESCRIPTOR.fields:
        if field.full_name in EMBEDDED:
            _write_embedded(message, field, value)
        elif value.get(field.json_name) is not None:
            _write_field(message, field, value[field.json_name])


def _write_embedded(message: Message, field: Any, value: dict[str, Any]) -> None:
    held = {inner.json_name: value[inner.json_name] for inner in _inner(field) if inner.json_name in value}
    if _unknown_of(field) in value:
        held[UNKNOWN] = value[_unknown_of(field)]
    if held:
        write(getattr(message, field.name), held)


def _write_field(message: Message, field: Any, value: Any) -> None:
    held = getattr(message, field.name)
    if _is_map(field):
        _write_map(held, _entry(field), value)
    elif field.is_repeated and field.message_type is None:
        held.extend(value)
    elif field.is_repeated:
        for inner in value:
            _write_message(held.add(), inner)
    elif field.message_type is None:
        setattr(message, field.name, value)
    else:
        _write_message(held, value)


def _write_map(entries: Any, field: Any, value: dict[str, Any]) -> None:
    for key, inner in value.items():
        if field.message_type is None:
            entries[key] = inner
        else:
            _write_message(entries[key], inner)


def _write_message(message: Any, value: Any) -> None:
    match message.DESCRIPTOR.full_name:
        case name if name == _QUANTITY:
            message.string = _ZERO if value is None else str(value)
        case name if name == _TIME:
            message.seconds = _seconds(value)
        case _:
            message.SetInParent()
            write(message, value or {})


def _seconds(text: str) -> int:
    """Return the moment that a text names, as :func:`_moment` writes it."""
    try:
        return int(text)
    except ValueError:
        return int(datetime.datetime.fromisoformat(text).timestamp())
