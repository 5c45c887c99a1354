"""hearer corpus query: what the tables of a corpus answer."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli import completion
from hearer.cli.arguments import Force
from hearer.cli.output import emit, is_stdout, is_terminal, refused, results
from hearer.cli.process import say
from hearer.corpora.asked.answer import MOST_SHOWN, AnswerForm, form_of, on_screen, written
from hearer.corpora.asked.cells import Heading, Values
from hearer.corpora.asked.chart import ChartKind
from hearer.corpora.asked.charts import drawn
from hearer.corpora.asked.figures import chart_of
from hearer.corpora.asked.query import Rows
from hearer.corpora.asked.questions.questions import (
    QUESTIONS,
    Drawing,
    ReadyQuestion,
    Taken,
    question,
)
from hearer.errors import UsageError
from hearer.report.table import clean, text
from hearer.writing.places import is_dir

if TYPE_CHECKING:
    from hearer.corpora.asked.corpus import Corpus

LIST = "list"
OWN_TITLE = "What is asked"  # of a picture of somebody's SQL
ALL_OF_IT = "say -o all.csv for all"
STDIN = "-"
NOTHING_ASKED = "; \t\r\n"
SHOWN_WIDTH, PIPED_WIDTH = 100, 160
STDOUT_FILE = "/dev/stdout"

EXAMPLES = """\b
Examples:
  hearer corpus query out
  hearer corpus query out --how characters --least 3
  hearer corpus query out --how over-time --document examples/story.txt -o story.svg
  hearer corpus query out "SELECT label, count(*) FROM pronouns GROUP BY label" -o labels.csv
  hearer corpus query out --how transitions --show-sql
"""


def corpus_query(
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OUT… [SQL]",
            help="What `hearer corpus` wrote, and a question in SQL; - reads it from the standard "
            "input.",
            show_default=False,
        ),
    ] = None,
    *,
    how: Annotated[
        str | None,
        typer.Option(
            "--how",
            help=f"A ready-made question: {', '.join(QUESTIONS)}.",
            autocompletion=completion.questions,
            metavar="QUESTION",
        ),
    ] = None,
    document: Annotated[
        str | None,
        typer.Option(help="Only documents of this name; * stands for anything.", metavar="NAME"),
    ] = None,
    least: Annotated[
        int | None, typer.Option(help="Only what comes at least so often.", metavar="N")
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(help="How many characters, or how many utterances apart.", metavar="N"),
    ] = None,
    speaker: Annotated[
        str | None,
        typer.Option(help="Only what is said by them; * stands for anything.", metavar="NAME"),
    ] = None,
    to: Annotated[
        AnswerForm | None,
        typer.Option(help="The form; the name of OUTPUT tells.", case_sensitive=False),
    ] = None,
    chart: Annotated[
        ChartKind | None,
        typer.Option(
            help="How a picture is drawn: the first column along, figures above it.",
            case_sensitive=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Write here: .csv, .tsv, .json, .md, .tex, .html, .txt, .svg or .png.",
        ),
    ] = None,
    force: Force = False,
    show_sql: Annotated[
        bool, typer.Option("--show-sql", help="Print the SQL of a ready-made question, to change.")
    ] = False,
) -> None:
    """Ask a corpus that was resolved: in SQL, or a question by its name.

    Without a question the questions and the tables with their columns are listed. SQL is DuckDB's;
    it can read the tables, and do nothing else. Several folders are asked as one corpus.
    """
    folders, sql = _parted(given or [], how)
    taken = {"document": document, "least": least, "most": most, "speaker": speaker}
    if show_sql:
        emit(_ready(how).spelled(taken))
        return
    corpus = _opened(folders, is_needed=how != LIST)
    if corpus is None or (sql is None and how in {None, LIST}):
        emit(_listed(corpus))
        return
    form = _form(to, output, chart)
    refused([output], force=force, read=[file for of in corpus.files.values() for file in of])
    asked = _asked(corpus, sql, how, taken)
    answered = _Answered(asked, corpus.rows(asked.sql, asked.taken), chart)
    answered.write(form, output, force=force)


def _parted(given: Sequence[str], how: str | None) -> tuple[list[str], str | None]:
    """The folders, and the SQL behind them: what has blanks in it and is no folder."""
    *folders, last = given or [""]
    if not given or (last != STDIN and not _is_sql(last)):
        return [*given], None
    if not folders:
        raise UsageError("Say whom to ask: hearer corpus query OUT SQL.")
    if how:
        raise UsageError("Say either SQL or --how, not both.")
    sql = _standard_input() if last == STDIN else last
    if not sql.strip(NOTHING_ASKED):
        raise UsageError('The question is empty: say one, as in "SELECT count(*) FROM pronouns".')
    return folders, sql


def _is_sql(given: str) -> bool:
    has_blanks = any(letter.isspace() for letter in given)
    return not given.strip(NOTHING_ASKED) or (has_blanks and not is_dir(given))


def _standard_input() -> str:
    try:
        return sys.stdin.read() if sys.stdin else ""
    except UnicodeDecodeError as error:
        raise UsageError("The SQL of the standard input is not UTF-8.") from error


def _ready(how: str | None) -> ReadyQuestion:
    if how is None:
        raise UsageError("--show-sql is for ready-made questions: say which one with --how.")
    return question(how)


def _opened(folders: Sequence[str], *, is_needed: bool) -> Corpus | None:
    """The corpus, and a word of warning where it is unfinished."""
    if not folders:
        if is_needed:
            raise UsageError("Say what to ask: a folder that `hearer corpus` wrote.")
        return None
    from hearer.corpora.asked.corpus import Corpus

    corpus = Corpus(*folders)
    if not corpus.is_complete and corpus.files:
        say(
            "hearer: This corpus is unfinished: answers are about what was there when it was last "
            "complete. hearer corpus --resume goes on."
        )
    return corpus


def _form(to: AnswerForm | None, output: str | None, chart: ChartKind | None) -> AnswerForm:
    """What the answer is written as; refused where it cannot be looked at."""
    by_name = AnswerForm.TEXT if is_stdout(output) else to or form_of(str(output))
    form = to or by_name
    if chart and not form.is_picture:
        raise UsageError("--chart draws a picture: say where, as in -o chart.svg.")
    if form.is_picture and is_stdout(output) and is_terminal():
        raise UsageError(f"A picture is not for a terminal: say where, as in -o chart.{form}.")
    return form


# What is asked -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    name: str
    title: str
    sql: str
    taken: Mapping[str, Taken]
    drawing: Drawing | None = None
    of: str = ""


def _asked(
    corpus: Corpus, sql: str | None, how: str | None, taken: Mapping[str, Taken | None]
) -> _Asked:
    if sql is None:
        ready = question(str(how))
        chosen = ready.taking(taken)
        return _Asked(
            name=ready.name,
            title=ready.title,
            sql=ready.sql,
            taken=chosen,
            drawing=ready.drawing,
            of=corpus.only_document(chosen) if ready.is_by_document else "",
        )
    if given := next((name for name, value in taken.items() if value is not None), None):
        raise UsageError(f"--{given} is for ready-made questions: say it in SQL.")
    return _Asked("query", "", sql, {})


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer on its way: rows that come, and what is to become of them."""

    asked: _Asked
    found: Rows
    chart: ChartKind | None = None

    def write(self, form: AnswerForm, output: str | None, *, force: bool) -> None:
        if form.is_picture:
            self._draw(form, output, force=force)
        elif form is AnswerForm.TEXT and is_stdout(output) and is_terminal():
            self._show()
        else:
            self._write(form, output, force=force)

    @property
    def heading(self) -> Heading:
        header = tuple(self.found.header)
        return Heading(self.asked.name, self.asked.title, header, of=self.asked.of)

    def rows(self) -> Iterator[Values]:
        return (row for batch in self.found for row in batch.rows())

    def _draw(self, form: AnswerForm, output: str | None, *, force: bool) -> None:
        titled = Heading(self.asked.name, self.asked.title or OWN_TITLE, self.heading.header)
        picture = drawn(chart_of(titled, list(self.rows()), self.asked.drawing, self.chart), form)
        with results(force=force, read=[]) as told:
            told.files.write(STDOUT_FILE if is_stdout(output) else str(output), picture)

    def _show(self) -> None:
        """As much as a screen has."""
        rows = self.rows()
        first = list(islice(rows, MOST_SHOWN))
        more, width = sum(1 for _ in rows), _columns(SHOWN_WIDTH)
        table = on_screen(self.heading, first, more=more, width=width, all_of_it=ALL_OF_IT)
        emit(text(clean(table)))

    def _write(self, form: AnswerForm, output: str | None, *, force: bool) -> None:
        """All of it, as it comes."""
        with results(force=force, read=[]) as told, told.lines(output) as write:
            width = _columns(PIPED_WIDTH) if is_stdout(output) else None
            for piece in written(form, self.heading, self.rows(), width=width):
                write(piece)


def _columns(otherwise: int) -> int:
    """How wide the terminal is, or says that it is."""
    return shutil.get_terminal_size((otherwise, 24)).columns


# What there is -----------------------------------------------------------------------------------


def _listed(corpus: Corpus | None) -> str:
    """The questions, and the tables with their columns."""
    wide = max(map(len, QUESTIONS)) + 2
    lines = ["Questions (--how NAME):", ""]
    for one in QUESTIONS.values():
        options = "".join(f" [--{name}]" for name in one.takes)
        lines.append(f"  {one.name:{wide}}{one.title}{options}")
    if corpus is not None:
        lines += ["", 'Tables ("SELECT … FROM NAME"):', ""]
        for name, columns in corpus.columns.items():
            told = wrap(", ".join(columns), SHOWN_WIDTH - wide - 2)
            lines += [
                f"  {label:{wide}}{line}"
                for label, line in zip((name, *[""] * len(told)), told, strict=False)
            ]
    return "\n".join(lines) + "\n"
