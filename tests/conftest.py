"""The shipped policy, loaded once."""

import pytest

from engine import Policy
from tests.places import RULES


@pytest.fixture(scope="session")
def policy() -> Policy:
    return Policy.load(RULES)
