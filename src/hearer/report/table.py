"""A table of results, whatever it is printed as.

Table       a name, a title, a header, rows of cells, and a note
cell        a value as a cell
percent     a share with one digit behind the point
"""

from __future__ import annotations

from dataclasses import dataclass

MISSING = "NA"  # as R wants it


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

    >>> cell(None), cell(True), cell("two\nlines")
    ('NA', 'TRUE', 'two lines')
    """
    if value is None or value == "":
        return missing
    return str(value).upper() if isinstance(value, bool) else " ".join(str(value).split())


def percent(share: float) -> str:
    """A share with one digit behind the point.

    >>> percent(0.854)
    '85.4'
    """
    return f"{100 * share:.1f}"
