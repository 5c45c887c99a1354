"""Batches on loky, on Dask and in this process: workers may die, and the results are the same."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from distributed import Client, LocalCluster

import hearer
from hearer.corpora import run as running
from hearer.corpora.document import Batch, BatchOutcome, Document
from hearer.corpora.processing import Task, answer, packed, process
from hearer.corpora.run import DIED, LocalExecutor, executor_for, run
from hearer.errors import HearerError, UsageError, installed
from hearer.profiles import PAPER
from tests.conftest import EXAMPLES, ROOT
from tests.corpora.disturbing import Coordinator, parts, tree
from tests.corpora.plugin import install
from tests.test_missing_packages import SAY, without

TABLE_3 = (EXAMPLES / "table3.conllu").read_bytes()
Found = dict[str, BatchOutcome]


def batch(key: str, *texts: str) -> Batch:
    named = ((f"{key}-{n}.txt", text) for n, text in enumerate(texts))
    return Batch(key, tuple(Document(name, name, "text", text.encode()) for name, text in named))


def found(task: Task, several: list[Batch], workers: object) -> Found:
    with executor_for(workers) as (executor, number):
        return {one.key: out for one, out in run(task, several, executor, number)}


def expected(task: Task, several: list[Batch]) -> Found:
    return {one.key: process(task, one) for one in several}


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    return Task(PAPER, install(tmp_path, monkeypatch))


# Local processes --------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 2])
def test_other_processes_do_what_this_one_does(task: Task, workers: int) -> None:
    several = [batch(str(n), text, "again") for n, text in enumerate(["Anna slept.", "", "break"])]
    assert found(task, several, workers) == expected(task, several)


def test_only_the_document_is_lost_that_no_worker_survives(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "DEATHS_TOGETHER", 1)
    monkeypatch.setattr(running, "MOST_DEATHS", 2)
    deadly, other = batch("a", "sleep", "die", "break", "fill"), batch("b", "sleep")
    made = found(task, [deadly, other], 1)
    assert [one.failure.code if one.failure else "" for one in made["a"][0]] == [
        "", "worker-died", "document-unexpected", "document-memory",
    ]  # fmt: skip
    marked = [replace(one, failure=DIED, content=b"") if b"die" in one.content else one
              for one in deadly.documents]  # fmt: skip
    assert made == expected(task, [deadly._replace(documents=tuple(marked)), other])


def test_a_worker_that_others_kill_is_replaced(task: Task) -> None:
    several = [batch(str(n), "sleep") for n in range(12)]
    killed: list[int] = []

    def with_kills(executor: LocalExecutor) -> Iterator[Batch]:
        for number, one in enumerate(several):
            if number in {3, 6, 9}:
                (pool,) = executor._pools
                (process_id,) = pool._processes
                os.kill(process_id, signal.SIGKILL)
                killed.append(process_id)
            yield one

    with executor_for(1) as (executor, number):
        assert isinstance(executor, LocalExecutor)
        results = {one.key: out for one, out in run(task, with_kills(executor), executor, number)}
    assert len(set(killed)) == 3
    assert results == expected(task, several)


def test_workers_that_start_together_leave_the_standard_error_open(task: Task) -> None:
    several, before = [batch(str(n), "sleep") for n in range(4)], os.fstat(2).st_ino
    for _ in range(2):
        assert len(found(task, several, 4)) == 4
        assert os.fstat(2).st_ino == before


def test_a_worker_says_why_it_cannot_begin(task: Task) -> None:
    wrong = replace(task, parser=f"{task.parser}:nobody")
    with pytest.raises(UsageError, match=r"There is no 'nobody'\."):
        found(wrong, [batch("a", "sleep")], 1)


def test_a_worker_of_another_version_is_refused_by_name(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = packed(task, batch("a", "sleep"))
    monkeypatch.setattr("hearer.corpora.processing.program", lambda: "hearer 0.0")
    with pytest.raises(UsageError, match=r"A worker has program hearer 0\.0, not hearer"):
        answer(message)


def test_an_executor_of_the_caller_is_used_and_stays_open(task: Task) -> None:
    several = [batch(str(n), "sleep") for n in range(3)]
    with ProcessPoolExecutor(1) as pool:
        assert found(task, several, pool) == expected(task, several)
        assert pool.submit(len, "ab").result() == 2
        with pytest.raises(HearerError, match=r"The executor is broken\. What is done is kept"):
            found(task, [batch("a", "die")], pool)


def test_few_batches_are_taken_ahead_of_what_is_done(task: Task) -> None:
    taken = 0

    def counted() -> Iterator[Batch]:
        nonlocal taken
        for n in range(30):
            taken += 1
            yield batch(str(n), "sleep")

    with executor_for(2) as (executor, number):
        for done, _ in enumerate(run(task, counted(), executor, number), start=1):
            assert taken <= done + running.AHEAD * number
    assert taken == 30


def test_nobody_is_left_when_a_run_is_interrupted(tmp_path: Path) -> None:
    """As a terminal does it: Ctrl-C is for all processes of a group."""
    table = (ROOT / "examples/table5.conllu").read_text(encoding="utf-8")
    for n in range(60):
        (tmp_path / f"{n}.conllu").write_text(table * 5, encoding="utf-8")
    out = tmp_path / "out"
    run_ = Coordinator(inputs=str(tmp_path), output=str(out), profile="paper", workers=2)
    assert run_.wait_for(lambda: parts(out) > 0)
    workers = run_.workers()
    assert len(workers) == 2
    os.killpg(run_.process.pid, signal.SIGINT)
    assert run_.ended() == (128 + signal.SIGINT, "")
    assert run_.are_gone(workers)


@pytest.mark.parametrize("workers", [-1, 10**6, True, "dask", "http://localhost:8786", 2.5])
def test_what_names_no_executor_is_refused(workers: object) -> None:
    with pytest.raises(UsageError, match="workers"), executor_for(workers):
        pass


# Dask -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as started:
        yield started


def test_a_corpus_is_the_same_on_every_engine(cluster: Any, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "broken.conllu").write_bytes(b"\xff\xfe\0")
    for number in range(4):
        (texts / f"{number}.conllu").write_bytes(TABLE_3 * 15)
    hearer.corpus(texts, tmp_path / "here", workers=0)
    whole = tree(tmp_path / "here")
    assert "manifest.json" in whole
    assert sum(name.startswith("pronouns/") for name in whole) > 1
    with Client(cluster, set_as_default=False) as client:
        engines: dict[str, int | str | Executor] = {
            "one": 1, "two": 2, "address": cluster.scheduler_address,
            "executor": client.get_executor(pure=False),
        }  # fmt: skip
        for name, engine in engines.items():
            hearer.corpus(texts, tmp_path / name, workers=engine)
            assert tree(tmp_path / name) == whole, name
        assert client.status == "running"


def test_killed_workers_of_a_cluster_change_nothing(cluster: Any) -> None:
    task = Task(PAPER)
    long = Document("", "", "conllu", TABLE_3 * 15)
    several = [Batch(str(n), (replace(long, name=str(n)),)) for n in range(8)]
    killed = []
    with Client(cluster, set_as_default=False) as client:

        def with_kills() -> Iterator[Batch]:
            for number, one in enumerate(several):
                if number in {3, 6}:
                    process_id = next(iter(all_there(client).values()))
                    os.kill(process_id, signal.SIGKILL)
                    killed.append(process_id)
                yield one

        results = dict(run(task, with_kills(), client.get_executor(pure=False), 2))
        all_there(client)
    assert len(set(killed)) == 2
    assert {one.key: out for one, out in results.items()} == expected(task, several)


def all_there(client: Client) -> dict[str, int]:
    """The processes of both workers, once they are there again."""
    deadline = monotonic() + 60
    while monotonic() < deadline:
        alive: dict[str, int] = client.run(os.getpid, on_error="ignore")
        if len(alive) == 2:
            return alive
        sleep(0.05)
    raise AssertionError("Workers that were killed did not come back.")


def test_a_scheduler_that_does_not_answer_is_an_error_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "SECONDS_TO_ANSWER", 1)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        with (
            pytest.raises(HearerError, match=f"No Dask scheduler answers at {address}"),
            executor_for(address),
        ):
            pass


def test_a_cluster_without_workers_is_not_waited_for_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "SECONDS_FOR_WORKERS", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty,
        pytest.raises(HearerError, match="has no workers: start some"),
        executor_for(empty.scheduler_address),
    ):
        pass


def test_dask_is_an_extra() -> None:
    code = "from hearer.corpora.run import executor_for\n    with executor_for('tcp://x:9'): pass"
    told = without(("dask", "distributed"), SAY.format(code=code))
    assert (
        f"A Dask cluster needs the package distributed: pip install '{installed()}[dask]'" in told
    )
