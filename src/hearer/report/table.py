"""A table of results, whatever it is printed as, and as plain text.

Table       a name, a title, a header, rows of cells, and a note
cell        a value as a cell of a file for spreadsheets and R
clean       a table of which nothing steers a terminal
percent     a share with one digit behind the point
points      a difference of shares in points of per cent
written_p   a probability as it is written in print
text        a table with its title and note, figures under each other
blocks      a table of names cut into as many as fit a width, each with the first column
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hearer.harmless import in_spreadsheet, printable, visible_lines
from hearer.report.styles import padded, width_of

MISSING = "NA"  # as R wants it
GAP = "  "
SMALLEST, SMALL, SURE = 0.0001, 0.001, 0.9995  # of a p: no smaller one is told, four digits, 1


@dataclass(frozen=True, slots=True)
class Table:
    """What is printed as a table: a header, and rows of as many cells.

    The first `names` columns are names, set to the left; the others are figures, set to the right.
    `rules` are the rows before which a line is drawn.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    rules: tuple[int, ...] = ()
    names: int = 1


def cell(value: object, missing: str = MISSING) -> str:
    r"""A value in one line without tabs; nothing, and an empty text, is `missing`.

    A text that a spreadsheet would take for a formula has a quote before it; a number has none.

    >>> cell(None), cell(True), cell("two\nlines"), cell("=1+1"), cell(-1)
    ('NA', 'TRUE', 'two lines', "'=1+1", '-1')
    """
    if value is None or value == "":
        return missing
    if isinstance(value, str):
        return in_spreadsheet(printable(" ".join(value.split())))
    return str(value).upper() if isinstance(value, bool) else str(value)


def clean(table: Table) -> Table:
    """The table with all that steers a terminal shown."""
    return replace(
        table,
        title=printable(table.title),
        header=tuple(map(printable, table.header)),
        rows=tuple(tuple(map(printable, row)) for row in table.rows),
        note=visible_lines(table.note),
    )


def percent(share: float) -> str:
    """A share with one digit behind the point.

    >>> percent(0.854)
    '85.4'
    """
    return f"{100 * share:.1f}"


def points(difference: float) -> str:
    """A difference of shares, in points of per cent, with its sign.

    >>> points(0.0231), points(-0.4), points(-0.0001)
    ('+2.3', '−40.0', '0.0')
    """
    rounded = round(100 * difference, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def written_p(p: float) -> str:
    """A probability as it is written in print, never as 0.0000.

    >>> written_p(0.0123), written_p(0.00042), written_p(1e-9), written_p(0.5), written_p(1.0)
    ('0.012', '0.0004', '<0.0001', '0.500', '1')
    """
    if p >= SURE:
        return "1"
    if p < SMALLEST:
        return f"<{SMALLEST:.4f}"
    return f"{p:.4f}" if p < SMALL else f"{p:.3f}"


# As text --------------------------------------------------------------------------------------


def text(table: Table) -> str:
    """The table with its title, its rules and its note."""
    widths = _widths(table)
    rule = "-" * (sum(widths) + len(GAP) * (len(widths) - 1))
    printed = [*filter(None, [table.title]), _line(table.header, widths, table.names), rule]
    for n, row in enumerate(table.rows):
        if n in table.rules:
            printed.append(rule)
        printed.append(_line(row, widths, table.names))
    if table.note:
        printed.append(table.note)
    return "\n".join(printed) + "\n"


def blocks(table: Table, width: int) -> Iterator[list[str]]:
    """The lines of the table, header first; what does not fit goes on below, named anew."""
    first, *others = _widths(table)
    start = 1
    while start <= len(others):
        end, used = start + 1, first + len(GAP) + others[start - 1]
        while end <= len(others) and used + len(GAP) + others[end - 1] <= width:
            used += len(GAP) + others[end - 1]
            end += 1
        shown = [(row[0], *row[start:end]) for row in (table.header, *table.rows)]
        widths = [first, *others[start - 1 : end - 1]]
        yield [_line(row, widths, len(row)) for row in shown]
        start = end


def _widths(table: Table) -> list[int]:
    columns = zip(table.header, *table.rows, strict=True)
    return [max(map(width_of, column)) for column in columns]


def _line(cells: Sequence[str], widths: Sequence[int], names: int) -> str:
    set_in = (
        padded(cell, width) if n < names else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return GAP.join(set_in).rstrip()
