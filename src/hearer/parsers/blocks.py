r"""Raw text to blocks before a parser sees it, and columns of words from a parser to utterances.

A blank line ends a paragraph, and so do a form feed and U+2029. A heading is one short line with
a letter in it and no punctuation at its end, followed by a blank line and more text; in Markdown,
any line that begins with "#". A line that begins with a speaker's name is a turn, and so are the
lines behind it up to a blank line or the next name.

    >>> [(block.text, block.is_heading) for block in blocks("I\n\nIt rained.\nWe left.\n")]
    [('I', True), ('It rained.\nWe left.', False)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, count, pairwise
from operator import add
from typing import Any, NamedTuple

from hearer.model import Discourse, Sort, Utterance
from hearer.model.lexicon import entries, table, words

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
# A speaker at the beginning of a line: "Anna:", "Dr. Okoro:", "ANNA (laughing):". The line is a
# sentence; the last line of a text may be unfinished.
_LABEL = re.compile(
    r"^[ \t]*(?P<label>(?P<name>[^\W\d_][\w.'’-]{0,40}(?: [\w.'’-]{1,40}){0,2})"
    r"(?: \([^)\n]{0,80}\))?:)(?P<space>[ \t]+)"
    r"(?=[\"'“‘(]*[^\W_a-z].*(?:[.!?…][\"'”’)]*[ \t]*$|\Z))",
    re.MULTILINE,
)
NO_SPEAKERS, SURNAMES = words("turns", "no_speakers surnames")
NAMES = "given_names_masculine given_names_feminine masculine_titles feminine_titles titles".split()


class Block(NamedTuple):
    """A piece of text without blank lines, parsed on its own, and the white space behind it."""

    start: int  # code-point offset in the text
    text: str = ""
    space: str = ""
    begins_paragraph: bool = False
    is_heading: bool = False
    speaker: str = ""


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text; joined with their spaces, they are the text from the first on."""
    found = _WORD.search(text, 1 if text.startswith("\ufeff") else 0)  # a byte order mark
    start = found.start() if found else len(text)
    for gap in _GAP.finditer(text, start):
        if not ends_paragraph(gap.group()) and gap.end() < len(text):
            continue
        yield from _turns(text, start, gap.start(), gap.end())
        start = gap.end()
    if start < len(text):
        yield from _turns(text, start, len(text.rstrip()), len(text))


def ends_paragraph(gap: str) -> bool:
    """Return True if white space has a blank line in it, or a form feed or U+2029."""
    return "\u2029" in gap or "\f" in gap or len(_LINE_END.findall(gap)) > 1


def _turns(text: str, start: int, end: int, next_start: int) -> Iterator[Block]:
    """Yield the blocks of one paragraph; the name of a speaker is a block of its own."""
    before, speaker = start, ""
    for label in _LABEL.finditer(text[start:next_start]):
        if is_speaker(label["name"]):
            first = before + label.start("label")
            if first > start:
                yield from _cut(text, start, *_around(text, first - 1), speaker=speaker)
            speaker, written, space = label.group("name", "label", "space")
            yield Block(first, written, space, begins_paragraph=True, speaker=speaker)
            start = before + label.end()
    yield from _cut(text, start, end, next_start, speaker=speaker)


def is_speaker(label: str) -> bool:
    """Return True if what stands before a colon is somebody's name, or a noun for a person.

    >>> [is_speaker(label) for label in ("Okoro", "Dr. Mary Ash", "Hall", "Note", "the end")]
    [True, True, True, False, False]
    """
    said = label.lower().split()
    word = said[-1]
    sorts = [table("noun_sorts").get(form, ()) for form in (word, word.removesuffix("s"))]
    is_thing = any(known and Sort.PERSON not in known for known in sorts)
    is_name = said[0] in entries(*NAMES) or word in SURNAMES
    return label[0].isupper() and (is_name or (word not in NO_SPEAKERS and not is_thing))


def _cut(text: str, start: int, end: int, next_start: int, *, speaker: str) -> Iterator[Block]:
    """Yield one paragraph, or one turn, as blocks of at most LONGEST_BLOCK code points."""
    line, begins = text[start:end], not speaker
    is_line = next_start < len(text) and len(line) <= LONGEST_HEADING and not _LINE_END.search(line)
    is_title = line.startswith("#") or (line[-1:] not in _ENDS and any(map(str.isalpha, line)))
    while start < end:
        stop, after = _stop(text, start, end)
        if stop == end:
            after = next_start
        yield Block(
            start=start,
            text=text[start:stop],
            space=text[stop:after],
            begins_paragraph=begins,
            is_heading=is_line and is_title,
            speaker=speaker,
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


def plain(block: str) -> str:
    r"""Return the block with one space for every run of white space, and no lone surrogates.

    >>> plain("Mrs.\n  Whitcombe")
    'Mrs. Whitcombe'
    """
    return _SURROGATES.sub("\ufffd", " ".join(block.split()))


def line_ends(block: str) -> frozenset[int]:
    r"""Return the offsets in `plain(block)` behind which a line ends.

    >>> sorted(line_ends("Mrs.\n  Whitcombe left"))
    [4, 19]
    """
    lines = filter(None, map(plain, _LINE_END.split(block)))
    return frozenset(end - 1 for end in accumulate(len(line) + 1 for line in lines))


def restored(block: str, forms: list[str], spaces: list[str]) -> tuple[list[str], list[str]]:
    """Return the forms and spaces of `block`, from those a parser found in `plain(block)`."""
    written, behind, place = [], [], 0
    for form, space in zip(forms, spaces, strict=True):
        first, *rest = form.split(" ")
        end = place + len(first)
        for part in rest:  # a space in a form may be a longer one in the block
            gap = _SPACES.match(block, end)
            end = (gap.end() if gap else end) + len(part)
        found = _SPACES.match(block, end) if space else None
        after = found.end() if found else end
        written.append(block[place:end])
        behind.append(block[end:after])
        place = after
    return written, behind


# Columns of words from other parsers --------------------------------------------------------------

KEPT = "forms lemmas upos xpos features spaces".split()  # as they are


class Columns(NamedTuple):
    """Words, their parse, and where sentences begin. Heads count from 0; a root is its own head."""

    forms: list[str]
    spaces: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    features: list[str]
    heads: list[int]
    relations: list[str]
    begins: list[bool]  # whether a sentence begins at this word


def discourse(before: str, columns: Columns) -> Discourse:
    """Return a whole text that begins with the white space `before`; blank lines end paragraphs."""
    found, begins_paragraph = [], True
    for utterance in utterances(columns, count(1), Block(len(before))):
        found.append(replace(utterance, begins_paragraph=begins_paragraph))
        begins_paragraph = ends_paragraph(utterance.spaces[-1])
    return Discourse(tuple(found), before=before)


def in_block(block: Block, columns: Columns, numbers: Iterator[int]) -> Iterator[Utterance]:
    """Yield the sentences of a block from the columns of its plain text."""
    if block.text != plain(block.text):
        columns.forms[:], columns.spaces[:] = restored(block.text, columns.forms, columns.spaces)
    if columns.forms:
        columns.spaces[-1] += block.space
    return utterances(columns, numbers, block)


def utterances(columns: Columns, numbers: Iterator[int], block: Block) -> Iterator[Utterance]:
    """Yield the sentences of `columns`, from the start of `block`; a head outside is a root."""
    start, begins_paragraph = block.start, block.begins_paragraph
    firsts = [n for n, begins in enumerate(columns.begins) if begins or not n]
    for first, end in pairwise([*firsts, len(columns.forms)]):
        parsed: dict[str, Any] = {name: tuple(getattr(columns, name)[first:end]) for name in KEPT}
        heads = [
            head - first + 1 if head != n and first <= head < end else 0
            for n, head in enumerate(columns.heads[first:end], first)
        ]
        arcs = zip(heads, columns.relations[first:end], strict=True)
        utterance = Utterance(
            number=next(numbers),
            start=start,
            begins_paragraph=begins_paragraph,
            is_heading=block.is_heading,
            speaker=block.speaker,
            sorts=("",) * (end - first),
            heads=tuple(heads),
            relations=tuple(relation if head else "root" for head, relation in arcs),
            **parsed,
        )
        yield utterance
        start, begins_paragraph = start + len(utterance.written), False


def without_gaps(columns: Columns) -> tuple[str, Columns]:
    """Return the white space before the first word, and columns without words of white space.

    Dependents of such a word get its head; if it is a root, its first dependent replaces it. Its
    characters are appended to the space behind the word before it.
    """
    kept = [n for n, form in enumerate(columns.forms) if form and not form.isspace()]
    new = {old: n for n, old in enumerate(kept)}
    heirs: dict[int, int] = {}  # of roots that are white space
    heads = []
    for n in kept:
        head = columns.heads[n]
        while head not in new and columns.heads[head] != head:
            head = columns.heads[head]
        heads.append(new[head if head in new else heirs.setdefault(head, n)])
    bounds = [*pairwise([-1, *kept, len(columns.forms)])]
    written = [*map(add, columns.forms, columns.spaces)]
    before, *gaps = ("".join(written[n + 1 : end]) for n, end in bounds)
    every: Iterator[Any] = ([column[n] for n in kept] for column in columns)
    rest = Columns(*every)
    begins = [any(columns.begins[n + 1 : end + 1]) for n, end in bounds[:-1]]
    return before, rest._replace(spaces=[*map(add, rest.spaces, gaps)], heads=heads, begins=begins)
