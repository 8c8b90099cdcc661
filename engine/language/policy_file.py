"""The order of stages: read from ``policy.yaml``."""

import re
from dataclasses import dataclass, field

from engine.language.reading import Reader
from engine.language.source import Node, Place, Sequence


@dataclass(frozen=True, slots=True)
class Stage:
    """Rule sets that run together; ``code`` is the API server's answer when one of them denies.

    ``of`` names the input that the stage judges: where another object is asked about, its denials are warnings.
    """

    name: str
    about: str
    code: int
    of: str
    rule_sets: tuple[str, ...]
    place: Place
    named_at: dict[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A question that only some stages answer.

    ``as_given``: objects are taken as they are, without any rounding. ``needs`` are the inputs that it cannot lack,
    ``needs_one_of`` those of which it cannot lack all,
    ``answers`` the conclusions that are told, () for all that its stages draw. A report asks it of each: ``each``
    names the input, ``of`` the list that it is taken from, an input too, or the texts that it may be.
    """

    name: str
    about: str
    stages: tuple[str, ...]
    as_given: bool
    place: Place
    needs: tuple[str, ...] = ()
    needs_one_of: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    each: str = ""
    of: str | tuple[str, ...] = ""


@dataclass(frozen=True, slots=True)
class PolicyFile:
    """Name and version of the policy, the minors and operations it answers for, its stages in order, its questions."""

    name: str
    version: str
    minors: tuple[str, ...]
    operations: tuple[str, ...]
    stages: tuple[Stage, ...]
    questions: tuple[Question, ...]


def read_policy_file(reader: Reader, node: Node) -> PolicyFile:
    """Read ``policy.yaml``; problems go to the reader."""
    top = reader.mapping(node)
    stages = []
    for item in reader.items(top.get("stages")):
        stage = reader.mapping(item)
        code = reader.text(stage.get("code"))
        named = reader.items(stage.get("rulesets"))
        stages.append(
            Stage(
                reader.text(stage.get("stage")),
                reader.text(stage.get("about")),
                int(code) if re.fullmatch("[0-9]{3}", code) else 0,
                reader.text(stage.get("of")),
                tuple(reader.text(name) for name in named),
                item.place,
                {reader.text(name): name.place for name in named},
            )
        )
    return PolicyFile(
        reader.text(top.get("policy")),
        reader.text(top.get("version")),
        tuple(reader.text(item) for item in reader.items(top.get("kubernetes"))),
        tuple(reader.text(item) for item in reader.items(top.get("operations"))),
        tuple(stages),
        tuple(_question(reader, item) for item in reader.items(top.get("questions"))),
    )


def _question(reader: Reader, node: Node) -> Question:
    top = reader.mapping(node)
    named = reader.mapping(top.get("each")).entries[:1]
    each, of = (named[0][0].value, named[0][1]) if named else ("", None)
    return Question(
        reader.text(top.get("question")),
        reader.text(top.get("about")),
        tuple(reader.text(name) for name in reader.items(top.get("stages"))),
        reader.text(top.get("as given")) == "true",
        node.place,
        tuple(reader.text(name) for name in reader.items(top.get("needs"))),
        tuple(reader.text(name) for name in reader.items(top.get("needs one of"))),
        tuple(reader.text(name) for name in reader.items(top.get("answers"))),
        each,
        tuple(reader.text(word) for word in of.items) if isinstance(of, Sequence) else reader.text(of),
    )
