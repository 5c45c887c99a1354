"""Tables in every form.

Form        the forms there are
asked_by    the form that the name of a new file asks for
render      tables in one of them
markdown    a pipe table
csv, tsv    a figure a line, and a row a line
csv_rows    a row a line, too, with commas
objects     tables as JSON has them
dumped      anything of that kind, written
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from csv import writer
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import TypeVar

from hearer.errors import UsageError
from hearer.harmless import as_json, in_spreadsheet, printable
from hearer.report import html, latex
from hearer.report.plots import Plot
from hearer.report.table import Table, clean, text

# What ends a cell, begins a tag, or makes a link of what is in brackets before it.
MARKUP = re.compile(r"\||<(?=[A-Za-z/!?])|(?<=\])[(\[]")


AnyForm = TypeVar("AnyForm", bound=StrEnum)


class Form(StrEnum):
    """The forms of a table."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    HTML = "html"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"


SUFFIXES = {
    ".txt": Form.TEXT, ".md": Form.MARKDOWN, ".tex": Form.LATEX, ".html": Form.HTML,
    ".csv": Form.CSV, ".tsv": Form.TSV, ".json": Form.JSON,
}  # fmt: skip


def asked_by(output: str | None, known: Mapping[str, AnyForm]) -> AnyForm | None:
    """The form that the name of a new file asks for, by its suffix; none if it has no suffix.

    >>> asked_by("figures.tex", SUFFIXES), asked_by(None, SUFFIXES)
    (<Form.LATEX: 'latex'>, None)
    """
    suffix = Path(output or "").suffix.lower()
    if suffix and suffix not in known:
        raise UsageError(
            f"The name {output!r} asks for no form there is: use one of {', '.join(sorted(known))}."
        )
    return known.get(suffix)


def render(
    tables: Iterable[Table],
    *,
    to: Form = Form.TEXT,
    title: str = "",
    heading: str = "",
    plots: Sequence[Plot] = (),
) -> str:
    """Some tables, one after the other, below what is said of all of them, line by line.

    Only a page has a title and plots; CSV, TSV and JSON have nothing but the tables. Nothing in a
    table steers a terminal, is markup, or is a formula to a spreadsheet: names that would be one
    have a quote before them, figures never. JSON has everything as it is.

    >>> counts = Table("counts", "Counts", ("", "pronouns"), (("story", "3"),))
    >>> print(render([counts], to=Form.MARKDOWN), end="")
    **Counts**
    <BLANKLINE>
    |  | pronouns |
    | --- | --- |
    | story | 3 |
    """
    chosen = tuple(tables if to is Form.JSON else map(clean, tables))
    if to is Form.HTML:
        return _page(chosen, title, heading, plots)
    opening = "".join(OPENINGS.get(to, "").format(printable(x)) for x in heading.splitlines())
    return opening + RENDERERS[to](chosen)


def _page(tables: Sequence[Table], title: str, heading: str, plots: Sequence[Plot]) -> str:
    """Plots to look at, tables to read."""
    figures = (f"<h2>{html.escaped(p.title, quote=False)}</h2>\n{p.svg}\n" for p in plots)
    return html.page(
        "report",
        title=html.escaped(title, quote=False),
        heading="<br>".join(html.escaped(x, quote=False) for x in heading.splitlines()),
        figures="".join(figures),
        tables="".join(map(html.table, tables)),
    )


def markdown(table: Table, *, with_title: bool = True) -> str:
    """The table as a pipe table."""
    title = f"**{table.title}**\n\n" if with_title else ""
    rule = ["---"] * len(table.header)
    lines = "".join(f"{_piped(cells)}\n" for cells in (table.header, rule, *table.rows))
    return title + lines + (f"\n{table.note}\n" if table.note else "")


def _piped(cells: Iterable[str]) -> str:
    return "| " + " | ".join(MARKUP.sub(r"\\\g<0>", cell) for cell in cells) + " |"


def csv(tables: Sequence[Table]) -> str:
    """One line per figure: table, row, column, value."""
    out = StringIO()
    lines = writer(out, lineterminator="\n")
    lines.writerow(("table", "row", "column", "value"))
    for table in tables:
        first, names = "", table.names
        for row in table.rows:
            first = row[0] or first
            name = in_spreadsheet(" ".join(filter(None, (first, *row[1:names]))))
            for column, value in zip(table.header[names:], row[names:], strict=True):
                lines.writerow((table.name, name, in_spreadsheet(column), value))
    return out.getvalue()


def tsv(table: Table) -> str:
    """The header and one line per row; what other cells than names may be, `table.cell` knows."""
    shown = clean(table)
    named = ((*map(in_spreadsheet, row[: table.names]), *row[table.names :]) for row in shown.rows)
    return "".join("\t".join(cells) + "\n" for cells in (shown.header, *named))


def csv_rows(table: Table) -> str:
    """The same as tsv, with commas."""
    out = StringIO()
    lines = writer(out, lineterminator="\n")
    lines.writerows(line.split("\t") for line in tsv(table).splitlines())
    return out.getvalue()


def objects(tables: Iterable[Table]) -> list[dict[str, object]]:
    """Tables as JSON has them."""
    return [
        {"name": t.name, "title": t.title, "header": t.header, "rows": t.rows, "note": t.note}
        for t in tables
    ]


def dumped(told: object, *, indent: int = 1) -> str:
    """JSON for people, too."""
    return as_json(told, indent=indent) + "\n"


OPENINGS = {Form.TEXT: "{}\n\n", Form.MARKDOWN: "{}\n\n", Form.LATEX: "% {}\n"}
RENDERERS: Mapping[Form, Callable[[Sequence[Table]], str]] = {
    Form.TEXT: lambda tables: "\n".join(map(text, tables)),
    Form.MARKDOWN: lambda tables: "\n".join(map(markdown, tables)),
    Form.LATEX: lambda tables: "\n".join(map(latex.table, tables)),
    Form.CSV: csv,
    Form.TSV: lambda tables: "\n".join(map(tsv, tables)),
    Form.JSON: lambda tables: dumped(objects(tables)),
}
