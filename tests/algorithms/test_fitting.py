"""How well candidates fit what is said of a pronoun: thresholds, shares, and who has no say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import exp, inf, log

import pytest

from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.factors import NAMED
from hearer.algorithms.weighted.fitting import (
    LEAST,
    NOTHING,
    OF_NOBODY,
    Scale,
    fits_of,
    odds_of,
)
from hearer.algorithms.weighted.listed import HeardWhen, ListedEntity, evoked, introduced
from hearer.algorithms.weighted.values import Fit, GrammaticalRole, PronounClass
from hearer.model import Entity, Kind, ReferringExpression
from hearer.model.meaning import NO_MEANING, Meaning, fit, nobody
from tests.algorithms.ear import meaning
from tests.algorithms.listed import CAR, listed

IT = ReferringExpression("it", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, meaning=meaning("it"))


def meant(name: str, latest: Meaning, named: Meaning) -> ListedEntity:
    return listed(name, replace(CAR, meaning=latest), named=named)


CANDIDATES = [meant(name, meaning(name), meaning(name, "named")) for name in "ABCDE"]


def by_the_book(pronoun: ReferringExpression, candidates: list[ListedEntity]) -> list[Fit]:
    """The same the slow way: shares, log odds, and the last threshold that is reached."""
    meant = [(one.latest.meaning, one.named or one.latest.meaning) for one in candidates]
    scores = [fit(pronoun.meaning, *both) for both in meant]
    weights = [exp(score) for score in (*scores, nobody(pronoun.meaning))]
    shares = [weight / sum(weights) for weight in weights]
    odds = [log(share) - log(1 - share) for share in shares]
    scales = [LEAST] * len(candidates) + [OF_NOBODY]
    return [
        [value for value, least in scale.items() if least <= one][-1]
        for scale, one in zip(scales, odds, strict=True)
    ]


@pytest.mark.parametrize("text", ["it", "he", "she", "they", "him", "its", "x", "y", "z"])
def test_all_are_put_beside_each_other(text: str) -> None:
    pronoun = replace(IT, meaning=meaning(text))
    for n in range(1, len(CANDIDATES) + 1):
        assert list(fits_of(pronoun, CANDIDATES[:n])) == by_the_book(pronoun, CANDIDATES[:n])


@pytest.mark.parametrize("table", [LEAST, OF_NOBODY])
def test_a_value_holds_from_its_threshold_on(table: dict[Fit, float]) -> None:
    scale, values = Scale.of(table), list(table)
    assert list(table.values()) == sorted(table.values())
    for before, value in pairwise(values):
        assert scale.value(exp(table[value])) is value
        assert scale.value(exp(table[value]) * 0.999) is before
    assert (scale.value(0.0), scale.value(inf)) == (values[0], values[-1])


def test_every_value_is_of_candidates_or_of_nobody() -> None:
    assert [*LEAST, *OF_NOBODY] == list(Fit)


def test_odds_are_those_of_shares_however_large_the_scores() -> None:
    assert odds_of([0.0, 0.0]) == [1.0, 1.0]
    assert odds_of([log(3), 0.0]) == [pytest.approx(3), pytest.approx(1 / 3)]
    assert odds_of([900.0, -900.0]) == [inf, 0.0]


def test_who_has_no_meaning_has_no_say() -> None:
    nameless = meant("X", NO_MEANING, NO_MEANING)
    without = fits_of(IT, CANDIDATES)
    assert list(fits_of(IT, [nameless, *CANDIDATES])) == [NOTHING, *without]
    assert fits_of(replace(IT, meaning=NO_MEANING), CANDIDATES) == ()
    assert fits_of(IT, [nameless]) == ()
    assert fits_of(IT, []) == ()


def test_half_a_meaning_is_one() -> None:
    for known in (meant("X", meaning("x"), NO_MEANING), meant("X", NO_MEANING, meaning("x"))):
        assert list(fits_of(IT, [known])) == by_the_book(IT, [known])


def test_a_factor_without_meanings_says_nothing() -> None:
    here = Circumstances(IT, PronounClass.IT, GrammaticalRole.SUBJECT, CANDIDATES)
    assert NAMED["fits what is said"].numbers(here) == [0] * 6
    told = NAMED["fits what is said"].numbers(here._replace(fits=fits_of(IT, CANDIDATES)))
    assert told == list(fits_of(IT, CANDIDATES))
    assert 0 not in told


# What the list keeps ----------------------------------------------------------------------------


def test_the_list_keeps_what_the_latest_noun_phrase_meant() -> None:
    now = HeardWhen((0.0, 1), 1, "")
    car = introduced(Entity("CAR"), replace(CAR, meaning=meaning("car")), now)
    assert car.named == meaning("car")
    it = evoked(car, IT, now)
    assert (it.latest.meaning, it.named) == (meaning("it"), meaning("car"))
    unsaid = evoked(it, replace(IT, is_pronoun=False, kind=Kind.ELLIPSIS), now)
    assert unsaid.named == meaning("car")
    again = evoked(it, replace(CAR, meaning=meaning("vehicle")), now)
    assert (again.latest.meaning, again.named) == (meaning("vehicle"), meaning("vehicle"))
    assert evoked(again, CAR, now).named == meaning("vehicle")  # of another nothing is known
    assert introduced(Entity("?"), IT, now).named == NO_MEANING
