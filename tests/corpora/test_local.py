"""Workers of this machine: they may die, and nothing is lost."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from hearer.corpora.batches import Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import Task, heard
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places import local
from hearer.corpora.places.local import Local
from hearer.corpora.places.place import place_for
from hearer.errors import HearerError, UsageError
from hearer.profiles import PAPER
from tests.conftest import ROOT
from tests.corpora.disturbing import Coordinator, parts
from tests.corpora.plugin import install


def document(name: str, text: str) -> Document:
    return Document(name, name, "text", text.encode())


def timeless(outcome: BatchOutcome) -> BatchOutcome:
    return replace(outcome, outcomes=tuple(replace(o, seconds=0.0) for o in outcome.outcomes))


def all_heard(place: Local, task: Task, several: list[Batch]) -> dict[int, BatchOutcome]:
    try:
        return {batch.number: timeless(out) for batch, out in place.heard(task, several)}
    finally:
        place.close()


def test_other_processes_hear_what_this_one_hears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = Task(PAPER, install(tmp_path, monkeypatch))
    texts = ["Anna slept.", "", "break"]
    several = [Batch(n, str(n), (document(f"{n}.txt", text),)) for n, text in enumerate(texts)]
    expected = {one.number: timeless(heard(task, one.documents)) for one in several}
    assert all_heard(Local(2, memory=1), task, several) == expected  # a new worker for each


class Killed(local._Worker):
    """A worker; the first so many are killed before they can hear."""

    begun = 0
    killed = 0

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        Killed.begun += 1
        if Killed.begun <= Killed.killed:
            self.process.kill()


@pytest.fixture
def beginners(monkeypatch: pytest.MonkeyPatch) -> type[Killed]:
    monkeypatch.setattr(local, "_Worker", Killed)
    monkeypatch.setattr(local, "A_LITTLE", 0)
    monkeypatch.setattr(Killed, "begun", 0)
    return Killed


def test_a_worker_that_has_heard_enough_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beginners: type[Killed]
) -> None:
    monkeypatch.setattr(local, "MOST_BATCHES", 2)
    task = Task(PAPER, install(tmp_path, monkeypatch))
    several = [Batch(n, str(n), (document(f"{n}.txt", "Anna slept."),)) for n in range(4)]
    assert len(all_heard(Local(1), task, several)) == 4
    assert beginners.begun == 2


def test_workers_that_others_kill_before_they_hear_are_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beginners: type[Killed]
) -> None:
    monkeypatch.setattr(beginners, "killed", 5)
    monkeypatch.setattr(local, "MOST_DEATHS", 2)
    task = Task(PAPER, install(tmp_path, monkeypatch))
    batch = Batch(0, "0", (document("a", "Anna slept."),))
    assert len(all_heard(Local(1), task, [batch])) == 1
    assert beginners.begun == 6
    monkeypatch.setattr(beginners, "killed", 100)
    monkeypatch.setattr(local, "MOST_BEGINNINGS", 3)
    with pytest.raises(HearerError, match="die again and again before they can hear"):
        all_heard(Local(1), task, [batch])


def test_only_the_document_is_lost_that_nobody_survives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = Task(PAPER, install(tmp_path, monkeypatch))
    monkeypatch.setattr(local, "DEATHS_TOGETHER", 1)
    monkeypatch.setattr(local, "MOST_DEATHS", 2)
    texts = {"a": "sleep", "b": "die", "c": "break", "d": "fill"}
    batch = Batch(0, "0", tuple(document(name, text) for name, text in texts.items()))
    (found,) = all_heard(Local(1), task, [batch]).values()
    assert [(o.document, o.failure.code if o.failure else "") for o in found.outcomes] == [
        ("a", ""), ("b", "worker-died"), ("c", "document-unexpected"), ("d", "document-memory"),
    ]  # fmt: skip
    alone = [heard(task, [one]) for one in batch.documents if one.name == "a"]
    assert found.written["results.jsonl"] == alone[0].written["results.jsonl"]


def test_a_worker_says_why_it_cannot_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(PAPER, install(tmp_path, monkeypatch) + ":nobody")
    batch = Batch(0, "0", (document("a", "sleep"),))
    with pytest.raises(UsageError, match=r"There is no 'nobody'\."):
        all_heard(Local(1), task, [batch])


def test_nobody_is_left_when_a_run_is_interrupted(tmp_path: Path) -> None:
    """As a terminal does it: Ctrl-C is for all processes of a group."""
    table = (ROOT / "examples/table5.conllu").read_text(encoding="utf-8")
    for n in range(60):
        (tmp_path / f"{n}.conllu").write_text(table * 5, encoding="utf-8")
    out = tmp_path / "out"
    run = Coordinator(inputs=str(tmp_path), output=str(out), profile="paper", workers=2)
    assert run.wait_for(lambda: parts(out) > 0)
    workers = run.workers()
    assert len(workers) == 2
    os.killpg(run.process.pid, signal.SIGINT)
    assert run.ended() == (128 + signal.SIGINT, "")
    assert run.are_gone(workers)


@pytest.mark.parametrize("workers", [-1, -100])
def test_there_are_no_fewer_than_no_workers(workers: int) -> None:
    with pytest.raises(UsageError, match="There are no"):
        place_for(workers=workers)
