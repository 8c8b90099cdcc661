"""Durations and times as Go reads and prints them (``ParseDuration``, ``Duration.String``, RFC 3339; node T4, T8)."""

import re
from fractions import Fraction
from typing import Final

_NANOSECOND, _MICROSECOND, _MILLISECOND, _SECOND = 1, 1_000, 1_000_000, 1_000_000_000
_MINUTE, _HOUR = 60 * _SECOND, 3600 * _SECOND
_UNITS: Final = {
    "ns": _NANOSECOND,
    "us": _MICROSECOND,
    "\u00b5s": _MICROSECOND,
    "\u03bcs": _MICROSECOND,
    "ms": _MILLISECOND,
    "s": _SECOND,
    "m": _MINUTE,
    "h": _HOUR,
}
_TERM: Final = re.compile(r"([0-9]*+)(?:(\.)([0-9]*+))?([^.0-9]*+)")
_MOST: Final = 2**63
_WRAPS_AT: Final = 2**64
_MOST_DIGITS: Final = 20
"""So many digits are at least 10^19, more than any duration has."""


class DurationError(ValueError):
    """A text that is no duration; the message is Go's."""


def parse_duration(text: str) -> int:
    """Return the nanoseconds that a text such as ``1h30m`` names.

    :raises DurationError: if it names none that int64 holds.
    """
    negative, rest = text.startswith("-"), text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return 0
    total, at = 0, 0
    while at < len(rest):
        match = _TERM.match(rest, at)
        whole, point, fraction, unit = match.groups(default="") if match else ("", "", "", "")
        amount = _leading(whole)
        if (not whole and not fraction) or amount is None:
            raise _invalid(text)
        if not unit:
            raise DurationError(f"time: missing unit in duration {_escaped(text)}")
        if unit not in _UNITS:
            raise DurationError(f"time: unknown unit {_escaped(unit)} in duration {_escaped(text)}")
        if amount > _MOST // _UNITS[unit]:
            raise _invalid(text)
        part = amount * _UNITS[unit] + (_part(fraction, _UNITS[unit]) if point else 0)
        total = (total + part) % _WRAPS_AT  # as Go's uint64 does
        if part > _MOST or total > _MOST:
            raise _invalid(text)
        at = match.end() if match else at
    if not rest or total > _MOST - (not negative):
        raise _invalid(text)
    return -total if negative else total


def duration_of(text: str) -> int | None:
    """Return the nanoseconds that a text names; absent if it is no duration."""
    try:
        return parse_duration(text)
    except DurationError:
        return None


def duration_error(text: str) -> str:
    """Return Go's words for a text that is no duration; "" for one that is."""
    try:
        parse_duration(text)
    except DurationError as error:
        return str(error)
    return ""


def duration_text(nanoseconds: int) -> str:
    """Return a duration as Go prints it: ``1h0m0s``, ``1m30s``, ``1.5ms``, ``0s``."""
    sign, rest = ("-" if nanoseconds < 0 else ""), abs(nanoseconds)
    if rest == 0:
        return "0s"
    if rest < _SECOND:
        name, unit = next(pair for pair in (("ms", 10**6), ("\u00b5s", 10**3), ("ns", 1)) if rest >= pair[1])
        return f"{sign}{_decimal(rest, unit)}{name}"
    minutes, seconds = divmod(rest, _MINUTE)
    hours, minutes = divmod(minutes, 60)
    words = f"{_decimal(seconds, _SECOND)}s"
    if hours or minutes:
        words = f"{minutes}m{words}"
    return f"{sign}{hours}h{words}" if hours else f"{sign}{words}"


def _leading(digits: str) -> int | None:
    """Return a whole number, None if it is above 2^63."""
    digits = digits.lstrip("0") or "0"
    if len(digits) >= _MOST_DIGITS or int(digits) > _MOST:
        return None
    return int(digits)


def _part(digits: str, unit: int) -> int:
    """Return the nanoseconds of a fraction of a unit, by float64; digits that int64 does not hold are left out."""
    number, scale = 0, 1.0
    for digit in digits:
        if number > (_MOST - 1) // 10 or number * 10 + int(digit) > _MOST:
            break
        number, scale = number * 10 + int(digit), scale * 10
    return int(float(number) * (float(unit) / scale)) if number else 0


def _decimal(amount: int, unit: int) -> str:
    whole, part = divmod(amount, unit)
    fraction = f"{part:0{len(str(unit)) - 1}d}".rstrip("0") if part else ""
    return f"{whole}.{fraction}" if fraction else str(whole)


def _invalid(text: str) -> DurationError:
    return DurationError(f"time: invalid duration {_escaped(text)}")


def _escaped(text: str) -> str:
    """Return a text in quotes; control characters and all but ASCII as the bytes of their UTF-8."""
    shown = []
    for character in text:
        if character < " " or character > "\x7f":
            shown += [f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogatepass")]
        else:
            shown.append(f"\\{character}" if character in '"\\' else character)
    return '"' + "".join(shown) + '"'


_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FRACTION: Final = 9
"""Digits of a second that count: nanoseconds."""


def time_of(text: str) -> Fraction | None:
    """Return the seconds since the year 1 began (UTC) at a time of RFC 3339; absent if the text names none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    east_hours, east_minutes = int(found[9] or 0), int(found[10] or 0)
    if not (1 <= month <= 12 and hour <= 23 and minute <= 59 and second <= 59):  # noqa: PLR2004 - a clock
        return None
    if not 1 <= day <= _DAYS[month - 1] + (leap and month == 2) or east_hours > 24 or east_minutes > 60:  # noqa: PLR2004
        return None
    years, leap_day = year - 1, leap and month > 2  # noqa: PLR2004 - February
    days = years * 365 + years // 4 - years // 100 + years // 400 + sum(_DAYS[: month - 1]) + leap_day + day - 1
    east = (east_hours * 60 + east_minutes) * (-1 if found[8] == "-" else 1)
    fraction = Fraction(int((found[7] or "0")[:_FRACTION].ljust(_FRACTION, "0")), 10**_FRACTION)
    return days * 86400 + hour * 3600 + (minute - east) * 60 + second + fraction
