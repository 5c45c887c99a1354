"""A word costs the same in any sentence, however long: every algorithm, on every shape."""

from __future__ import annotations

import gc
import time

import pytest

from bench.growth import Growth, slope, table
from bench.shapes import SHAPES, document, one_word, sentence, two
from hearer.algorithms import ALGORITHMS
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.model.tree import PART_LENGTH, Tree
from hearer.profiles import DEFAULT, PAPER, Profile, how_to_hear
from hearer.views.rewriting.protected import protected_ranges
from tests.timing import seconds

pytestmark = pytest.mark.untraced
HOWS = [DEFAULT, *(how_to_hear(name, PAPER) for name in ALGORITHMS.names())]
LONG = 3 * PART_LENGTH
MEASURED = ("nouns", "complements")
STEEPEST = 1.6  # of one short run on a busy machine; what is quadratic is 2


def _spent(how: Profile, discourse: Discourse) -> float:
    begun = time.process_time()
    listen(discourse, profile=how)
    return time.process_time() - begun


@pytest.mark.parametrize("how", HOWS, ids=lambda how: f"{how.algorithm}-{how.name}")
def test_a_word_costs_no_more_in_a_longer_sentence(how: Profile) -> None:
    gc.disable()
    points = [
        (words, sum(_spent(how, sentence(shape, words)) for shape in MEASURED))
        for words in (2 * PART_LENGTH, 6 * PART_LENGTH)
    ]
    gc.enable()
    assert slope(points) < STEEPEST


@pytest.mark.parametrize("shape", SHAPES)
def test_every_word_of_a_long_sentence_is_heard(shape: str) -> None:
    discourse = sentence(shape, LONG)
    for how in (DEFAULT, PAPER):
        assert len(listen(discourse, profile=how).steps) == LONG


@pytest.mark.parametrize("shape", SHAPES)
def test_no_word_hangs_on_one_of_another_part(shape: str) -> None:
    tree = Tree(sentence(shape, LONG).utterances[0])
    for n in tree.words:
        assert tree.heads[n] == 0 or (tree.heads[n] - 1) // PART_LENGTH == (n - 1) // PART_LENGTH
    parts = [tree.part(first) for first in range(1, LONG, PART_LENGTH)]
    assert [n for part in parts for n in part.words] == [*tree.words]
    assert [len(part.downwards(part.roots)) for part in parts] == [PART_LENGTH] * len(
        parts
    )  # none is lost


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sentence_of_one_part_is_as_it_was_parsed(shape: str) -> None:
    utterance = sentence(shape, PART_LENGTH).utterances[0]
    assert Tree(utterance).heads[1:] == utterance.heads
    assert Tree(utterance).part(PART_LENGTH).words == range(1, PART_LENGTH + 1)


def test_many_pronouns_and_many_names_are_read_by_bfp_in_no_time() -> None:
    assert _spent(how_to_hear("bfp", PAPER), two(64)) < seconds(2)  # 32 by 32


def test_a_chain_of_1_500_words_does_not_exhaust_the_stack() -> None:
    for shape in ("chain", "left chain", "conj chain"):
        found = listen(sentence(shape, 1500), profile=how_to_hear("ssk", PAPER))
        assert len(found.steps) == 1500


def test_a_long_word_is_searched_for_addresses_once() -> None:
    begun = time.process_time()
    assert protected_ranges("f" * 100_000) == []
    assert protected_ranges("f" * 100_000 + "@a.org") == [(0, 100_006)]
    assert protected_ranges("a@b@c.org, x.y+z@a-b.c.d") == [(2, 9), (11, 24)]
    assert time.process_time() - begun < seconds(2)


def test_shapes_are_the_same_for_a_seed_and_as_long_as_asked() -> None:
    for shape in SHAPES:
        assert sentence(shape, 100) == sentence(shape, 100)
        assert len(sentence(shape, 333).utterances[0]) == 333
        assert sum(map(len, document(shape, 240).utterances)) == 240
    assert len(one_word(5000).utterances[0].forms[2]) == 5000


def test_what_is_quadratic_is_too_steep_and_what_stalls_is_no_better() -> None:
    sizes = (400, 1600, 6400)
    quadratic = Growth("a", "b", sizes, tuple(n * n / 1e6 for n in sizes))
    assert quadratic.exponent == pytest.approx(2.0)
    assert not quadratic.is_flat
    assert Growth("a", "b", sizes, tuple(n / 1e6 for n in sizes)).is_flat
    stalled = Growth("a", "b", (), (), "stalled at 400: over 60 s")
    assert not stalled.is_flat
    assert table([stalled], sizes).rows[0][-1] == "stalled at 400: over 60 s"
