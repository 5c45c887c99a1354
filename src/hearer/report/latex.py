r"""Tables and texts in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hearer.harmless import printable
from hearer.report.table import Table

SPECIAL = {letter: f"\\{letter}" for letter in "{}$&#%_"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\ufffd": "?",
    "′": r"$'$", "−": "$-$", "ε": r"$\epsilon$", "Σ": r"$\Sigma$", "χ²": r"$\chi^2$",
}  # fmt: skip
ANY_SPECIAL = re.compile("|".join(map(re.escape, SPECIAL)))
FEW_NAMES, FEW_COLUMNS = 2, 8  # a larger table is set in small type


def escaped(text: str) -> str:
    r"""Escape the characters that are special to LaTeX.

    >>> print(escaped("R&D_1 {50%}"))
    R\&D\_1 \{50\%\}
    """
    return ANY_SPECIAL.sub(lambda found: SPECIAL[found[0]], printable(text))


def running(text: str) -> str:
    """Escape a text in which two hyphens are not a dash."""
    return escaped(text).replace("-", "-{}")


def table(one: Table) -> str:
    r"""Return a table with its caption and label, for \input."""
    columns = "|" + "l|" * one.names + "c" * (len(one.header) - one.names) + "|"
    lines = [r"\hline", _row(one.header), r"\hline"]
    for n, row in enumerate(one.rows):
        lines += [r"\hline"] * (n in one.rules) + [_row(row)]
    caption = escaped(f"{one.title}. {one.note}".rstrip())
    is_wide = one.names > FEW_NAMES and len(one.header) > FEW_COLUMNS
    size = r"\scriptsize\setlength{\tabcolsep}{2pt}" if is_wide else r"\footnotesize"
    return (
        f"\\begin{{table}}[htb]\n\\centering{size}\n"
        + tabular(columns, [*lines, r"\hline"])
        + f"\\caption{{{caption}}}\n\\label{{tab:{one.name}}}\n\\end{{table}}\n"
    )


def _row(cells: Iterable[str]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"


def tabular(columns: str, lines: Iterable[str], *, environment: str = "tabular") -> str:
    """Return lines of cells as a tabular environment."""
    body = "".join(f"{line}\n" for line in lines)
    return f"\\begin{{{environment}}}{{{columns}}}\n{body}\\end{{{environment}}}\n"
