r"""Raw text, before any parser sees it: characters to blocks.

A blank line ends a paragraph, and so do a form feed and U+2029. A heading is one short line with
a letter in it and no punctuation at its end, followed by a blank line and more text; in Markdown,
any line that begins with "#".

    >>> [(block.text, block.is_heading) for block in blocks("I\n\nIt rained.\nWe left.\n")]
    [('I', True), ('It rained.\nWe left.', False)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_BLOCK = 5000  # code points: more than nearly all paragraphs of novels
LONGEST_RUN = 300  # without any white space: tokenizers take quadratic time on these
LONGEST_HEADING = 80
_ENDS = frozenset(".!?:;,…-–—\"'”’»)]}*_|/\\")
_GAP = re.compile(r"\s{2,}|[\u2029\f]")
_LINE_END = re.compile(r"\r\n|[\r\n]")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\S+")
_LONG_WORD = re.compile(rf"\S{{{LONGEST_RUN + 1}}}")
_SURROGATES = re.compile("[\ud800-\udfff]")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text without blank lines, parsed on its own, and the white space behind it."""

    start: int  # code-point offset in the text
    text: str = ""
    space: str = ""
    begins_paragraph: bool = False
    is_heading: bool = False


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text; joined with their spaces, they are the text from the first on."""
    found = _WORD.search(text, 1 if text.startswith("\ufeff") else 0)  # a byte order mark
    start = found.start() if found else len(text)
    for gap in _GAP.finditer(text, start):
        if not ends_paragraph(gap.group()) and gap.end() < len(text):
            continue
        yield from _cut(text, start, gap.start(), gap.end())
        start = gap.end()
    if start < len(text):
        yield from _cut(text, start, len(text.rstrip()), len(text))


def ends_paragraph(gap: str) -> bool:
    """Return True if white space has a blank line in it, or a form feed or U+2029."""
    return "\u2029" in gap or "\f" in gap or len(_LINE_END.findall(gap)) > 1


def _cut(text: str, start: int, end: int, next_start: int) -> Iterator[Block]:
    """Yield one paragraph as blocks of at most LONGEST_BLOCK code points."""
    is_heading = _is_heading(text[start:end], is_last=next_start >= len(text))
    begins = True
    while start < end:
        stop, after = _stop(text, start, end)
        if stop == end:
            after = next_start
        yield Block(
            start=start,
            text=text[start:stop],
            space=text[stop:after],
            begins_paragraph=begins,
            is_heading=is_heading,
        )
        start, begins = after, False


def _stop(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a block that starts at `start` stops, and where the next one starts."""
    limit = min(start + LONGEST_BLOCK, end)
    if run := _LONG_WORD.search(text, start, limit):  # without white space
        is_first = run.start() == start
        return (start + LONGEST_RUN,) * 2 if is_first else _around(text, run.start() - 1)
    if limit == end:
        return end, end
    for pattern, earliest in ((_SENTENCE_END, start + LONGEST_BLOCK // 2), (_SPACES, start)):
        if found := list(pattern.finditer(text, earliest, limit)):
            return _around(text, found[-1].end() - 1)
    return limit, limit


def _around(text: str, space: int) -> tuple[int, int]:
    """Return where the white space around the offset `space` starts and ends."""
    start = space
    while text[start - 1].isspace():
        start -= 1
    found = _SPACES.match(text, space)
    return start, found.end() if found else space


def _is_heading(block: str, *, is_last: bool) -> bool:
    if is_last or len(block) > LONGEST_HEADING or _LINE_END.search(block):
        return False
    if block.startswith("#"):
        return True
    return block[-1] not in _ENDS and any(map(str.isalpha, block))


def plain(block: str) -> str:
    r"""Return the block with one space for every run of white space, and no lone surrogates.

    >>> plain("Mrs.\n  Whitcombe")
    'Mrs. Whitcombe'
    """
    return _SURROGATES.sub("\ufffd", " ".join(block.split()))


def line_ends(block: str) -> frozenset[int]:
    r"""Return the offsets in `plain(block)` behind which a line ends.

    >>> line_ends("Mrs.\n  Whitcombe left")
    frozenset({4})
    """
    found, place = [], 0
    for word in _WORD.finditer(block) if _LINE_END.search(block) else ():
        place += len(word.group())
        gap = _SPACES.match(block, word.end())
        if gap and _LINE_END.search(gap.group()):
            found.append(place)
        place += 1
    return frozenset(found)


def restored(block: str, forms: list[str], spaces: list[str]) -> tuple[list[str], list[str]]:
    """Return the forms and spaces of `block`, from those a parser found in `plain(block)`."""
    written, behind, place = [], [], 0
    for form, space in zip(forms, spaces, strict=True):
        end = _end(block, place, form)
        found = _SPACES.match(block, end) if space else None
        after = found.end() if found else end
        written.append(block[place:end])
        behind.append(block[end:after])
        place = after
    return written, behind


def _end(block: str, place: int, form: str) -> int:
    """Return where `form` ends in the block; a space in it may be a longer one there."""
    first, *rest = form.split(" ")
    end = place + len(first)
    for part in rest:
        found = _SPACES.match(block, end)
        end = (found.end() if found else end) + len(part)
    return end
