"""Which rules folder a command uses."""

import os
from pathlib import Path
from typing import Final

from podlaw import v1

VARIABLE: Final = "PODLAW_RULES"


class NoRulesError(Exception):
    """There is no rules folder where one was expected."""


def rules_folder(asked: Path | None) -> Path:
    """Return the folder asked for, else that of ``PODLAW_RULES``, else the one that belongs to this installation."""
    named = asked or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if named is not None:
        if not named.is_dir():
            raise NoRulesError(f"{named}: no such folder")
        return named
    for folder in _shipped():
        if folder.is_dir():
            return folder
    raise NoRulesError(f"this installation has no rules folder: name one with --rules or {VARIABLE}")


def _shipped() -> tuple[Path, Path]:
    """Return where the rules are: beside the messages in an installed wheel, in the checkout otherwise."""
    messages = Path(v1.__file__).resolve().parent
    return messages.parent / "rules", messages.parents[2] / "rules"
