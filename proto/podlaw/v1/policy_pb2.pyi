from podlaw.core.v1 import core_pb2 as _core_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Operation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPERATION_UNSPECIFIED: _ClassVar[Operation]
    OPERATION_CREATE: _ClassVar[Operation]
    OPERATION_UPDATE: _ClassVar[Operation]

class TraceLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRACE_LEVEL_UNSPECIFIED: _ClassVar[TraceLevel]
    TRACE_LEVEL_CHECKS: _ClassVar[TraceLevel]
    TRACE_LEVEL_FIRINGS: _ClassVar[TraceLevel]

class OriginKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORIGIN_KIND_UNSPECIFIED: _ClassVar[OriginKind]
    ORIGIN_KIND_DECLARED: _ClassVar[OriginKind]
    ORIGIN_KIND_COPIED: _ClassVar[OriginKind]
    ORIGIN_KIND_FILLED: _ClassVar[OriginKind]
OPERATION_UNSPECIFIED: Operation
OPERATION_CREATE: Operation
OPERATION_UPDATE: Operation
TRACE_LEVEL_UNSPECIFIED: TraceLevel
TRACE_LEVEL_CHECKS: TraceLevel
TRACE_LEVEL_FIRINGS: TraceLevel
ORIGIN_KIND_UNSPECIFIED: OriginKind
ORIGIN_KIND_DECLARED: OriginKind
ORIGIN_KIND_COPIED: OriginKind
ORIGIN_KIND_FILLED: OriginKind

class EvaluateRequest(_message.Message):
    __slots__ = ("pod", "limit_ranges", "kubernetes", "operation", "subresource", "trace", "persistent_volume_claim", "old_object", "policy", "facets", "question", "orders", "max_answer_bytes", "node")
    POD_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RANGES_FIELD_NUMBER: _ClassVar[int]
    KUBERNETES_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    SUBRESOURCE_FIELD_NUMBER: _ClassVar[int]
    TRACE_FIELD_NUMBER: _ClassVar[int]
    PERSISTENT_VOLUME_CLAIM_FIELD_NUMBER: _ClassVar[int]
    OLD_OBJECT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    FACETS_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    MAX_ANSWER_BYTES_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    pod: Object
    limit_ranges: _containers.RepeatedCompositeFieldContainer[Object]
    kubernetes: str
    operation: Operation
    subresource: str
    trace: TraceLevel
    persistent_volume_claim: Object
    old_object: Object
    policy: str
    facets: _containers.RepeatedScalarFieldContainer[str]
    question: str
    orders: bool
    max_answer_bytes: int
    node: NodeState
    def __init__(self, pod: _Optional[_Union[Object, _Mapping]] = ..., limit_ranges: _Optional[_Iterable[_Union[Object, _Mapping]]] = ..., kubernetes: _Optional[str] = ..., operation: _Optional[_Union[Operation, str]] = ..., subresource: _Optional[str] = ..., trace: _Optional[_Union[TraceLevel, str]] = ..., persistent_volume_claim: _Optional[_Union[Object, _Mapping]] = ..., old_object: _Optional[_Union[Object, _Mapping]] = ..., policy: _Optional[str] = ..., facets: _Optional[_Iterable[str]] = ..., question: _Optional[str] = ..., orders: _Optional[bool] = ..., max_answer_bytes: _Optional[int] = ..., node: _Optional[_Union[NodeState, _Mapping]] = ...) -> None: ...

class Object(_message.Message):
    __slots__ = ("manifest", "pod", "persistent_volume_claim", "limit_range", "node")
    MANIFEST_FIELD_NUMBER: _ClassVar[int]
    POD_FIELD_NUMBER: _ClassVar[int]
    PERSISTENT_VOLUME_CLAIM_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RANGE_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    manifest: bytes
    pod: _core_pb2.Pod
    persistent_volume_claim: _core_pb2.PersistentVolumeClaim
    limit_range: _core_pb2.LimitRange
    node: _core_pb2.Node
    def __init__(self, manifest: _Optional[bytes] = ..., pod: _Optional[_Union[_core_pb2.Pod, _Mapping]] = ..., persistent_volume_claim: _Optional[_Union[_core_pb2.PersistentVolumeClaim, _Mapping]] = ..., limit_range: _Optional[_Union[_core_pb2.LimitRange, _Mapping]] = ..., node: _Optional[_Union[_core_pb2.Node, _Mapping]] = ...) -> None: ...

class NodeState(_message.Message):
    __slots__ = ("node", "pods", "summary", "kubelet_config", "disk_info", "signal", "at", "summary_after_reclaim", "fill_in", "memories")
    class MemoriesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: bytes
        def __init__(self, key: _Optional[str] = ..., value: _Optional[bytes] = ...) -> None: ...
    NODE_FIELD_NUMBER: _ClassVar[int]
    PODS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    KUBELET_CONFIG_FIELD_NUMBER: _ClassVar[int]
    DISK_INFO_FIELD_NUMBER: _ClassVar[int]
    SIGNAL_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_AFTER_RECLAIM_FIELD_NUMBER: _ClassVar[int]
    FILL_IN_FIELD_NUMBER: _ClassVar[int]
    MEMORIES_FIELD_NUMBER: _ClassVar[int]
    node: Object
    pods: _containers.RepeatedCompositeFieldContainer[Object]
    summary: bytes
    kubelet_config: bytes
    disk_info: DiskInfo
    signal: str
    at: str
    summary_after_reclaim: bytes
    fill_in: bool
    memories: _containers.ScalarMap[str, bytes]
    def __init__(self, node: _Optional[_Union[Object, _Mapping]] = ..., pods: _Optional[_Iterable[_Union[Object, _Mapping]]] = ..., summary: _Optional[bytes] = ..., kubelet_config: _Optional[bytes] = ..., disk_info: _Optional[_Union[DiskInfo, _Mapping]] = ..., signal: _Optional[str] = ..., at: _Optional[str] = ..., summary_after_reclaim: _Optional[bytes] = ..., fill_in: _Optional[bool] = ..., memories: _Optional[_Mapping[str, bytes]] = ...) -> None: ...

class DiskInfo(_message.Message):
    __slots__ = ("has_dedicated_image_fs", "has_dedicated_container_fs")
    HAS_DEDICATED_IMAGE_FS_FIELD_NUMBER: _ClassVar[int]
    HAS_DEDICATED_CONTAINER_FS_FIELD_NUMBER: _ClassVar[int]
    has_dedicated_image_fs: bool
    has_dedicated_container_fs: bool
    def __init__(self, has_dedicated_image_fs: _Optional[bool] = ..., has_dedicated_container_fs: _Optional[bool] = ...) -> None: ...

class EvaluateResponse(_message.Message):
    __slots__ = ("verdict", "orders", "answers")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    orders: Orders
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, verdict: _Optional[_Union[Verdict, _Mapping]] = ..., orders: _Optional[_Union[Orders, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("question", "about", "verdict", "refused")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    question: str
    about: str
    verdict: Verdict
    refused: str
    def __init__(self, question: _Optional[str] = ..., about: _Optional[str] = ..., verdict: _Optional[_Union[Verdict, _Mapping]] = ..., refused: _Optional[str] = ...) -> None: ...

class Orders(_message.Message):
    __slots__ = ("tried", "possible", "depends", "outcomes")
    TRIED_FIELD_NUMBER: _ClassVar[int]
    POSSIBLE_FIELD_NUMBER: _ClassVar[int]
    DEPENDS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    tried: int
    possible: int
    depends: bool
    outcomes: _containers.RepeatedCompositeFieldContainer[Outcome]
    def __init__(self, tried: _Optional[int] = ..., possible: _Optional[int] = ..., depends: _Optional[bool] = ..., outcomes: _Optional[_Iterable[_Union[Outcome, _Mapping]]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("order", "allowed", "stage", "violations", "violations_left_out", "values", "conclusions", "other_first", "orders")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    CONCLUSIONS_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIRST_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    order: _containers.RepeatedScalarFieldContainer[str]
    allowed: bool
    stage: str
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    violations_left_out: int
    values: _containers.RepeatedCompositeFieldContainer[Value]
    conclusions: Conclusions
    other_first: bool
    orders: int
    def __init__(self, order: _Optional[_Iterable[str]] = ..., allowed: _Optional[bool] = ..., stage: _Optional[str] = ..., violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., violations_left_out: _Optional[int] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., conclusions: _Optional[_Union[Conclusions, _Mapping]] = ..., other_first: _Optional[bool] = ..., orders: _Optional[int] = ...) -> None: ...

class Verdict(_message.Message):
    __slots__ = ("allowed", "stage", "code", "violations", "unreported", "values", "conclusions", "warnings", "kubernetes", "policy_version", "policy_digest", "pod", "trace", "persistent_volume_claim", "limit_ranges", "checks", "json_patch", "digest", "violations_left_out", "unreported_left_out", "order")
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    UNREPORTED_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    CONCLUSIONS_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    KUBERNETES_FIELD_NUMBER: _ClassVar[int]
    POLICY_VERSION_FIELD_NUMBER: _ClassVar[int]
    POLICY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    POD_FIELD_NUMBER: _ClassVar[int]
    TRACE_FIELD_NUMBER: _ClassVar[int]
    PERSISTENT_VOLUME_CLAIM_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RANGES_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    JSON_PATCH_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    UNREPORTED_LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    allowed: bool
    stage: str
    code: int
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    unreported: _containers.RepeatedCompositeFieldContainer[Violation]
    values: _containers.RepeatedCompositeFieldContainer[Value]
    conclusions: Conclusions
    warnings: _containers.RepeatedScalarFieldContainer[str]
    kubernetes: str
    policy_version: str
    policy_digest: str
    pod: Object
    trace: _containers.RepeatedCompositeFieldContainer[Firing]
    persistent_volume_claim: Object
    limit_ranges: _containers.RepeatedCompositeFieldContainer[Object]
    checks: _containers.RepeatedCompositeFieldContainer[Check]
    json_patch: bytes
    digest: str
    violations_left_out: int
    unreported_left_out: int
    order: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, allowed: _Optional[bool] = ..., stage: _Optional[str] = ..., code: _Optional[int] = ..., violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., unreported: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., conclusions: _Optional[_Union[Conclusions, _Mapping]] = ..., warnings: _Optional[_Iterable[str]] = ..., kubernetes: _Optional[str] = ..., policy_version: _Optional[str] = ..., policy_digest: _Optional[str] = ..., pod: _Optional[_Union[Object, _Mapping]] = ..., trace: _Optional[_Iterable[_Union[Firing, _Mapping]]] = ..., persistent_volume_claim: _Optional[_Union[Object, _Mapping]] = ..., limit_ranges: _Optional[_Iterable[_Union[Object, _Mapping]]] = ..., checks: _Optional[_Iterable[_Union[Check, _Mapping]]] = ..., json_patch: _Optional[bytes] = ..., digest: _Optional[str] = ..., violations_left_out: _Optional[int] = ..., unreported_left_out: _Optional[int] = ..., order: _Optional[_Iterable[str]] = ...) -> None: ...

class RuleReference(_message.Message):
    __slots__ = ("ruleset", "version", "rule", "case", "file", "line", "since", "until")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    CASE_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    ruleset: str
    version: str
    rule: str
    case: int
    file: str
    line: int
    since: str
    until: str
    def __init__(self, ruleset: _Optional[str] = ..., version: _Optional[str] = ..., rule: _Optional[str] = ..., case: _Optional[int] = ..., file: _Optional[str] = ..., line: _Optional[int] = ..., since: _Optional[str] = ..., until: _Optional[str] = ...) -> None: ...

class Comparison(_message.Message):
    __slots__ = ("left", "operator", "right", "left_value", "right_value")
    LEFT_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    LEFT_VALUE_FIELD_NUMBER: _ClassVar[int]
    RIGHT_VALUE_FIELD_NUMBER: _ClassVar[int]
    left: str
    operator: str
    right: str
    left_value: str
    right_value: str
    def __init__(self, left: _Optional[str] = ..., operator: _Optional[str] = ..., right: _Optional[str] = ..., left_value: _Optional[str] = ..., right_value: _Optional[str] = ...) -> None: ...

class Explanation(_message.Message):
    __slots__ = ("limit_range", "item", "subject", "resource", "observed", "bound", "more", "at", "at_least", "at_most")
    class MoreEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    LIMIT_RANGE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    BOUND_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    AT_MOST_FIELD_NUMBER: _ClassVar[int]
    limit_range: str
    item: str
    subject: str
    resource: str
    observed: str
    bound: str
    more: _containers.ScalarMap[str, str]
    at: str
    at_least: str
    at_most: str
    def __init__(self, limit_range: _Optional[str] = ..., item: _Optional[str] = ..., subject: _Optional[str] = ..., resource: _Optional[str] = ..., observed: _Optional[str] = ..., bound: _Optional[str] = ..., more: _Optional[_Mapping[str, str]] = ..., at: _Optional[str] = ..., at_least: _Optional[str] = ..., at_most: _Optional[str] = ...) -> None: ...

class Violation(_message.Message):
    __slots__ = ("stage", "message", "field", "type", "rule", "explanation", "comparisons", "reported", "root")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    COMPARISONS_FIELD_NUMBER: _ClassVar[int]
    REPORTED_FIELD_NUMBER: _ClassVar[int]
    ROOT_FIELD_NUMBER: _ClassVar[int]
    stage: str
    message: str
    field: str
    type: str
    rule: RuleReference
    explanation: Explanation
    comparisons: _containers.RepeatedCompositeFieldContainer[Comparison]
    reported: bool
    root: str
    def __init__(self, stage: _Optional[str] = ..., message: _Optional[str] = ..., field: _Optional[str] = ..., type: _Optional[str] = ..., rule: _Optional[_Union[RuleReference, _Mapping]] = ..., explanation: _Optional[_Union[Explanation, _Mapping]] = ..., comparisons: _Optional[_Iterable[_Union[Comparison, _Mapping]]] = ..., reported: _Optional[bool] = ..., root: _Optional[str] = ...) -> None: ...

class Origin(_message.Message):
    __slots__ = ("kind", "source", "source_name", "rule", "earlier")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_NAME_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    EARLIER_FIELD_NUMBER: _ClassVar[int]
    kind: OriginKind
    source: str
    source_name: str
    rule: RuleReference
    earlier: Origin
    def __init__(self, kind: _Optional[_Union[OriginKind, str]] = ..., source: _Optional[str] = ..., source_name: _Optional[str] = ..., rule: _Optional[_Union[RuleReference, _Mapping]] = ..., earlier: _Optional[_Union[Origin, _Mapping]] = ...) -> None: ...

class Value(_message.Message):
    __slots__ = ("path", "subject", "list", "resource", "value", "origin")
    PATH_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    path: str
    subject: str
    list: str
    resource: str
    value: str
    origin: Origin
    def __init__(self, path: _Optional[str] = ..., subject: _Optional[str] = ..., list: _Optional[str] = ..., resource: _Optional[str] = ..., value: _Optional[str] = ..., origin: _Optional[_Union[Origin, _Mapping]] = ...) -> None: ...

class Conclusions(_message.Message):
    __slots__ = ("qos_class", "annotation", "pod_requests", "pod_limits", "limit_ranger_pod_requests", "limit_ranger_pod_limits", "more")
    class PodRequestsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class PodLimitsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class LimitRangerPodRequestsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class LimitRangerPodLimitsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class MoreEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: OtherConclusion
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[OtherConclusion, _Mapping]] = ...) -> None: ...
    QOS_CLASS_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    POD_REQUESTS_FIELD_NUMBER: _ClassVar[int]
    POD_LIMITS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RANGER_POD_REQUESTS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RANGER_POD_LIMITS_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    qos_class: str
    annotation: str
    pod_requests: _containers.ScalarMap[str, str]
    pod_limits: _containers.ScalarMap[str, str]
    limit_ranger_pod_requests: _containers.ScalarMap[str, str]
    limit_ranger_pod_limits: _containers.ScalarMap[str, str]
    more: _containers.MessageMap[str, OtherConclusion]
    def __init__(self, qos_class: _Optional[str] = ..., annotation: _Optional[str] = ..., pod_requests: _Optional[_Mapping[str, str]] = ..., pod_limits: _Optional[_Mapping[str, str]] = ..., limit_ranger_pod_requests: _Optional[_Mapping[str, str]] = ..., limit_ranger_pod_limits: _Optional[_Mapping[str, str]] = ..., more: _Optional[_Mapping[str, OtherConclusion]] = ...) -> None: ...

class OtherConclusion(_message.Message):
    __slots__ = ("text", "entries", "items", "json")
    class EntriesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    text: str
    entries: _containers.ScalarMap[str, str]
    items: _containers.RepeatedScalarFieldContainer[str]
    json: bytes
    def __init__(self, text: _Optional[str] = ..., entries: _Optional[_Mapping[str, str]] = ..., items: _Optional[_Iterable[str]] = ..., json: _Optional[bytes] = ...) -> None: ...

class Firing(_message.Message):
    __slots__ = ("stage", "rule", "bindings", "effect", "comparisons", "target", "value")
    class BindingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    STAGE_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    COMPARISONS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    stage: str
    rule: RuleReference
    bindings: _containers.ScalarMap[str, str]
    effect: str
    comparisons: _containers.RepeatedCompositeFieldContainer[Comparison]
    target: str
    value: str
    def __init__(self, stage: _Optional[str] = ..., rule: _Optional[_Union[RuleReference, _Mapping]] = ..., bindings: _Optional[_Mapping[str, str]] = ..., effect: _Optional[str] = ..., comparisons: _Optional[_Iterable[_Union[Comparison, _Mapping]]] = ..., target: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Check(_message.Message):
    __slots__ = ("stage", "rule", "explanation", "comparisons")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    COMPARISONS_FIELD_NUMBER: _ClassVar[int]
    stage: str
    rule: RuleReference
    explanation: Explanation
    comparisons: _containers.RepeatedCompositeFieldContainer[Comparison]
    def __init__(self, stage: _Optional[str] = ..., rule: _Optional[_Union[RuleReference, _Mapping]] = ..., explanation: _Optional[_Union[Explanation, _Mapping]] = ..., comparisons: _Optional[_Iterable[_Union[Comparison, _Mapping]]] = ...) -> None: ...

class DescribePolicyRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DescribePolicyResponse(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: PolicyDescription
    def __init__(self, policy: _Optional[_Union[PolicyDescription, _Mapping]] = ...) -> None: ...

class PolicyDescription(_message.Message):
    __slots__ = ("version", "digest", "minors", "default_kubernetes", "operations", "questions", "facets", "rule_sets")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    MINORS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_KUBERNETES_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    FACETS_FIELD_NUMBER: _ClassVar[int]
    RULE_SETS_FIELD_NUMBER: _ClassVar[int]
    version: str
    digest: str
    minors: _containers.RepeatedCompositeFieldContainer[MinorDescription]
    default_kubernetes: str
    operations: _containers.RepeatedScalarFieldContainer[str]
    questions: _containers.RepeatedCompositeFieldContainer[QuestionDescription]
    facets: _containers.RepeatedScalarFieldContainer[str]
    rule_sets: _containers.RepeatedCompositeFieldContainer[RuleSetDescription]
    def __init__(self, version: _Optional[str] = ..., digest: _Optional[str] = ..., minors: _Optional[_Iterable[_Union[MinorDescription, _Mapping]]] = ..., default_kubernetes: _Optional[str] = ..., operations: _Optional[_Iterable[str]] = ..., questions: _Optional[_Iterable[_Union[QuestionDescription, _Mapping]]] = ..., facets: _Optional[_Iterable[str]] = ..., rule_sets: _Optional[_Iterable[_Union[RuleSetDescription, _Mapping]]] = ...) -> None: ...

class MinorDescription(_message.Message):
    __slots__ = ("kubernetes", "digest")
    KUBERNETES_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    kubernetes: str
    digest: str
    def __init__(self, kubernetes: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class QuestionDescription(_message.Message):
    __slots__ = ("name", "about", "needs")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    NEEDS_FIELD_NUMBER: _ClassVar[int]
    name: str
    about: str
    needs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., about: _Optional[str] = ..., needs: _Optional[_Iterable[str]] = ...) -> None: ...

class RuleSetDescription(_message.Message):
    __slots__ = ("name", "version", "about", "rules")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    about: str
    rules: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., about: _Optional[str] = ..., rules: _Optional[int] = ...) -> None: ...
