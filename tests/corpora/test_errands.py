"""What is sent to a cluster next, and what becomes of batches whose workers die."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hearer.corpora.batches import Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import DIED, MOST_DEATHS, Task, heard
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places.errands import MOST_SUSPECTS, Errand, Errands
from hearer.profiles import PAPER

TASK = Task(PAPER, target="jsonl")
A_DEATH = 4  # workers that Dask lets die before it says so


def document(number: int) -> Document:
    return Document(name=f"{number}.conllu", path=f"{number}.conllu", format="conllu")


def batches(*sizes: int) -> list[Batch]:
    numbers = iter(range(sum(sizes)))
    made = [tuple(document(next(numbers)) for _ in range(size)) for size in sizes]
    return [Batch(number, f"key {number}", some) for number, some in enumerate(made)]


def outcome_of(batch: Batch) -> BatchOutcome:
    return heard(TASK, batch.documents)


def timeless(outcome: BatchOutcome) -> tuple[tuple[str, object], ...]:
    return tuple((one.document, one.failure) for one in outcome.outcomes)


class Fleet:
    """A cluster as simple as can be: workers that die of poison, together with who waits there.

    With every death all that waits at that worker is counted as a death of its own, as Dask does.
    """

    def __init__(self, poison: frozenset[str], chance: random.Random, workers: int = 3) -> None:
        self.poison, self.chance, self.workers = poison, chance, workers
        self.most = 0  # errands that were on their way together while there was a suspect

    def run(self, given: list[Batch]) -> Iterator[tuple[Batch, BatchOutcome]]:
        errands = Errands(TASK, iter(given))
        waiting: list[Errand] = []
        while True:
            while len(waiting) < 2 * self.workers and (errand := errands.next(len(waiting))):
                waiting.append(errand)
            if not waiting:
                return
            if any(errand.deaths for errand in waiting):
                self.most = max(self.most, len(waiting))
            errand = waiting.pop(self.chance.randrange(len(waiting)))
            if any(one.name in self.poison for one in errand.documents):
                beside = [waiting.pop()] if waiting else []
                for lost in (errand, *beside):
                    yield from errands.was_lost(lost, A_DEATH)
            else:
                yield from errands.came_back(errand, heard(TASK, errand.documents))


@pytest.mark.parametrize("seed", range(20))
def test_every_batch_comes_back_once_and_only_poison_is_failed(seed: int) -> None:
    chance = random.Random(seed)
    given = batches(*(chance.randrange(1, 6) for _ in range(30)))
    names = [one.name for batch in given for one in batch.documents]
    poison = frozenset(chance.sample(names, 5))
    fleet = Fleet(poison, chance)
    found = list(fleet.run(given))
    assert sorted(batch.number for batch, _ in found) == list(range(len(given)))
    assert fleet.most == 1  # a suspect is sent when nothing else is on its way
    for batch, outcome in found:
        assert [one.document for one in outcome.outcomes] == [one.name for one in batch.documents]
        died = {one.document for one in outcome.outcomes if one.failure == DIED}
        assert died == poison.intersection(one.name for one in batch.documents)


def test_a_batch_that_was_taken_apart_is_what_it_would_have_been() -> None:
    (given,) = batches(3)
    errands = Errands(TASK, iter([given]))
    first = errands.next(0)
    assert first == Errand(given)
    assert list(errands.was_lost(first, A_DEATH)) == []
    apart = [errand for n in range(3) if (errand := errands.next(n))]
    assert [errand.documents for errand in apart] == [(one,) for one in given.documents]
    *before, (batch, outcome) = [
        found
        for errand in reversed(apart)
        for found in errands.came_back(errand, heard(TASK, errand.documents))
    ]
    assert (before, batch) == ([], given)
    assert timeless(outcome) == timeless(outcome_of(given))
    assert outcome.written == outcome_of(given).written


def test_a_document_is_given_up_after_so_many_deaths_and_not_in_company() -> None:
    (given,) = batches(1)
    errands = Errands(TASK, iter([given]))
    first = errands.next(0)
    assert first is not None
    assert list(errands.was_lost(first, 1000)) == []  # there were others beside it
    alone = errands.next(0)
    assert alone is not None
    assert alone.deaths == MOST_DEATHS - 1
    ((_, outcome),) = errands.was_lost(alone, 1)
    assert [one.failure for one in outcome.outcomes] == [DIED]
    assert errands.next(0) is None


def test_many_suspects_are_not_put_off_to_the_end() -> None:
    given = batches(*([1] * (2 * MOST_SUSPECTS)))
    errands = Errands(TASK, iter(given))
    for _ in range(MOST_SUSPECTS):
        errand = errands.next(0)
        assert errand is not None
        assert list(errands.was_lost(errand, A_DEATH)) == []
    suspect = errands.next(0)
    assert suspect is not None
    assert suspect.deaths == A_DEATH
    assert errands.next(1) is None  # it goes alone
    assert list(errands.came_back(suspect, heard(TASK, suspect.documents)))
    assert errands.next(0) is not None
