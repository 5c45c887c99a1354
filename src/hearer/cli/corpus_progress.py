"""What is said of a run over a corpus: while it goes on, when it is interrupted, and at its end.

CorpusRun     a run that is watched
watched       the run that is under way, with a bar on a terminal
conclude      the summary, where the results are, and what to type next
last_words    what is said when a signal ends the run: what is kept, and how to go on
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import typer

from hearer.cli.process import in_command_words, say
from hearer.corpora.kept.manifest import read
from hearer.corpora.told import progress
from hearer.corpora.told.standing import standing
from hearer.corpora.told.summary_text import RunFigures, lines
from hearer.corpora.told.telling import Begun, Event
from hearer.corpora.told.watching import Watch, counted
from hearer.harmless import printable

SOME_FAILED = 1
RESULTS = {
    "parquet": "the tables are in {out}; ask them: hearer corpus query {out} characters",
    "jsonl": "the results are in {out}: results.jsonl has a line per document",
}
A_FILE_EACH = "the results are in {out}: documents has a file for each"
LARGE = 1_000_000  # bytes of inputs: who reads a log wants to know that so much has begun
NOT_AGAIN = frozenset({"--force", "--resume"})
_UNDER_WAY: list[CorpusRun] = []  # what a signal would end


class CorpusRun(NamedTuple):
    """A run that is watched."""

    names: Sequence[str]
    folder: str
    watch: Watch

    def tell(self, event: Event) -> None:
        """Tell the bar; where there is none, that much work has begun."""
        self.watch.tell(event)
        is_log = sys.stderr is not None and not sys.stderr.isatty()
        if is_log and isinstance(event, Begun) and event.total > LARGE:
            size, workers = f"{event.total / LARGE:,.0f} MB", counted(event.workers, "worker")
            say(f"hearer: {counted(event.files, 'file')}, {size}; {workers}")

    def again(self, *besides: str) -> str:
        """The command that goes on, with all that was said."""
        said = sys.argv[2:] if sys.argv[1:2] == ["corpus"] else [*self.names, "-o", self.folder]
        kept = [word for word in said if word not in {*NOT_AGAIN, *besides}]
        return shlex.join(["hearer", "corpus", *kept, *besides])


@contextmanager
def watched(names: Sequence[str], folder: str) -> Iterator[CorpusRun]:
    """The run that is under way."""
    with progress.shown() as watch:
        run = CorpusRun(names, folder, watch)
        _UNDER_WAY.append(run)
        try:
            yield run
        finally:
            _UNDER_WAY.clear()


def last_words() -> bytes:
    """What is kept, and how to go on, as a line; nothing if there is no run."""
    if not _UNDER_WAY:
        return b""
    run = _UNDER_WAY[-1]
    done = run.watch.tally.done + run.watch.tally.failed
    kept = f"{counted(done, 'document')} kept in {run.folder}" if done else "nothing was done yet"
    told = f"hearer: interrupted, {kept}; to go on: {run.again('--resume')}"
    return f"{printable(told)}\n".encode()


def conclude(run: CorpusRun, to: str) -> None:
    """Say what the corpus comes to, where it is, and what to type next."""
    out, figures = shlex.quote(run.folder), RunFigures.of(run.watch)
    summary = run.watch.tally.summary
    if not summary.documents:  # all was done before, and was tidied up
        summary = standing(run.folder).summary
        figures = figures._replace(before=summary.documents)
    told = lines(summary, run=figures, all_failed=f"hearer corpus status {out} --failed")
    further = map(in_command_words, (*told[1:], *_passed_over(run.folder)))
    say("\n  ".join([f"hearer: {told[0]}", *further]))
    say(f"hearer: {RESULTS.get(to, A_FILE_EACH).format(out=out)}")
    if summary.failed:
        say(f"hearer: to try the failed again: {run.again('--retry-failed')}")
        raise typer.Exit(SOME_FAILED)


def _passed_over(folder: str) -> Iterator[str]:
    """What was in folders besides, counted by why it was not read."""
    found = read(folder)
    if found and found.passed_over:
        counts = (f"{number:,} {why}" for why, number in found.passed_over.items())
        yield f"passed over in folders: {', '.join(counts)}"
