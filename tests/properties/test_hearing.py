"""What must hold of every hearer, whatever the words and whatever their parse."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given, settings

from hearer.hearing import Hearer, listen
from hearer.model import Discourse, Utterance
from tests.strategies import parsed_discourses

pytestmark = pytest.mark.untraced


@settings(max_examples=50)
@given(parsed_discourses())
def test_batch_equals_stream_with_one_step_per_word(discourse: Discourse) -> None:
    hearer = Hearer()
    steps = tuple(hearer.hear(word) for word in discourse.words)
    found, streamed = listen(discourse), hearer.finish()

    assert found.steps == steps
    assert [step.word for step in steps] == list(discourse.words)
    assert found == replace(streamed, discourse=discourse)


@settings(max_examples=50)
@given(parsed_discourses())
def test_nothing_is_kept_when_steps_are_not(discourse: Discourse) -> None:
    keeping, forgetting = Hearer(), Hearer(keep=False)

    for word in discourse.words:
        assert forgetting.hear(word) == keeping.hear(word)
    assert not forgetting.finish().steps
    assert not forgetting.finish().expressions


@settings(max_examples=50)
@given(parsed_discourses())
def test_every_expression_realizes_an_entity_in_one_chain(discourse: Discourse) -> None:
    found = listen(discourse)

    assert all(expression.entity for expression in found.expressions)
    chained = [expression for chain in found.chains for expression in chain.expressions]
    assert len(chained) == len(set(chained))


@settings(max_examples=50)
@given(parsed_discourses())
def test_a_resolved_pronoun_stands_in_the_chain_of_its_antecedent(discourse: Discourse) -> None:
    found = listen(discourse)
    entities = {(e.utterance, e.position, e.kind): e.entity for e in found.expressions}
    for resolution in found.resolutions:
        pronoun = resolution.pronoun
        entity = entities[pronoun.utterance, pronoun.position, pronoun.kind]
        assert entity == resolution.entity or resolution.antecedent is None


def test_listening_leaves_the_garbage_collector_as_it_was() -> None:
    discourse = Discourse((Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0"),))
    before = gc.isenabled(), gc.get_freeze_count()  # a command that was run here may have frozen
    listen(discourse)
    assert (gc.isenabled(), gc.get_freeze_count()) == before
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        listen(discourse)
        assert gc.get_freeze_count() >= frozen * 0.9  # what was frozen dies, but is not thawed
    finally:
        gc.unfreeze()


def test_what_is_alive_stays_bounded_when_steps_are_not_kept() -> None:
    _hear_new_names(Hearer(keep=False, memory=32), range(200))  # what is cached by name is cached
    assert _values_added(Hearer(keep=False, memory=32), range(80), range(80, 200)) < 150
    assert _values_added(Hearer(memory=32), range(80), range(80, 200)) > 4 * 120


def _values_added(hearer: Hearer, early: range, late: range) -> int:
    """How many more values of ours are alive after hearing the late names, too."""
    _hear_new_names(hearer, early)
    before = _values_alive()
    _hear_new_names(hearer, late)
    return _values_alive() - before


def _values_alive() -> int:
    gc.collect()
    return sum(str(type(each).__module__).startswith("hearer.") for each in gc.get_objects())


@pytest.mark.slow
def test_memory_stays_bounded_when_steps_are_not_kept() -> None:
    hearer = Hearer(keep=False, memory=256)
    tracemalloc.start()
    try:
        _hear_new_names(hearer, range(15_000))  # until all caches are full
        early = _traced()
        _hear_new_names(hearer, range(15_000, 25_000))
        late = _traced()
    finally:
        tracemalloc.stop()

    assert late < 1.05 * early


def _traced() -> int:
    """Return the memory in use without garbage: how much of that waits depends on other tests."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _hear_new_names(hearer: Hearer, names: range) -> None:
    """Always someone new, so that the hearer has something to forget."""
    for number in names:
        introduced = Utterance.of(f"Name{number}/PROPN/nsubj/2 drives/VERB/root/0", number=number)
        resolved = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=number)
        for word in (*introduced.words, *resolved.words):
            hearer.hear(word)
