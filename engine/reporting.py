"""Which denials Kubernetes reports: every check has spoken, and now what it would not have come to is set apart."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.effects import Denial
from engine.language.policy_file import Stage
from engine.language.rules import RuleSet
from engine.verdict import Violation


@dataclass(frozen=True, slots=True)
class Report:
    """The stage that denied ("" if none did), what is reported, what is not, and denials that are only warnings.

    ``alternatives`` is what would be reported if another fact that denies came first, where a rule set stops after one.
    """

    stage: str = ""
    reported: tuple[Violation, ...] = ()
    unreported: tuple[Violation, ...] = ()
    warnings: tuple[str, ...] = ()
    alternatives: tuple[tuple[Violation, ...], ...] = ()


def report(denials: list[Denial], stages: tuple[Stage, ...], judged: str) -> Report:
    """Return what is reported of all denials.

    The first stage with a denial is the last; within a rule set that stops after a fact, only the denials about the
    first such fact are reported; a rule set may end its stage, or begin only where nothing was denied before it.
    ``judged`` is the object asked about ("" for none but lists): what a stage says of another input is a warning.
    """
    if not denials:
        return Report()
    order = {stage.name: (number, stage) for number, stage in enumerate(stages)}
    advising = {name for name, (_, stage) in order.items() if stage.of and judged and stage.of != judged}
    warnings = tuple(_warning(denial) for denial in denials if denial.violation.stage in advising)
    denials = [denial for denial in denials if denial.violation.stage not in advising]
    denials.sort(key=lambda denial: order[denial.violation.stage][0])
    if not denials:
        return Report(warnings=warnings)
    stage = denials[0].violation.stage
    first = _first_groups(denials)
    ended = _ended([denial.rule_set for denial in denials if denial.violation.stage == stage])
    reported, unreported = [], []
    for denial in denials:
        cut = denial.group is not None and denial.group.position != first[denial.rule_set.name]
        if denial.violation.stage != stage or cut or denial.rule_set.name in ended:
            unreported.append(replace(denial.violation, reported=False))
        else:
            reported.append(denial.violation)
    own = [denial for denial in denials if denial.violation.stage == stage and denial.rule_set.name not in ended]
    return Report(stage, tuple(reported), tuple(unreported), warnings, tuple(_alternatives(own, first)))


def _alternatives(denials: list[Denial], first: dict[str, int]) -> Iterator[tuple[Violation, ...]]:
    """Yield what would be reported if another fact were the first that denies, by its position."""
    positions = dict.fromkeys(denial.group.position for denial in denials if denial.group is not None)
    for position in sorted(positions):
        if position not in first.values():
            shown = [d for d in denials if d.group is None or d.group.position == position]
            yield tuple(replace(denial.violation, reported=True) for denial in shown)


def _warning(denial: Denial) -> str:
    violation = denial.violation
    message = f"{violation.field}: {violation.message or violation.type}" if violation.field else violation.message
    return f"{denial.object} is not valid: {message}" if denial.object else message


def _first_groups(denials: list[Denial]) -> dict[str, int]:
    first: dict[str, int] = {}
    for denial in denials:
        if denial.group is not None:
            place = first.get(denial.rule_set.name, denial.group.position)
            first[denial.rule_set.name] = min(place, denial.group.position)
    return first


def _ended(rule_sets: list[RuleSet]) -> set[str]:
    """Return which of the rule sets that denied in one stage, in order, are not come to."""
    ended: set[str] = set()
    spoken: RuleSet | None = None
    for rule_set in rule_sets:
        if spoken is not None and rule_set is not spoken and (spoken.ends_stage or rule_set.only_if_clean):
            ended.add(rule_set.name)
        else:
            spoken = rule_set
    return ended
