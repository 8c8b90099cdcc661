"""Version 1 of the contract; ``policy_pb2`` and its companions are generated from ``policy.proto``, never edited."""
