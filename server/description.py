"""A policy to the message that describes it."""

from engine import Policy
from podlaw.v1 import policy_pb2 as pb
from server.facets import known_facets


def policy_message(policy: Policy) -> pb.PolicyDescription:
    """Return what is served, and what may be asked."""
    return pb.PolicyDescription(
        version=policy.version,
        digest=policy.digest,
        minors=[pb.MinorDescription(kubernetes=minor, digest=policy.compiled_digest(minor)) for minor in policy.minors],
        default_kubernetes=policy.default_minor,
        operations=policy.operations,
        questions=[
            pb.QuestionDescription(name=question.name, about=question.about, needs=question.needs)
            for question, _ in policy.asked()
        ],
        facets=known_facets(policy),
        rule_sets=[
            pb.RuleSetDescription(name=one.name, version=one.version, about=one.about, rules=one.rules)
            for one in policy.describe()
        ],
    )
