"""``podlaw vocabulary``: the words that rules may use."""

import argparse
import sys

from cli.rules_folder import rules_folder
from engine import Policy


def run(options: argparse.Namespace) -> int:
    """Print the page and return 0."""
    sys.stdout.write(Policy.load(rules_folder(options.rules)).vocabulary())
    return 0
