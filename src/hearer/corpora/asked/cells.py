"""What stands in the cells of an answer, and answers as tables and as lines.

shown        a value as people read it
plain        a value as JSON has it
table        rows as a table of report, its columns of words cut until it fits a width
csv_lines    rows as lines of CSV, as they come; tsv_lines with tabs
json_lines   rows as JSON, an object a row
LINES        these by the form they are
Heading      what stands above and below the rows
is_number    whether a value is a number
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from csv import writer
from dataclasses import dataclass, replace
from decimal import Decimal
from io import StringIO

from hearer.harmless import as_json, printable
from hearer.report.forms import Form
from hearer.report.styles import cut, width_of
from hearer.report.table import GAP, Table, cell

BETWEEN = "; "  # what stands in one cell
DIGITS, LARGE = 3, 1e15
BUFFER = 100_000  # letters that are written at once
NARROWEST = 8  # columns of a terminal that a column keeps
DOCUMENT = "document"
ENDS_MATTER = frozenset({DOCUMENT, "path"})
START, END, RIGHT = "start", "end", "right"
Values = Sequence[object]
NUMBERS = (int, float, Decimal)


def shown(value: object) -> str:
    """A value as people read it.

    >>> shown(0.85714), shown(["Emma", "Miss Woodhouse"]), shown(None), shown(12)
    ('0.857', 'Emma; Miss Woodhouse', '', '12')
    """
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(round(value, DIGITS))
    if isinstance(value, list):
        return BETWEEN.join(map(shown, value))
    return " ".join(str(value).split())


def plain(value: object) -> object:
    """A value as JSON has it: numbers, words, lists and objects of them.

    >>> plain(Decimal("3")), plain(Decimal("2.5")), plain(float("nan")), plain(b"x")
    (3, 2.5, None, 'x')
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): plain(of) for name, of in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


# As a table --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above and below the rows of an answer; `of` is the only document they are of."""

    name: str
    title: str
    header: tuple[str, ...]
    note: str = ""
    of: str = ""


def table(heading: Heading, rows: Sequence[Values], *, width: int | None = None) -> Table:
    """Rows as a table; with a `width` its columns of words are cut until it fits.

    Figures behind the last column of words are set to the right, as tables of ours are. The only
    document that rows are of stands in the title, and no column has it.
    """
    if heading.of and DOCUMENT in heading.header:
        heading, rows = _of_one(heading, rows)
    figures = [_is_figures(column) for column in _columns(heading.header, rows)]
    digits = [_digits(column) for column in _columns(heading.header, rows)]
    lines = [heading.header, *(tuple(map(_shown, row, digits)) for row in rows)]
    if width is not None:
        lines = _fitting(lines, figures, width)
    words = [n for n, is_figures in enumerate(figures) if not is_figures]
    return Table(
        name=heading.name,
        title=heading.title,
        header=lines[0],
        rows=tuple(lines[1:]),
        note=heading.note,
        names=max(words, default=0) + 1,
    )


def _of_one(heading: Heading, rows: Sequence[Values]) -> tuple[Heading, list[Values]]:
    at = heading.header.index(DOCUMENT)
    header = heading.header[:at] + heading.header[at + 1 :]
    titled = replace(heading, title=f"{heading.title} ({heading.of})", header=header, of="")
    return titled, [(*row[:at], *row[at + 1 :]) for row in rows]


def _columns(header: Sequence[str], rows: Sequence[Values]) -> list[tuple[object, ...]]:
    return list(zip(*rows, strict=True)) if rows else [() for _ in header]


def _digits(column: Iterable[object]) -> int:
    """How many digits behind the point the figures of a column need."""
    parts = [shown(value).partition(".")[2] for value in column if isinstance(value, float)]
    return max(map(len, parts), default=0)


def _shown(value: object, digits: int) -> str:
    is_part = isinstance(value, float) and math.isfinite(value) and abs(value) < LARGE
    return f"{value:.{digits}f}" if is_part else shown(value)


def _is_figures(column: Iterable[object]) -> bool:
    """Whether all that is there are numbers."""
    return all(value is None or is_number(value) for value in column)


def is_number(value: object) -> bool:
    """Whether a value is a number; yes and no are none."""
    return isinstance(value, NUMBERS) and not isinstance(value, bool)


def _fitting(
    lines: Sequence[tuple[str, ...]], figures: Sequence[bool], width: int
) -> list[tuple[str, ...]]:
    """Lines whose widest columns of words are cut, so that they fit; figures stay whole."""
    printed = [tuple(map(printable, line)) for line in lines]
    widths = [max(map(width_of, column)) for column in zip(*printed, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        n = max(range(len(widths)), key=lambda n: 0 if figures[n] else widths[n])
        if widths[n] <= NARROWEST or figures[n]:
            break
        widths[n] -= 1
    sides = [
        RIGHT if is_figures else END if name in ENDS_MATTER else START
        for name, is_figures in zip(lines[0], figures, strict=True)
    ]
    return [tuple(map(_set, line, widths, sides)) for line in printed]


def _set(text: str, width: int, side: str) -> str:
    """A cell of a width: figures to the right, of a path its end, of other words their start."""
    if side == RIGHT:
        return " " * (width - width_of(text)) + text
    return cut(text[::-1], width)[::-1] if side == END else cut(text, width)


# As lines ----------------------------------------------------------------------------------------


def csv_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    """Rows as lines of CSV, as they come; what is missing is NA, as R wants it.

    >>> print(*csv_lines(["name", "n"], [("=1+1", 2), ("Bond, James", None)]), sep="", end="")
    name,n
    '=1+1,2
    "Bond, James",NA
    """
    out = StringIO()
    lines = writer(out, lineterminator="\n")
    lines.writerow(map(_in_file, header))
    for row in rows:
        lines.writerow(map(_in_file, row))
        if out.tell() > BUFFER:
            yield _taken(out)
    yield _taken(out)


def tsv_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    """The same with tabs."""
    yield "\t".join(map(_in_file, header)) + "\n"
    for row in rows:
        yield "\t".join(map(_in_file, row)) + "\n"


def _taken(out: StringIO) -> str:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text


def _in_file(value: object) -> str:
    if type(value) is int:
        return str(value)  # most are
    told = plain(value)
    return cell(BETWEEN.join(map(shown, told)) if isinstance(told, list) else told)


def json_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    """Rows as JSON, an object a row and a row a line.

    >>> print(*json_lines(["name", "n"], [("Emma", 2), ("Jane", None)]), sep="", end="")
    [
    {"name": "Emma", "n": 2},
    {"name": "Jane", "n": null}
    ]
    """
    before = "[\n"
    for row in rows:
        told = as_json(dict(zip(header, map(plain, row), strict=True)))
        yield f"{before}{told}"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


LINES: Mapping[Form, Callable[[Sequence[str], Iterable[Values]], Iterator[str]]] = {
    Form.CSV: csv_lines,
    Form.TSV: tsv_lines,
    Form.JSON: json_lines,
}
