"""What an evaluation answers: frozen values, all text as it is to be shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class RuleReference:
    """The place in the policy that spoke: rule set and version, rule, number of the case (from 1), file and line.

    ``since`` and ``until`` are the minors that the rule or its case is limited to, "" where it says nothing.
    """

    ruleset: str
    version: str
    rule: str
    case: int
    file: str
    line: int
    since: str = ""
    until: str = ""

    @property
    def place(self) -> str:
        """Return ``file:line``; the file begins with the name of the rules folder."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of the condition that held: both sides as written in the rule and as computed."""

    left: str
    operator: str
    right: str
    left_value: str
    right_value: str


@dataclass(frozen=True, slots=True)
class Violation:
    """One denial.

    ``message`` is Kubernetes' text; for a field error it is the detail, and ``field`` and ``type`` are set.
    ``explanation`` holds what the rule set says of it, by role: ``limitRange``, ``item``, ``subject``, ``resource``,
    ``observed``, ``bound`` (a role that does not apply is absent).
    ``root`` is the input it is about, such as ``limitRanges[0]``; "" if no fact of an object is bound.
    ``reported`` is false for what Kubernetes would not have reached: a later stage, or a later subject of a rule set
    that stops at its first denial.
    """

    stage: str
    message: str
    field: str
    type: str
    rule: RuleReference
    explanation: Mapping[str, str]
    comparisons: tuple[Comparison, ...]
    reported: bool
    root: str = ""


class Origin(NamedTuple):
    """Where a value came from.

    ``kind`` is ``declared``, or ``copied`` or ``filled`` by a rule. ``source`` is the path of the field that gave the
    value, such as ``limitRanges[0].spec.limits[0].default[cpu]``, ``source_name`` the name of the object it stands in;
    ``earlier`` says how that field came to be, where a rule set it too.
    """

    kind: str
    source: str = ""
    source_name: str = ""
    rule: RuleReference | None = None
    earlier: "Origin | None" = None


DECLARED = Origin("declared")
"""Where a value came from that no rule set."""


class Value(NamedTuple):
    """A quantity of the object after defaulting: its path, the subject and list it stands in, and its origin."""

    path: str
    subject: str
    list: str
    resource: str
    value: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Firing:
    """One case that held for given facts, in the order of the policy: an entry of the trace.

    ``target`` and ``value`` say what was set or concluded, where the effect does that.
    """

    stage: str
    rule: RuleReference
    bindings: Mapping[str, str]
    effect: str
    comparisons: tuple[Comparison, ...]
    target: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One check that found nothing to deny: what it is about, by role, and the comparisons that did not hold."""

    stage: str
    rule: RuleReference
    explanation: Mapping[str, str]
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one request.

    ``stage`` is the stage that denied, "" if none did; ``code`` the HTTP code the API server answers with (0 if
    allowed). ``violations`` are those Kubernetes reports, ``unreported`` what later checks say of the same object.
    ``conclusions`` maps names that the policy declares to text, to a list of text, or to texts, numbers or truths by
    name.
    ``trace`` and ``checks`` (those that found nothing to deny) are filled on request.
    ``objects`` are the inputs as the policy leaves them, as JSON values; ``patches`` says, for each input that is one
    object, what the policy changes in it, as the operations of a JSON Patch (RFC 6902).
    ``order`` names the elements of each input that the policy declares `unordered`, in the order that was assumed;
    ``alternatives`` are the violations that would be reported if another of them were the first to deny.
    """

    allowed: bool
    stage: str
    code: int
    violations: tuple[Violation, ...]
    unreported: tuple[Violation, ...]
    values: tuple[Value, ...]
    conclusions: Mapping[str, str | Mapping[str, str]]
    warnings: tuple[str, ...]
    kubernetes: str
    policy_version: str
    policy_digest: str
    objects: Mapping[str, Any] = field(repr=False)
    trace: tuple[Firing, ...] = ()
    checks: tuple[Check, ...] = ()
    patches: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict, repr=False)
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    alternatives: tuple[tuple[Violation, ...], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: the inputs by the names that the policy declares (``pod``, ``limitRanges``, ...) as JSON values.

    Numbers that are quantities may be text, int, or :class:`decimal.Decimal` (a literal of the manifest, kept exact).
    ``question`` names one of the questions that the policy declares; "" asks for everything.
    ``kubernetes`` is a minor such as ``1.35``; "" asks for the policy's default.
    """

    inputs: Mapping[str, Any]
    kubernetes: str = ""
    operation: str = "CREATE"
    subresource: str = ""
    question: str = ""
    trace: bool = False
