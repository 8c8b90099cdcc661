"""The vocabulary page is what the rules and the language say now."""

from tests.places import RULES


def test_the_page_is_fresh(policy):
    page = (RULES / "VOCABULARY.md").read_text()
    assert page == policy.vocabulary(), "run `podlaw vocabulary > rules/VOCABULARY.md`"
