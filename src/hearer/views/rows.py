"""What each pronoun was taken to mean, as a table for people.

render    the table of the documents of one file
ROWS      this table among the formats
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.formats import Format, Holds
from hearer.formats.format import NO_SCREEN, Screen, in_bytes
from hearer.model import Interpretation
from hearer.report.styles import BOLD, styled, width_of
from hearer.report.table import GAP, Table, text
from hearer.views.excerpts import shortened
from hearer.views.lines import LEAST, PronounTold, told

HEADER = ("place", "pronoun", "meaning", "label", "confidence", "around it")
AROUND = 25  # columns on either side of a pronoun


def render(found: Sequence[Interpretation], screen: Screen = NO_SCREEN) -> str:
    """One row per pronoun, under a header; nothing where there is none."""
    pronouns = list(told(found, AROUND))
    if not pronouns:
        return ""
    cells = [(row.at, row.written, row.meaning, *_sure(row)) for row in pronouns]
    widths = [max(map(width_of, column)) for column in zip(HEADER, *cells, strict=False)]
    room = screen.width - sum(widths) - len(GAP) * len(widths) if screen.width else 10 * AROUND
    around = [str(shortened(row.excerpt, max(room, LEAST))) for row in pronouns]
    rows = tuple((*row, last) for row, last in zip(cells, around, strict=True))
    header, rest = text(Table("rows", "", HEADER, rows, names=len(HEADER))).split("\n", 1)
    return f"{styled(header, BOLD, color=screen.color)}\n{rest}"


def _sure(row: PronounTold) -> tuple[str, str]:
    resolution = row.resolution
    sure = "" if resolution.confidence is None else f"{resolution.confidence:.2f}"
    return str(resolution.label), sure


ROWS = Format(
    name="rows",
    description="A table for people, a row per pronoun",
    suffixes=(".rows",),
    holds=frozenset({Holds.PRONOUNS}),
    write=lambda found: in_bytes(render(found)),
    shown=render,
)
