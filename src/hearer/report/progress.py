"""Progress bar for long work, on the standard error if that is a terminal, drawn by rich.

No bar is drawn for work that is done within PATIENCE seconds. One bar is shown at a time: a bar
that is started inside another replaces it until it ends.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from hearer.model import Utterance, Word

if TYPE_CHECKING:
    from rich.progress import Progress

Piece = TypeVar("Piece")
Tell = Callable[[float, float], None]  # how much is done, of how much
PATIENCE = 0.4  # seconds before a bar is shown
INTERVAL = 0.1  # seconds between two drawings
COUNTABLE = 10_000  # a larger total is shown as a percentage
LISTENING = "Listening"
CLEARED = "\x1b[2K"


@contextmanager
def shown(work: str = LISTENING) -> Iterator[Tell]:
    """Show a bar while the block runs; the block calls `tell(done, total)`."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not is_terminal or os.environ.get("TERM") in {"dumb", "unknown"}:
        yield lambda _done, _total: None
        return
    new = _Bar(work)
    try:
        yield new.update
    finally:
        new.clear()


def tracked(pieces: Sequence[Piece], work: str = LISTENING) -> Iterator[Piece]:
    """Yield the pieces and show how many of them are done."""
    with shown(work) as tell:
        for n, piece in enumerate(pieces):
            tell(n, len(pieces))
            yield piece


@dataclass
class HowFar:
    """Streams of utterances and of words that update a bar, in code points of the text."""

    tell: Tell
    total: int
    done: int = 0

    def parsed(self, utterances: Iterable[Utterance]) -> Iterator[Utterance]:
        for utterance in utterances:
            self.tell(self.done + utterance.start, self.total)
            yield utterance

    def heard(self, words: Iterable[Word]) -> Iterator[Word]:
        for word in words:
            if word.ends_utterance:
                self.tell(self.done + word.utterance.start, self.total)
            yield word


def erase() -> None:
    """Remove a bar that is on the terminal; for signal handlers, just before the process ends."""
    if _Bar.drawn:
        os.write(2, f"\r{CLEARED}\x1b[?25h".encode())


class _Bar:
    drawn: ClassVar[_Bar | None] = None  # the bar that is on the terminal

    def __init__(self, work: str) -> None:
        self.work, self.next = work, time.monotonic() + PATIENCE
        self.progress: Progress | None = None

    def update(self, done: float, total: float) -> None:
        if (now := time.monotonic()) < self.next:
            return
        self.next = now + INTERVAL
        if _Bar.drawn is not self:
            if _Bar.drawn:
                _Bar.drawn.clear()
            self.progress = _started(self.work)
            _Bar.drawn = self
        share = f"{100 * min(done, total) / total if total else 0:.0f} %"
        count = f"{done:.0f}/{total:.0f}" if 0 < total < COUNTABLE else share
        if self.progress:
            task = self.progress.task_ids[0]
            self.progress.update(
                task, completed=done, total=total or None, count=count, refresh=True
            )

    def clear(self) -> None:
        if self.progress:
            self.progress.stop()
            self.progress = _Bar.drawn = None


def _started(work: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[count]}", markup=False),
        console=Console(file=sys.stderr, highlight=False, emoji=False, markup=False),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task(work, count="")
    progress.start()
    return progress
