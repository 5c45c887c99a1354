"""Tables as Markdown.

markdown    a table with its title and note
"""

from __future__ import annotations

from collections.abc import Iterable

from hearer.evaluation.tables import Table


def markdown(table: Table, *, with_title: bool = True) -> str:
    """The table as a pipe table."""
    title = f"**{table.title}**\n\n" if with_title else ""
    lines = [_line(table.header), _line("---" for _ in table.header), *map(_line, table.rows)]
    note = f"\n{table.note}\n" if table.note else ""
    return title + "".join(f"{line}\n" for line in lines) + note


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
