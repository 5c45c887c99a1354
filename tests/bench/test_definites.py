"""Definite noun phrases in the S-list: what is found, and what is right, worked out by hand."""

from __future__ import annotations

import pytest

from bench.definites import (
    Definite,
    Determiner,
    LookedUp,
    Shared,
    definites_of,
    rates,
)
from hearer.algorithms.s_list.orders import Layers
from hearer.algorithms.s_list.s_list import Fallback, SListOptions
from hearer.evaluation.statistics import PrecisionRecall
from tests.evaluation.gold_by_hand import Texts, discourses_of

PAPER, WIDE, NO_STATUS = "paper", "document", "no status"
LISTS = {
    PAPER: SListOptions(),
    WIDE: SListOptions(window=None, fallback=Fallback.DOCUMENT),
    NO_STATUS: SListOptions(layers=Layers.NO_STATUS),
}
CLASSES = {
    "car": frozenset({"artifact"}),
    "vehicle": frozenset({"artifact"}),
    "road": frozenset({"artifact"}),
    "bird": frozenset({"animal"}),
}
RIGHT, WRONG, NOBODY = LookedUp.RIGHT, LookedUp.WRONG, LookedUp.NOBODY


def looked_up(*sentences: str) -> tuple[Definite, ...]:
    texts: Texts = {"definites": sentences}
    (discourse,) = discourses_of(texts)
    return definites_of(discourse, LISTS, CLASSES)


def answers(definite: Definite, name: str = PAPER) -> list[LookedUp]:
    return [definite.found[name, shared] for shared in Shared]


# A road met a car. The car shone. The vehicle shone. The bird sang.
ROAD = (
    "a/DET/DT/det/2/_ road/NOUN/NN/nsubj/3/1 met/VERB/VBD/root/0/_"
    " a/DET/DT/det/5/_ car/NOUN/NN/obj/3/2"
)
THE_CAR = "the/DET/DT/det/2/_ car/NOUN/NN/nsubj/3/2 shone/VERB/VBD/root/0/_"
THE_VEHICLE = "the/DET/DT/det/2/_ vehicle/NOUN/NN/nsubj/3/2 shone/VERB/VBD/root/0/_"
THE_BIRD = "the/DET/DT/det/2/_ bird/NOUN/NN/nsubj/3/3 sang/VERB/VBD/root/0/_"


def test_a_definite_is_found_by_its_head() -> None:
    """The road stands first on the list, so all but the head take it for the car."""
    (car,) = looked_up(ROAD, THE_CAR)
    assert (car.word, car.determiner, car.is_anaphoric) == (6, Determiner.THE, True)
    assert car.within == {PAPER, WIDE, NO_STATUS}
    assert answers(car) == [RIGHT, WRONG, RIGHT, WRONG]


def test_another_noun_is_found_by_its_class_only() -> None:
    """No head is a vehicle; road and car are artifacts, and the road stands first."""
    (vehicle,) = looked_up(ROAD, THE_VEHICLE)
    assert answers(vehicle) == [NOBODY, WRONG, WRONG, WRONG]
    (alone,) = looked_up(
        "a/DET/DT/det/2/_ car/NOUN/NN/nsubj/3/2 shone/VERB/VBD/root/0/_", THE_VEHICLE
    )
    assert answers(alone) == [NOBODY, RIGHT, RIGHT, RIGHT]


def test_a_first_mention_is_wrong_wherever_somebody_is_found() -> None:
    (bird,) = looked_up(ROAD, THE_BIRD)
    assert not bird.is_anaphoric
    assert answers(bird) == [NOBODY, NOBODY, NOBODY, WRONG]


def test_an_entity_goes_by_all_the_nouns_it_was_called_by() -> None:
    """Gold says that the vehicle is the car; so *the car* is found, though *it* came last."""
    it = "it/PRON/PRP/nsubj/2/2 shone/VERB/VBD/root/0/_"
    *_, car = looked_up(ROAD, THE_VEHICLE, it, THE_CAR)
    assert answers(car)[0] is RIGHT


def test_what_is_not_realized_any_more_is_found_in_earlier_lists_of_the_segment() -> None:
    pause = "it/PRON/PRP/nsubj/2/_ rained/VERB/VBD/root/0/_"
    (car,) = looked_up(ROAD, pause, THE_CAR)
    assert car.within == {PAPER, WIDE, NO_STATUS}
    assert answers(car)[0] is RIGHT


def test_status_decides_between_two_of_a_kind() -> None:
    """Two cars met: the old one stands first where status counts.

    *it* makes the second car hearer-old; the first, earlier in the sentence, stays new.
    """
    two = (
        "a/DET/DT/det/2/_ car/NOUN/NN/nsubj/3/1 met/VERB/VBD/root/0/_"
        " a/DET/DT/det/5/_ car/NOUN/NN/obj/3/2 and/CCONJ/CC/cc/8/_ it/PRON/PRP/nsubj/8/2"
        " shone/VERB/VBD/conj/3/_"
    )
    (car,) = looked_up(two, THE_CAR)
    assert car.found[PAPER, Shared.HEAD] is RIGHT
    assert car.found[NO_STATUS, Shared.HEAD] is WRONG


def test_nothing_is_its_own_part() -> None:
    """His car: he, heard a word before, is no candidate; nor is the car of its own radio."""
    (car,) = looked_up(
        "Tom/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
        "his/PRON/PRP$/nmod:poss/2/1 car/NOUN/NN/nsubj/3/2 shone/VERB/VBD/root/0/_",
    )
    assert car.determiner is Determiner.POSSESSIVE
    assert answers(car) == [NOBODY, NOBODY, NOBODY, NOBODY]


def test_what_points_is_told_apart() -> None:
    (car,) = looked_up(ROAD, THE_CAR.replace("the/", "this/"))
    assert car.determiner is Determiner.POINTING


def test_rates_are_over_answers_and_over_what_is_anaphoric() -> None:
    found = (*looked_up(ROAD, THE_CAR), *looked_up(ROAD, THE_VEHICLE), *looked_up(ROAD, THE_BIRD))
    assert rates(found, PAPER, Shared.HEAD) == PrecisionRecall.of(1, said=1, true=2)
    assert rates(found, PAPER, Shared.NOTHING) == PrecisionRecall.of(0, said=3, true=2)


@pytest.mark.parametrize("shared", Shared)
def test_gold_of_the_definite_itself_is_never_looked_at(shared: Shared) -> None:
    """The answer is the same entity whatever gold says the definite means."""
    (meant,), (other,) = looked_up(ROAD, THE_CAR), looked_up(ROAD, THE_CAR.replace("/2 s", "/1 s"))
    found = {meant.found[PAPER, shared], other.found[PAPER, shared]}
    assert found == {RIGHT, WRONG}
