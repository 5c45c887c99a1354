"""hearer corpus: many documents into one folder; corpus query and corpus status read it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from hearer.cli import shared_options as opt
from hearer.cli.output import Target, emit
from hearer.cli.process import FAILED, say
from hearer.cli.shared_options import OwnSettings
from hearer.corpora.job import corpus as resolve_all
from hearer.corpora.query import Corpus, named_queries
from hearer.corpora.status import lines, status
from hearer.corpora.targets import REWRITTEN
from hearer.errors import UsageError
from hearer.escape import printable
from hearer.profiles import how_to_hear
from hearer.report.forms import dumped

ANSWERS = ("text", "csv", "tsv", "json", "markdown", "latex", "html")
STATUS = ("text", "json")
RESULTS = {
    "parquet": "the tables are in {out}; query them: hearer corpus query {out} characters",
    "jsonl": "the results are in {out}, a line per document",
    **dict.fromkeys(REWRITTEN.values(), "the rewritten texts are in {out}/files"),
}
_RUNNING: list[str] = []  # the folder of the current run


@dataclass(frozen=True, slots=True)
class CorpusSettings(OwnSettings):
    """Settings of `corpus`: the parser, and the columns of tables of texts."""

    parser: str = "english"
    text_column: str = "text"
    id_column: str | None = None


def corpus(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files, folders, archives, tables of texts (.jsonl, .parquet), or patterns as in "
            "'news/**/*.txt'.",
            metavar="IN...",
        ),
    ] = None,
    *,
    to: Annotated[
        str, opt.option("--to FORMAT", "parquet, tables; jsonl; or a format: a file per document.")
    ] = "parquet",
    output: opt.Output = None,
    force: opt.Force = False,
    resume: opt.Resume = False,
    retry_failed: opt.RetryFailed = False,
    workers: opt.Workers = None,
    source: opt.From = None,
    algorithm: opt.Algorithm = None,
    profile: opt.ProfileName = None,
    setting: opt.Settings = None,
    precision: opt.Precision = None,
    model: opt.Model = None,
) -> None:
    """Resolve many documents: folders, archives, tables of texts.

    OUTPUT is a folder: Parquet tables (documents, utterances, expressions, entities, pronouns,
    quotations, problems), JSON lines, or a file per document; the same bytes for any number of
    workers. After Ctrl-C, a crash or a full disk, --resume continues. A document that cannot be
    read does not stop the run: exit 1. Settings of this command: parser; text-column and
    id-column of tables. A folder that is called query or status is ./query or ./status.

    Examples:
      hearer corpus examples -o out
      hearer corpus examples -o out --resume
      hearer corpus 'examples/**/*.txt' -o lines --to jsonl --workers 2
      hearer corpus status out
      hearer corpus query out characters
    """
    own, rest = opt.take(setting, CorpusSettings(), precision=precision, model=model)
    how = how_to_hear(algorithm, profile, rest)
    if not inputs or not output:
        names = shlex.join(inputs or ["texts"])
        raise UsageError(f"Say what to read, and with -o a folder: hearer corpus {names} -o out")
    number = int(workers) if workers and workers.isdecimal() else workers
    run_corpus(
        inputs,
        output,
        to=to,
        workers=number,
        resume=resume,
        retry_failed=retry_failed,
        force=force,
        format=source,
        text_column=own.text_column,
        id_column=own.id_column,
        parser=own.parser,
        profile=how,
    )


def run_corpus(names: Sequence[str], folder: str, *, to: str, **options: Any) -> None:
    """Resolve a corpus, print its summary and what to type next; exit 1 if documents failed."""
    _RUNNING.append(folder)
    try:
        remote = os.environ.get("HEARER_REMOTE") == "1"
        found = resolve_all(names, folder, to=to, remote=remote, **options)
    finally:
        _RUNNING.clear()
    say("hearer: " + "\n  ".join(lines(found.summary)))
    if passed_over := found.manifests[0].passed_over:
        counts = ", ".join(f"{number:,} {reason}" for reason, number in passed_over.items())
        say(f"  passed over in folders: {counts}")
    other, out = "the results are in {out}, a file per document", folder.rstrip("/")
    say(f"hearer: {RESULTS.get(to, other).format(out=shlex.quote(out))}")
    if found.summary.failed:
        say("hearer: --retry-failed tries the failed ones again")
        raise typer.Exit(FAILED)


def how_to_resume() -> bytes:
    """Return the line that is printed when a signal interrupts a run; empty if none is running."""
    line = b"hearer: interrupted, finished documents are kept; --resume goes on with the rest\n"
    return line if _RUNNING else b""


def corpus_query(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="OUT... QUERY",
            help="Folders that `hearer corpus` wrote; the name of a query, or SQL.",
        ),
    ],
    *,
    to: Annotated[str | None, opt.to_option(*ANSWERS)] = None,
    output: opt.Output = None,
    force: opt.Force = False,
    setting: Annotated[
        list[str] | None,
        opt.option("--set NAME=VALUE", "A parameter of the query; may be repeated."),
    ] = None,
) -> None:
    """Query the tables of a corpus: by name, or in SQL.

    `hearer list queries` lists the queries, docs/corpora.md the tables with their columns. Several
    folders are queried as one corpus. SQL is DuckDB's, and can only read the tables.

    Examples:
      hearer corpus query out characters --set least=3
      hearer corpus query out "SELECT label, count(*) FROM pronouns GROUP BY label" -o labels.csv
    """
    *folders, query = arguments
    if not folders or not query.strip("; \t\r\n"):
        names = ", ".join(named_queries())
        raise UsageError(f"Say a folder and a query: SQL in quotes, or one of {names}.")
    found = Corpus(*folders)
    if not found.is_complete:
        say(
            "hearer: This corpus is unfinished: the answer covers what is there. "
            "hearer corpus --resume goes on."
        )
    target = Target(output, force=force)
    form = target.form(to, ANSWERS)
    known = named_queries()[query].defaults if query in named_queries() else ()
    answer = found.sql(query, **opt.take(setting, OwnSettings(), also=known)[1])
    is_shown = form == "text" and target.screen().width
    target.write(f"{answer}\n" if is_shown else answer.render(form))


def corpus_status(
    folder: Annotated[
        str, typer.Argument(help="The folder that `hearer corpus` wrote.", metavar="OUT")
    ],
    *,
    to: Annotated[str | None, opt.to_option(*STATUS)] = None,
) -> None:
    """Show what became of the documents of a corpus.

    This works while it runs, too. `hearer corpus query OUT failed` lists the failed documents.

    Examples:
      hearer corpus status out
      hearer corpus status out --to json
    """
    found = status(folder)
    shown = "\n".join([f"{printable(folder)}: {found.state}", *lines(found.summary)])
    is_json = Target(None).form(to, STATUS) == "json"
    emit(dumped(found.as_json()) if is_json else f"{shown}\n")
