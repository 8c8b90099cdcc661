"""The facets of the case format, and how a verdict answers each: the names and shapes are the format's.

Who answers is asked through a function, so that this process and a server are asked the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from cli.cases.node_facets import NODE_FACETS, TOTALS, is_stored, totals
from engine import Request, UnsupportedRequest


class CaseError(Exception):
    """A case that cannot be asked about; the text says why."""


class Denial(Protocol):
    """One denial of a verdict."""

    @property
    def message(self) -> str: ...  # noqa: D102
    @property
    def field(self) -> str: ...  # noqa: D102
    @property
    def type(self) -> str: ...  # noqa: D102
    @property
    def root(self) -> str: ...  # noqa: D102


class Told(Protocol):
    """What a verdict tells."""

    @property
    def allowed(self) -> bool: ...  # noqa: D102
    @property
    def stage(self) -> str: ...  # noqa: D102
    @property
    def violations(self) -> Sequence[Denial]: ...  # noqa: D102
    @property
    def conclusions(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def objects(self) -> Mapping[str, Any]: ...  # noqa: D102


Ask = Callable[[Request], Told]


def expectation(case: Mapping[str, Any], facets: Iterable[str], ask: Ask) -> dict[str, Any]:
    """Return the answers to the facets of a case, by facet; raises what :meth:`Question.answer` raises."""
    question = Question(case["input"], case.get("kubernetes", ""), ask)
    return {facet: question.answer(facet) for facet in facets}


class Question:
    """One case and the verdicts on it: each is asked for once, however many facets it answers."""

    def __init__(self, given: Mapping[str, Any], kubernetes: str, ask: Ask) -> None:
        """Take the input of the case, its minor ("" for the default) and what is asked."""
        self.given = given
        self.kubernetes = kubernetes
        self.ask = ask
        self.verdicts: dict[tuple[tuple[str, ...], str], Told] = {}

    def answer(self, facet: str) -> Any:
        """Return the answer to a facet.

        Raises :class:`CaseError` for a case that does not hold what the facet needs,
        :class:`~engine.UnsupportedRequest` for a facet that is not answered, and what ``ask`` raises.
        """
        if facet not in FACETS:
            raise UnsupportedRequest(facet)
        return FACETS[facet](self)

    def verdict(self, inputs: Sequence[str], question: str = "", instead: Mapping[str, Any] | None = None) -> Told:
        """Return the verdict on the named inputs; those of ``instead``, one set a question, replace them."""
        key = (tuple(inputs), question)
        if key not in self.verdicts:
            given = {**self.given, **(instead or {})}
            self.verdicts[key] = self.asked({name: given[name] for name in inputs if name in given}, question)
        return self.verdicts[key]

    def asked(self, inputs: Mapping[str, Any], question: str) -> Told:
        """Return the verdict on some inputs."""
        request = Request(
            inputs=inputs,
            kubernetes=self.kubernetes,
            operation=self.given.get("operation", "CREATE"),
            subresource=self.given.get("subresource", ""),
            question=question,
        )
        return self.ask(request)

    def judged(self, question: str = "") -> Told:
        """Return the verdict on the object of the case under its LimitRanges."""
        objects = [name for name in ("pod", "persistentVolumeClaim") if name in self.given]
        if not objects:
            raise CaseError("a case has a `pod` or a `persistentVolumeClaim`")
        stored = [name for name in ("oldPod", "oldPersistentVolumeClaim") if name in self.given]
        return self.verdict((*objects, *stored, "limitRanges"), question)


def _admission(case: Question) -> dict[str, Any]:
    verdict = case.judged()
    answered = {
        "allowed": verdict.allowed,
        "stage": verdict.stage,
        "errors": [_error(violation) for violation in verdict.violations],
    }
    # Where decoding failed there are no conclusions, and a claim has no containers.
    if "annotation" in verdict.conclusions:
        answered["resources"] = _resources(verdict.objects["pod"])
        answered["annotation"] = verdict.conclusions["annotation"]
    return answered


def _inject(case: Question) -> dict[str, Any]:
    verdict = case.judged("injection")
    return {"resources": _resources(verdict.objects["pod"]), "annotation": verdict.conclusions["annotation"]}


def _check(case: Question) -> list[str]:
    return [violation.message for violation in case.judged("check").violations]


def _limit_range_validation(case: Question) -> list[list[Any]]:
    verdict = case.verdict(("limitRanges",))
    ranges = range(len(case.given.get("limitRanges") or ()))
    return [[_error(v) for v in verdict.violations if v.root == f"limitRanges[{at}]"] for at in ranges]


def _error(violation: Denial) -> str | dict[str, str]:
    if not violation.field:
        return violation.message
    return {"field": violation.field, "type": violation.type, "detail": violation.message}


def _resources(pod: Mapping[str, Any]) -> dict[str, Any]:
    spec = pod.get("spec") or {}
    return {
        "containers": _of_containers(spec.get("containers")),
        "initContainers": _of_containers(spec.get("initContainers")),
        "pod": _lists(spec["resources"]) if spec.get("resources") is not None else {},
    }


def _of_containers(containers: list[Mapping[str, Any]] | None) -> dict[str, Any]:
    return {container.get("name", ""): _lists(container.get("resources") or {}) for container in containers or ()}


def _lists(resources: Mapping[str, Any]) -> dict[str, Any]:
    return {name: dict(resources.get(name) or {}) for name in ("requests", "limits")}


def _conclusion(name: str) -> Callable[[Question], Any]:
    def conclusion(case: Question) -> Any:
        verdict = totals(case) if name in TOTALS and is_stored(case) else case.judged()
        if name not in verdict.conclusions:
            raise UnsupportedRequest(f"this policy does not conclude {name}")
        return verdict.conclusions[name]

    return conclusion


_CONCLUDED: Final = ("qosClass", "podRequests", "podLimits", "limitRangerPodRequests", "limitRangerPodLimits")

# The facets of the case format that are answered: the names are the format's.
FACETS: Final[dict[str, Callable[[Question], Any]]] = {
    "admission": _admission,
    "limitRangeValidation": _limit_range_validation,
    "limitRangerInject": _inject,
    "limitRangerCheck": _check,
    **{name: _conclusion(name) for name in _CONCLUDED},
    **NODE_FACETS,
}

OF_INPUT: Final[dict[str, tuple[str, ...]]] = {
    "pod": ("admission", *_CONCLUDED),
    "persistentVolumeClaim": ("admission",),
    "limitRanges": ("limitRangeValidation",),
}
"""The facets that may be asked of an object alone, by the input that is asked about."""
