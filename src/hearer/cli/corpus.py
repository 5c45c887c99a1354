"""hearer corpus: many documents, heard on all cores or on a cluster, and written to one folder."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli import completion
from hearer.cli.arguments import From, ParserName
from hearer.cli.process import say
from hearer.errors import UsageError

if TYPE_CHECKING:
    from hearer.profiles import Profile

EXAMPLES = """\b
Examples:
  hearer corpus examples -o out
  hearer corpus examples -o out --resume
  hearer corpus 'examples/**/*.txt' -o lines --to jsonl --workers 2
  hearer corpus status out --failed
  hearer corpus query out characters
"""
NOTHING = "Say what to read, and where the results go: hearer corpus texts -o out"


def corpus(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files, folders, archives, tables of texts (.jsonl, .parquet), patterns: "
            "'news/**/*.txt'.",
            autocompletion=completion.inputs,
            metavar="IN...",
        ),
    ] = None,
    *,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="The folder that the results go to.", metavar="OUT"),
    ] = None,
    to: Annotated[
        str,
        typer.Option(
            help="What is written: parquet, tables; jsonl, a line per document; or a file per "
            "document in a format, see `hearer formats`.",
            autocompletion=completion.targets,
            metavar="FORMAT",
        ),
    ] = "parquet",
    workers: Annotated[
        int | None,
        typer.Option(
            help="How many processes hear; as many as there are cores. 0: this one.", metavar="N"
        ),
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            help="Hear on a Dask cluster: dask, one of this machine; or the address of a "
            "scheduler, tcp://host:8786.",
            metavar="CLUSTER",
        ),
    ] = "",
    memory: Annotated[
        str | None,
        typer.Option(help="Replace a worker that takes more than this, as in 2GB.", metavar="SIZE"),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with OUT: only what is not done yet is heard."),
    ] = False,
    retry_failed: Annotated[
        bool,
        typer.Option("--retry-failed", help="Go on, and try those again that have failed."),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Begin anew: the results that are in OUT are replaced.")
    ] = False,
    tidy: Annotated[
        bool,
        typer.Option(
            "--tidy", help="Keep only the results; inputs that are added later cost all again."
        ),
    ] = False,
    source: From = None,
    text_column: Annotated[
        str, typer.Option(help="The column of tables that has the text.", metavar="NAME")
    ] = "text",
    id_column: Annotated[
        str | None,
        typer.Option(help="The column that names the document; else its number.", metavar="NAME"),
    ] = None,
    how: Profile,
    parser: ParserName = "english",
) -> None:
    """Resolve many documents: folders, archives, tables of texts; on all cores, to go on with.

    Every document ends in one of done, failed with its reason, or not yet. What is done is kept
    as it comes: after Ctrl-C, a crash or a full disk, --resume goes on where it stopped, and hears
    what is new or has changed. A document that cannot be read is a line of the report, and never
    the end of the run.

    OUT is a folder: Parquet tables (documents, utterances, expressions, entities, pronouns,
    quotations, problems), JSON lines, or a file per document. What is in it depends on the inputs
    and the options, not on how many hear. manifest.json says what was done, with which versions.

    A folder that is called query or status is ./query, ./status. Exit status: 0 all is done; 1
    some documents failed; 2 wrong use, or OUT cannot be written; 130, 143 interrupted.
    """
    from hearer.cli.corpus_progress import conclude, watched
    from hearer.corpora.checked import check_workers
    from hearer.corpora.job import corpus as heard
    from hearer.corpora.places.place import cores

    names, folder = _asked(inputs, output)
    if note := check_workers(workers, on=on, cores=cores()):
        say(f"hearer: {note}")
    with watched(names, folder) as run:
        heard(
            names,
            folder,
            to=to,
            workers=workers,
            on=on,
            memory_limit=memory,
            resume=resume,
            retry_failed=retry_failed,
            force=force,
            tidy=tidy,
            format=source,
            text_column=text_column,
            id_column=id_column,
            parser=parser,
            profile=how,
            tell=run.tell,
        )
    conclude(run, to)


def _asked(inputs: Sequence[str] | None, output: str | None) -> tuple[Sequence[str], str]:
    """What is to be read, and where results go; who leaves one out is told what to type."""
    if inputs and output:
        return inputs, output
    if output:
        raise UsageError(_nothing_named(output))
    if not inputs:
        raise UsageError(NOTHING)
    *before, last = inputs
    if before and not Path(last).exists():
        raise UsageError(
            f"Say -o before the folder for the results: hearer corpus {shlex.join(before)} "
            f"-o {shlex.quote(last)}"
        )
    told = f"hearer corpus {shlex.join(inputs)} -o out"
    raise UsageError(f"Say a folder for the results, with -o: {told}")


def _nothing_named(output: str) -> str:
    """What to read; if it was said before, the same again."""
    from hearer.corpora.kept.manifest import read
    from hearer.corpora.told.standing import again

    before = read(output)
    return f"Say what to read, as before: {again(output, before)}" if before else NOTHING
