"""The tree of rules: what a rule file says, before it is checked."""

from dataclasses import dataclass, field
from dataclasses import field as dataclass_field

from engine.language.source import Mapping, Node, Place
from engine.language.tables import Table
from engine.language.tree import Loop, Tree


@dataclass(frozen=True, slots=True)
class Message:
    """A text with values in it: literal parts and (expression, number format) parts in turn."""

    parts: tuple[str | tuple[Tree, str], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Conclusion:
    """One line of ``conclude``: ``name: value``, or ``name[key]: value`` for one entry of a map."""

    name: str
    key: Tree | None
    value: Tree
    place: Place


@dataclass(frozen=True, slots=True)
class Effect:
    """What a case does: its kind and the expressions and messages that belong to it.

    ``target`` is what a fill or copy sets, ``value`` what it sets or what is ranked; ``note`` is the name of the notes
    and the fields of the fact left there; ``conclusions`` holds names, keys of their entries and expressions; ``order``
    holds the keys of a rank with their directions; ``each`` makes one denial for every element of a list. A take has
    the object to take from as its ``value``, and in ``order`` what it takes ``into`` and the paths ``but`` or ``at``.
    """

    kind: str
    place: Place
    message: Message | None = None
    field: Message | None = None
    type: str = ""
    each: tuple[str, Tree] | None = None
    target: Tree | None = None
    value: Tree | None = None
    note: tuple[str, tuple[tuple[str, Tree], ...]] | None = None
    conclusions: tuple["Conclusion", ...] = ()
    keep: str = ""
    into: str = ""
    ties: str = ""
    order: tuple[tuple[str, Tree], ...] = ()
    note_at: dict[str, Place] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a rule: its condition (None: always) and its effect."""

    number: int
    when: Tree | None
    effect: Effect
    explain: tuple[tuple[str, Tree], ...]
    since: str
    until: str
    place: Place


@dataclass(frozen=True, slots=True)
class Binding:
    """One line of ``for each``: a name, its source, and the facts that are left out."""

    loop: Loop
    where: Tree | None
    backwards: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a rule: the objects given, and what the rule is to say of them.

    It is about the operation ``on`` ("": the first that its rule speaks of), the minor ``kubernetes`` ("": each in
    which its rule is active) and a ``question`` ("": all that the policy says).
    """

    about: str
    given: Mapping
    expected: tuple[tuple[str, Node], ...]
    place: Place
    on: str = ""
    kubernetes: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule with its cases in order; the first that holds speaks. ``when`` must hold for any of them.

    ``on`` names the operations that it speaks of, () for all.
    """

    name: str
    about: str
    source: str
    since: str
    until: str
    bindings: tuple[Binding, ...]
    lets: tuple[tuple[str, Tree], ...]
    when: Tree | None
    cases: tuple[Case, ...]
    examples: tuple[Example, ...]
    place: Place
    on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A named expression over given facts."""

    name: str
    about: str
    given: tuple[tuple[str, str], ...]
    body: Tree
    since: str
    until: str
    place: Place
    given_at: dict[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One file of rules.

    ``stop_after`` names the loop after whose first denying fact it stops; ``ends_stage`` says that its denials keep
    later rule sets of the stage from speaking, ``only_if_clean`` that it speaks only where nothing was denied before.
    """

    name: str
    version: str
    about: str
    definitions: tuple[Definition, ...]
    rules: tuple[Rule, ...]
    explain: tuple[tuple[str, Tree], ...]
    stop_after: str
    place: Place
    ends_stage: bool = False
    only_if_clean: bool = False
    tables: tuple[Table, ...] = ()
