"""What a run over a corpus tells whoever watches it, as it goes.

Begun           what is to be done: how many files, how large, on how many workers
BatchTold       a batch is done now, or was before
Delayed         nothing can be heard yet, and why
InputsCompared  what has changed since the last complete run
Assembling      all is heard, and is being written as tables and files
Tell            who is told; it is called by one thread, and must not take long
silent          tells nobody
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hearer.corpora.outcome import DocumentOutcome


@dataclass(frozen=True, slots=True)
class Begun:
    """What is to be done; bytes are those of the files as they lie there, packed or not."""

    files: int
    total: int  # bytes
    workers: int


@dataclass(frozen=True, slots=True)
class BatchTold:
    """A batch whose part is on the disk; batches come in any order.

    `size` is how many bytes of the files it stands for: all together about the total of `Begun`.
    `is_before`: it was done in an earlier run.
    """

    outcomes: tuple[DocumentOutcome, ...]
    size: int
    is_before: bool = False


@dataclass(frozen=True, slots=True)
class Delayed:
    """Nothing can be heard yet: one line says why."""

    why: str


@dataclass(frozen=True, slots=True)
class InputsCompared:
    """All is heard: how many documents have changed since the last complete run."""

    new: int
    changed: int
    gone: int


@dataclass(frozen=True, slots=True)
class Assembling:
    """All is heard; parts become tables and files."""

    parts: int
    of: int


Event = Begun | BatchTold | Delayed | InputsCompared | Assembling
Tell = Callable[[Event], None]


def silent(_: Event) -> None:
    """Tell nobody."""
