"""Tables in columns.

text      a table with its title and note, figures under each other
blocks    a table of names cut into as many as fit a width, each with the first column
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.report.table import Table

GAP = "  "


def text(table: Table) -> str:
    """The table with its title, its rules and its note."""
    widths = _widths(table)
    rule = "-" * (sum(widths) + len(GAP) * (len(widths) - 1))
    printed = [table.title, _line(table.header, widths, table.names), rule]
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
    return [max(map(len, column)) for column in columns]


def _line(cells: Sequence[str], widths: Sequence[int], names: int) -> str:
    padded = (
        cell.ljust(width) if n < names else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return GAP.join(padded).rstrip()
