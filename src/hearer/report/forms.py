"""Tables as text, Markdown, LaTeX, HTML, CSV, TSV and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from csv import writer
from enum import StrEnum
from io import StringIO

from hearer.escape import as_json, in_spreadsheet, printable
from hearer.report import html
from hearer.report.table import Table, clean, text

# The end of a cell, the beginning of a tag, and the target of a link.
MARKUP = re.compile(r"\||<(?=[A-Za-z/!?])|(?<=\])[(\[]")

SPECIAL = {letter: f"\\{letter}" for letter in "{}$&#%_"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\ufffd": "?",
    "′": r"$'$", "−": "$-$", "ε": r"$\epsilon$", "Σ": r"$\Sigma$", "χ²": r"$\chi^2$",
}  # fmt: skip
ANY_SPECIAL = re.compile("|".join(map(re.escape, SPECIAL)))
FEW_NAMES, FEW_COLUMNS = 2, 8  # a larger table is set in small type


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


def render(
    tables: Iterable[Table], *, to: Form = Form.TEXT, title: str = "", heading: str = ""
) -> str:
    """Return the tables in one form.

    The lines of `heading` come first, except in CSV, TSV and JSON; only HTML has a title.
    Control characters, markup and formulas are escaped; JSON has the cells as they are.

    >>> counts = Table("counts", "Counts", ("", "pronouns"), (("story", "3"),))
    >>> print(render([counts], to=Form.MARKDOWN), end="")
    **Counts**
    <BLANKLINE>
    |  | pronouns |
    | --- | --- |
    | story | 3 |
    """
    if to is Form.JSON:
        return dumped(objects(tables))
    cleaned = tuple(map(clean, tables))
    if to is Form.CSV:
        return csv(cleaned)
    if to is Form.TSV:
        return "\n".join(map(tsv, cleaned))
    if to is Form.HTML:
        escaped = (html.escaped(line, quote=False) for line in heading.splitlines())
        return html.page(
            "report",
            title=html.escaped(title, quote=False),
            heading="<br>".join(escaped),
            tables="".join(map(html.table, cleaned)),
        )
    one, opening = {
        Form.TEXT: (text, "{}\n\n"),
        Form.MARKDOWN: (markdown, "{}\n\n"),
        Form.LATEX: (latex, "% {}\n"),
    }[to]
    lines = "".join(opening.format(printable(line)) for line in heading.splitlines())
    return lines + "\n".join(map(one, cleaned))


def markdown(table: Table, *, with_title: bool = True) -> str:
    """Return the table as a pipe table."""
    title = f"**{table.title}**\n\n" if with_title else ""
    rows = (table.header, ["---"] * len(table.header), *table.rows)
    escaped = ([MARKUP.sub(r"\\\g<0>", cell) for cell in row] for row in rows)
    lines = "".join(f"| {' | '.join(row)} |\n" for row in escaped)
    return title + lines + (f"\n{table.note}\n" if table.note else "")


def csv(tables: Sequence[Table]) -> str:
    """Return one line for each figure: table, row, column, value."""
    lines: list[tuple[str, ...]] = [("table", "row", "column", "value")]
    for table in tables:
        first, names = "", table.names
        for row in table.rows:
            first = row[0] or first
            name = in_spreadsheet(" ".join(filter(None, (first, *row[1:names]))))
            for column, value in zip(table.header[names:], row[names:], strict=True):
                lines.append((table.name, name, in_spreadsheet(column), value))
    return _comma_separated(lines)


def tsv(table: Table) -> str:
    """Return the header and one line for each row."""
    shown = clean(table)
    named = ((*map(in_spreadsheet, row[: table.names]), *row[table.names :]) for row in shown.rows)
    return "".join("\t".join(cells) + "\n" for cells in (shown.header, *named))


def csv_rows(table: Table) -> str:
    """Return the same lines as `tsv`, with commas."""
    return _comma_separated(line.split("\t") for line in tsv(table).splitlines())


def _comma_separated(lines: Iterable[Sequence[str]]) -> str:
    out = StringIO()
    writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def objects(tables: Iterable[Table]) -> list[dict[str, object]]:
    """Return the tables as objects for JSON."""
    fields = ("name", "title", "header", "rows", "note")
    return [{field: getattr(table, field) for field in fields} for table in tables]


def dumped(value: object, *, indent: int = 1) -> str:
    """Return a value as indented JSON with a newline at the end."""
    return as_json(value, indent=indent) + "\n"


def latex_escaped(text: str) -> str:
    r"""Escape the characters that are special to LaTeX.

    >>> print(latex_escaped("R&D_1 {50%}"))
    R\&D\_1 \{50\%\}
    """
    return ANY_SPECIAL.sub(lambda found: SPECIAL[found[0]], printable(text))


def running(text: str) -> str:
    """Escape a text in which two hyphens are not a dash."""
    return latex_escaped(text).replace("-", "-{}")


def latex(one: Table) -> str:
    r"""Return a table with its caption and label, for \input."""
    columns = "|" + "l|" * one.names + "c" * (len(one.header) - one.names) + "|"
    lines = [r"\hline", " & ".join(map(latex_escaped, one.header)) + r" \\", r"\hline"]
    for n, row in enumerate(one.rows):
        lines += [r"\hline"] * (n in one.rules) + [" & ".join(map(latex_escaped, row)) + r" \\"]
    caption = latex_escaped(f"{one.title}. {one.note}".rstrip())
    is_wide = one.names > FEW_NAMES and len(one.header) > FEW_COLUMNS
    size = r"\scriptsize\setlength{\tabcolsep}{2pt}" if is_wide else r"\footnotesize"
    return (
        f"\\begin{{table}}[htb]\n\\centering{size}\n"
        + tabular(columns, [*lines, r"\hline"])
        + f"\\caption{{{caption}}}\n\\label{{tab:{one.name}}}\n\\end{{table}}\n"
    )


def tabular(columns: str, lines: Iterable[str], *, environment: str = "tabular") -> str:
    """Return lines of cells as a tabular environment."""
    body = "".join(f"{line}\n" for line in lines)
    return f"\\begin{{{environment}}}{{{columns}}}\n{body}\\end{{{environment}}}\n"
