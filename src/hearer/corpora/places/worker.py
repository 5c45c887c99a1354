"""A process that hears batches: python -m hearer.corpora.places.worker.

main       hear whatever comes, until nobody asks any more

It is started with pipes by `local`: a task first, then documents. When the pipe ends, who asked is
gone, and the worker goes, too, whatever it hears just then.
"""

from __future__ import annotations

import gc
import os
import signal
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from hearer.corpora.places.frames import Ready, WorkerAnswer, received, send

RARELY = (100_000, 50, 100)  # as the command line has it: many values, and no circles
OFTEN = 8  # batches between two collections: memory stays flat, and it takes no half percent
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
STATM = "/proc/self/statm"


class _Inbox:
    """What came; when the stream ends, the process ends where it stands."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.is_busy = file, False
        self.waiting: SimpleQueue[object | None] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while (value := received(self.file)) is not None:
            self.waiting.put(value)
        if self.is_busy:
            os._exit(0)  # nobody wants the answer
        self.waiting.put(None)

    def next(self) -> object | None:
        self.is_busy = False
        value = self.waiting.get()
        self.is_busy = True
        return value


def main() -> None:
    """Hear whatever comes, until nobody asks any more."""
    _leave_signals_alone()
    inbox, answers = _Inbox(_taken(0, os.O_RDONLY)), _taken(1, os.O_WRONLY)
    try:
        _answer_all(inbox, answers)
    except BrokenPipeError:  # who asked is gone
        os._exit(0)


def _answer_all(inbox: _Inbox, answers: BinaryIO) -> None:
    from hearer.corpora.hearing import Task, heard

    task = inbox.next()
    ready = _ready(task)
    send(answers, ready)
    for number in count(1):
        documents = inbox.next() if ready.error is None else None
        if not isinstance(task, Task) or not isinstance(documents, tuple):
            return
        send(answers, WorkerAnswer(heard(task, documents), _memory()))
        if number % OFTEN == 0:
            gc.collect()


def _ready(task: object) -> Ready:
    """Load what a task needs; the garbage collector need not look at any of that."""
    from hearer.corpora.hearing import Task, prepare
    from hearer.errors import HearerError

    if not isinstance(task, Task):  # who asked is gone
        raise BrokenPipeError
    try:
        prepare(task)
    except HearerError as error:
        return Ready(error)
    gc.freeze()
    gc.set_threshold(*RARELY)
    return Ready()


def _leave_signals_alone() -> None:
    """Ctrl-C is for who asked; what ends a process ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, [])


def _taken(descriptor: int, mode: int) -> BinaryIO:
    """A stream for frames only: whoever prints or reads besides does not find it."""
    own = os.dup(descriptor)
    nothing = os.open(os.devnull, mode)
    os.dup2(nothing, descriptor)
    os.close(nothing)
    if mode == os.O_RDONLY:
        return os.fdopen(own, "rb")
    with suppress(OSError):  # nobody is there to read what is printed
        os.dup2(2, descriptor)
    return os.fdopen(own, "wb")


def _memory() -> int:
    try:
        with open(STATM, "rb") as file:  # noqa: PTH123 - once a batch
            return int(file.read().split()[1]) * PAGE
    except (OSError, ValueError, IndexError):
        return 0


if __name__ == "__main__":
    main()
