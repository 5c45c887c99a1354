"""A report as one HTML page that needs nothing else.

page    tables and plots, with their style
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hearer.evaluation.plots import Plot
from hearer.evaluation.tables import Table

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 Georgia, serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; font: 0.85rem/1.4 system-ui, sans-serif; }
th, td { padding: 0.15rem 0.6rem; text-align: right; }
th { border-bottom: 1px solid; } tr.rule td { border-top: 1px solid; }
th:first-child, td:first-child, .table6 td:nth-child(2) { text-align: left; }
p.note { font-size: 0.85rem; opacity: 0.8; max-width: 45rem; }
svg { max-width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
"""


def page(heading: str, tables: Iterable[Table], plots: Sequence[Plot]) -> str:
    """A whole page: what was evaluated, plots to look at, tables to read."""
    figures = "".join(f"<h2>{_text(plot.title)}</h2>\n{plot.svg}\n" for plot in plots)
    printed = "".join(map(_table, tables))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Pronoun resolution, evaluated</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Pronoun resolution, evaluated</h1>\n<p>{_text(heading)}</p>\n"
        f"{figures}{printed}</body>\n</html>\n"
    )


def _table(table: Table) -> str:
    header = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in table.header)
    body = "".join(_row(row, has_rule=n in table.rules) for n, row in enumerate(table.rows))
    note = f'<p class="note">{_text(table.note)}</p>\n' if table.note else ""
    return (
        f'<h2>{_text(table.title)}</h2>\n<div class="wide"><table class="{table.name}">\n'
        f"<thead><tr>{header}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n{note}"
    )


def _row(cells: Sequence[str], *, has_rule: bool) -> str:
    attribute = ' class="rule"' if has_rule else ""
    return f"<tr{attribute}>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>\n"


def _text(text: str) -> str:
    return escape(text, quote=False)
