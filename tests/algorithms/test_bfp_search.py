"""No sentence is too much: beyond the cap the most salient readings are ranked."""

import random
import time

import pytest

from hearer.algorithms.centering_variants import KameyamaAlgorithm, KameyamaOptions, Sharing
from hearer.algorithms.readings import BFPAlgorithm, BFPOptions, Rule1, Update
from hearer.algorithms.units import Unit
from hearer.model import Entity, ReferringExpression
from tests.algorithms.telling import Telling, named, pronoun
from tests.timing import seconds


@pytest.mark.untraced
@pytest.mark.parametrize("rule1", list(Rule1))
def test_few_combinations_are_ranked_the_same_above_the_cap(rule1: Rule1) -> None:
    dice = random.Random(1987)
    plain, capped = (
        BFPAlgorithm(lambda *_: None, BFPOptions(rule1=rule1, cap=cap)) for cap in (20_000, 0)
    )
    for _ in range(400):
        update = thrown(dice)
        assert capped.choose(update).readings == plain.choose(update).readings


@pytest.mark.untraced
@pytest.mark.parametrize("sharing", list(Sharing))
def test_kameyamas_search_finds_the_reading_that_judging_all_of_them_finds(
    sharing: Sharing,
) -> None:
    dice = random.Random(1986)
    plain, capped = (
        KameyamaAlgorithm(lambda *_: None, KameyamaOptions(sharing=sharing, cap=cap))
        for cap in (20_000, 0)
    )
    compared = 0
    for _ in range(400):
        update = thrown(dice)
        best = plain.choose(update).readings[0]
        if best.open == sum(not found for found in update.candidates.values()):
            compared += 1
            assert capped.choose(update).readings[0] == best
    assert compared > 200


def thrown(dice: random.Random) -> Update:
    """A random update."""
    before = [named(chr(65 + n), n + 1) for n in range(dice.randint(1, 5))]
    cb = dice.choice([None, Entity("Z"), *(x.entity for x in before)])
    realized, candidates = [], {}
    for place in range(dice.randint(1, 5)):
        if dice.random() < 0.7:
            realized.append(pronoun("she", place + 1))
            candidates[place] = tuple(x for x in before if dice.random() < 0.7)
        else:
            entity = dice.choice(["A", "B", "C", "X"])
            realized.append(ReferringExpression(entity, 4, place + 1, entity=Entity(entity)))
    if not candidates:
        realized.append(pronoun("she", 9))
        candidates[len(realized) - 1] = tuple(before)
    pairs = {(a, b) for a in candidates for b in candidates if a < b and dice.random() < 0.4}
    contra = frozenset(pairs | {(b, a) for a, b in pairs})
    return Update(tuple(realized), Unit(tuple(before), cb), candidates, contra)


@pytest.mark.untraced
@pytest.mark.parametrize("algorithm", ["bfp", "bfp-carter", "bfp-kameyama", "kameyama"])
@pytest.mark.parametrize("clauses", [1, 12])
def test_twelve_pronouns_and_forty_candidates_take_less_than_a_second(
    algorithm: str, clauses: int
) -> None:
    text = Telling(algorithm)
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(40)))
    pronouns = [f"she{n}/{'obj' if n else 'nsubj'}/f//{n % clauses}" for n in range(12)]
    start = time.process_time()
    text.say(*pronouns)
    assert time.process_time() - start < seconds(1)
    assert text.meant["she0"] == "W0"
    if clauses == 1:
        assert [text.meant[f"she{n}"] for n in range(12)] == [f"W{n}" for n in range(12)]


def test_a_capped_sentence_says_so() -> None:
    text = Telling("bfp")
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(40)))
    text.say(*(f"she{n}/{'obj' if n else 'nsubj'}/f//{n}" for n in range(12)))
    assert "capped" in [note.name for note in text.last.notes]


def test_a_tangle_that_cannot_be_read_is_given_up_in_time() -> None:
    text = Telling("bfp")
    text.say(*(f"W{n}=W{n}/{'obl' if n else 'nsubj'}/f" for n in range(11)))
    start = time.process_time()
    text.say(*(f"she{n}/{'obj' if n else 'nsubj'}/f" for n in range(12)))
    assert time.process_time() - start < seconds(1)
    assert len(set(text.meant.values())) == 12
