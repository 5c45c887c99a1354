"""What each pronoun was taken to mean, one line each: the shortest answer.

    render         the lines of the documents of one file
    told           the same as values: a PronounTold for every pronoun
    document_names what tells the documents of one file apart
    PronounTold    where a pronoun stands, as it is written, what it means, and what is around it
    TEXT           raw text among the formats: read as it is, written as these lines

A line is what editors take for a place, who is meant by the best name, and a few words around:

    story.txt:3:62  her → Anna Keller   "…had lent her watch to…"

What is pasted from it into `hearer why --at` finds the pronoun. Of several documents in one file
whose lines are not numbered throughout, the document stands before the line. A pronoun in the code
of a Markdown file means nobody, and the line says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hearer.formats import Format, Holds
from hearer.formats.conllu import ConlluDocument
from hearer.formats.decoding import Place
from hearer.formats.format import NO_SCREEN, Screen, in_bytes
from hearer.formats.unparsed import raw_text
from hearer.model import Discourse, Interpretation, Resolution
from hearer.report.styles import BOLD, CYAN, DIM, GREEN, YELLOW, padded, printable, styled, width_of
from hearer.views.code import IN_CODE, CodeOf
from hearer.views.excerpts import Excerpt, excerpt, shortened
from hearer.views.places import Places
from hearer.views.words import Called

WIDEST_MEANING = 40  # columns that meanings are padded to; longer ones push their excerpt aside
OPENS = re.compile(r'(?<=[\s(\[…—])"')
LEAST = 16  # columns of an excerpt that is still worth reading
AROUND = 20  # columns on either side of a pronoun


@dataclass(frozen=True, slots=True)
class PronounTold:
    """One pronoun for people: everything is printable."""

    where: str  # story.txt, or nothing
    place: Place
    written: str
    meaning: str
    excerpt: Excerpt
    resolution: Resolution
    document: int = 0  # which of several
    is_code: bool = False  # it stands in code, and means nobody

    @property
    def is_named(self) -> bool:
        return self.resolution.is_named and not self.is_code

    @property
    def at(self) -> str:
        return f"{self.where}:{self.place}" if self.where else str(self.place)


def render(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """Write one line per pronoun, in the order of the text; those of a document are aligned."""
    by_document = groupby(told(found), key=lambda row: row.document)
    return "".join(_aligned(list(rows), screen) for _, rows in by_document)


def _aligned(rows: Sequence[PronounTold], screen: Screen) -> str:
    at = max(width_of(row.at) for row in rows)
    said = (width_of(f"{row.written} → {row.meaning}") for row in rows)
    means = max((width for width in said if width <= WIDEST_MEANING), default=0)
    return "".join(f"{_line(row, at, means, screen)}\n" for row in rows)


def told(found: Sequence[Interpretation], around: int = AROUND) -> Iterator[PronounTold]:
    """Every pronoun of the documents of one file, in the order of the text."""
    wheres = _wheres([each.discourse for each in found])
    for n, (one, where) in enumerate(zip(found, wheres, strict=True)):
        places, names, code = Places(one.discourse), Called(one), CodeOf(one.discourse)
        for resolution in sorted(one.resolutions, key=lambda each: each.pronoun.order):
            pronoun = resolution.pronoun
            words = pronoun.own_words[0], pronoun.own_words[-1]
            around_it = excerpt(places.utterance(pronoun.utterance), words, around)
            is_code = code.has(resolution)
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


def _wheres(discourses: Sequence[Discourse]) -> list[str]:
    """What stands before the line: the file, and the document where the line leaves it open."""
    wheres: list[str] = []
    for path, same in groupby(discourses, key=lambda one: one.path):
        file = printable(path) if _is_file(path) else ""
        names = document_names([*same])
        wheres += [":".join(filter(None, (file, name))) for name in names]
    return wheres


def _is_file(path: str) -> bool:
    """Whether something was read from a file; <stdin> is none."""
    return bool(path) and not path.startswith("<")


def document_names(discourses: Sequence[Discourse]) -> list[str]:
    """What tells the documents of one file apart: their names, else numbers; nothing if not needed.

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


def _line(row: PronounTold, at: int, means: int, screen: Screen) -> str:
    color, place = screen.color, padded(row.at, at)
    said = f"{row.written} → {row.meaning}"
    used = width_of(place) + 2 + max(width_of(said), means) + 3
    room = screen.width - used - 2 if screen.width else 10 * AROUND
    meaning = styled(row.meaning, GREEN if row.is_named else YELLOW, color=color)
    shown = f"{styled(row.written, BOLD, color=color)} → {meaning}"
    line = f"{styled(place, DIM if not row.where else CYAN, color=color)}  {shown}"
    if room < LEAST or not row.excerpt.middle:
        return line
    gap = " " * (max(means - width_of(said), 0) + 3)
    return f"{line}{gap}{_quoted(shortened(row.excerpt, room), color=color)}"


def _quoted(around: Excerpt, *, color: bool) -> str:
    """The excerpt in quotes; straight ones of its own are curled, so that none is mistaken."""
    before = styled('"' + _curled(around.before), DIM, color=color)
    after = styled(_curled(around.after, is_open=False) + '"', DIM, color=color)
    return before + styled(around.middle, BOLD, color=color) + after


def _curled(text: str, *, is_open: bool = True) -> str:
    """Straight quotes as “ where they open and ” where they close; at the start, as told."""
    first = "“" if is_open else "”"
    text = first + text[1:] if text.startswith('"') else text
    return OPENS.sub("“", text).replace('"', "”")


TEXT = Format(
    name="text",
    description="Raw text; written, a line per pronoun",
    suffixes=(".txt", ".md"),
    holds=frozenset({Holds.RAW_TEXT, Holds.PRONOUNS}),
    read=raw_text,
    write=lambda found: in_bytes(render(found)),
    shown=render,
)
