"""A summary as people read it.

lines        all it says, a line each
RunFigures   what a run adds: how long it took, and what was there before
shares       how many of something are what, in percent
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

from hearer.corpora.told.summary import MOST_FAILED, SlowDocument, Summary
from hearer.corpora.told.telling import InputsCompared
from hearer.corpora.told.watching import Watch, counted, duration
from hearer.harmless import printable

LONGEST = 70  # letters of the name of a document; the end of it says more than its middle
MOST_CODES = 12


class RunFigures(NamedTuple):
    """What a run adds: how long it took, how fast it was, and what was there before."""

    seconds: float
    words: int
    words_per_second: float
    before: int
    compared: InputsCompared | None = None  # with the last complete run

    @classmethod
    def of(cls, watch: Watch) -> RunFigures:
        speed = watch.words_per_second
        return cls(watch.seconds, watch.words, speed, watch.before, watch.compared)


def lines(summary: Summary, *, run: RunFigures | None = None, all_failed: str = "") -> list[str]:
    """All that a summary says; `all_failed` is what to type for all that failed."""
    return [printable(line) for line in _lines(summary, run, all_failed)]


def _lines(summary: Summary, run: RunFigures | None, all_failed: str) -> Iterator[str]:
    yield _documents(summary, run)
    yield from _changes(summary, run)
    if summary.done:
        yield _words(summary, run)
    if summary.pronouns:
        yield f"{counted(summary.pronouns, 'pronoun')}: {shares(summary.labels)}"
    if summary.problems:
        yield f"problems: {_codes(summary.problems)}"
    if summary.failed:
        yield from _failed(summary, all_failed)
    if summary.done > 1 and summary.slowest:
        yield "what took longest:"
        yield from _slowest(summary.slowest)


def _failed(summary: Summary, all_failed: str) -> Iterator[str]:
    yield f"failed: {_codes(summary.failures)}"
    yield from (f"  {one}" for one in summary.first_failed)
    if summary.failed > MOST_FAILED and all_failed:
        yield f"  and {summary.failed - MOST_FAILED:,} more: {all_failed}"


def _documents(summary: Summary, run: RunFigures | None) -> str:
    if not summary.documents:
        return "nothing is done yet"
    before = f" ({_as_before(summary, run.before)})" if run and run.before else ""
    failed = f", {summary.failed:,} failed" if summary.failed else ""
    return f"{counted(summary.documents, 'document')}: {summary.done:,} done{failed}{before}"


def _as_before(summary: Summary, before: int) -> str:
    return "as before" if before == summary.documents else f"{before:,} as before"


def _changes(summary: Summary, run: RunFigures | None) -> Iterator[str]:
    """What is new, changed or gone; and that more was heard, if it was."""
    if run is None or run.compared is None:
        return
    counts = {name: number for name, number in asdict(run.compared).items() if number}
    if not counts:
        return
    told = ", ".join(f"{number:,} {name}" for name, number in counts.items())
    heard = summary.documents - run.before
    more = heard > run.compared.new + run.compared.changed
    besides = f"; {heard:,} were heard, for batches are heard whole" if more else ""
    yield f"since the last complete run: {told}{besides}"


def _words(summary: Summary, run: RunFigures | None) -> str:
    told = counted(summary.words, "word")
    if run is None or not run.words:
        return told
    now = "" if run.words == summary.words else f"; {run.words:,} now"
    return f"{told}{now}, in {duration(run.seconds)} ({run.words_per_second:,.0f} words/s)"


def shares(counts: Mapping[str, int]) -> str:
    """How many are what, in percent.

    >>> shares({"resolved": 3, "event": 1})
    'resolved 75.0 %, event 25.0 %'
    """
    whole = sum(counts.values())
    return ", ".join(f"{name} {100 * number / whole:.1f} %" for name, number in counts.items())


def _codes(counts: Mapping[str, int]) -> str:
    told = [f"{number:,} {code}" for code, number in counts.items()]
    rest = [f"and {len(told) - MOST_CODES} other codes"] if len(told) > MOST_CODES else []
    return ", ".join([*told[:MOST_CODES], *rest])


def _slowest(slow: tuple[SlowDocument, ...]) -> Iterator[str]:
    times = [duration(one.seconds) for one in slow]
    words = [counted(one.words, "word") for one in slow]
    wide, wider = max(map(len, times)), max(map(len, words))
    for one, took, size in zip(slow, times, words, strict=True):
        yield f"  {took:>{wide}}  {size:>{wider}}  {_short(one.document)}"


def _short(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= LONGEST else f"…{shown[1 - LONGEST :]}"
