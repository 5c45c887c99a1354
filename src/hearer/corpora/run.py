"""Process batches on any concurrent.futures.Executor: loky locally, Dask on a cluster.

A batch whose worker dies is processed again, then its documents one by one, so that only those
fail which no worker survives. The results do not depend on the executor.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock, Thread, local
from time import sleep
from typing import Any

from hearer.corpora.document import Batch, BatchOutcome, Failure
from hearer.corpora.processing import Task, answer, packed
from hearer.errors import HearerError, MissingPackage, UsageError

AHEAD = 2  # batches per worker: one that is processed, and one that waits
DEATHS_TOGETHER = 3  # of workers with one batch, until its documents are tried one by one
MOST_DEATHS = 12  # of workers with one document alone, until it fails
MOST_STARTS = 100  # of a worker that is killed before it runs anything
MOST_PER_CORE = 16  # workers
SECONDS_TO_ANSWER, SECONDS_FOR_WORKERS = 5, 60  # of a Dask scheduler
DIED = Failure("worker-died", "The worker that processed it died repeatedly: memory may be short.")
KILLED = "KilledWorker"  # what Dask raises
_STANDARD_ERROR = Lock()  # of the thread that closes it for a moment
KEPT = {
    "hint": "What is done is kept: go on with resume=True.",
    "command_hint": "What is done is kept: go on with --resume.",
}


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor_for(workers: object) -> Iterator[tuple[Executor, int]]:
    """Open the executor that `workers` stands for, with its number of workers.

    A number of local processes (None: one per processor, 0: this process), the address of a Dask
    scheduler, or an Executor, which stays open.
    """
    if isinstance(workers, Executor):
        yield workers, getattr(workers, "_max_workers", None) or cores()
    elif isinstance(workers, str) and workers.startswith(("tcp://", "tls://")):
        with _dask(workers) as found:
            yield found
    elif workers is None or (type(workers) is int and 0 <= workers <= MOST_PER_CORE * cores()):
        number = cores() if workers is None else workers
        with LocalExecutor(number) if number else ThreadPoolExecutor(1) as executor:
            yield executor, number
    else:
        raise UsageError(
            f"workers is a number of processes, up to {MOST_PER_CORE} per processor, 0 for this "
            f"one, or the address of a Dask scheduler ('tcp://host:8786'), not {workers!r:.40}."
        )


class LocalExecutor(Executor):
    """Local processes: threads that each own a loky executor of one process.

    If a process dies, only the call that it was running fails, with BrokenExecutor, and the next
    call starts another process.
    """

    def __init__(self, workers: int) -> None:
        self._threads, self._own = ThreadPoolExecutor(workers), local()
        self._pools: set[Any] = set()
        self._is_shut = False

    def submit(self, function: Callable[..., Any], /, *given: Any, **_: Any) -> Future[Any]:
        """Call the function in a process."""
        return self._threads.submit(self._call, function, *given)

    def _call(self, function: Callable[..., Any], *given: Any) -> object:
        for _ in range(MOST_STARTS):
            pool = getattr(self._own, "pool", None) or self._started()
            try:
                pool.submit(os.getpid).result()  # a process that was killed while idle is replaced
            except BrokenExecutor:
                self._forget(pool)
                continue
            try:
                return pool.submit(function, *given).result()
            except BrokenExecutor:
                self._forget(pool)
                raise
        raise HearerError("Workers die before they can start: memory may be short.", **KEPT)

    def _started(self) -> Any:
        from loky import ProcessPoolExecutor

        with _STANDARD_ERROR:  # after shutdown nobody closes it, and messages are printed
            if self._is_shut:
                raise HearerError("The run was ended.", **KEPT)
            _start_resource_tracker()
        safe = {"PYTHONSAFEPATH": "1"}  # import nothing from the current folder
        begin = {"initializer": _begin_worker, "initargs": (os.getpid(),)}
        self._own.pool = ProcessPoolExecutor(1, env=safe, **begin)
        self._pools.add(self._own.pool)
        return self._own.pool

    def _forget(self, pool: Any) -> None:
        self._own.pool = None
        self._pools.discard(pool)

    def shutdown(self, *_: Any, **__: Any) -> None:
        """End all processes, without waiting for what they do."""
        self._is_shut = True
        with _STANDARD_ERROR:
            _start_resource_tracker()  # it may have been killed
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in list(self._pools):
            pool.shutdown(wait=True, kill_workers=True)


def _begin_worker(coordinator: int) -> None:
    """Leave SIGINT to the coordinator, and end when it ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 50, 100)  # documents make many objects and hardly any cycles

    def watch() -> None:
        while os.getppid() == coordinator:
            sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _start_resource_tracker() -> None:
    """Start the process that removes loky's semaphores, without the warnings it prints on kills."""
    from loky.backend import resource_tracker

    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        resource_tracker.ensure_running()
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    """Open an executor on the Dask cluster of a scheduler."""
    try:
        from distributed import Client
        from distributed.utils import silence_logging_cmgr
    except ImportError as error:
        raise MissingPackage("distributed", "A Dask cluster") from error
    with silence_logging_cmgr(logging.CRITICAL):
        try:
            client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise HearerError(f"No Dask scheduler answers at {address}: {reason}") from error
        with client:
            try:
                client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
            except TimeoutError as error:
                message = f"The cluster at {address} has no workers: start some."
                raise HearerError(message) from error
            yield client.get_executor(pure=False), sum(client.nthreads().values())


@dataclass(slots=True)
class _Work:
    """A batch to process, or one document of the batch of `parent`, which is tried alone."""

    batch: Batch
    parent: _Work | None = None
    deaths: int = 0
    untried: int = 0  # documents that are still to be tried alone


def run(
    task: Task, batches: Iterable[Batch], executor: Executor, workers: int
) -> Iterator[tuple[Batch, BatchOutcome]]:
    """Process batches and yield them as they are done, in any order.

    Batches are taken as workers need them. What is wrong with the task itself is raised.
    """
    return _Run(task, batches, executor, AHEAD * workers or 1).results()


class _Run:
    """Submits batches, a few ahead of those that are done, and answers the death of workers."""

    def __init__(self, task: Task, batches: Iterable[Batch], executor: Executor, most: int) -> None:
        self.task, self.new, self.executor, self.most = task, map(_Work, batches), executor, most
        self.again: deque[_Work] = deque()
        self.running: dict[Future[bytes], _Work] = {}

    def results(self) -> Iterator[tuple[Batch, BatchOutcome]]:
        while True:
            while len(self.running) < self.most:
                work = self.again.popleft() if self.again else next(self.new, None)
                if work is None:
                    break
                try:
                    future = self.executor.submit(answer, packed(self.task, work.batch))
                except BrokenExecutor as error:
                    raise HearerError("The executor is broken.", **KEPT) from error
                self.running[future] = work
            if not self.running:
                return
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            for future in done:
                work = self.running.pop(future)
                result = self._result(future)
                if result is None:
                    self._died(work)
                elif work.parent:
                    self._tried(work.parent)
                else:
                    yield work.batch, pickle.loads(result)  # noqa: S301 - from our own workers

    def _result(self, future: Future[bytes]) -> bytes | None:
        """Return what a worker answered, None if it died."""
        try:
            return future.result()
        except CancelledError as error:
            raise HearerError("The cluster is gone.", **KEPT) from error
        except HearerError:
            raise
        except Exception as error:
            if isinstance(error, BrokenExecutor | MemoryError) or type(error).__name__ == KILLED:
                return None
            reason = f"{type(error).__name__}: {error}"
            raise HearerError(f"A worker cannot process anything: {reason}.", **KEPT) from error

    def _died(self, work: _Work) -> None:
        """Repeat a batch, try its documents one by one, or fail those that killed again."""
        work.deaths += 1
        whole = work.parent or work
        if work.deaths > 2 * MOST_DEATHS:
            raise HearerError("Workers die whatever they do.", **KEPT)
        if work.deaths >= MOST_DEATHS:
            names = {one.name for one in work.batch.documents}
            documents = tuple(
                replace(one, failure=DIED, content=b"") if one.name in names else one
                for one in whole.batch.documents
            )
            whole.batch = whole.batch._replace(documents=documents)
            whole.untried = whole.untried if work.parent else 1
            self._tried(whole)
            return
        alive = [one for one in work.batch.documents if not one.failure]
        if work.parent or not alive or work.deaths % DEATHS_TOGETHER:
            self.again.append(work)
        else:
            work.untried = len(alive)
            self.again += [_Work(work.batch._replace(documents=(one,)), work) for one in alive]

    def _tried(self, whole: _Work) -> None:
        whole.untried -= 1
        if not whole.untried:
            self.again.append(whole)
