"""Where batches are heard.

HearingPlace   here, in other processes of this machine, or on a cluster
place_for      the one that is asked for
ThisProcess    nowhere else
cores          how many processes can run at a time
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Protocol

from hearer.corpora.batches import Batch
from hearer.corpora.hearing import Task, heard, prepare
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.told.telling import Tell, silent
from hearer.errors import UsageError


class HearingPlace(Protocol):
    """Where batches are heard, each once, whatever happens to who hears it."""

    @property
    def workers(self) -> int:
        """How many batches are heard at a time."""

    def heard(self, task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, BatchOutcome]]:
        """What batches come to, in any order; few more are taken than can be heard at once."""

    def close(self) -> None:
        """End whoever hears; nothing that is under way is waited for."""


def place_for(
    on: object = "", *, workers: int | None = None, memory: int | None = None, tell: Tell = silent
) -> HearingPlace:
    """This machine with so many processes, or this process (0); else a cluster."""
    if workers is not None and workers < 0:
        raise UsageError(f"There are no {workers} workers: say 1 or more, or 0 for this process.")
    if on:
        from hearer.corpora.places.cluster import place

        found: HearingPlace = place(on, workers=workers, memory=memory, tell=tell)
        return found
    number = cores() if workers is None else workers
    if not number:
        return ThisProcess()
    from hearer.corpora.places.local import Local

    return Local(number, memory=memory)


def cores() -> int:
    """How many processes can run at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class ThisProcess:
    """This process itself."""

    workers = 0

    def heard(self, task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, BatchOutcome]]:
        """What batches come to, one after the other."""
        prepare(task)
        for batch in batches:
            yield batch, heard(task, batch.documents)

    def close(self) -> None:
        """Nobody else is here."""
