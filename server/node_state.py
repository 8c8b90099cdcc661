"""The state of a node that comes with a request: JSON values by the names of the policy's inputs."""

from collections.abc import Collection
from typing import Any, Final

from engine.errors import FieldViolation
from podlaw.v1 import policy_pb2 as pb
from server.manifests import ManifestError, decode
from server.objects import read
from server.reasons import INVALID, TOO_MANY

MOST_PODS: Final = 10_000

_WRAPPED: Final = "kubeletconfig"
"""The key under which the kubelet tells its configuration at /configz."""

_DOCUMENTS: Final = ("summary", "kubelet_config", "summary_after_reclaim")
_TEXTS: Final = ("signal", "at")


def node_inputs(state: pb.NodeState, remembered: Collection[str], mistakes: list[FieldViolation]) -> dict[str, Any]:
    """Return what the state holds, by input; mistakes are added with the path of the field.

    ``remembered`` are the names of what one look remembers for the next.
    """
    inputs: dict[str, Any] = {}
    if state.HasField("node"):
        inputs["node"] = read(state.node, "node.node", "Node", mistakes)
    if len(state.pods) > MOST_PODS:
        text = f"holds {len(state.pods)} objects; at most {MOST_PODS} are taken"
        mistakes.append(FieldViolation("node.pods", text, TOO_MANY))
    else:
        inputs["nodePods"] = [
            read(sent, f"node.pods[{index}]", "Pod", mistakes) for index, sent in enumerate(state.pods)
        ]
    for name in _DOCUMENTS:
        data, title = getattr(state, name), state.DESCRIPTOR.fields_by_name[name].json_name
        if data:
            inputs[title] = _document(data, f"node.{title}", mistakes)
    if "kubeletConfig" in inputs:
        inputs["kubeletConfig"] = configuration(inputs["kubeletConfig"])
    if state.HasField("disk_info"):
        inputs["diskInfo"] = {
            "hasDedicatedImageFs": state.disk_info.has_dedicated_image_fs,
            "hasDedicatedContainerFs": state.disk_info.has_dedicated_container_fs,
        }
    inputs |= {name: getattr(state, name) for name in _TEXTS if getattr(state, name)}
    if state.fill_in:
        inputs["fillIn"] = True
    return inputs | _memories(state, remembered, mistakes)


def configuration(value: dict[str, Any]) -> Any:
    """Return the settings of a kubelet, whether they come as a file of them or as it answers at /configz."""
    return value[_WRAPPED] if isinstance(value.get(_WRAPPED), dict) else value


def _document(data: bytes, path: str, mistakes: list[FieldViolation]) -> Any:
    try:
        return decode(data)
    except ManifestError as error:
        mistakes.append(FieldViolation(path, str(error), error.reason))
        return {}


def _memories(state: pb.NodeState, remembered: Collection[str], mistakes: list[FieldViolation]) -> dict[str, Any]:
    """Return what the look before remembered: each is the JSON of a conclusion."""
    found: dict[str, Any] = {}
    for name in sorted(state.memories):
        path = f"node.memories[{name[:60]}]"
        if name in remembered:
            found[name] = _document(b'{"held":' + state.memories[name] + b"}", path, mistakes).get("held")
        else:
            text = f"is nothing that is remembered; that are {', '.join(sorted(remembered))}"
            mistakes.append(FieldViolation(path, text, INVALID))
    return found
