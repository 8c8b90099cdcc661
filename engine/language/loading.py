"""A rules folder as a tree: every file read, all problems gathered."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from engine.errors import PolicyError, Problem
from engine.language import ranges, structure
from engine.language.catalogue import Catalogue, read_catalogue
from engine.language.check_rules import Source
from engine.language.minors import Active, overlap
from engine.language.policy_file import PolicyFile, Question, read_policy_file
from engine.language.reading import Reader, nearest
from engine.language.rule_file import read_rule_set
from engine.language.rules import Definition, Example, RuleSet
from engine.language.source import MOST_BYTES, Mapping, Node, plain_value, read
from engine.language.tables import Table
from engine.language.types import TEXT

MOST_FILES = 1_000
MOST_BYTES_TOGETHER = 10_000_000
SCHEMAS = {"policy.yaml": "policy", "facts.yaml": "facts"}


@dataclass(frozen=True, slots=True)
class PolicyTree:
    """Everything in a rules folder, read but not yet checked for any minor.

    ``digest`` covers its meaning, not its layout. Where facts are not sound, rules cannot be judged by them. ``parts``
    are the policies of its own folders, by folder.
    """

    policy: PolicyFile
    catalogue: Catalogue
    rule_sets: dict[str, RuleSet]
    digest: str
    problems: list[Problem] = field(default_factory=list)
    facts_are_sound: bool = True
    parts: dict[str, "PolicyTree"] = field(default_factory=dict)

    def sources(self, active: Active, question: Question | None = None, operation: str = "") -> list[Source]:
        """Return the rules that are active for a minor, in policy order; those of a question's stages only.

        Only those that speak of the operation, if one is named.
        """
        return [
            Source(stage.name, rule_set, rule)
            for stage in self.policy.stages
            if question is None or stage.name in question.stages
            for rule_set in (self.rule_sets[name] for name in stage.rule_sets if name in self.rule_sets)
            for rule in rule_set.rules
            if active.covers(rule.since, rule.until) and (not operation or not rule.on or operation in rule.on)
        ]

    def examples(self, minor: str) -> Iterator[tuple[Source, Example]]:
        """Yield the examples that are about a minor, with their rules; one that names it may belong to none of its."""
        active = Active(minor)
        for stage in self.policy.stages:
            for rule_set in (self.rule_sets[name] for name in stage.rule_sets if name in self.rule_sets):
                for rule in rule_set.rules:
                    for example in rule.examples:
                        if example.kubernetes == minor or (
                            not example.kubernetes and active.covers(rule.since, rule.until)
                        ):
                            yield Source(stage.name, rule_set, rule), example

    def tables(self) -> dict[str, Table]:
        """Return the tables of all rule sets by name."""
        return {table.name: table for rule_set in self.rule_sets.values() for table in rule_set.tables}

    def definitions(self, active: Active) -> dict[str, Definition]:
        """Return the definitions that are active for a minor, by name."""
        return {
            definition.name: definition
            for rule_set in self.rule_sets.values()
            for definition in rule_set.definitions
            if active.covers(definition.since, definition.until)
        }


def load(folder: Path) -> PolicyTree:
    """Read a rules folder.

    :raises PolicyError: if its files cannot be read at all; mistakes within them are problems of the tree.
    """
    nodes = {name: node for name, node in read_folder(folder).items() if not is_test_file(node)}
    digest = _digest(nodes)
    parts = {name: _taken_out(nodes, name) for name in _part_names(nodes)}
    missing = [name for name in ("policy.yaml", "facts.yaml") if name not in nodes]
    if missing:
        raise PolicyError(
            [Problem(f"{_called(folder)}/{name}", 1, 1, f"the rules folder lacks {name}") for name in missing]
        )
    return replace(_tree(nodes, digest), parts={name: _tree(part, digest) for name, part in parts.items()})


def _part_names(nodes: dict[str, Node]) -> list[str]:
    """Return the folders that hold a policy with facts of its own."""
    marks = "policy.yaml", "facts.yaml"
    folders = {name.partition("/")[0] for name in nodes if "/" in name}
    return [name for name in sorted(folders) if all(f"{name}/{mark}" in nodes for mark in marks)]


def _taken_out(nodes: dict[str, Node], folder: str) -> dict[str, Node]:
    """Take the files of a folder out of the others, called by their paths within it."""
    names = [name for name in nodes if name.startswith(f"{folder}/")]
    return {name.removeprefix(f"{folder}/"): nodes.pop(name) for name in names}


def read_folder(folder: Path) -> dict[str, Node]:
    """Read every YAML file of a folder (or one file): its tree by the path relative to the folder.

    :raises PolicyError: with the problems of all files that are not YAML.
    """
    found = [folder] if folder.is_file() else (path for path in folder.rglob("*.yaml") if path.is_file())
    files = sorted(islice(found, MOST_FILES + 1))
    if not files:
        hint = "name the folder that holds policy.yaml"
        raise PolicyError([Problem(str(folder), 1, 1, "no rule files (*.yaml) here", hint)])
    if len(files) > MOST_FILES:
        raise PolicyError([Problem(str(folder), 1, 1, f"more than {MOST_FILES} rule files")])
    nodes: dict[str, Node] = {}
    problems: list[Problem] = []
    left = MOST_BYTES_TOGETHER
    for path in files:
        relative = path.relative_to(folder).as_posix() if path != folder else path.name
        name = f"{_called(folder)}/{relative}" if path != folder else path.name
        data = _data(path, name)
        tree = data if isinstance(data, Problem) else read(data, name)
        left -= 0 if isinstance(data, Problem) else len(data)
        if left < 0:
            message = f"the rule files have more than {MOST_BYTES_TOGETHER} bytes together"
            raise PolicyError([*problems, Problem(name, 1, 1, message)])
        if isinstance(tree, Problem):
            problems.append(tree)
        else:
            nodes[relative] = tree
    if problems:
        raise PolicyError(problems)
    return nodes


def is_test_file(node: Node) -> bool:
    """Whether a file holds authors' tests."""
    return isinstance(node, Mapping) and node.get("tests") is not None


def _called(folder: Path) -> str:
    return folder.name or folder.resolve().name


def _data(path: Path, name: str) -> bytes | Problem:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        return Problem(name, 1, 1, f"the file cannot be read: {error.strerror or error}")


def _tree(nodes: dict[str, Node], digest: str) -> PolicyTree:
    reader = Reader()
    for name, node in nodes.items():
        reader.problems += structure.problems(node, SCHEMAS.get(name, "ruleset"))
    catalogue = read_catalogue(reader, nodes["facts.yaml"])
    policy = read_policy_file(reader, nodes["policy.yaml"])
    rule_sets: dict[str, RuleSet] = {}
    unnamed = False
    for name, node in nodes.items():
        if name in SCHEMAS:
            continue
        if not isinstance(node, Mapping) or not structure.nearest_of(node, "ruleset"):
            unnamed = True
            continue
        rule_set = read_rule_set(reader, node)
        unnamed = unnamed or not re.fullmatch("[a-z][a-z0-9-]*", rule_set.name)
        if rule_set.name in rule_sets:
            other = rule_sets[rule_set.name].place.file
            message = f"rule set `{rule_set.name}` stands in two files, also in {other}"
            reader.problem(node.place, message, "give one of them another name")
        rule_sets[rule_set.name] = rule_set
    if not any(problem.file == nodes["policy.yaml"].place.file for problem in reader.problems):
        _check_stages(reader, policy, rule_sets, catalogue, unnamed)
    _check_definitions(reader, rule_sets)
    _check_tables(reader, rule_sets, catalogue)
    reader.problems += ranges.problems(rule_sets, policy.minors)
    facts = nodes["facts.yaml"].place.file
    sound = not any(problem.file == facts for problem in reader.problems)
    return PolicyTree(policy, catalogue, rule_sets, digest, reader.problems, sound)


def _check_questions(reader: Reader, policy: PolicyFile, catalogue: Catalogue) -> None:
    stages = [stage.name for stage in policy.stages]
    for question in policy.questions:
        for name in question.stages:
            if name not in stages:
                reader.problem(question.place, f"there is no stage `{name}`", nearest(name, stages))
        for name in (*question.needs, *question.needs_one_of):
            if name not in catalogue.inputs:
                reader.problem(question.place, f"there is no input `{name}`", nearest(name, catalogue.inputs))
        if question.each and not _is_asked_of_each(question, catalogue):
            hint = "`each: {INPUT: LIST}`: one of its `needs`, and an input that is a list of such, or a list of texts"
            reader.problem(question.place, f"`{question.name}` cannot be asked of each `{question.each}`", hint)
        told = {**catalogue.conclusions, **catalogue.memories}
        for name in question.answers:
            if name not in told:
                reader.problem(question.place, f"there is no conclusion `{name}`", nearest(name, told))


def _is_asked_of_each(question: Question, catalogue: Catalogue) -> bool:
    """Whether what a question is asked of each of is an input that it needs, and comes from a list of such."""
    declared = catalogue.inputs.get(question.each)
    if declared is None or question.each not in question.needs or not question.of:
        return False
    if isinstance(question.of, tuple):
        return (declared.type.of or declared.type) == TEXT
    source = catalogue.inputs.get(question.of)
    return source is not None and source.type.of == declared.type


def _check_operations(reader: Reader, policy: PolicyFile, rule_sets: dict[str, RuleSet]) -> None:
    for rule_set in rule_sets.values():
        for rule in rule_set.rules:
            for one in rule.on:
                if one not in policy.operations:
                    hint = nearest(one, policy.operations) or f"it answers {', '.join(policy.operations)}"
                    reader.problem(rule.place, f"the policy does not answer operation `{one}`", hint)


def _check_stages(
    reader: Reader, policy: PolicyFile, rule_sets: dict[str, RuleSet], catalogue: Catalogue, unnamed: bool
) -> None:
    """Tell of names that stand for nothing; not of rule sets where one lacks its own name."""
    used: set[str] = set()
    _check_questions(reader, policy, catalogue)
    _check_operations(reader, policy, rule_sets)
    for stage in policy.stages:
        if not stage.code and any(_denies(rule_sets[name]) for name in stage.rule_sets if name in rule_sets):
            message = f"rules of stage `{stage.name}` deny, but it lacks `code`"
            reader.problem(stage.place, message, "add the HTTP code of a denial, such as `code: 403`")
        if stage.of and stage.of not in catalogue.inputs:
            reader.problem(stage.place, f"there is no input `{stage.of}`", nearest(stage.of, catalogue.inputs))
        for name in stage.rule_sets:
            if name not in rule_sets and not unnamed:
                reader.problem(stage.named_at[name], f"there is no rule set `{name}`", nearest(name, rule_sets))
            if name in used:
                reader.problem(stage.named_at[name], f"rule set `{name}` stands in two stages", "take it out of one")
            used.add(name)
    for name, rule_set in rule_sets.items():
        if name and name not in used and rule_set.rules:
            reader.problem(rule_set.place, f"no stage of policy.yaml runs rule set `{name}`", "add it to a stage")


def _denies(rule_set: RuleSet) -> bool:
    return any(case.effect.kind == "deny" for rule in rule_set.rules for case in rule.cases)


def _check_definitions(reader: Reader, rule_sets: dict[str, RuleSet]) -> None:
    seen: dict[str, list[Definition]] = {}
    for rule_set in rule_sets.values():
        for definition in rule_set.definitions:
            others = seen.setdefault(definition.name, [])
            other = next((other for other in others if overlap(other, definition)), None)
            if other is not None:
                message = f"`{definition.name}` is defined twice, also at {other.place.file}:{other.place.line}"
                reader.problem(definition.place, message, "give one of them another name, or `since` and `until`")
            others.append(definition)


def _check_tables(reader: Reader, rule_sets: dict[str, RuleSet], catalogue: Catalogue) -> None:
    named: dict[str, str] = {**dict.fromkeys(catalogue.inputs, "an input"), **dict.fromkeys(catalogue.notes, "notes")}
    for rule_set in rule_sets.values():
        named.update({one.name: f"defined at {one.place.file}:{one.place.line}" for one in rule_set.definitions})
    for table in (one for rule_set in rule_sets.values() for one in rule_set.tables):
        if table.name in named:
            message = f"the table `{table.name}` cannot be told from what is {named[table.name]}"
            reader.problem(table.place, message, "give it another name")
        named[table.name] = f"a table at {table.place.file}:{table.place.line}"


def _digest(nodes: dict[str, Node]) -> str:
    canonical = json.dumps({name: plain_value(node) for name, node in sorted(nodes.items())}, sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
