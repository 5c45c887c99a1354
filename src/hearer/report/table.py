"""Tables of results, their cells, and text that fits a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import category, east_asian_width

from hearer.escape import in_spreadsheet, printable, visible_lines

BOLD, DIM, GREEN, YELLOW, CYAN = "1", "2", "32", "33", "36"
MISSING = "NA"  # as in R
GAP = "  "
# Latin letters, quotes, dashes and arrows, each one column wide: most texts have nothing else.
_NARROW = re.compile("[ -\u02ff\u2010-\u2027\u2190-\u21ff]*")


@dataclass(frozen=True, slots=True)
class Table:
    """A header, and rows of as many cells.

    The first `names` columns are names, aligned left; the others are figures, aligned right.
    `rules` are the indices of rows that have a line above them.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    rules: tuple[int, ...] = ()
    names: int = 1


def cell(value: object, missing: str = MISSING) -> str:
    r"""Return a value as one line without tabs; None and "" as `missing`.

    A quote is put before a text that a spreadsheet would evaluate as a formula.

    >>> cell(None), cell(True), cell("two\nlines"), cell("=1+1"), cell(-1)
    ('NA', 'TRUE', 'two lines', "'=1+1", '-1')
    """
    if value is None or value == "":
        return missing
    if isinstance(value, str):
        return in_spreadsheet(printable(" ".join(value.split())))
    return str(value).upper() if isinstance(value, bool) else str(value)


def clean(table: Table) -> Table:
    """Return the table with control characters escaped."""
    header = tuple(map(printable, table.header))
    rows = tuple(tuple(map(printable, row)) for row in table.rows)
    title, note = printable(table.title), visible_lines(table.note)
    return replace(table, title=title, header=header, rows=rows, note=note)


def percent(share: float) -> str:
    """Return a share in per cent with one decimal: 0.854 as 85.4."""
    return f"{100 * share:.1f}"


def points(difference: float) -> str:
    """Return a difference of shares in percentage points, with its sign.

    >>> points(0.0231), points(-0.4), points(-0.0001)
    ('+2.3', '−40.0', '0.0')
    """
    rounded = round(100 * difference, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def written_p(p: float) -> str:
    """Return a probability as it is printed in papers, never as 0.0000.

    >>> written_p(0.0123), written_p(0.00042), written_p(1e-9), written_p(0.5), written_p(1.0)
    ('0.012', '0.0004', '<0.0001', '0.500', '1')
    """
    if p >= 0.9995:
        return "1"
    if p < 0.0001:
        return "<0.0001"
    return f"{p:.4f}" if p < 0.001 else f"{p:.3f}"


# Text for a terminal ----------------------------------------------------------------------------


def text(table: Table) -> str:
    """Return the table as text, with its title, rules and note."""
    columns = zip(table.header, *table.rows, strict=True)
    widths = [max(map(width_of, column)) for column in columns]
    rule = "-" * (sum(widths) + len(GAP) * (len(widths) - 1))
    lines = [*filter(None, [table.title]), _line(table.header, widths, table.names), rule]
    for n, row in enumerate(table.rows):
        lines += [rule] * (n in table.rules) + [_line(row, widths, table.names)]
    return "".join(f"{line}\n" for line in (*lines, *filter(None, [table.note])))


def _line(cells: Sequence[str], widths: Sequence[int], names: int) -> str:
    aligned = (
        padded(cell, width) if n < names else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return GAP.join(aligned).rstrip()


def styled(text: str, style: str, *, color: bool) -> str:
    r"""Return the text in bold or in a colour, if `color` is set.

    >>> styled("she", BOLD, color=True), styled("she", BOLD, color=False)
    ('\x1b[1mshe\x1b[0m', 'she')
    """
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def width_of(text: str) -> int:
    r"""Return the number of columns that a text takes on a terminal.

    >>> width_of("Anna"), width_of("cafe\u0301"), width_of("\u6f22\u5b57")
    (4, 4, 4)
    """
    return len(text) if _NARROW.fullmatch(text) else sum(map(_width, text))


def _width(letter: str) -> int:
    if east_asian_width(letter) in {"W", "F"}:
        return 2
    return 0 if category(letter) in {"Mn", "Me", "Cf"} else 1


def padded(text: str, width: int) -> str:
    """Return the text with spaces after it, up to a width."""
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """Return the text in at most `width` columns, with … where it was cut.

    >>> cut("her brother", 11), cut("her brother", 8)
    ('her brother', 'her bro…')
    """
    if width_of(text) <= width:
        return text
    room, end = width - 1, 0
    while end < len(text) and room >= _width(text[end]):
        room -= _width(text[end])
        end += 1
    return f"{text[:end].rstrip()}…" if width > 0 else ""
