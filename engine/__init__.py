"""The policy engine: rule files in, verdicts out."""

from engine.author_tests import TestResult
from engine.errors import (
    EvaluationFault,
    FieldViolation,
    Interrupted,
    PolicyError,
    Problem,
    RequestError,
    UnsupportedRequest,
)
from engine.policy import Policy
from engine.quantity import Quantity
from engine.report import Answer, report
from engine.verdict import Request, Verdict

__all__ = [
    "Answer",
    "EvaluationFault",
    "FieldViolation",
    "Interrupted",
    "Policy",
    "PolicyError",
    "Problem",
    "Quantity",
    "Request",
    "RequestError",
    "TestResult",
    "UnsupportedRequest",
    "Verdict",
    "report",
]
