"""Mutation of a policy: each mutant made to run, and asked whether the rules' own examples and tests tell it apart."""

from collections.abc import Iterator
from pathlib import Path

from engine.coverage import Watch
from engine.errors import PolicyError
from engine.examples import example_problems
from engine.language.loading import PolicyTree, load
from engine.language.minors import Active
from engine.mutants import Mutant, mutants, refused
from engine.policy import Policy


class Mutation:
    """A policy, watched, and its mutants. It can be used by the processes that it is forked into."""

    def __init__(self, folder: Path) -> None:
        """Load a rules folder.

        :raises PolicyError: if it has mistakes, or its examples do not hold.
        """
        self.folder = folder
        self.watch = Watch()
        self.policy = Policy.load(folder, self.watch)
        self.tree = load(folder)
        problems = self.policy.check()
        if problems:
            raise PolicyError(problems)
        self.mutants = mutants(self.tree)

    def changed(self, mutant: Mutant) -> Policy:
        """Return the policy with the change; a mistake that it is, is told when a minor is first asked about."""
        return Policy(mutant.within(self.tree), {})

    def is_refused(self, mutant: Mutant) -> bool:
        """Whether a policy with the change could not be loaded."""
        return refused(mutant, self.tree)

    def was_active(self, mutant: Mutant) -> bool:
        """Whether the rules that a mutant concerns are there without the change, on the minors that it is about."""
        tree = self.of(mutant)
        there = {(one.rule_set.name, one.rule.name) for minor in mutant.minors for one in tree.sources(Active(minor))}
        return mutant.concerns <= there

    def by_example(self, mutant: Mutant, policy: Policy) -> str:
        """Return the place of an example that the changed policy does not show, "" if there is none.

        :raises PolicyError: if the change is a mistake.
        """
        asked = policy.parts[mutant.part] if mutant.part else policy
        tree = self.of(mutant)
        for minor in (minor for minor in tree.policy.minors if minor in mutant.minors):
            for source, example in tree.examples(minor):
                if (source.rule_set.name, source.rule.name) in mutant.concerns:
                    for problem in example_problems(asked, tree.catalogue, source, example, minor):
                        return f"{problem.file}:{problem.line}"
        return ""

    def by_test(self, policy: Policy) -> str:
        """Return the place of a test within the rules folder that fails with the changed policy, "" if none does.

        :raises PolicyError: if the change is a mistake.
        """
        failed: Iterator[str] = (f"{one.file}:{one.line}" for one in policy.test(self.folder) if one.failure)
        return next(failed, "")

    def of(self, mutant: Mutant) -> PolicyTree:
        """Return the policy that a mutant belongs to, without the change."""
        return self.tree.parts[mutant.part] if mutant.part else self.tree
