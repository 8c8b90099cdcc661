"""Prints docs/api.md: the contract, from the comments of the .proto files, by `buf build`'s descriptor set."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

ROOT = Path(__file__).parents[1]
FILES = ("podlaw/v1/policy.proto", "podlaw/core/v1/core.proto")
HEAD = """# The contract

Generated from the comments in `proto/`; do not edit. `make proto` makes it anew.
"""
_MESSAGE, _FIELD, _ENUM, _VALUE, _SERVICE, _METHOD = 4, 2, 5, 2, 6, 2  # numbers of fields in descriptor.proto


def main() -> None:
    """Write the page to standard output."""
    buf = Path(sys.executable).with_name("buf")
    built = subprocess.run([buf, "build", ROOT / "proto", "-o", "-"], check=True, capture_output=True)  # noqa: S603
    files = {file.name: file for file in FileDescriptorSet.FromString(built.stdout).file}
    sys.stdout.write("\n".join([HEAD, *(line for name in FILES for line in _file(files[name]))]).rstrip() + "\n")


def _file(file: FileDescriptorProto) -> Iterator[str]:
    comments = {tuple(place.path): place for place in file.source_code_info.location}
    syntax = comments.get((12,))
    yield f"## `{file.package}`\n"
    if syntax is not None:
        yield _prose(syntax.leading_comments)
    texts = {path: place.leading_comments for path, place in comments.items()}
    for number, service in enumerate(file.service):
        yield f"### {service.name}\n\n{_prose(texts[_SERVICE, number])}"
        yield "| method | request | response | |\n|---|---|---|---|"
        for position, method in enumerate(service.method):
            about = _cell(texts[_SERVICE, number, _METHOD, position])
            yield f"| `{method.name}` | {_link(method.input_type)} | {_link(method.output_type)} | {about} |"
        yield ""
    for number, message in enumerate(file.message_type):
        yield from _message(message, texts, (_MESSAGE, number))
    for number, enum in enumerate(file.enum_type):
        yield from _enum(enum, texts, (_ENUM, number))


def _message(message: DescriptorProto, texts: dict[tuple[int, ...], str], path: tuple[int, ...]) -> Iterator[str]:
    yield f"### {message.name}\n\n{_prose(texts[path])}"
    if message.field:
        yield "| field | number | type | |\n|---|---|---|---|"
    for number, field in enumerate(message.field):
        yield f"| `{field.name}` | {field.number} | {_type(field, message)} | {_cell(texts[(*path, _FIELD, number)])} |"
    yield ""


def _enum(enum: EnumDescriptorProto, texts: dict[tuple[int, ...], str], path: tuple[int, ...]) -> Iterator[str]:
    yield f"### {enum.name}\n\n{_prose(texts[path])}"
    yield "| value | number | |\n|---|---|---|"
    for number, value in enumerate(enum.value):
        yield f"| `{value.name}` | {value.number} | {_cell(texts[(*path, _VALUE, number)])} |"
    yield ""


def _type(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    entry = next((nested for nested in message.nested_type if field.type_name.endswith(f".{nested.name}")), None)
    if entry is not None:
        return f"map of {_single(entry.field[0])} to {_single(entry.field[1])}"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {_single(field)}"
    if field.HasField("oneof_index") and not field.proto3_optional:
        return f"{_single(field)}, one of `{message.oneof_decl[field.oneof_index].name}`"
    return f"optional {_single(field)}" if field.proto3_optional else _single(field)


def _single(field: FieldDescriptorProto) -> str:
    if field.type_name:
        return _link(field.type_name)
    return FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()


def _link(type_name: str) -> str:
    name = type_name.rpartition(".")[2]
    return f"[{name}](#{name.lower()})"


def _prose(comment: str) -> str:
    return "\n".join(line.removeprefix(" ") for line in comment.rstrip().splitlines()) + "\n"


def _cell(comment: str) -> str:
    return " ".join(comment.split()).replace("|", "\\|")


main()
