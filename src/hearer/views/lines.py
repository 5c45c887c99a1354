"""Raw text among the formats; what each pronoun means, one line or one row of a table each.

A line has a place, the meaning by its best name, and some words around the pronoun:

    story.txt:3:62  her → Anna Keller   "…had lent her watch to…"

`hearer why --at` takes the place. Of several documents in one file whose lines are not numbered
throughout, the document comes before the line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from hearer.formats import Format, Holds
from hearer.formats.conllu import ConlluDocument
from hearer.formats.decoding import Place
from hearer.formats.format import NO_SCREEN, Screen, in_bytes
from hearer.formats.unparsed import raw_text
from hearer.harmless import printable
from hearer.model import Discourse, Interpretation, Resolution, Utterance
from hearer.report.table import (
    BOLD,
    CYAN,
    DIM,
    GAP,
    GREEN,
    YELLOW,
    Table,
    cut,
    padded,
    styled,
    text,
    width_of,
)
from hearer.views.places import Places
from hearer.views.words import Called

AROUND, AROUND_IN_ROW = 20, 25  # columns on either side of a pronoun
WIDEST_MEANING, WIDEST_IN_ROW = 40, 24  # columns that meanings are aligned to
LEAST, WORTH = 16, 28  # columns of the shortest excerpt; one that is worth omitting columns for
ELLIPSIS = "…"
MOST_JOINED = 12  # words written together: don't, O'Hara-Smythe
CLOSING = frozenset(". , ; : ! ? ' \" ” ’ ) ]".split())  # not counted for the width
OPENS = re.compile(r'(?<=[\s(\[…—])"')
HEADER = ("place", "pronoun", "meaning", "label", "confidence", "around it")
MEANING, EXCERPT = HEADER[2], HEADER[-1]
NARROWER = (HEADER[:5], (*HEADER[:3], HEADER[4]), HEADER[:3])  # columns on a narrow screen
IN_CODE = "in code"
# A block between fences, which may be unclosed at the end, or code in a line.
CODE = re.compile(
    r"^[ \t]{0,3}(?P<fence>```|~~~).*?(?:^[ \t]{0,3}(?P=fence)|\Z)|``[^\n]*?``|`[^`\n]+`",
    re.DOTALL | re.MULTILINE,
)


class CodeOf:
    """The code in a Markdown document: pronouns in it mean nothing.

    >>> CodeOf(Discourse.raw("Run `she.py`.", "read", "read.md")).ranges
    [(4, 12)]
    """

    def __init__(self, discourse: Discourse) -> None:
        is_markdown = Path(discourse.path).suffix.lower() in {".md", ".markdown"}
        found = CODE.finditer(discourse.text) if is_markdown else ()
        self.ranges = [match.span() for match in found]

    def has(self, resolution: Resolution) -> bool:
        """Return True if a pronoun is in code."""
        n = bisect_right(self.ranges, resolution.start, key=itemgetter(0)) - 1
        return n >= 0 and resolution.start < self.ranges[n][1]


# Words around a pronoun -------------------------------------------------------------------------


class Excerpt(NamedTuple):
    """Words of a sentence, and what is around them; … marks where something was cut."""

    before: str
    middle: str
    after: str

    def __str__(self) -> str:
        return "".join(self)


def excerpt(utterance: Utterance | None, words: tuple[int, int], around: int) -> Excerpt:
    """Return words with up to `around` columns on either side; words joined together stay whole.

    >>> won = Utterance.of("Then/ADV/advmod/3 she/PRON/nsubj/3 won/VERB/root/0 again/ADV/advmod/3")
    >>> print(excerpt(won, (2, 2), 4))
    Then she won…
    """
    first, last = words
    if utterance is None or not 0 < first <= last <= len(utterance):
        return Excerpt("", "", "")
    behind, is_cut_behind = _taken(utterance, range(last + 1, len(utterance) + 1), around)
    before, is_cut_before = _taken(utterance, range(first - 1, 0, -1), around)
    while is_cut_before and before and before[-1].strip() in CLOSING:
        before.pop()
    after = "".join(behind).rstrip() + ELLIPSIS * is_cut_behind
    gap = " " if behind and utterance.spaces[last - 1] else ""
    written = printable(utterance.text_between(first, last))
    return Excerpt(ELLIPSIS * is_cut_before + "".join(before[::-1]), written, f"{gap}{after}")


def _taken(utterance: Utterance, numbers: range, room: int) -> tuple[list[str], bool]:
    """Return as many words as fit, and whether some are left out."""
    pieces, joined, spaces = list[str](), list[str](), utterance.spaces
    is_apart = was_apart = False  # from the words before
    for n in [*numbers, 0]:
        is_apart = not n or bool(spaces[n - 2 if numbers.step > 0 else n - 1])
        if joined and (is_apart or len(joined) == MOST_JOINED):
            wide = sum(width_of(piece.strip()) for piece in joined if piece.strip() not in CLOSING)
            room -= wide
            if room < 0 and wide and (pieces or was_apart):
                return pieces, True
            pieces += joined
            joined = []
        if n:
            was_apart = was_apart if joined else is_apart
            piece = printable(" ".join(utterance.forms[n - 1].split()))
            joined.append(f"{piece} " if spaces[n - 1] else piece)
    return pieces, False


def shortened(around: Excerpt, room: int) -> Excerpt:
    """Return an excerpt of at most `room` columns, with fewer words on both sides."""
    if width_of(str(around)) <= room:
        return around
    each = max((room - width_of(around.middle)) // 2, 0)

    def fewer(side: str) -> str:
        if width_of(side) <= each:
            return side
        return f"{cut(side, each).rpartition(' ')[0]}{ELLIPSIS}" if each > 0 else ""

    return Excerpt(fewer(around.before[::-1])[::-1], around.middle, fewer(around.after))


# One pronoun ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PronounTold:
    """One pronoun for display: all texts are printable."""

    where: str  # story.txt, or ""
    place: Place
    written: str
    meaning: str
    excerpt: Excerpt
    resolution: Resolution
    document: int = 0  # index among several
    is_code: bool = False

    @property
    def is_named(self) -> bool:
        return self.resolution.is_named and not self.is_code

    @property
    def at(self) -> str:
        return f"{self.where}:{self.place}" if self.where else str(self.place)


def told(found: Sequence[Interpretation], around: int = AROUND) -> Iterator[PronounTold]:
    """Yield the pronouns of the documents of one file, in text order."""
    wheres: list[str] = []
    for path, same in groupby((one.discourse for one in found), key=lambda one: one.path):
        file = "" if path.startswith("<") else printable(path)  # <stdin> is no file
        wheres += [":".join(filter(None, (file, name))) for name in document_names([*same])]
    for n, (one, where) in enumerate(zip(found, wheres, strict=True)):
        places, names, code = Places(one.discourse), Called(one), CodeOf(one.discourse)
        for resolution in sorted(one.resolutions, key=lambda each: each.pronoun.order):
            pronoun, is_code = resolution.pronoun, code.has(resolution)
            words = pronoun.own_words[0], pronoun.own_words[-1]
            around_it = excerpt(places.utterance(pronoun.utterance), words, around)
            yield PronounTold(
                where,
                places.of(pronoun.utterance, words[0]),
                (pronoun.is_spoken and around_it.middle) or printable(pronoun.text),
                meaning=IN_CODE if is_code else names.meant(resolution),
                excerpt=around_it,
                resolution=resolution,
                document=n,
                is_code=is_code,
            )


def document_names(discourses: Sequence[Discourse]) -> list[str]:
    """Return names that distinguish the documents of one file, else numbers; "" if not needed.

    >>> document_names([Discourse((), "a"), Discourse((), "b"), Discourse((), "b")])
    ['a', '2', '3']
    """
    if len(discourses) < 2 or all(isinstance(one.source, ConlluDocument) for one in discourses):
        return [""] * len(discourses)
    often = Counter(one.name for one in discourses)
    return [
        printable(one.name) if often[one.name] == 1 and one.name.strip() == one.name else str(n)
        for n, one in enumerate(discourses, start=1)
    ]


# Lines ------------------------------------------------------------------------------------------


def render(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """Write one line per pronoun, in text order, aligned for each document."""
    lines = ""
    for _, several in groupby(told(found), key=lambda row: row.document):
        rows = list(several)
        at = max(width_of(row.at) for row in rows)
        widths = (width_of(f"{row.written} → {row.meaning}") for row in rows)
        means = max((width for width in widths if width <= WIDEST_MEANING), default=0)
        lines += "".join(f"{_line(row, at, means, screen)}\n" for row in rows)
    return lines


def _line(row: PronounTold, at: int, means: int, screen: Screen) -> str:
    def in_style(words: str, style: str) -> str:
        return styled(words, style, color=screen.color)

    place, wide = padded(row.at, at), width_of(f"{row.written} → {row.meaning}")
    room = screen.width - width_of(place) - max(wide, means) - 7 if screen.width else 10 * AROUND
    meaning = in_style(row.meaning, GREEN if row.is_named else YELLOW)
    line = (
        f"{in_style(place, CYAN if row.where else DIM)}  {in_style(row.written, BOLD)} → {meaning}"
    )
    if room < LEAST or not row.excerpt.middle:
        return line
    before, middle, after = shortened(row.excerpt, room)
    opening, closing = in_style(f'"{_curled(before, "“")}', DIM), _curled(after, "”")
    gap = " " * (max(means - wide, 0) + 3)
    return f"{line}{gap}{opening}{in_style(middle, BOLD)}{in_style(closing + chr(34), DIM)}"


def _curled(words: str, first: str) -> str:
    """Replace straight quotation marks by curly ones; `first` replaces one at the start."""
    words = first + words[1:] if words.startswith('"') else words
    return OPENS.sub("“", words).replace('"', "”")


# Rows of a table --------------------------------------------------------------------------------


def table(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """Write one row per pronoun under a header, as wide as the screen; "" without pronouns."""
    pronouns = list(told(found, AROUND_IN_ROW))
    if not pronouns:
        return ""
    cells = []
    for row in pronouns:
        sure = row.resolution.confidence
        about = (str(row.resolution.label), "" if sure is None else f"{sure:.2f}")
        values = (row.at, row.written, row.meaning, *(("", "") if row.is_code else about), "")
        cells.append(dict(zip(HEADER, values, strict=True)))
    shown, room = _fitting(cells, screen.width)
    for named, row in zip(cells, pronouns, strict=True):
        named[MEANING] = cut(named[MEANING], room[MEANING])
        named[EXCERPT] = str(shortened(row.excerpt, room.get(EXCERPT, LEAST)))
    rows = tuple(tuple(named[name] for name in shown) for named in cells)
    header, rest = text(Table("rows", "", shown, rows, names=len(shown))).split("\n", 1)
    return f"{styled(header, BOLD, color=screen.color)}\n{rest}"


def _fitting(cells: list[dict[str, str]], width: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the columns that fit, and the widths of meanings and excerpts; places stay whole."""
    wide = {name: max(width_of(name), *(width_of(row[name]) for row in cells)) for name in HEADER}
    if not width:
        return HEADER, {MEANING: wide[MEANING], EXCERPT: 10 * AROUND_IN_ROW}
    rooms = {
        names: width - sum(wide[name] + len(GAP) for name in names if name != MEANING)
        for names in NARROWER
    }
    short = min(wide[MEANING], WIDEST_IN_ROW)
    for names, room in rooms.items():
        for meaning in (wide[MEANING], short):
            if (left := room - meaning - len(GAP)) >= WORTH:
                return (*names, EXCERPT), {MEANING: meaning, EXCERPT: left}
    names = next((names for names, room in rooms.items() if room >= short), NARROWER[-1])
    return names, {MEANING: max(rooms[names], LEAST)}


TEXT = Format(
    name="text",
    description="Raw text; written, a line per pronoun",
    suffixes=(".txt", ".md"),
    holds=frozenset({Holds.RAW_TEXT, Holds.PRONOUNS}),
    read=raw_text,
    write=lambda found: in_bytes(render(found)),
    shown=render,
)
ROWS = Format(
    name="rows",
    description="A table for people, a row per pronoun",
    suffixes=(".rows",),
    holds=frozenset({Holds.PRONOUNS}),
    write=lambda found: in_bytes(table(found)),
    shown=table,
)
