"""Stretches of a text that rewriting never changes: code, addresses, paths, links, quotations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

# Each pattern begins where a run of its characters begins and stops at the end of the stretch:
# otherwise every character of a long word would be tried.
PROTECTED = re.compile(
    "|".join(
        (
            r"```.*?```|``[^\n]*?``|`[^`\n]+`",
            r"\[\[[^\[\]\n]*\]\]|!?\[[^\[\]\n]*\](?:\([^()\n]*\)|\[[^\[\]\n]*\])",
            r"^[ \t]*\[[^\[\]\n]+\]:[^\n]*",  # [1]: the target of a link
            r"^[ \t]*>[^\n]*",  # a quoted line of a letter
            r"</?[A-Za-z][^<>]*>",
            r"\{[^{}\n]*\}",  # a placeholder
            r"(?:https?|ftp|file)://[^\s<>]+|www\.[^\s<>]+|mailto:[^\s<>]+",
            r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.]+",
            r"(?<![\w.~/\\-])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^\s<>\"']*",
            r"(?<![\w.-])[\w-]++(?:\.[\w-]++)++(?:/[^\s<>]*)?",  # her.py, she.org/it
        )
    ),
    re.DOTALL | re.MULTILINE,
)
FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.MULTILINE)
FRONT_MATTER = re.compile(r"---\r?\n.*?\n---\r?\n", re.DOTALL)
TAG = re.compile(r"<(/?)([A-Za-z]+)\b[^<>]*>")
UNTOUCHED_TAGS = frozenset("a blockquote code kbd pre q samp script style tt var".split())
# A mark after a letter is an apostrophe; one before a letter would open the next quotation.
SPEECH = re.compile(
    r"(?<!\w)['‘](?=\w)"
    r"(?:[^\n'’‘]|(?<=\w)['’]|['’](?=em\b|tis\b|twas\b)|\n(?!\s*\n)){1,800}?"
    r"[,.!?…—]['’](?!\w)"
)
STUCK = re.compile(r"[\w/\\@#$%={}\[\]|~^&+]")  # a tag protects itself


def protected_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code, links, addresses and paths.

    >>> protected_ranges("see `her.py` at www.a.org")
    [(4, 12), (16, 25)]
    """
    found = [match.span() for match in PROTECTED.finditer(text)]
    if front := FRONT_MATTER.match(text):
        found.append(front.span())
    end = 0
    while (start := text.find("<!--", end)) >= 0 and (end := text.find("-->", start)) >= 0:
        found.append((start, end + 3))
    return merged([*found, *_fenced(text), *_tagged(text)])


def quoted_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of speech in single quotation marks, as in British novels.

    >>> quoted_ranges("'She is late,' said Tom's uncle.")
    [(0, 14)]
    """
    return [match.span() for match in SPEECH.finditer(text)]


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield blocks of code between fences; one that is not closed goes on to the end."""
    start, mark = -1, ""
    for fence in FENCE.finditer(text):
        if start < 0:
            start, mark = fence.start(), fence[1]
        elif fence[1] == mark:
            yield start, fence.end()
            start = -1
    if start >= 0:
        yield start, len(text)


def _tagged(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges between <code> and </code>."""
    begun: dict[str, int] = {}
    for tag in TAG.finditer(text):
        name = tag[2].lower()
        if name in UNTOUCHED_TAGS and not tag[1]:
            begun.setdefault(name, tag.start())
        elif name in begun:
            yield begun.pop(name), tag.end()


def merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ranges and join those that overlap.

    >>> merged([(4, 12), (0, 2), (8, 20)])
    [(0, 2), (4, 20)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def touches(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return True if one of the sorted `ranges` overlaps `start` to `end`."""
    before = bisect_left(ranges, end, key=itemgetter(0))
    return before > 0 and start < ranges[before - 1][1]


def is_stuck(text: str, start: int, end: int) -> bool:
    """Return True if something is written together with the words from `start` to `end`.

    >>> is_stuck("he/she", 3, 6), is_stuck("--she", 2, 5), is_stuck("*she*", 1, 4)
    (True, False, False)
    """
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    is_note = after[:1] == "[" and after[1:].isdigit()  # she[5]
    if STUCK.match(before[-1:]) or (STUCK.match(after[:1]) and not is_note):
        return True
    if after[:1] in {"'", "’", "."}:
        return after[1:].isalnum()
    # One hyphen; two are a dash.
    return any(side[:1] == "-" and side[1:] != "-" for side in (before[::-1], after))
