"""More workers than there are cores: they wait as long as a batch takes, and answer.

lines    how many words a second come through with more and more workers, and what would be ideal

A batch is heard once for real, and that is what every worker answers after the time it took.
Everything else is what it always is: the inputs are read from the disk and cut into batches, every
part is written with fsync, the tables are made. So what is measured is the coordinator (and the
Dask scheduler), on this machine. "alone": answers are there at once, without any processes.
"local": a thread a worker that pickles both ways, as ever, but without pipes. "dask": a real
scheduler and real connections, on this machine, too; a few processes have the threads of all
workers.
"""

from __future__ import annotations

import heapq
import logging
import pickle
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from time import perf_counter, process_time, sleep
from unittest.mock import patch

import hearer
from bench.corpus_texts import repeated
from hearer.corpora import job
from hearer.corpora.batches import LARGEST, Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import Task, heard
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places import local
from hearer.corpora.places.cluster import Cluster
from hearer.corpora.places.frames import WorkerAnswer
from hearer.corpora.places.local import Local
from hearer.corpora.places.place import HearingPlace
from hearer.corpora.told.telling import BatchTold, Event
from hearer.profiles import how_to_hear

NUMBERS = (4, 16, 64, 256, 1000)
MOST_LOCAL = 256  # cores that one machine may have
MOST_WORDS = 10_000_000
PROCESSES = 2  # of the Dask workers
SATURATED = 0.9
ROUNDS = 4  # batches of each worker, at least


@dataclass(frozen=True, slots=True)
class Canned:
    """A batch that was heard, and how long that took."""

    outcome: BatchOutcome
    seconds: float

    @property
    def words(self) -> int:
        return sum(one.words for one in self.outcome.outcomes)


def lines(texts: Path, work: Path, *, most: int, seconds: float) -> Iterator[str]:
    """How many words a second come through with more and more workers."""
    canned = _canned(texts)
    yield f"a batch: {canned.words} words, {canned.seconds:.2f} s"
    for name, made in {"alone": _alone, "local": _local, "dask": _dask}.items():
        for number in NUMBERS:
            if number > (MOST_LOCAL if name == "local" else most):
                continue
            ideal = number * canned.words / canned.seconds
            words = int(min(ideal * max(seconds, ROUNDS * canned.seconds), MOST_WORDS))
            folder = repeated(texts, work / f"{name} {number}", words=words)
            with made(canned, number) as place:
                ran = _ran(folder, work / f"out {name} {number}", place)
            yield _line(name, number, ideal, ran)
            if ran.speed < ideal / 4:
                break


# What comes through ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Came:
    """What came through, and how long it took to hear it and to make tables of it."""

    words: int
    speed: float  # words a second, in the middle of it
    assembling: float  # seconds


def _ran(texts: Path, out: Path, place: HearingPlace) -> Came:
    times: list[float] = []
    words = 0

    def tell(event: Event) -> None:
        nonlocal words
        if isinstance(event, BatchTold):
            words += sum(one.words for one in event.outcomes)
            times.append(perf_counter())

    with patch.object(job, "place_for", lambda *_, **__: place):
        hearer.corpus(str(texts), str(out), tell=tell)
    end = perf_counter()
    rmtree(out)
    rmtree(texts)
    first, last = len(times) // 4, len(times) * 3 // 4  # in the middle all workers have work
    speed = words / len(times) * (last - first) / (times[last] - times[first])
    return Came(words, speed, end - times[-1])


def _line(name: str, number: int, ideal: float, came: Came) -> str:
    share = came.speed / ideal
    return (
        f"{name:6}{number:6} workers: {came.speed:12,.0f} words/s, ideal {ideal:12,.0f} "
        f"({share:4.0%}); tables {came.words / came.assembling:12,.0f} words/s"
        + ("" if share >= SATURATED else "   saturated")
    )


def _canned(texts: Path) -> Canned:
    """A batch of these texts, heard twice: the first time, models are loaded."""
    documents, size = [], 0
    for path in sorted(texts.glob("*.txt")):
        content = path.read_bytes()
        if size + len(content) > LARGEST:
            break
        documents.append(Document(path.name, str(path), "text", content))
        size += len(content)
    task = Task(how_to_hear(None, None, {}), target="parquet")
    heard(task, documents)
    start = process_time()
    outcome = heard(task, documents)
    return Canned(outcome, process_time() - start)


# Workers that wait ----------------------------------------------------------------------------


class Alone:
    """Answers that are there when their time has come, and cost nothing."""

    def __init__(self, canned: Canned, workers: int) -> None:
        self.canned, self.workers = canned, workers

    def heard(self, _: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, BatchOutcome]]:
        """Each batch, when its time has come."""
        waiting: list[tuple[float, int, Batch]] = []
        free = [0.0] * self.workers  # when each worker is done with what it has
        for batch in batches:
            end = max(heapq.heappop(free), perf_counter()) + self.canned.seconds
            heapq.heappush(free, end)
            heapq.heappush(waiting, (end, batch.number, batch))
            while waiting and (len(waiting) >= 2 * self.workers or waiting[0][0] < perf_counter()):
                yield self._waited_for(waiting)
        while waiting:
            yield self._waited_for(waiting)

    def _waited_for(self, waiting: list[tuple[float, int, Batch]]) -> tuple[Batch, BatchOutcome]:
        end, _, batch = heapq.heappop(waiting)
        sleep(max(end - perf_counter(), 0))
        return batch, self.canned.outcome

    def close(self) -> None:
        """Nobody is there."""


@contextmanager
def _alone(canned: Canned, workers: int) -> Iterator[HearingPlace]:
    yield Alone(canned, workers)


class SleepingWorker:
    """A worker of this machine that sleeps, and answers in bytes."""

    def __init__(self, canned: Canned) -> None:
        self.answer = pickle.dumps(WorkerAnswer(canned.outcome), pickle.HIGHEST_PROTOCOL)
        self.seconds = canned.seconds

    def wait(self) -> None:
        """It is ready."""

    def ask(self, documents: Sequence[Document]) -> WorkerAnswer:
        """What is always answered."""
        pickle.dumps(documents, pickle.HIGHEST_PROTOCOL)
        sleep(self.seconds)
        answer: WorkerAnswer = pickle.loads(self.answer)
        return answer

    def kill(self) -> None:
        """There is nobody to be killed."""

    end = kill


@contextmanager
def _local(canned: Canned, workers: int) -> Iterator[HearingPlace]:
    with patch.object(local, "_Worker", lambda _: SleepingWorker(canned)):
        yield Local(workers)


@contextmanager
def _dask(canned: Canned, workers: int) -> Iterator[HearingPlace]:
    from distributed import Client, LocalCluster

    from bench.corpus_sleeping import Sleeping

    with (
        LocalCluster(
            n_workers=min(PROCESSES, workers),
            threads_per_worker=-(-workers // min(PROCESSES, workers)),
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
            memory_limit=0,
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        client.register_plugin(Sleeping(pickle.dumps(canned.outcome), canned.seconds))
        yield Cluster(client, ExitStack())
