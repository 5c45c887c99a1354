r"""Where quotations stand, by their marks.

MarkStyle    double marks, or single ones as in British novels
quoted       the stretches of a text that stand in quotation marks, outermost only

    >>> text = "‘Well,’ said Anna, ‘it’s the “boys’ room”.’ ’Twas dark."
    >>> [text[start:end] for start, end in quoted(text, [0])]
    ['‘Well,’', '‘it’s the “boys’ room”.’']

A text has one style, the one that more of what is said stands in; the other is for quotations in
quotations, and for single words. A quotation ends with its mark. One that is not closed where its
paragraph ends goes on if the next paragraph opens it again, as newspapers and novels do; else it
ends there, and if its mark is a single one it was an apostrophe.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

MARK = re.compile("``|''(?!\\w)|[\"“”„«»‘’'＂`]")
OPENING, CLOSING = frozenset("“ `` « „ ‘ `".split()), frozenset("” '' » ’".split())
SINGLE_MARKS = frozenset("‘’'`")
DASHES = "-–—"
BEFORE_OPENING = "([{<" + DASHES  # and white space
BEHIND_CLOSING = ".,;:!?)]}>…" + DASHES  # and white space
ENDS_SPEECH = ".,!?…;:*_)]" + DASHES  # what is said ends with one of these before its mark
# 'em, 'tis: where a word begins with an apostrophe. Words of LitBank have blanks around: do n't.
CLIPPED = re.compile(
    r"(?:s|d|m|t|ll|re|ve|em|er|im|tis|twas|twere|twill|twould|til|till|cause|cos|bout|un|ere|neath"
    r"|gainst|nother|ud|ee|ave|e|is|n|o|[0-9]+s?)\b",
    re.IGNORECASE,
)
LONGEST_UNCLOSED = 1_500  # code points of a quotation that its paragraph ends
Stretch = tuple[int, int]  # from the opening mark to behind the closing one


class MarkStyle(Enum):
    """What kind of mark a text has around what is said."""

    DOUBLE = "double"
    SINGLE = "single"


class MarkRole(Enum):
    """What a mark does where it stands."""

    OPENS = "opens"
    CLOSES = "closes"
    EITHER = "either"  # whatever is due
    MAY_CLOSE = "may close"  # or be an apostrophe: the boys' room
    NOTHING = "nothing"


OPENING_ROLES = frozenset({MarkRole.OPENS, MarkRole.EITHER})
CLOSING_ROLES = frozenset({MarkRole.CLOSES, MarkRole.EITHER})


class _Mark(NamedTuple):
    role: MarkRole
    start: int
    end: int


def quoted(text: str, paragraphs: Sequence[int]) -> list[Stretch]:
    """The stretches of a text in quotation marks; `paragraphs` are where these begin."""
    marks: dict[MarkStyle, list[_Mark]] = {MarkStyle.DOUBLE: [], MarkStyle.SINGLE: []}
    for found in MARK.finditer(text):
        style = MarkStyle.SINGLE if found[0] in SINGLE_MARKS else MarkStyle.DOUBLE
        marks[style].append(_Mark(_role(text, found), found.start(), found.end()))
    each = [list(_stretches(text, marks[style], paragraphs, style)) for style in MarkStyle]
    return max(each, key=lambda several: sum(is_said(text, one) for one in several))


def is_said(text: str, stretch: Stretch) -> bool:
    """Whether something in quotes ends like what is said: with a point, a comma, a dash."""
    inside = text[stretch[0] + 1 : stretch[1] - 1].rstrip("'’”\" ")
    return inside[-1:] in ENDS_SPEECH if inside else False


def _role(text: str, mark: re.Match[str]) -> MarkRole:
    said, behind = mark[0], text[mark.end() : mark.end() + 1]
    before = text[mark.start() - 1] if mark.start() else ""
    if said in {'"', "＂"}:
        return _straight(before, behind)
    if said not in SINGLE_MARKS:
        return MarkRole.OPENS if said in OPENING else MarkRole.CLOSES
    if said in OPENING:
        return MarkRole.NOTHING if before.isalnum() else MarkRole.OPENS
    return _single(text, mark, before, behind)


def _straight(before: str, behind: str) -> MarkRole:
    is_left = not before or before.isspace() or before in BEFORE_OPENING
    is_right = not behind or behind.isspace() or behind in BEHIND_CLOSING
    if is_left == is_right:
        return MarkRole.EITHER
    return MarkRole.OPENS if is_left else MarkRole.CLOSES


def _single(text: str, mark: re.Match[str], before: str, behind: str) -> MarkRole:
    """What ' or ’ does, which is an apostrophe more often than not."""
    if before.isalnum() and behind.isalnum():
        return MarkRole.NOTHING
    if before.isalnum():
        return MarkRole.MAY_CLOSE
    is_clipped = CLIPPED.match(text, mark.end()) is not None
    is_left = not before or before.isspace() or before in BEFORE_OPENING or before in '“"'
    if is_left and behind.strip() and behind not in BEHIND_CLOSING:
        return MarkRole.NOTHING if is_clipped or mark[0] == "’" else MarkRole.OPENS
    if not is_left:
        return MarkRole.NOTHING if behind.isalnum() else MarkRole.CLOSES
    if text[max(0, mark.start() - 2) : mark.start()].strip()[-1:].isalnum():
        return MarkRole.NOTHING  # South Ca ' lina, in words with blanks around
    return MarkRole.EITHER if mark[0] == "'" else MarkRole.CLOSES


# Stretches ------------------------------------------------------------------------------------


def _stretches(
    text: str, marks: Sequence[_Mark], paragraphs: Sequence[int], style: MarkStyle
) -> Iterator[Stretch]:
    """What stands between marks of one style."""
    opened: _Mark | None = None
    paragraph = 0
    for mark in _settled(marks, paragraphs):
        now = bisect_right(paragraphs, mark.start)
        if opened and now != paragraph:
            if now == paragraph + 1 and _reopens(text, paragraphs[now - 1], mark):
                paragraph = now
                continue
            yield from _unclosed(text, opened, paragraphs[paragraph], style)
            opened = None
        paragraph = now
        is_stray = opened and len(paragraphs) == 1 and _is_stray(opened, mark)
        if opened and mark.role in CLOSING_ROLES and not is_stray:
            yield opened.start, mark.end
            opened = None
        elif mark.role in OPENING_ROLES:
            yield from _unclosed(text, opened, mark.start, style)
            opened = mark
    yield from _unclosed(text, opened, _end_of(text, paragraphs, paragraph), style)


def _settled(marks: Sequence[_Mark], paragraphs: Sequence[int]) -> list[_Mark]:
    """Marks that may be apostrophes close, if nothing else does before the next one opens."""
    settled: list[_Mark] = []
    closes, paragraph = True, 0
    for mark in reversed(marks):
        now = bisect_right(paragraphs, mark.start)
        closes = closes or now != paragraph
        paragraph = now
        if mark.role is MarkRole.MAY_CLOSE:
            mark = mark._replace(role=MarkRole.CLOSES if closes else MarkRole.NOTHING)  # noqa: PLW2901
        elif mark.role is not MarkRole.NOTHING:
            closes = mark.role is MarkRole.OPENS
        settled.append(mark)
    return settled[::-1]


def _is_stray(opened: _Mark, mark: _Mark) -> bool:
    """Whether two marks that may open or close are too far from each other to be a pair.

    Where words have blanks around them and no paragraph ends, one mark that is missing would turn
    all that follows inside out.
    """
    is_clear = MarkRole.EITHER not in {opened.role, mark.role}
    return not is_clear and mark.start - opened.start > LONGEST_UNCLOSED


def _reopens(text: str, paragraph: int, mark: _Mark) -> bool:
    """Whether a paragraph begins with a mark: a quotation that was not closed goes on in it."""
    return (
        mark.role in {MarkRole.OPENS, MarkRole.EITHER} and not text[paragraph : mark.start].strip()
    )


def _end_of(text: str, paragraphs: Sequence[int], n: int) -> int:
    return paragraphs[n] if n < len(paragraphs) else len(text)


def _unclosed(text: str, opened: _Mark | None, end: int, style: MarkStyle) -> Iterator[Stretch]:
    """A quotation that nothing closes, if there is one; a single mark was an apostrophe then."""
    if opened is None:
        return
    start, end = opened.start, opened.start + len(text[opened.start : end].rstrip())
    if style is MarkStyle.DOUBLE and opened.end < end <= start + LONGEST_UNCLOSED:
        yield start, end
