"""Match flat rows of integers and codes against rules, with the durable_rules engine.

See README.md beside this file for the engine's hazards and where each is guarded.
"""

from engine.matching.lowering import MAX_CONDITIONS
from engine.matching.matcher import Matcher
from engine.matching.model import Column, Condition, DefinitionError, EngineFault, MatchRule
from engine.matching.remembering import RememberingMatcher
from engine.matching.values import MAX_ROW_COLUMNS, row
from engine.matching.vocabulary import column_name

__all__ = [
    "MAX_CONDITIONS",
    "MAX_ROW_COLUMNS",
    "Column",
    "Condition",
    "DefinitionError",
    "EngineFault",
    "MatchRule",
    "Matcher",
    "RememberingMatcher",
    "column_name",
    "row",
]
