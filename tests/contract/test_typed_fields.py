"""Everything that rules may read of an object is a field of its typed message."""

import pytest
from google.protobuf.descriptor import FieldDescriptor

from engine.language.loading import load
from podlaw.core.v1 import core_pb2 as core
from server.typed import EMBEDDED, TEXTS
from tests.places import RULES

INPUTS = {
    "pod": core.Pod,
    "oldPod": core.Pod,
    "persistentVolumeClaim": core.PersistentVolumeClaim,
    "oldPersistentVolumeClaim": core.PersistentVolumeClaim,
    "limitRanges": core.LimitRange,
}


def fields(descriptor):
    """Fields by their name in JSON, those of embedded messages among them."""
    found = {}
    for field in descriptor.fields:
        found |= fields(field.message_type) if field.full_name in EMBEDDED else {field.json_name: field}
    return found


def at(descriptor, path):
    """The field at a path; of a path into a map, the map."""
    for step in path[:-1]:
        field = fields(descriptor).get(step)
        if field is None or is_map(field):
            return field
        descriptor = field.message_type
    return fields(descriptor).get(path[-1])


def is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def missing(catalogue, kind, descriptor, seen):
    if (kind, descriptor.full_name) in seen:
        return
    seen.add((kind, descriptor.full_name))
    for declared in catalogue.kinds[kind].fields.values():
        if not declared.path:
            continue
        found = at(descriptor, declared.path)
        if found is None:
            yield f"{descriptor.name}: {'.'.join(declared.path)}"
            continue
        inner = declared.type.of or declared.type
        holds_facts = inner.kind and found.type == FieldDescriptor.TYPE_MESSAGE and not is_map(found)
        if holds_facts and found.message_type.full_name not in TEXTS:
            yield from missing(catalogue, inner.name, found.message_type, seen)


@pytest.mark.parametrize("name", INPUTS)
def test_all_that_rules_read_has_a_field(name):
    catalogue = load(RULES).catalogue
    type_ = catalogue.inputs[name].type
    assert list(missing(catalogue, (type_.of or type_).name, INPUTS[name].DESCRIPTOR, set())) == []
