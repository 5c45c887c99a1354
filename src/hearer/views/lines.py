"""Raw text among the formats; what each pronoun means, one line each.

A line has a place, the meaning by its best name, and some words around the pronoun:

    story.txt:3:62  her → Anna Keller   "…had lent her watch to…"

`hearer why --at` takes the place. Of several documents in one file whose lines are not numbered
throughout, the document comes before the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from hearer.escape import printable
from hearer.formats import Format, Holds
from hearer.formats.conllu import ConlluDocument
from hearer.formats.format import NO_SCREEN, Screen, in_bytes
from hearer.formats.unparsed import raw_text
from hearer.model import Discourse, Interpretation, Resolution, Utterance
from hearer.report.table import BOLD, CYAN, DIM, GREEN, YELLOW, cut, padded, styled, width_of
from hearer.views.places import Places
from hearer.views.words import called_in

AROUND = 20  # letters on either side of a pronoun
WIDEST_MEANING = 40  # columns that meanings are aligned to
LEAST = 16  # columns of the shortest excerpt
ELLIPSIS = "…"
CLOSING = " .,;:!?'\"”’)]"


class Excerpt(NamedTuple):
    """Words of a sentence, and what is around them; … marks where something was cut."""

    before: str
    middle: str
    after: str

    def within(self, room: int) -> Excerpt:
        """Return an excerpt of at most `room` columns, with fewer words on both sides."""
        each = max((room - width_of(self.middle)) // 2, 0)
        if width_of("".join(self)) <= room:
            return self
        return Excerpt(cut(self.before[::-1], each)[::-1], self.middle, cut(self.after, each))


def excerpt(utterance: Utterance | None, words: tuple[int, int], around: int) -> Excerpt:
    """Return words with up to `around` letters on either side; no word is cut."""
    first, last = words
    if utterance is None or not 0 < first <= last <= len(utterance):
        return Excerpt("", "", "")
    left, middle, right = (
        printable(" ".join(utterance.text_between(start, end).split()))
        for start, end in ((1, first - 1), (first, last), (last + 1, len(utterance)))
    )
    gaps = [" " if n and utterance.spaces[n - 1] else "" for n in (first - 1, last)]
    before = _near(left.split()[::-1], around, is_joined=not gaps[0])[::-1]
    is_cut = len(before) < len(left.split())
    while is_cut and before and not before[0].strip(CLOSING):
        before.pop(0)
    after = " ".join(_near(right.split(), around, is_joined=not gaps[1]))
    return Excerpt(
        f"{ELLIPSIS * is_cut}{' '.join(before)}{gaps[0]}",
        middle,
        f"{gaps[1]}{after}{ELLIPSIS * (after != right)}".rstrip(),
    )


def _near(words: list[str], room: int, *, is_joined: bool) -> list[str]:
    """Return as many words as have `room` letters, punctuation aside; a joined one stays."""
    letters = accumulate(width_of(word.strip(CLOSING)) for word in words)
    count = sum(width <= room for width in letters)
    return words[: max(count, is_joined)]


class PronounTold(NamedTuple):
    """One pronoun for display, with its place; all texts are printable."""

    at: str
    written: str
    meaning: str
    excerpt: Excerpt
    resolution: Resolution


def told(found: Sequence[Interpretation]) -> Iterator[list[PronounTold]]:
    """Yield the pronouns of each document of one file, in text order."""
    wheres: list[str] = []
    for path, same in groupby((one.discourse for one in found), key=lambda one: one.path):
        file = "" if path.startswith("<") else printable(path)  # <stdin> is no file
        wheres += [":".join(filter(None, (file, name))) for name in document_names([*same])]
    for one, where in zip(found, wheres, strict=True):
        places, names, rows = Places(one.discourse), called_in(one), list[PronounTold]()
        for resolution in sorted(one.resolutions, key=lambda each: each.pronoun.order):
            e = resolution.pronoun
            words = e.own_words
            place = places.of(e.utterance, words[0])
            near = excerpt(places.utterance(e.utterance), (words[0], words[-1]), AROUND)
            written = (e.is_spoken and near.middle) or printable(e.text)
            at = f"{where}:{place}" if where else str(place)
            shown = PronounTold(at, written, names.meant(resolution), near, resolution=resolution)
            rows.append(shown)
        yield rows


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


def render(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """Write one line per pronoun, in text order, aligned for each document."""
    lines = ""
    for rows in filter(None, told(found)):
        at = max(width_of(row.at) for row in rows)
        widths = (width_of(f"{row.written} → {row.meaning}") for row in rows)
        means = max((width for width in widths if width <= WIDEST_MEANING), default=0)
        lines += "".join(f"{_line(row, at, means, screen)}\n" for row in rows)
    return lines


def _line(row: PronounTold, at: int, means: int, screen: Screen) -> str:
    def in_style(words: str, style: str) -> str:
        return styled(words, style, color=screen.color)

    wide = width_of(f"{row.written} → {row.meaning}")
    room = screen.width - at - max(wide, means) - 7 if screen.width else 10 * AROUND
    meaning = in_style(row.meaning, GREEN if row.resolution.is_named else YELLOW)
    line = f"{in_style(padded(row.at, at), CYAN)}  {in_style(row.written, BOLD)} → {meaning}"
    if room < LEAST or not row.excerpt.middle:
        return line
    before, middle, after = row.excerpt.within(room)
    opening, closing = in_style(f'"{before}', DIM), in_style(f'{after}"', DIM)
    return f"{line}{' ' * (max(means - wide, 0) + 3)}{opening}{in_style(middle, BOLD)}{closing}"


TEXT = Format(
    name="text",
    description="Raw text; written, a line per pronoun",
    suffixes=(".txt", ".md"),
    holds=frozenset({Holds.RAW_TEXT, Holds.PRONOUNS}),
    read=raw_text,
    write=lambda found: in_bytes(render(found)),
    shown=render,
)
