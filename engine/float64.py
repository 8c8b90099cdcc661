"""Functions of float64 that Kubernetes computes with; none of them gives what is not a number where there was one."""

import math


def log2(number: float) -> float | None:
    """Return the logarithm to base 2; absent for what is not above 0, or not finite."""
    return math.log2(number) if 0 < number < math.inf else None


def power(base: float, exponent: float) -> float | None:
    """Return a power; absent where it is no finite number, such as one that is too large."""
    try:
        found = math.pow(base, exponent)
    except (OverflowError, ValueError):
        return None
    return found if math.isfinite(found) else None


def floor(number: float) -> float:
    """Return the largest whole number that is not above; what is not finite stays as it is."""
    return float(math.floor(number)) if math.isfinite(number) else number


def ceiling(number: float) -> float:
    """Return the least whole number that is not below; what is not finite stays as it is."""
    return float(math.ceil(number)) if math.isfinite(number) else number
