r"""How many values a body of JSON has, before anybody makes values of it.

has_too_many  whether they are more than are taken
values_in     how many at most; a text counts as one, however long
MOST_VALUES   that are taken: a thousand documents with all that can be said of each

To say what is wrong with each of a million values takes a minute, and nobody else is answered
meanwhile.

>>> values_in(b'{"text": "one, two, [three]", "options": {"view": [1, 2]}}')
6
>>> values_in(b'"\\"[,", ["')  # nothing is lost where it is no JSON
3
"""

from __future__ import annotations

import re

MOST_VALUES = 20_000

# The end of the body ends a text, too: so what does not end is gone through once, not once for
# every quotation mark in it.
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)', re.DOTALL)


def has_too_many(body: bytes) -> bool:
    """Whether there are more values than are taken.

    >>> has_too_many(b"[" + b"1," * 30_000), has_too_many(b'"' * 100_000), has_too_many(b"{}")
    (True, True, False)
    """
    marks = body.count(b'"') - body.count(b'\\"')
    # Two for a key and two for its value; so there are never too many texts to be gone through.
    return marks > 4 * MOST_VALUES or values_in(body) > MOST_VALUES


def values_in(body: bytes) -> int:
    """How many values there are: one, and one more for each comma and each bracket."""
    rest = _TEXT.sub(b"", body)
    return 1 + sum(map(rest.count, (b",", b"[", b"{")))
