"""The reasons that a caller's mistake is told with: ``google.rpc.BadRequest.FieldViolation.reason``."""

from typing import Final

INVALID: Final = "INVALID"
"""A value that is not accepted; every mistake that has no reason of its own."""

REQUIRED: Final = "REQUIRED"
"""A field that is missing."""

MALFORMED: Final = "MALFORMED"
"""A manifest that cannot be read."""

TOO_LARGE: Final = "TOO_LARGE"
"""A limit on bytes, values or documents."""

TOO_MANY: Final = "TOO_MANY"
"""A limit on counts: of LimitRanges, containers, facets."""

TOO_LONG: Final = "TOO_LONG"
"""A limit on the length of a text."""

TOO_DEEP: Final = "TOO_DEEP"
"""A limit on nesting."""
