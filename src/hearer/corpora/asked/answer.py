"""An answer of a corpus: rows that show, draw and save themselves.

CorpusAnswer    what a question comes to
AnswerForm      what it can be written as: tables, lines, pictures
form_of         what a file is written as, by its name
on_screen       the first rows, no wider than a screen
written         rows in one of the forms, piece by piece
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from hearer.corpora.asked.cells import LINES, Heading, Values, table
from hearer.corpora.asked.chart import Chart, ChartKind
from hearer.corpora.asked.charts import Picture, drawn
from hearer.corpora.asked.figures import chart_of
from hearer.corpora.asked.query import RowBatch
from hearer.corpora.asked.questions.questions import Drawing
from hearer.errors import UnknownName, UsageError
from hearer.harmless import brief, number_and, quoted
from hearer.report import html
from hearer.report.forms import SUFFIXES, Form, render
from hearer.report.table import Table, clean, text
from hearer.writing.files import NewFiles
from hearer.writing.places import Name

MOST_SHOWN = 50  # rows on a screen
WIDTH = 100  # of a screen that does not say how wide it is


class AnswerForm(StrEnum):
    """What an answer can be written as."""

    TEXT = "text"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    MARKDOWN = "markdown"
    LATEX = "latex"
    HTML = "html"
    SVG = "svg"
    PNG = "png"

    @property
    def is_picture(self) -> bool:
        return self in {AnswerForm.SVG, AnswerForm.PNG}


BY_SUFFIX = {
    **{suffix: AnswerForm(form) for suffix, form in SUFFIXES.items()},
    ".svg": AnswerForm.SVG, ".png": AnswerForm.PNG,
}  # fmt: skip


def form_of(name: Name) -> AnswerForm:
    """What a file is written as, by its name.

    >>> form_of("characters.svg"), form_of("out/characters.CSV")
    (<AnswerForm.SVG: 'svg'>, <AnswerForm.CSV: 'csv'>)
    """
    form = BY_SUFFIX.get(Path(name).suffix.lower())
    if form is None:
        known = ", ".join(BY_SUFFIX)
        raise UsageError(f"What is {quoted(str(name))} to be? Names that say it end with {known}.")
    return form


class CorpusAnswer:
    """What a question comes to: rows, with the names of their columns.

    `table` has them as Arrow; str(answer) is a table that fits a screen.
    """

    def __init__(self, heading: Heading, found: Any, drawing: Drawing | None = None) -> None:
        self.heading, self.table, self.drawing = heading, found, drawing

    @property
    def title(self) -> str:
        return self.heading.title

    @property
    def header(self) -> tuple[str, ...]:
        return self.heading.header

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """All rows, as values of Python."""
        return [row for batch in self.table.to_batches() for row in RowBatch(batch).rows()]

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas."""
        return self.table.to_pandas()

    def chart(self, kind: str | ChartKind | None = None) -> Picture:
        """A picture of it, which shows itself in a notebook; `kind` is bar or line."""
        return Picture(self._chart(kind))

    def _chart(self, kind: str | ChartKind | None = None) -> Chart:
        chosen = _kind(kind)
        return chart_of(self.heading, self.rows, self.drawing, chosen)

    def save(self, name: Name, *, force: bool = False) -> None:
        """Write all of it, as the name says: .csv, .tsv, .json, .md, .tex, .html, .svg, .png."""
        form = form_of(name)
        pieces = (
            [drawn(self._chart(), form)]
            if form.is_picture
            else [
                piece.encode("utf-8", "surrogateescape")
                for piece in written(form, self.heading, self.rows)
            ]
        )
        with NewFiles(force=force) as files, files.new(name) as file:
            file.writelines(pieces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CorpusAnswer):
            return NotImplemented
        alike = (self.heading, self.drawing) == (other.heading, other.drawing)
        return alike and bool(self.table.equals(other.table))

    def __hash__(self) -> int:
        return hash((self.heading, len(self)))

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __iter__(self) -> Iterator[tuple[object, ...]]:
        return iter(self.rows)

    def __str__(self) -> str:
        width = shutil.get_terminal_size((WIDTH, 24)).columns
        return text(clean(self._shown(width))).rstrip("\n")

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return brief(self, f"{title}: {number_and(len(self), 'row')}")

    def _repr_html_(self) -> str:
        return html.table(clean(self._shown(None)))

    def _shown(self, width: int | None) -> Table:
        first = [
            row
            for batch in self.table.slice(0, MOST_SHOWN).to_batches()
            for row in RowBatch(batch).rows()
        ]
        return on_screen(self.heading, first, more=len(self) - len(first), width=width)


def _kind(kind: str | ChartKind | None) -> ChartKind | None:
    if kind is None:
        return None
    if kind not in set(ChartKind):
        raise UnknownName("chart", str(kind), ChartKind)
    return ChartKind(kind)


def on_screen(
    heading: Heading,
    first: Sequence[Values],
    *,
    more: int,
    width: int | None,
    all_of_it: str = "save('all.csv') writes all",
) -> Table:
    """The first rows, no wider than a screen, and how many more there are."""
    note = f"… and {number_and(more, 'more row')}: {all_of_it}." if more else ""
    empty = "" if first else "There are no rows."
    return table(replace(heading, note=note or empty), first, width=width)


def written(
    form: AnswerForm, heading: Heading, rows: Iterable[Values], *, width: int | None = None
) -> Iterator[str]:
    """Rows in one of the forms, piece by piece; what is lines is written as it comes.

    A text may have a `width`.
    """
    if form.is_picture:
        raise UsageError(f"{form} is a picture, and no text.")
    if lines := LINES.get(Form(form)):
        yield from lines(heading.header, rows)
    else:
        told = table(heading, list(rows), width=width if form is AnswerForm.TEXT else None)
        yield render([told], to=Form(form), title=heading.title)
