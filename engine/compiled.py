"""A policy compiled for one minor: passes that run on the engine, and the functions that their effects need."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.digests import compiled_digest
from engine.effects import APPLY, CaseRun, Effects
from engine.environment import BETWEEN_LOOKS, Environment
from engine.errors import EvaluationFault, Interrupted, PolicyError, Problem, RequestError
from engine.language import reachability
from engine.language.check import Checker
from engine.language.check_rules import RuleChecker
from engine.language.checked import CheckedCase, CheckedRule
from engine.language.loading import PolicyTree
from engine.language.minors import Active
from engine.language.policy_file import Question
from engine.language.units import Units
from engine.lower.code import Code
from engine.lower.functions import Compiled, FunctionWriter
from engine.lower.held import write_held
from engine.lower.plan import PassPlan, Planner
from engine.lower.watching import WATCH, WatchedCode, WatchingWriter
from engine.matching import EngineFault, Matcher, RememberingMatcher
from engine.prelude import prelude_of
from engine.verdict import RuleReference

RowMaker = Callable[[Environment, list[str], Callable[[tuple[Any, ...]], None]], None]


@dataclass(frozen=True, slots=True)
class CompiledPass:
    """One pass: the functions that make its rows, the shape of each rule, its matcher, what each match stands for."""

    shapes: tuple[tuple[frozenset[str], RowMaker], ...]
    shape_of: tuple[int, ...]
    matcher: Matcher
    matches: tuple[tuple[int, int], ...]
    cases: dict[tuple[int, int], CaseRun]
    watchers: tuple[tuple[frozenset[str], Callable[[Environment], None]], ...] = ()

    def run(self, effects: Effects) -> None:
        """Make rows, match them, and let the first case that holds of each rule and row take effect.

        :raises EvaluationFault: if the engine failed.
        """
        environment = effects.environment
        environment.begin_pass()
        if self.watchers:
            self.tell_watchers(environment)
        rows, facts, spans = self.rows(environment)
        if environment.encoder.irregular:
            environment.encoder.rank()
            rows, facts, spans = self.rows(environment)
        environment.rows_before += len(rows)
        try:
            matched = self.matcher.run(rows)
        except EngineFault as fault:
            raise EvaluationFault(f"the rule engine failed: {fault}") from fault
        firings = sorted([(self.matches[rule][0], row, self.matches[rule][1]) for row, rule in matched])
        if effects.tracing:
            self.note_held(effects, facts, spans, {firing[:2] for firing in firings})
        last = None
        for count, (rule_number, row, case_number) in enumerate(firings, 1):
            if count % BETWEEN_LOOKS == 0:
                environment.proceed()
            if (rule_number, row) != last:
                last = (rule_number, row)
                run = self.cases[rule_number, case_number]
                self.take_effect(effects, run, facts[row])
        effects.end_pass()

    def tell_watchers(self, environment: Environment) -> None:
        """Let those who watch the rules see what these are about to judge."""
        for inputs, watch in self.watchers:
            if inputs.isdisjoint(environment.absent):
                watch(environment)
        environment.begin_pass()

    def note_held(
        self, effects: Effects, facts: list[tuple[Any, ...]], spans: list[range], fired: set[tuple[int, int]]
    ) -> None:
        """Tell of the checks that found nothing to deny, for every row that their rule did not speak about."""
        for (rule_number, _), run in self.cases.items():
            if run.held is not None:
                for row in spans[self.shape_of[rule_number]]:
                    if row % BETWEEN_LOOKS == 0:
                        effects.environment.proceed()
                    if (rule_number, row) not in fired:
                        effects.note_held(run, facts[row])

    @staticmethod
    def take_effect(effects: Effects, run: CaseRun, facts: tuple[Any, ...]) -> None:
        """Let one case take effect."""
        try:
            run.apply(effects, run, facts)
        except (RequestError, Interrupted):
            raise
        except Exception as error:
            where = f"rule {run.reference.rule} ({run.reference.place})"
            raise EvaluationFault(f"{where}: {type(error).__name__}: {error}") from error

    def rows(self, environment: Environment) -> tuple[list[str], list[tuple[Any, ...]], list[range]]:
        """Return the rows of all shapes whose inputs are given, the facts of each row, and the rows of each shape."""
        rows: list[str] = []
        facts: list[tuple[Any, ...]] = []
        spans: list[range] = []
        for inputs, make in self.shapes:
            start = len(rows)
            if inputs.isdisjoint(environment.absent):
                environment.begin_shape(start)
                make(environment, rows, facts.append)
            spans.append(range(start, len(rows)))
        return rows, facts, spans


@dataclass(frozen=True, slots=True)
class CompiledPolicy:
    """All passes for one minor, with the source of their functions and the numbers of the texts that rules name.

    ``prelude`` are the first passes, which speak of ``prelude_input`` alone: what they do may be remembered.
    ``reads`` are the inputs that its rules look at.
    """

    minor: str
    prelude: tuple[CompiledPass, ...]
    prelude_input: str
    passes: tuple[CompiledPass, ...]
    texts: dict[str, int]
    source: str
    reads: frozenset[str]

    def close(self) -> None:
        """Give back what the engine holds."""
        for compiled in (*self.prelude, *self.passes):
            compiled.matcher.close()


def check(
    tree: PolicyTree, minor: str, question: Question | None = None, operation: str = ""
) -> tuple[list[CheckedRule], Checker, list[Problem]]:
    """Return the checked rules of a minor, their checker, and all problems."""
    active = Active(minor)
    checker = Checker(tree.catalogue, tree.definitions(active), tree.tables())
    rule_checker = RuleChecker(checker)
    rule_checker.definitions()
    rules = rule_checker.rules(tree.sources(active, question, operation), active)
    measured = Units(tree.catalogue, checker.definitions)
    for rule in rules:
        measured.rule(rule)
    return rules, checker, [*rule_checker.problems, *measured.problems]


@dataclass(frozen=True, slots=True)
class Lowered:
    """What is known of a policy for one minor before anything of it is made to run: it has no mistakes.

    ``reach`` tells of cases that can never speak.
    """

    minor: str
    tree: PolicyTree
    rules: list[CheckedRule]
    checker: Checker
    prelude_input: str
    first: int
    plans: list[PassPlan]
    texts: dict[str, int]
    writer: FunctionWriter
    reach: reachability.Found

    def digest(self) -> str:
        """Return the digest over what was compiled."""
        return compiled_digest(self.tree, self.rules, self.checker.sources, self.plans)


def lower_policy(tree: PolicyTree, minor: str, question: Question | None = None, operation: str = "") -> Lowered:
    """Lower a policy for a minor, or what one of its questions or operations needs of it.

    :raises PolicyError: with every problem found.
    """
    rules, checker, problems = check(tree, minor, question, operation)
    planner = Planner(checker)
    prelude_input, shared = prelude_of(rules, tree.catalogue)
    first_plans, later_plans = planner.plan(rules[:shared]), planner.plan(rules[shared:])
    plans = [*first_plans, *later_plans]
    problems += planner.problems
    if problems:
        raise PolicyError(problems)
    definitions = [d for d in checker.definitions.values() if d is not None]
    as_given = question is not None and question.as_given
    numbers = {definition.name: definition.number for definition in definitions}
    code = Code(numbers, as_given, tree.tables())
    writer = FunctionWriter(code, definitions)
    for definition in definitions:
        writer.definition(definition)
    for number, plan in enumerate(plans):
        _write(writer, number, plan)
    if code.problems:
        raise PolicyError(code.problems)
    reach, first = reachability.found_in(rules), len(first_plans)
    return Lowered(minor, tree, rules, checker, prelude_input, first, plans, planner.texts, writer, reach)


def compile_policy(
    tree: PolicyTree, minor: str, question: Question | None = None, operation: str = "", watch: object = None
) -> CompiledPolicy:
    """Compile a policy for a minor, or what one of its questions or operations needs of it.

    ``watch`` is told what the rules judge (:class:`engine.coverage.Watch`).

    :raises PolicyError: with every problem found.
    """
    lowered = lower_policy(tree, minor, question, operation)
    functions, first = lowered.writer.compiled(), lowered.first
    advisers = frozenset(stage.name for stage in tree.policy.stages if stage.of)
    passes = tuple(_pass(number, plan, functions, advisers) for number, plan in enumerate(lowered.plans))
    if watch is not None:
        as_given = question is not None and question.as_given
        passes = tuple(map(_watched, passes, lowered.plans, _watchers(lowered, as_given, watch)))
    reads = frozenset(name for rule in lowered.rules for kind, name in rule.reads if kind == "input")
    prelude, later = passes[:first], passes[first:]
    return CompiledPolicy(minor, prelude, lowered.prelude_input, later, lowered.texts, functions.source, reads)


def _watchers(lowered: Lowered, as_given: bool, watch: object) -> list[list[Callable[[Environment], None]]]:
    """Return for each pass the functions that watch its rules."""
    definitions = [d for d in lowered.checker.definitions.values() if d is not None]
    numbers = {definition.name: definition.number for definition in definitions}
    code = WatchedCode(numbers, as_given, lowered.tree.tables())
    code.namespace[WATCH] = watch
    writer = WatchingWriter(code, definitions)
    for definition in definitions:
        writer.definition(definition)
    for number, plan in enumerate(lowered.plans):
        for rule_number, rule in enumerate(plan.rules):
            writer.watch(f"watch_{number}_{rule_number}", rule)
    functions = writer.compiled()
    return [
        [functions.function(f"watch_{number}_{at}") for at in range(len(plan.rules))]
        for number, plan in enumerate(lowered.plans)
    ]


def _watched(one: CompiledPass, plan: PassPlan, watchers: list[Callable[[Environment], None]]) -> CompiledPass:
    return replace(one, watchers=tuple(zip((rule.inputs for rule in plan.rules), watchers, strict=True)))


def _write(writer: FunctionWriter, number: int, plan: PassPlan) -> None:
    for shape in range(len(plan.shapes)):
        writer.rows(f"rows_{number}_{shape}", plan, shape)
    for rule_number, rule in enumerate(plan.rules):
        for case in rule.cases:
            writer.effect(f"effect_{number}_{rule_number}_{case.number}", rule, case)
            write_held(writer, f"held_{number}_{rule_number}_{case.number}", rule, case)


def _pass(number: int, plan: PassPlan, functions: Compiled, advisers: frozenset[str]) -> CompiledPass:
    shapes = tuple(
        (_inputs(plan, shape), functions.function(f"rows_{number}_{shape}")) for shape in range(len(plan.shapes))
    )
    cases = {}
    for rule_number, rule in enumerate(plan.rules):
        for case in rule.cases:
            reference = _reference(rule, case)
            name = f"{number}_{rule_number}_{case.number}"
            compute, held = functions.function(f"effect_{name}"), functions.namespace.get(f"held_{name}")
            apply, others = APPLY[case.effect.kind], rule.stage in advisers
            cases[rule_number, case.number] = CaseRun(rule, case, reference, compute, held, others, apply)
    matches = tuple((match.rule, match.case) for match in plan.matches)
    return CompiledPass(shapes, tuple(plan.shape_of), RememberingMatcher(plan.match_rules), matches, cases)


def _reference(rule: CheckedRule, case: CheckedCase) -> RuleReference:
    own, written = rule.rule_set, rule.rule
    dated = next((one for one in written.cases if one.number == case.number), written)
    return RuleReference(
        own.name,
        own.version,
        written.name,
        case.number,
        case.place.file,
        case.place.line,
        dated.since or written.since,
        dated.until or written.until,
    )


def _inputs(plan: PassPlan, shape: int) -> frozenset[str]:
    return next(rule.inputs for rule in plan.rules if rule.shape.key == plan.shapes[shape].key)
