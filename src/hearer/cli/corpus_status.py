"""hearer corpus status: what became of the documents of a corpus, also while it runs."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli.arguments import Force, Output
from hearer.cli.output import refused, results
from hearer.cli.process import in_command_words
from hearer.errors import UsageError
from hearer.harmless import as_json, printable

if TYPE_CHECKING:
    from hearer.corpora.told.standing import Standing
    from hearer.corpora.told.summary import FailedDocument

EXAMPLES = """\b
Examples:
  hearer corpus status out
  hearer corpus status out --failed
  hearer corpus status out --failed --to csv -o failed.csv
"""
NO_FOLDER = "Say which corpus: hearer corpus status out"
FAILED_HEADER = ("document", "code", "reason")
NOT_YET = "how many documents are left is known when all inputs are read"
NESTED = {"labels": "label", "problems": "problem", "failures": "failed"}  # rows of a table


class StatusForm(StrEnum):
    """What the answer is printed as."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def corpus_status(
    folder: Annotated[
        str | None,
        typer.Argument(help="The folder that the results go to.", metavar="OUT"),
    ] = None,
    *,
    failed: Annotated[
        bool,
        typer.Option("--failed", help="Every document that failed, with its code and its reason."),
    ] = False,
    to: Annotated[
        StatusForm, typer.Option(help="What the answer is printed as.")
    ] = StatusForm.TEXT,
    output: Output = None,
    force: Force = False,
) -> None:
    """Say what became of the documents of a corpus, also while it runs.

    What is done and what has failed, words, pronouns and their labels, problems by their codes,
    and what took longest; and whether the corpus is complete, is being heard just now, or was
    interrupted, with the command that goes on.
    """
    from hearer.corpora.told.standing import failed_in, standing

    if folder is None:
        raise UsageError(NO_FOLDER)
    refused([output], force=force, read=[])
    told = FAILED_AS[to](sorted(failed_in(folder))) if failed else ALL_AS[to](standing(folder))
    with results(force=force, read=[]) as goes:
        goes.write(told, output, is_clean=to is not StatusForm.CSV)


# What became of all -----------------------------------------------------------------------------


def _text(one: Standing) -> str:
    from hearer.corpora.told.summary_text import lines

    out = shlex.quote(one.folder)
    told = lines(one.summary, all_failed=f"hearer corpus status {out} --failed")
    lines_told = [f"{printable(one.folder)}: {_state(one)}", *map(in_command_words, told)]
    return "\n".join(lines_told) + "\n"


def _state(one: Standing) -> str:
    """How it stands, and what to type to go on."""
    from hearer.corpora.told.standing import CorpusState, again

    if one.state is CorpusState.RUNNING:
        return f"being heard just now; {NOT_YET}"
    if one.state is CorpusState.INTERRUPTED:
        return f"interrupted; {NOT_YET}. To go on: {printable(again(one.folder, one.manifest))}"
    made = f"{one.manifest.job.target}, made by {one.manifest.job.program}"
    return f"complete ({made}, model {one.manifest.job.model})"


def _json(one: Standing) -> str:
    return as_json(one.as_json(), indent=1) + "\n"


def _csv(one: Standing) -> str:
    return _table(("what", "of", "number"), _counts(one))


def _counts(one: Standing) -> Iterator[tuple[object, ...]]:
    told = one.as_json()
    for name, value in told.items():
        if isinstance(value, int):
            yield name, "", value
    for name, what in NESTED.items():
        yield from ((what, of, number) for of, number in getattr(one.summary, name).items())


# What has failed --------------------------------------------------------------------------------


def _failed_text(found: Sequence[FailedDocument]) -> str:
    return "".join(f"{printable(in_command_words(str(one)))}\n" for one in found)


def _failed_json(found: Sequence[FailedDocument]) -> str:
    rows = [dict(zip(FAILED_HEADER, one, strict=True)) for one in found]
    return as_json(rows, indent=1) + "\n"


def _failed_csv(found: Sequence[FailedDocument]) -> str:
    return _table(FAILED_HEADER, found)


def _table(
    header: Sequence[str], rows: Sequence[Sequence[object]] | Iterator[tuple[object, ...]]
) -> str:
    from hearer.report.table import cell

    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([cell(value, "") for value in row] for row in rows)
    return made.getvalue()


ALL_AS = {StatusForm.TEXT: _text, StatusForm.JSON: _json, StatusForm.CSV: _csv}
FAILED_AS = {
    StatusForm.TEXT: _failed_text,
    StatusForm.JSON: _failed_json,
    StatusForm.CSV: _failed_csv,
}
