import pytest

from engine import Policy
from tests.places import RULES


@pytest.fixture(scope="session")
def policy():
    with_rules = Policy.load(RULES)
    yield with_rules
    with_rules.close()
