"""Batches heard by processes of this machine.

Local       so many workers: a process each, and a thread of ours that asks it
kill_all    end all workers of this process at once: it is told to go

A worker that dies is replaced, and its batch is heard again. After a few deaths the documents of
the batch are heard one by one, so that only the one is lost that nobody survives. Nothing of this
can be seen in what is heard.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import sleep
from typing import IO, BinaryIO, cast

from hearer.corpora.batches import Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import MOST_DEATHS, Task, died, joined
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places.frames import Ready, WorkerAnswer, received, send
from hearer.errors import HearerError
from hearer.writing.files import HELD

MOST_BATCHES = 250  # that a worker hears, about a million words: what it has gathered goes with it
AHEAD = 2  # batches a worker: one that it hears, and one that waits
DEATHS_TOGETHER = 3  # of workers that heard a batch, until its documents are heard one by one
MOST_BEGINNINGS = 100  # of a worker that others kill before it can hear: they may let it live
PATIENCE, A_LITTLE = 20, 0.1  # how long a new one is waited for, longer each time; seconds
SOON = 2  # seconds in which a worker goes when its pipes are closed
UNSAFE_PATH = "-P"  # where we are is no place to import from
Asked = tuple[Document, ...]


_LIVING: dict[int, subprocess.Popen[bytes]] = {}


def kill_all() -> None:
    """End all workers of this process at once; without that they go as soon as it is gone."""
    for process in list(_LIVING.values()):
        process.kill()


class WorkerDied(Exception):  # noqa: N818 - it reads as what it is
    """A worker is gone: its pipes are closed."""


class Local:
    """So many workers on this machine."""

    def __init__(self, workers: int, *, memory: int | None = None) -> None:
        self.workers, self.memory = workers, memory
        self._asking: list[_Asking] = []

    def heard(self, task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, BatchOutcome]]:
        """What batches come to, as they are done; what a worker cannot begin with is raised."""
        waiting: SimpleQueue[Batch | None] = SimpleQueue()
        done: SimpleQueue[_Done] = SimpleQueue()
        under_way = 0
        for batch in batches:
            waiting.put(batch)
            under_way += 1
            if len(self._asking) < min(under_way, self.workers):  # no more than there is to do
                self._asking.append(_Asking(task, self.memory, waiting, done))
            for found in _those_done(done, wait=under_way >= AHEAD * self.workers):
                under_way -= 1
                yield found()
        for _ in self._asking:
            waiting.put(None)
        for _ in range(under_way):
            yield done.get()()

    def close(self) -> None:
        """End all workers."""
        for one in self._asking:
            one.close()
        for one in self._asking:
            one.thread.join()
        self._asking = []


def _those_done(done: SimpleQueue[_Done], *, wait: bool) -> Iterator[_Done]:
    """What is done by now: one at least, if it is waited for."""
    with suppress(Empty):
        while True:
            yield done.get(block=wait)
            wait = False


_Done = Callable[[], tuple[Batch, BatchOutcome]]


class _Asking:
    """A thread that asks one worker at a time."""

    def __init__(
        self,
        task: Task,
        memory: int | None,
        waiting: SimpleQueue[Batch | None],
        done: SimpleQueue[_Done],
    ) -> None:
        self.task, self.memory, self.waiting, self.done = task, memory, waiting, done
        self.worker: _Worker | None = None
        self.is_closed, self.lock = False, Lock()
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # signals are for the thread that writes
            signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
        try:
            self._ready()
            while (batch := self.waiting.get()) is not None:
                found = batch, self._heard(batch.documents)
                self.done.put(lambda found=found: found)  # type: ignore[misc]
        except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
            if not self.is_closed:
                self.done.put(_raising(error))
        finally:
            self._end()

    def _heard(self, documents: Asked) -> BatchOutcome:
        """What a batch comes to, however many workers it takes."""
        found = self._tried(documents, DEATHS_TOGETHER if len(documents) > 1 else MOST_DEATHS)
        if found:
            return found
        if len(documents) == 1:
            return died(self.task, documents[0])
        return joined(self.task, [self._heard((one,)) for one in documents])

    def _tried(self, documents: Asked, times: int) -> BatchOutcome | None:
        """What documents come to; none if their worker died so many times."""
        for _ in range(times):
            worker = self._ready()
            try:
                answer = worker.ask(documents)
            except WorkerDied:
                self._end()
                continue
            if worker.batches >= MOST_BATCHES or (self.memory and answer.memory > self.memory):
                self._end()
            return answer.outcome
        return None

    def _ready(self) -> _Worker:
        """A worker that has loaded what it needs."""
        for deaths in range(MOST_BEGINNINGS):
            worker = self._begun()
            try:
                worker.wait()
            except WorkerDied:
                self._end()
                if not worker.is_killed and deaths >= MOST_DEATHS:
                    break
                sleep(min(deaths, PATIENCE) * A_LITTLE)
                continue
            return worker
        raise HearerError(
            "Workers die again and again before they can hear anything: there may be too little "
            "memory for so many. Say --workers 1 (workers=1)."
        )

    def _begun(self) -> _Worker:
        with self.lock:
            if self.is_closed:
                raise WorkerDied
            if self.worker is None:
                self.worker = self._started()
            return self.worker

    def _started(self) -> _Worker:
        try:
            return _Worker(self.task)
        except OSError as error:
            raise HearerError(f"No worker can be started: {error.strerror}.") from error

    def _end(self) -> None:
        with self.lock:
            worker, self.worker = self.worker, None
        if worker:
            worker.end()

    def close(self) -> None:
        with self.lock:
            self.is_closed = True
            if self.worker:
                self.worker.kill()
        self.waiting.put(None)


def _raising(error: Exception) -> _Done:
    def again() -> tuple[Batch, BatchOutcome]:
        raise error

    return again


class _Worker:
    """One process, and the pipes to it."""

    def __init__(self, task: Task) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, UNSAFE_PATH, "-m", "hearer.corpora.places.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        _LIVING[self.process.pid] = self.process
        self.is_ready = False
        self.batches = 0  # that it has heard
        self._say(task)

    def wait(self) -> None:
        """Wait until it has loaded its models; why it cannot is raised."""
        if self.is_ready:
            return
        ready = self._hear()
        if isinstance(ready, Ready) and ready.error:
            raise ready.error
        self.is_ready = True

    def ask(self, documents: Asked) -> WorkerAnswer:
        """What documents come to."""
        self._say(documents)
        answer = self._hear()
        if not isinstance(answer, WorkerAnswer):
            raise WorkerDied
        self.batches += 1
        return answer

    def _say(self, value: object) -> None:
        with suppress(OSError):  # it is gone: then nothing comes back
            send(_pipe(self.process.stdin), value)

    def _hear(self) -> object:
        value = received(_pipe(self.process.stdout))
        if value is None:
            raise WorkerDied
        return value

    @property
    def is_killed(self) -> bool:
        """Whether somebody else ended it, by a signal."""
        return (self.process.returncode or 0) < 0

    def kill(self) -> None:
        self.process.kill()  # one that is gone is left alone

    def end(self) -> None:
        """Let nothing be left of it."""
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()
        try:
            self.process.wait(SOON)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        _LIVING.pop(self.process.pid, None)


def _pipe(file: IO[bytes] | None) -> BinaryIO:
    return cast(BinaryIO, file)  # both are pipes
