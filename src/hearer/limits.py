"""Limits of what is read; docs/limits.md says what happens beyond each of them."""

from __future__ import annotations

import re

MOST_BYTES = 500_000_000  # of a file
MOST_DIGITS = 9  # of a position or a count
MOST_JSON_DIGITS = 100  # of any whole number in JSON
DEEPEST = 64  # levels of nesting in JSON and in the state of a session
WIDEST_GAP = 1_000  # characters between two words that are known by their offsets only
MOST_PROBLEMS = 100  # of one kind that are reported one by one
MOST_EXPANSION = 200  # size of an unpacked archive, in multiples of its packed size
MOST_UNPACKED = 100_000_000  # bytes that any archive may unpack to
MOST_MEMBER_HEADER = 8_192  # bytes; Python before 3.11.10 reads tar headers in quadratic time

_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")


def number_of(text: str) -> int | None:
    """Return the number in `text`, or None if it has a sign, a fraction or too many digits.

    >>> number_of("17"), number_of("-1"), number_of("9" * 5000)
    (17, None, None)
    """
    return int(text) if _NUMBER.fullmatch(text) else None
