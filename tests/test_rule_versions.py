"""A change of what a rule set says raises its version, and is told in its changelog."""

import json
import re
import shutil

from engine import Policy
from scripts.rule_versions import unraised, versions
from tests.places import ROOT, RULES

WRITTEN = ROOT / "tests" / "rule_versions.json"


def changed(folder, old, new, file="admission/claims.yaml"):
    rules = shutil.copytree(RULES, folder / "rules")
    text = (rules / file).read_text("utf-8")
    assert old in text
    (rules / file).write_text(text.replace(old, new), "utf-8")
    return versions(Policy.load(rules))


def test_what_is_written_down_is_what_the_rules_say(policy):
    """After a change: raise the version of the rule set, then `python -m scripts.rule_versions`."""
    assert json.loads(WRITTEN.read_text("utf-8")) == versions(policy)


def test_a_change_of_meaning_needs_a_higher_version(policy, tmp_path):
    assert unraised(versions(policy), changed(tmp_path, "storage <= 0", "storage <= 1")) == ["claims"]


def test_a_moved_range_of_minors_is_a_change_of_meaning(policy, tmp_path):
    now = changed(tmp_path, 'since: "1.36"', 'since: "1.37"', "admission/pod-structure.yaml")
    assert unraised(versions(policy), now) == ["pod-structure"]


def test_other_words_for_readers_are_none(policy, tmp_path):
    now = changed(tmp_path, "about: API validation of what a claim asks for.", "about: What claims ask for.")
    assert unraised(versions(policy), now) == []


def test_every_version_stands_in_the_changelog(policy):
    changelog = (RULES / "CHANGELOG.md").read_text("utf-8")
    told = dict(re.findall(r"^## ([a-z-]+)\n\n- ([0-9.]+):", changelog, re.MULTILINE))
    assert told == {one.name: one.version for one in policy.describe()}
