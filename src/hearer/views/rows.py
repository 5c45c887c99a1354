"""What each pronoun was taken to mean, as a table for people.

render    the table of the documents of one file
ROWS      this table among the formats
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.formats import Format, Holds
from hearer.formats.format import NO_SCREEN, Screen, in_bytes
from hearer.model import Interpretation
from hearer.report.styles import BOLD, cut, styled, width_of
from hearer.report.table import GAP, Table, text
from hearer.views.excerpts import shortened
from hearer.views.lines import LEAST, PronounTold, told

HEADER = ("place", "pronoun", "meaning", "label", "confidence", "around it")
MEANING, EXCERPT = HEADER[2], HEADER[-1]
NARROWER = (HEADER[:5], (*HEADER[:3], HEADER[4]), HEADER[:3])  # what stays on a narrow screen
AROUND = 25  # columns on either side of a pronoun
WORTH = 28  # columns of an excerpt that other columns are left out for
WIDEST_MEANING = 24  # columns, where there are few


def render(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """One row per pronoun, under a header, as wide as the screen; nothing where there is none."""
    pronouns = list(told(found, AROUND))
    if not pronouns:
        return ""
    cells = [dict(zip(HEADER, _cells(row), strict=True)) for row in pronouns]
    shown, room = _fitting(cells, screen.width)
    for row, told_of in zip(cells, pronouns, strict=True):
        row[MEANING] = cut(row[MEANING], room[MEANING])
        row[EXCERPT] = str(shortened(told_of.excerpt, room.get(EXCERPT, LEAST)))
    rows = tuple(tuple(row[name] for name in shown) for row in cells)
    header, rest = text(Table("rows", "", shown, rows, names=len(shown))).split("\n", 1)
    return f"{styled(header, BOLD, color=screen.color)}\n{rest}"


def _fitting(cells: list[dict[str, str]], width: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """The columns that fit, and how wide meanings and excerpts may be: places are never cut."""
    wide = {name: max(width_of(name), *(width_of(row[name]) for row in cells)) for name in HEADER}
    if not width:
        return HEADER, {MEANING: wide[MEANING], EXCERPT: 10 * AROUND}
    rooms = {
        names: width - sum(wide[name] + len(GAP) for name in names if name != MEANING)
        for names in NARROWER
    }
    short = min(wide[MEANING], WIDEST_MEANING)
    for names, room in rooms.items():
        for meaning in (wide[MEANING], short):
            if (left := room - meaning - len(GAP)) >= WORTH:
                return (*names, EXCERPT), {MEANING: meaning, EXCERPT: left}
    names = next((names for names, room in rooms.items() if room >= short), NARROWER[-1])
    return names, {MEANING: max(rooms[names], LEAST)}


def _cells(row: PronounTold) -> tuple[str, ...]:
    resolution = row.resolution
    if row.is_code:
        return row.at, row.written, row.meaning, "", "", ""
    sure = "" if resolution.confidence is None else f"{resolution.confidence:.2f}"
    return row.at, row.written, row.meaning, str(resolution.label), sure, ""


ROWS = Format(
    name="rows",
    description="A table for people, a row per pronoun",
    suffixes=(".rows",),
    holds=frozenset({Holds.PRONOUNS}),
    write=lambda found: in_bytes(render(found)),
    shown=render,
)
