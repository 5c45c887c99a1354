"""hearer corpus query: answers from the tables of a corpus."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from itertools import islice
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli import completion
from hearer.cli.arguments import Force, Output
from hearer.cli.output import emit, is_stdout, is_terminal, refused, results
from hearer.corpora.query import SHOWN_ROWS, as_table, named_queries, rendered
from hearer.errors import UsageError
from hearer.harmless import number_and
from hearer.report.forms import SUFFIXES, Form, asked_by
from hearer.report.table import clean, text
from hearer.writing.places import is_dir

if TYPE_CHECKING:
    from hearer.corpora.query import Corpus

SHOWN_WIDTH, PIPED_WIDTH = 100, 160
EXAMPLES = """\b
Examples:
  hearer corpus query out
  hearer corpus query out characters --set least=3
  hearer corpus query out "SELECT label, count(*) FROM pronouns GROUP BY label" -o labels.csv
"""


def corpus_query(
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OUT… [QUERY]",
            help="Folders that `hearer corpus` wrote, then the name of a query or SQL; - reads SQL "
            "from the standard input.",
            autocompletion=completion.questions,
            show_default=False,
        ),
    ] = None,
    *,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter of the query.", metavar="NAME=VALUE"),
    ] = None,
    to: Annotated[
        Form | None,
        typer.Option(help="The form; the suffix of OUTPUT tells.", case_sensitive=False),
    ] = None,
    output: Output = None,
    force: Force = False,
) -> None:
    """Query a corpus that was resolved: in SQL, or with a query by its name.

    Without a query, list the queries and the tables. SQL is DuckDB's; it can read the tables, and
    nothing else. Several folders are queried as one corpus.
    """
    folders, query = _split(given or [])
    if not folders:
        raise UsageError("Give a folder that `hearer corpus` wrote.")
    from hearer.corpora.query import Corpus

    corpus = Corpus(*folders)
    if query is None:
        emit(_listed(corpus))
        return
    form = to or (None if is_stdout(output) else asked_by(output, SUFFIXES)) or Form.TEXT
    refused([output], force=force, read=[])
    rows = corpus.rows(query, **_parameters(setting or ()))
    if form is Form.TEXT and is_stdout(output) and is_terminal():
        first = list(islice(rows, SHOWN_ROWS))
        more = sum(1 for _ in rows)
        note = f"… and {number_and(more, 'more row')}: say -o all.csv for all." if more else ""
        width = shutil.get_terminal_size((SHOWN_WIDTH, 24)).columns
        emit(text(clean(as_table(rows.title, rows.header, first, width=width, note=note))))
        return
    width = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns
    with results(force=force, read=[]) as told, told.lines(output) as write:
        for piece in rendered(
            form, rows.title, rows.header, rows, width=width if is_stdout(output) else None
        ):
            write(piece)


def _split(given: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the folders, and the query after them if the last argument is no folder."""
    *folders, last = given or [""]
    if not folders or is_dir(last):
        return [*given], None
    if last != "-":
        return folders, last
    try:
        return folders, sys.stdin.read() if sys.stdin else ""
    except UnicodeDecodeError as error:
        raise UsageError("The SQL of the standard input is not UTF-8.") from error


def _parameters(settings: Sequence[str]) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"--set takes NAME=VALUE, not {setting!r}.")
        found[name] = int(value) if value.isdecimal() else value
    return found


def _listed(corpus: Corpus) -> str:
    """The queries with their parameters, and the tables with their columns."""
    wide = max(map(len, named_queries())) + 2
    lines = ["Queries (hearer corpus query OUT NAME):", ""]
    for one in named_queries().values():
        options = "".join(f" [{name}={value}]" for name, value in one.defaults.items())
        lines.append(f"  {one.name:{wide}}{one.title}{options}")
    lines += ["", 'Tables ("SELECT … FROM NAME"):', ""]
    for name, table in corpus.tables.items():
        told = wrap(", ".join(table.schema.names), SHOWN_WIDTH - wide - 2)
        lines += [
            f"  {label:{wide}}{line}"
            for label, line in zip((name, *[""] * len(told)), told, strict=False)
        ]
    return "\n".join(lines) + "\n"
