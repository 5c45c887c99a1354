"""Stretches of a text that rewriting never changes: code, addresses, paths, links, quotations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

# Each pattern begins where a run of its characters begins and stops at the end of the stretch, or
# of the text: otherwise every character of a long word would be tried.
PROTECTED = re.compile(
    "|".join(
        (
            r"\A---\r?\n.*?\n---\r?\n",  # front matter
            r"^[ \t]{0,3}(?P<fence>```|~~~).*?(?:^[ \t]{0,3}(?P=fence)|\Z)",
            r"```.*?```|``[^\n]*?``|`[^`\n]+`",
            r"\[\[[^\[\]\n]*\]\]|!?\[[^\[\]\n]*\](?:\([^()\n]*\)|\[[^\[\]\n]*\])",
            r"^[ \t]*\[[^\[\]\n]+\]:[^\n]*",  # [1]: the target of a link
            r"^[ \t]*>[^\n]*",  # a quoted line of a letter
            r"<!--.*?(?:-->|\Z)",
            r"<(?P<tag>a|blockquote|code|kbd|pre|q|samp|script|style|tt|var)\b.*?(?:</(?P=tag)>|\Z)",
            r"</?[A-Za-z][^<>]*>",
            r"\{[^{}\n]*\}",  # a placeholder
            r"(?:https?|ftp|file)://[^\s<>]+|www\.[^\s<>]+|mailto:[^\s<>]+",
            r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.]+",
            r"(?<![\w.~/\\-])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^\s<>\"']*",
            r"(?<![\w.-])[\w-]++(?:\.[\w-]++)++(?:/[^\s<>]*)?",  # her.py, she.org/it
        )
    ),
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
# One hyphen, not a dash; a note (she[5]) is not stuck, and a tag protects itself.
STUCK_BEFORE = re.compile(r"(?:[\w/\\@#$%={}\[\]|~^&+]|(?<!-)-)\Z")
STUCK_AFTER = re.compile(r"(?!\[\d)[\w/\\@#$%={}\[\]|~^&+]|-(?!-)|['’.](?=\w)")


def protected_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code, links, addresses and paths.

    >>> protected_ranges("see `her.py` at www.a.org")
    [(4, 12), (16, 25)]
    """
    return [match.span() for match in PROTECTED.finditer(text)]


def touches(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return True if one of the sorted `ranges` overlaps `start` to `end`."""
    before = bisect_left(ranges, end, key=itemgetter(0))
    return before > 0 and start < ranges[before - 1][1]


def is_stuck(text: str, start: int, end: int) -> bool:
    """Return True if something is written together with the words from `start` to `end`.

    >>> is_stuck("he/she", 3, 6), is_stuck("--she", 2, 5), is_stuck("*she*", 1, 4)
    (True, False, False)
    """
    before = STUCK_BEFORE.search(text[max(0, start - 2) : start])
    return bool(before or STUCK_AFTER.match(text, end))
