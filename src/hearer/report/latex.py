r"""LaTeX: what means something to it, and tables.

escaped    a text with all that means something to LaTeX made harmless
running    the same for running text, where two hyphens are no dash
table      a table with its caption, for \input
tabular    lines of cells as a table alone
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hearer.harmless import printable
from hearer.report.table import Table

SPECIAL = {letter: f"\\{letter}" for letter in "{}$&#%_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\ufffd": "?",
    "′": r"$'$",
    "−": "$-$",
    "ε": r"$\epsilon$",
    "Σ": r"$\Sigma$",
    "χ²": r"$\chi^2$",
}
FEW_NAMES, FEW_COLUMNS = 2, 8  # a table of more is set small and close
CLOSE = r"\scriptsize\setlength{\tabcolsep}{2pt}"
ANY_SPECIAL = re.compile("|".join(map(re.escape, SPECIAL)))


def escaped(text: str) -> str:
    r"""The text with all that means something to LaTeX made harmless.

    >>> print(escaped("R&D_1 {50%}"))
    R\&D\_1 \{50\%\}
    """
    return ANY_SPECIAL.sub(lambda found: SPECIAL[found[0]], printable(text))


def running(text: str) -> str:
    """The same for running text, where two hyphens are no dash."""
    return escaped(text).replace("-", "-{}")


def table(one: Table) -> str:
    """A table with its caption and its label."""
    columns = "|" + "l|" * one.names + "c" * (len(one.header) - one.names) + "|"
    lines = [r"\hline", _row(one.header), r"\hline"]
    for n, row in enumerate(one.rows):
        if n in one.rules:
            lines.append(r"\hline")
        lines.append(_row(row))
    caption = escaped(f"{one.title}. {one.note}".rstrip())
    body = tabular(columns, [*lines, r"\hline"])
    is_wide = one.names > FEW_NAMES and len(one.header) > FEW_COLUMNS
    size = CLOSE if is_wide else r"\footnotesize"
    return (
        f"\\begin{{table}}[htb]\n\\centering{size}\n"
        + body
        + f"\\caption{{{caption}}}\n\\label{{tab:{one.name}}}\n\\end{{table}}\n"
    )


def _row(cells: Iterable[str]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"


def tabular(columns: str, lines: Iterable[str], *, environment: str = "tabular") -> str:
    """Lines of cells and rules, as a table alone."""
    body = "".join(f"{line}\n" for line in lines)
    return f"\\begin{{{environment}}}{{{columns}}}\n{body}\\end{{{environment}}}\n"
