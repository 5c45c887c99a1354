"""The bar of a run over a corpus, live on the standard error, if that is a terminal.

shown     who is told how far a run is, with a bar while it takes long; gone at the end
lines     the bar and its figures, as they fit a width
erase     remove the bar at once: the process is told to go
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from hearer.corpora.told.watching import Watch, counted, duration
from hearer.harmless import number_and

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.live import Live
    from rich.text import Text

PATIENCE = 0.4  # seconds that nobody minds waiting
TIMES_A_SECOND = 5
WIDEST = 40  # letters of the bar itself
NARROW = 16
FULL, EMPTY = "█", "·"
WORK = "Hearing"
BETWEEN = " · "
KEPT = "What is done is kept: the same call goes on with resume=True."
NOT_MOVING = frozenset({"dumb", "unknown"})  # terminals on which nothing can be drawn over
_SHOWN: list[_Bar] = []  # the bar that is on the terminal now


@contextmanager
def shown(*, quiet: bool = False) -> Iterator[Watch]:
    """Who is to be told how far a run is; on a terminal, with a bar."""
    watch = Watch()
    try:
        with nullcontext() if quiet or not _can_be_seen() else _drawn(watch):
            yield watch
    except KeyboardInterrupt as interrupt:
        interrupt.add_note(KEPT)
        raise


@contextmanager
def _drawn(watch: Watch) -> Iterator[None]:
    bar = _Bar(watch)
    _SHOWN.append(bar)
    try:
        with _live(bar):
            yield
            bar.is_over = True
    finally:
        _SHOWN.clear()


def _live(bar: _Bar) -> Live:
    from rich.console import Console
    from rich.live import Live

    return Live(
        bar,
        console=Console(file=sys.stderr, highlight=False, emoji=False, markup=False),
        transient=True,
        refresh_per_second=TIMES_A_SECOND,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _can_be_seen() -> bool:
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    term = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
    return is_terminal and term not in NOT_MOVING


def erase() -> None:
    """Remove the bar: nobody draws it again, for the process ends."""
    for bar in _SHOWN:
        bar.is_over = True
        up = f"\x1b[{bar.drawn - 1}A" if bar.drawn > 1 else ""
        os.write(2, f"\r{up}\x1b[J\x1b[?25h".encode())


class _Bar:
    """Draws itself as wide as the terminal is now."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.is_over, self.drawn = watch, False, 0

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        if self.is_over or self.watch.seconds < PATIENCE:
            return
        told = lines(self.watch, options.max_width - 1)
        self.drawn = len(told)
        for line in told:
            yield Text(line, no_wrap=True, overflow="crop")


def lines(watch: Watch, width: int) -> list[str]:
    """The bar and its figures: in one line, or where that is too narrow in several."""
    size = min(WIDEST, max(width - NARROW, 1))
    head = f"{WORK} {_bar(watch.share, size)} {100 * watch.share:.0f} %"
    when, *figures = _figures(watch)
    whole = BETWEEN.join([head, when, *figures])
    if len(whole) <= width:
        return [whole]
    return [line[:width] for line in (*_wrapped([head, when], width), *_wrapped(figures, width))]


def _wrapped(pieces: list[str], width: int) -> Iterator[str]:
    """The pieces in as few lines as they take."""
    line, *others = pieces
    for piece in others:
        longer = f"{line}{BETWEEN}{piece}"
        if len(longer) > width:
            yield line
        line = longer if len(longer) <= width else piece
    yield line


def _bar(share: float, size: int) -> str:
    filled = int(size * share)
    return f"{FULL * filled}{EMPTY * (size - filled)}"


def _figures(watch: Watch) -> Iterator[str]:
    """What is said beside the bar; of failures only when there are some."""
    yield _when(watch)
    documents = watch.tally.done + watch.tally.failed
    yield counted(documents, "document") + (f" ({watch.before:,} before)" if watch.before else "")
    yield f"{watch.words_per_second:,.0f} words/s"
    yield counted(watch.pronouns, "pronoun")
    yield counted(watch.problems, "problem")
    if watch.tally.failed:
        yield f"{watch.tally.failed:,} failed"


def _when(watch: Watch) -> str:
    """How long it takes yet, or what is done instead."""
    if watch.assembling:
        return f"writing {watch.assembling.parts:,} of {watch.assembling.of:,} parts"
    if watch.seconds_left is not None:
        return f"{duration(math.ceil(watch.seconds_left))} left"
    if watch.waiting or not watch.begun:
        return watch.waiting or "looking for what to read"
    return f"{number_and(watch.begun.workers, 'worker')}, just begun"
