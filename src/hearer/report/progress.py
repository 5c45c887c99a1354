"""Progress bar for long work, on the standard error if that is a terminal, drawn by rich."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Piece = TypeVar("Piece")
Tell = Callable[[float, float], None]  # how much is done, of how much
PATIENCE = 0.4  # seconds before a bar is shown
INTERVAL = 0.1  # seconds between two drawings
CLEARED = "\x1b[2K"
_DRAWN: list[Progress] = []  # bars on the terminal


@contextmanager
def shown(work: str) -> Iterator[Tell]:
    """Show a bar while the block runs, unless there is one; the block calls `tell(done, total)`."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    can_draw = is_terminal and os.environ.get("TERM") not in {"dumb", "unknown"}
    own: list[Progress] = []
    due = time.monotonic() + PATIENCE

    def tell(done: float, total: float) -> None:
        nonlocal due
        now = time.monotonic()
        if not can_draw or now < due or (_DRAWN and not own):
            return
        due = now + INTERVAL
        if not own:
            own.append(_started(work))
            _DRAWN.extend(own)
        own[0].update(own[0].task_ids[0], completed=done, total=total or None, refresh=True)

    try:
        yield tell
    finally:
        for bar in own:
            bar.stop()
            _DRAWN.clear()


def tracked(
    pieces: Iterable[Piece], work: str, total: int, at: Callable[[Piece], float] | None = None
) -> Iterator[Piece]:
    """Yield the pieces and show how many of the `total` are done, or where each of them is."""
    with shown(work) as tell:
        for n, piece in enumerate(pieces):
            tell(at(piece) if at else n, total)
            yield piece


def erase() -> None:
    """Remove a bar that is on the terminal; for signal handlers, just before the process ends."""
    if _DRAWN:
        os.write(2, f"\r{CLEARED}\x1b[?25h".encode())


def _started(work: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn

    progress = Progress(
        "{task.description}",
        BarColumn(),
        TaskProgressColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task(work)
    progress.start()
    return progress
