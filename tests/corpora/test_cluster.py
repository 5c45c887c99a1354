"""Batches heard on a Dask cluster: a real one, with workers in processes of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest
from distributed import Client

import hearer
from hearer.corpora.batches import Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import DIED, Task
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.corpora.places import cluster, cluster_client
from hearer.corpora.places.cluster import place
from hearer.corpora.places.cluster_client import ClusterError
from hearer.corpora.places.cluster_here import ClusterHere
from hearer.corpora.places.place import ThisProcess
from hearer.corpora.told.telling import Delayed, Event, silent
from hearer.errors import UsageError
from hearer.profiles import PAPER
from tests.conftest import EXAMPLES, ROOT
from tests.corpora.deadly import POISON, Deadly, Greedy, OtherVersion
from tests.test_missing_packages import SAY, without

TASK = Task(PAPER, target="jsonl")
TABLE_3 = (EXAMPLES / "table3.conllu").read_bytes()
LONG = TABLE_3 * 15


@pytest.fixture(scope="module")
def here() -> Iterator[ClusterHere]:
    """A cluster of two worker processes on this machine."""
    started = ClusterHere(2)
    yield started
    started.close()


@pytest.fixture(scope="module")
def client(here: ClusterHere) -> Iterator[Client]:
    with Client(here.address, set_as_default=False) as found:
        yield found


def documents(*contents: bytes) -> list[Document]:
    return [
        Document(name=f"{n}.conllu", path=f"{n}.conllu", format="conllu", content=content)
        for n, content in enumerate(contents)
    ]


def in_batches(given: list[Document], size: int) -> Iterator[Batch]:
    for number, first in enumerate(range(0, len(given), size)):
        yield Batch(number, f"key {number}", tuple(given[first : first + size]))


Found = dict[int, tuple[tuple[DocumentOutcome, ...], dict[str, bytes]]]


def found(heard: Iterator[tuple[Batch, BatchOutcome]]) -> Found:
    """What was heard, by the number of the batch, without the time that it took."""
    told: Found = {}
    for batch, outcome in heard:
        assert batch.number not in told
        outcomes = tuple(replace(one, seconds=0.0) for one in outcome.outcomes)
        told[batch.number] = (outcomes, dict(outcome.written))
    return told


def expected(given: list[Document], size: int) -> Found:
    return found(ThisProcess().heard(TASK, in_batches(given, size)))


# The same as here ---------------------------------------------------------------------------


def test_a_cluster_hears_what_is_heard_here(here: ClusterHere) -> None:
    given = documents(*[TABLE_3, b"no CoNLL-U at all", b"", LONG] * 3)
    at = place(here.address)
    assert at.workers == 2
    assert found(at.heard(TASK, in_batches(given, 3))) == expected(given, 3)
    at.close()


def test_a_corpus_is_the_same_wherever_it_is_heard(here: ClusterHere, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "table3.conllu").write_bytes(TABLE_3)
    (texts / "broken.conllu").write_bytes(b"\xff\xfe\0")
    for number in range(4):
        (texts / f"{number}.conllu").write_bytes(LONG)
    hearer.corpus(texts, tmp_path / "here", workers=0, tell=silent)
    hearer.corpus(texts, tmp_path / "there", on=here.address, tell=silent)
    written = files_in(tmp_path / "there")
    assert written == files_in(tmp_path / "here")
    assert {"pronouns.parquet", "manifest.json"} <= set(written)


def files_in(folder: Path) -> dict[str, bytes]:
    """What was written, but for what is kept to go on."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_client_that_somebody_has_is_used_and_left_open(client: Client, tmp_path: Path) -> None:
    text = tmp_path / "table3.conllu"
    text.write_bytes(TABLE_3)
    corpus = hearer.corpus(text, tmp_path / "out", on=client, tell=silent)
    assert (corpus.is_complete, corpus.summary.done) == (True, 2)  # two discourses are in it
    assert client.status == "running"


def test_a_cluster_forgets_what_it_has_sent_back(here: ClusterHere, client: Client) -> None:
    at = place(here.address)
    assert len(found(at.heard(TASK, in_batches(documents(*[TABLE_3] * 12), 1)))) == 12
    deadline = monotonic() + 10
    while kept := client.run_on_scheduler(tasks_of):
        assert monotonic() < deadline, kept
        sleep(0.05)
    at.close()


def tasks_of(dask_scheduler: object) -> list[str]:
    """What a scheduler holds; it runs in its process."""
    return [str(key) for key in getattr(dask_scheduler, "tasks")]  # noqa: B009 - Dask has no types


def test_few_batches_are_taken_ahead_of_what_is_heard(here: ClusterHere) -> None:
    taken = 0

    def counted() -> Iterator[Batch]:
        nonlocal taken
        for batch in in_batches(documents(*[TABLE_3] * 30), 1):
            taken += 1
            yield batch

    at = place(here.address)
    for done, _ in enumerate(at.heard(TASK, counted()), start=1):
        assert taken <= done + cluster.PER_THREAD * at.workers + cluster.PER_THREAD * 2
    assert taken == 30
    at.close()


# Workers that die -----------------------------------------------------------------------------


def test_killed_workers_change_nothing(here: ClusterHere, client: Client) -> None:
    given = documents(*[LONG] * 12)
    killed = []

    def with_kills() -> Iterator[Batch]:
        for batch in in_batches(given, 2):
            yield batch
            if batch.number in {1, 3, 4}:  # two are being heard now
                process = next(iter(all_there(client).values()))
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    at = place(here.address)
    assert found(at.heard(TASK, with_kills())) == expected(given, 2)
    at.close()
    assert len(set(killed)) == 3


def all_there(client: Client, workers: int = 2) -> dict[str, int]:
    """The processes of all workers, once they are there again."""
    deadline = monotonic() + 60
    while monotonic() < deadline:
        alive: dict[str, int] = client.run(os.getpid, on_error="ignore")
        if len(alive) == workers:
            return alive
        sleep(0.05)
    raise AssertionError("Workers that were killed did not come back.")


@pytest.mark.slow
def test_only_the_document_is_failed_that_kills(here: ClusterHere, client: Client) -> None:
    contents = [TABLE_3] * 8
    contents[3] = b"# " + POISON
    given = documents(*contents)
    all_there(client)
    client.register_plugin(Deadly())
    at = place(here.address)
    heard = found(at.heard(TASK, in_batches(given, 4)))
    at.close()
    all_there(client)
    client.unregister_worker_plugin("deadly")
    outcomes = [one for told, _ in heard.values() for one in told]
    assert {one.document: one.failure for one in outcomes if one.failure} == {"3.conllu": DIED}
    innocent = expected(documents(*[TABLE_3] * 8), 4)
    assert heard[1] == innocent[1]
    assert [one for one in heard[0][0] if not one.failure] == [*innocent[0][0][:-2]]


@pytest.mark.slow
def test_no_worker_takes_more_memory_than_it_may() -> None:
    alone = ClusterHere(1, memory=600_000_000)
    given = documents(TABLE_3, b"# " + POISON, TABLE_3)
    with Client(alone.address, set_as_default=False) as client:
        client.register_plugin(Greedy())
        at = place(client)
        heard = found(at.heard(TASK, in_batches(given, 3)))
        at.close()
    alone.close()
    outcomes = heard[0][0]
    assert {one.document: one.failure for one in outcomes if one.failure} == {"1.conllu": DIED}
    assert len({one.path for one in outcomes}) == 3


# What is refused ------------------------------------------------------------------------------


def test_other_versions_are_refused_by_name(here: ClusterHere, client: Client) -> None:
    all_there(client)
    client.register_plugin(OtherVersion())
    at = place(here.address)
    with pytest.raises(ClusterError, match=r"tcp://127.0.0.1:\d+ has program hearer 0.0, not hear"):
        next(at.heard(TASK, in_batches(documents(TABLE_3), 1)))
    client.unregister_worker_plugin("other-version")
    at.close()


def test_a_scheduler_that_does_not_answer_is_an_error_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_client, "ANSWER", 1.0)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        start = monotonic()
        with pytest.raises(ClusterError, match=f"No Dask scheduler answers at {address}"):
            place(address)
        assert monotonic() - start < 10


@pytest.mark.parametrize("on", ["", "spark", "http://localhost:8786", "tcp:/localhost"])
def test_what_is_no_address_is_refused(on: str) -> None:
    with pytest.raises(UsageError, match="A corpus is heard on 'dask' or on a scheduler"):
        place(on)


def test_a_cluster_without_workers_is_told_and_not_waited_for_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    told: list[Event] = []
    started = ClusterHere(0)
    with pytest.raises(ClusterError, match="has no workers: start some"):
        place(started.address, tell=told.append)
    started.close()
    assert told == [Delayed(f"The cluster at {started.address} has no workers now.")]


def test_a_cluster_that_is_gone_says_how_to_go_on() -> None:
    started = ClusterHere(1)
    at = place(started.address)

    def until_it_dies() -> Iterator[Batch]:
        for batch in in_batches(documents(*[TABLE_3] * 9), 1):
            if batch.number == 6:
                os.killpg(started._process.pid, signal.SIGKILL)
            yield batch

    with pytest.raises(ClusterError, match=r"is gone. What is done is kept: go on with --resume"):
        found(at.heard(TASK, until_it_dies()))
    at.close()
    started.close()


def test_dask_is_an_extra() -> None:
    told = without(
        ("dask", "distributed"),
        SAY.format(code="from hearer.corpora.places.cluster import place; place('dask')"),
    )
    assert told == "A Dask cluster needs the package distributed: pip install 'hearer[dask]'\n"


# Nothing is left ------------------------------------------------------------------------------

SCRIPT = """
import os
from hearer.corpora.places.cluster import place
at = place("dask", workers=1)
print(*at._client.run(os.getpid).values(), flush=True)
{then}
"""


def started(then: str) -> tuple[subprocess.Popen[str], int]:
    """A script without a guard that has a cluster, and the process of its worker."""
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(then=then)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert script.stdout
    return script, int(script.stdout.readline())


def is_gone(process: int) -> bool:
    deadline = monotonic() + 20
    while monotonic() < deadline:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        sleep(0.05)
    return False


def test_a_script_without_a_guard_starts_and_ends_a_cluster_quietly() -> None:
    script, worker = started("at.close()")
    told, errors = script.communicate(timeout=60)
    assert (script.returncode, told, errors) == (0, "", "")
    assert is_gone(worker)


@pytest.mark.parametrize(
    "signum", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_nothing_is_left_of_a_cluster_whose_owner_is_gone(signum: int) -> None:
    script, worker = started("import time; time.sleep(100)")
    script.send_signal(signum)
    script.communicate(timeout=60)
    assert is_gone(worker)
