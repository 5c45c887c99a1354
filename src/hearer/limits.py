"""The limits of what is read; beyond them an input is refused, or left aside, with its place.

MOST_BYTES       of a file
MOST_DIGITS      of a number that says where something stands, or how often
MOST_JSON_DIGITS of a whole number of JSON, wherever it stands
DEEPEST          JSON in JSON, and values in the state of a session
WIDEST_GAP       between two words, where offsets alone tell how much white space there is
LONGEST_SNIPPET  of a document that is written once for every pronoun
MOST_PROBLEMS    of one kind that are told one by one: a file of noise has millions
MOST_EXPANSION   how many times as many bytes may come of an archive or a packed file
MOST_UNPACKED    bytes that may come of one in any case, however small it is
MOST_MEMBER_HEADER
                 bytes of what a tar archive says of one member
number_of        a number in text, if it is one and has no more digits

docs/limits.md says what happens at each of them.
"""

from __future__ import annotations

import re

MOST_BYTES = 500_000_000
MOST_DIGITS = 9
MOST_JSON_DIGITS = 100
DEEPEST = 64
WIDEST_GAP = 1_000
LONGEST_SNIPPET = 4_000
MOST_PROBLEMS = 100
MOST_EXPANSION = 200
MOST_UNPACKED = 100_000_000
MOST_MEMBER_HEADER = 8_192  # Python before 3.11.10 takes quadratic time for it

_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")


def number_of(text: str) -> int | None:
    """The number that `text` spells; none with a sign, a fraction or too many digits.

    >>> number_of("17"), number_of("-1"), number_of("9" * 5000)
    (17, None, None)
    """
    return int(text) if _NUMBER.fullmatch(text) else None
