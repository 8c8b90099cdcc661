"""The door: load a rules folder, evaluate requests."""

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.author_tests import TestResult, run_tests
from engine.compiled import CompiledPass, CompiledPolicy, Lowered, check, compile_policy, lower_policy
from engine.concluded import told
from engine.coverage import Coverage, Watch, coverage
from engine.digests import rule_set_digest
from engine.effects import Effects
from engine.environment import Environment
from engine.errors import (
    EvaluationFault,
    FieldViolation,
    Interrupted,
    PolicyError,
    Problem,
    RequestError,
    UnsupportedRequest,
)
from engine.examples import check_examples
from engine.language import reachability, usage
from engine.language.loading import PolicyTree, load
from engine.language.minors import Active, speaks
from engine.language.policy_file import Question
from engine.objects import copied
from engine.outcome import Objects, Patches
from engine.prelude import Memory, Shared
from engine.record_reader import RecordReader
from engine.records import Reading, Record
from engine.reporting import report
from engine.values_told import Values
from engine.verdict import Request, RuleReference, Verdict, Violation
from engine.vocabulary import vocabulary

OPERATION = "operation"
"""The input that holds the operation that is asked about, where a policy declares one of this name."""
MINOR = re.compile(r"v?([0-9]+\.[0-9]+)(?:\.[0-9]+)?(?:[-+][0-9A-Za-z.+-]*)?")
"""A Kubernetes version: ``1.35``, ``v1.35.4``, ``1.35.4-gke.100``."""


@dataclass(frozen=True, slots=True)
class RuleSetSummary:
    """A rule set as ``describe`` lists it; ``minors`` are those in which it says something.

    ``digest`` covers what it says, in whatever minor: not its version, layout, examples and words for readers.
    """

    name: str
    version: str
    about: str
    rules: int
    minors: tuple[str, ...] = ()
    digest: str = ""


class _Ready:
    """What answers one question on one minor: compiled passes, the reader of its objects, and its memory."""

    def __init__(self, tree: PolicyTree, compiled: CompiledPolicy, asked: Question | None) -> None:
        self.compiled = compiled
        self.reader = RecordReader(tree.catalogue, asked is not None and asked.as_given)
        self.answers = frozenset(asked.answers if asked is not None else ())
        self.memory = Memory()
        self.values = Values(tree.catalogue)


class Policy:
    """A compiled rules folder; may be shared by any number of threads."""

    def __init__(self, tree: PolicyTree, lowered: Mapping[str, Lowered], watch: Watch | None = None) -> None:
        """Take a tree and what was lowered from it by minor; use :meth:`load`.

        ``watch`` is told what the rules judge.
        """
        self._tree = tree
        self._watch = watch
        self.parts = {name: Policy(part, {}, watch) for name, part in tree.parts.items()}
        self._lowered = lowered
        self._digests: dict[tuple[str, str], str] = {}
        self._compiled: dict[tuple[str, str, str], _Ready] = {}
        self._lock = threading.Lock()
        self._codes = {stage.name: stage.code for stage in tree.policy.stages}
        self.version = tree.policy.version
        self.digest = tree.digest
        self.minors = tree.policy.minors
        self.default_minor = tree.policy.minors[0]
        self.operations = tree.policy.operations
        self.inputs = tuple(tree.catalogue.inputs)
        self.conclusions = tuple(tree.catalogue.conclusions)
        self.unordered = tuple(name for name, declared in tree.catalogue.inputs.items() if declared.unordered)
        self.questions = {question.name: question.about for question in tree.policy.questions}
        for part in self.parts.values():
            part.version = self.version
            self.questions.update(part.questions)
            self.conclusions = tuple(dict.fromkeys((*self.conclusions, *part.conclusions)))

    @classmethod
    def load(cls, folder: Path, watch: Watch | None = None) -> "Policy":
        """Load a rules folder and check it for every minor it answers for; what runs is made when first asked for.

        ``watch`` is told what the rules judge.

        :raises PolicyError: with every problem found.
        """
        tree = load(folder)
        problems = [*tree.problems, *(problem for part in tree.parts.values() for problem in _mistakes(part))]
        lowered = {}
        for minor in tree.policy.minors:
            problems += check(tree, minor)[2] if problems and tree.facts_are_sound else []
            if not problems:
                try:
                    lowered[minor] = lower_policy(tree, minor)
                except PolicyError as error:
                    problems += error.problems
        problems = problems or reachability.in_every(one.reach for one in lowered.values())
        if problems:
            raise PolicyError(problems)
        return cls(tree, lowered, watch)

    def describe(self) -> tuple[RuleSetSummary, ...]:
        """Return the rule sets in the order of their names."""
        own = (
            RuleSetSummary(
                s.name,
                s.version,
                s.about,
                len(s.rules),
                tuple(minor for minor in self.minors if speaks(s, Active(minor))),
                rule_set_digest(s),
            )
            for s in self._tree.rule_sets.values()
        )
        others = (summary for part in self.parts.values() for summary in part.describe())
        return tuple(sorted((*own, *others), key=lambda summary: summary.name))

    @property
    def memories(self) -> frozenset[str]:
        """The names of what one evaluation remembers for the next, here or in a part."""
        return frozenset(self._tree.catalogue.memories).union(*(part.memories for part in self.parts.values()))

    def inputs_of(self, question: str) -> tuple[str, ...]:
        """Return the inputs of whichever answers a question."""
        part = self._part_that_answers(question)
        return self.inputs if part is None else part.inputs

    def reads(self, question: str, minor: str) -> frozenset[str]:
        """Return the inputs that a question of this policy, not of its parts, looks at.

        :raises RequestError: for a minor or question that is not known.
        """
        return self._ready(self.minor(minor), question, self.operations[0]).compiled.reads

    def asked(self) -> "Iterator[tuple[Question, Policy]]":
        """Yield all questions, each with the policy that answers it: this one or a part of it."""
        for question in self._tree.policy.questions:
            yield question, self
        for part in self.parts.values():
            yield from part.asked()

    def check(self) -> list[Problem]:
        """Run the examples of all rules on every minor; return what they do not show, else what nothing uses."""
        problems = check_examples(self, self._tree)
        problems = problems or usage.problems(self._tree.catalogue, self._tree.rule_sets.values())
        return problems + [problem for part in self.parts.values() for problem in part.check()]

    def compiled_digest(self, minor: str = "", question: str = "") -> str:
        """Return the digest over what was compiled for a minor, and for one of its questions.

        It is equal for two minors only if the policy says the same of both.

        :raises RequestError: for a minor or question that is not known.
        """
        part = self._part_that_answers(question)
        if part is not None:
            return part.compiled_digest(minor, question)
        asked = self.minor(minor)
        if (asked, question) not in self._digests:
            known = self._question(question)
            lowered = lower_policy(self._tree, asked, known) if known else self._lowered[asked]
            self._digests[asked, question] = lowered.digest()
        return self._digests[asked, question]

    def coverage(self) -> Coverage:
        """Return what was tried of the policy since it was loaded to be watched."""
        return coverage(self._tree, self._watch or Watch())

    def vocabulary(self) -> str:
        """Return the page that lists the words rules may use, in Markdown."""
        pages = [vocabulary(self._tree)]
        pages += [vocabulary(part, f"Vocabulary of {name}/") for name, part in self._tree.parts.items()]
        return "\n".join(pages)

    def test(self, folder: Path) -> list[TestResult]:
        """Run the tests that authors wrote in a folder or file.

        :raises PolicyError: for test files that cannot be read.
        """
        return run_tests(self, self._tree.catalogue, folder)

    def close(self) -> None:
        """Give back what the engine holds; requests that come later still answer."""
        for ready in self._compiled.values():
            ready.compiled.close()
        for part in self.parts.values():
            part.close()

    def evaluate(self, request: Request, interrupted: Callable[[], bool] | None = None) -> Verdict:
        """Evaluate one request; ``interrupted`` tells, whenever it is asked, that no answer is wanted any more.

        :raises Interrupted: once it does.
        :raises RequestError: if the caller made mistakes, with the path of each.
        :raises UnsupportedRequest: for an operation that the policy does not answer.
        :raises EvaluationFault: if the fault is ours; no verdict may be assumed.
        """
        part = self._part_that_answers(request.question)
        if part is not None:
            given = {name: value for name, value in request.inputs.items() if value or name in part.inputs}
            return part.evaluate(replace(request, inputs=given), interrupted)
        minor = self.minor(request.kubernetes)
        operation = f"{request.operation}/{request.subresource}" if request.subresource else request.operation
        if operation not in self.operations:
            raise UnsupportedRequest(
                f"operation {operation} is not answered; answered are: {', '.join(self.operations)}"
            )
        self._check_needed(request, operation)
        ready = self._ready(minor, request.question, operation)
        compiled = ready.compiled
        shared = self._shared(ready, request, interrupted)
        reading = Reading()
        known = {compiled.prelude_input: shared.records} if shared else {}
        told = {OPERATION: operation} if OPERATION in self._tree.catalogue.inputs else {}
        inputs = ready.reader.read({**request.inputs, **told}, reading, known)
        if reading.violations:
            raise RequestError(reading.violations)
        refused = reading.first_refused()
        if refused is not None:
            return self._refused(request, compiled, refused)
        effects = self._effects(ready, inputs, request.trace, shared, interrupted)
        self._run(compiled.passes if shared else (*compiled.prelude, *compiled.passes), effects)
        return self._verdict(ready, effects, request.inputs)

    def _part_that_answers(self, question: str) -> "Policy | None":
        return next((part for part in self.parts.values() if question in part.questions), None) if question else None

    def _check_needed(self, request: Request, operation: str) -> None:
        """Refuse a request that lacks an object which its operation or its question needs, or has one too many.

        :raises RequestError: then.
        """
        asked = self._question(request.question)
        given = {name for name, value in request.inputs.items() if value is not None}
        if asked is not None:
            text = f"must be given for the question `{asked.name}`"
            missing = [FieldViolation(name, text) for name in asked.needs if name not in given]
            if asked.needs_one_of and given.isdisjoint(asked.needs_one_of):
                first, *others = asked.needs_one_of
                missing.append(FieldViolation(first, " ".join((text, *(f"or `{name}`" for name in others)))))
            if missing:
                raise RequestError(missing)
        for declared in self._tree.catalogue.inputs.values():
            if not declared.needed_on:
                continue
            beside = declared.needed_beside in request.inputs
            if operation in declared.needed_on and beside and declared.name not in given:
                raise RequestError([FieldViolation(declared.name, f"{operation} needs the object as it is stored")])
            if declared.name in given and operation not in declared.needed_on:
                text = f"{operation} takes no stored object; what does: {', '.join(declared.needed_on)}"
                raise RequestError([FieldViolation(declared.name, text)])
            if declared.name in given and not beside:
                raise RequestError([FieldViolation(declared.name, f"is given without a {declared.needed_beside}")])

    def _ready(self, minor: str, question: str, operation: str) -> "_Ready":
        """Return what answers a question about an operation on a minor; it is made when it is first asked for."""
        known = self._compiled.get((minor, question, operation))
        if known is not None:
            return known
        asked = self._question(question)
        with self._lock:
            if (minor, question, operation) not in self._compiled:
                compiled = compile_policy(self._tree, minor, asked, operation, self._watch)
                self._compiled[minor, question, operation] = _Ready(self._tree, compiled, asked)
            return self._compiled[minor, question, operation]

    def _question(self, name: str) -> Question | None:
        """Return a question, None for everything.

        :raises RequestError: for one that is not known.
        """
        found = next((question for question in self._tree.policy.questions if question.name == name), None)
        if found is None and name:
            told = ", ".join(self.questions) or "none"
            raise RequestError([FieldViolation("question", f"`{name}` is not known; known questions: {told}")])
        return found

    def _effects(
        self,
        ready: "_Ready",
        inputs: Mapping[str, Any],
        trace: bool,
        shared: Shared | None,
        interrupted: Callable[[], bool] | None,
    ) -> Effects:
        origins = shared.origins if shared else None
        notes, texts = self._tree.catalogue.notes, ready.compiled.texts
        environment = Environment(inputs, notes, texts, ready.reader.classes, origins)
        environment.interrupted = interrupted
        judged = next((name for name, value in inputs.items() if isinstance(value, Record)), "")
        effects = Effects(environment, ready.reader, self._tree.catalogue, trace, judged)
        if shared:
            effects.denials += shared.denials
            effects.trace += shared.trace if trace else ()
            effects.checks += shared.checks if trace and not judged else ()
        return effects

    @staticmethod
    def _run(passes: tuple[CompiledPass, ...], effects: Effects) -> None:
        try:
            for one in passes:
                one.run(effects)
        except (EvaluationFault, RequestError, Interrupted):
            raise
        except Exception as error:
            raise EvaluationFault(f"{type(error).__name__}: {error}") from error

    def _shared(self, ready: "_Ready", request: Request, interrupted: Callable[[], bool] | None) -> Shared | None:
        """Return what the prelude makes of its input, remembered from an equal one if there was any."""
        name = ready.compiled.prelude_input
        value = request.inputs.get(name)
        if not value or self._watch is not None:  # what is remembered is not judged again, and could not be watched
            return None

        def make(copied: Any) -> Shared | None:
            reading = Reading()
            inputs = ready.reader.read({name: copied}, reading)
            if reading.violations or reading.refused:
                return None
            effects = self._effects(ready, inputs, True, None, interrupted)
            self._run(ready.compiled.prelude, effects)
            return Shared(
                inputs[name],
                effects.environment.origins,
                tuple(effects.trace),
                tuple(effects.denials),
                tuple(effects.checks),
            )

        return ready.memory.shared(value, make)

    def minor(self, asked: str) -> str:
        """Return the minor that a version such as ``v1.35.4`` belongs to; the default for "".

        :raises RequestError: for one that the policy does not answer for.
        """
        found = MINOR.fullmatch(asked.strip()) if asked else None
        minor = self.default_minor if not asked else found[1] if found else ""
        if minor not in self.minors:
            known = ", ".join(self.minors)
            raise RequestError([FieldViolation("kubernetes", f"{asked[:40]!r} is not known; known minors: {known}")])
        return minor

    def _refused(self, request: Request, compiled: CompiledPolicy, refused: tuple[str, str]) -> Verdict:
        stage, message = refused
        nowhere = RuleReference("", "", "", 0, "", 0)
        violation = Violation(stage, message, "", "", nowhere, {}, (), True)
        return Verdict(
            allowed=False,
            stage=stage,
            code=self._codes.get(stage, 0),
            violations=(violation,),
            unreported=(),
            values=(),
            conclusions={},
            warnings=(),
            kubernetes=compiled.minor,
            policy_version=self.version,
            policy_digest=self.digest,
            objects=copied(dict(request.inputs)),
            patches={name: [] for name, value in request.inputs.items() if isinstance(value, dict)},
        )

    def _verdict(self, ready: "_Ready", effects: Effects, given: Mapping[str, Any]) -> Verdict:
        objects = Objects(ready.reader, effects.environment)
        found = report(effects.denials, self._tree.policy.stages, effects.judged)
        return Verdict(
            allowed=not found.reported,
            stage=found.stage,
            code=self._codes[found.stage] if found.stage else 0,
            violations=found.reported,
            unreported=found.unreported,
            values=ready.values.of(effects.judged, effects.environment),
            conclusions={
                name: told(value, self._tree.catalogue.kinds)
                for name, value in effects.environment.conclusions.items()
                if not ready.answers or name in ready.answers
            },
            warnings=(*found.warnings, *effects.warnings),
            kubernetes=ready.compiled.minor,
            policy_version=self.version,
            policy_digest=self.digest,
            objects=objects,
            patches=Patches(ready.reader, given, objects),
            trace=tuple(effects.trace),
            checks=tuple(effects.checks),
            order={name: tuple(one.title for one in effects.environment.inputs[name]) for name in self.unordered},
            alternatives=found.alternatives,
        )


def _mistakes(part: PolicyTree) -> list[Problem]:
    """Return the problems of a policy in a folder of its own: it is compiled when it is first asked."""
    found = list(part.problems)
    for minor in part.policy.minors if part.facts_are_sound else ():
        found += check(part, minor)[2]
    return found
