"""Python knows no policy: what Kubernetes says and what it calls things stands in the rules alone.

Looked at are the texts in the code of engine, server and cli: constants, the fixed parts of f-strings and the patterns
of regular expressions; not comments and docstrings. The exceptions are stated below. The shape of what is asked about
(the kinds of workloads, where a template stands, how controllers make names) is how an input is read, and no policy.
"""

import ast
import re

import pytest
import yaml

from tests.places import ROOT, RULES

FILES = [file for layer in ("engine", "server", "cli") for file in sorted((ROOT / layer).rglob("*.py"))]

# Names of resources, classes, LimitRange fields and of what admission writes: a text that contains one is policy.
WORDS = (
    *("cpu", "memory", "storage", "hugepages", "pids", "nvidia", "requests", "limits", "overhead", "sizeLimit"),
    *("BestEffort", "Burstable", "Guaranteed", "qosClass", "restartPolicy", "initContainers", "ephemeralContainers"),
    *("defaultRequest", "maxLimitRequestRatio", "LimitRanger", "limit-ranger", "kubernetes.io"),
    *("FieldValue", "Forbidden", "Unprocessable", "is forbidden"),
)
WORD = re.compile("|".join(rf"(?<![A-Za-z]){re.escape(word)}(?![a-z])" for word in WORDS), re.IGNORECASE)

# What may stand in one file each: constants by name, or whole texts; and why.
EXCEPTIONS = {
    # The quantity reader's messages are Kubernetes' own: `quantities must match ...`; no rule could come before them.
    "engine/quantity/syntax.py": {"WRONG_SHAPE", "WRONG_SUFFIX", "WRONG_NUMBER"},
    # An example in a hint to those who write rules; and `memory` as the language's word for what rules remember.
    "engine/language/check_effects.py": {"name an entry, such as `container.limits[resource]`", "there is no memory `"},
    "engine/language/catalogue.py": {"a memory is a list of facts of one kind"},
    # Requests that are asked, not those of resources.
    "cli/main.py": {
        "--requests",
        "requests as JSON Lines (`id`, `input`, `facets`), or - for standard input",
        "make cases of manifests or requests, with podlaw's own answers",
    },
    # The shapes of recorded cases, which are answered in, and what has no order in them.
    "cli/cases/facets.py": {"*"},
    "cli/cases/comparison.py": {"*"},
    "cli/cases/node_facets.py": {"*"},
    # The heads of tables, and the names of conclusions that stand in them.
    "cli/nodes/text.py": {"requests", "storage of budget", "qosClass"},
}
SHORTEST_MESSAGE = 14


def texts(tree):
    """The texts in code with their lines, each without the docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    skipped = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and is_text(node.body)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            skipped |= {id(part.value) for part in node.body if is_text([part])}  # notes below a constant
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def is_text(body):
    return bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)


def excepted(tree, names):
    """The lines of the constants that may be Kubernetes' own."""
    lines = set()
    for node in tree.body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        if any(isinstance(target, ast.Name) and target.id in names for target in targets):
            lines |= set(range(node.lineno, node.end_lineno + 1))
    return lines


def messages():
    """The fixed parts of all that the rules say to users."""
    found = set()

    def visit(value, is_message):
        if isinstance(value, dict):
            for key, inner in value.items():
                visit(inner, is_message or key in ("deny", "detail", "is", "message"))
        elif isinstance(value, list):
            for inner in value:
                visit(inner, is_message)
        elif is_message and isinstance(value, str):
            quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', value) or [value]
            found.update(part.strip(" '\"") for text in quoted for part in re.split(r"\{[^}]*\}", text))

    for file in RULES.rglob("*.yaml"):
        for rule_set in yaml.safe_load_all(file.read_text()):
            if isinstance(rule_set, dict) and "ruleset" in rule_set:
                visit(rule_set, False)
    return {part for part in found if len(part) >= SHORTEST_MESSAGE and " " in part}


MESSAGES = messages()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_policy(file):
    tree = ast.parse(file.read_text())
    names = EXCEPTIONS.get(str(file.relative_to(ROOT)), set())
    allowed = excepted(tree, names)
    found = [
        f"{file.name}:{line}: {text!r}"
        for line, text in texts(tree)
        if not {"*", text} & names
        and line not in allowed
        and (WORD.search(text) or any(part in text for part in MESSAGES))
    ]
    assert not found


def test_the_rules_have_messages():
    assert len(MESSAGES) > 40


@pytest.mark.parametrize(
    "code",
    [
        'x = "cpu"',
        'x = f"spec.containers[{1}].resources.limits"',
        'def f():\n    """Docstring."""\n    return {"memory": 1}',
        'raise ValueError("must be less than or equal to " + name)',
        'x = re.compile("^hugepages-")',
    ],
)
def test_what_is_found(code):
    assert any(WORD.search(text) or any(part in text for part in MESSAGES) for _, text in texts(ast.parse(code)))


def test_what_is_not_found():
    code = (
        '"""Says cpu."""\nX = 1\n"""The memory."""\n# limits\ndef f():\n    """Return requests."""\n    return "pod"\n'
    )
    assert [text for _, text in texts(ast.parse(code)) if WORD.search(text)] == []
