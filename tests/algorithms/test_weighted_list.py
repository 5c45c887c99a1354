"""The list of the weighted S-list: insert, remove, fall off; and it goes on from JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hearer.algorithms.weighted.cataphora import Awaiting
from hearer.algorithms.weighted.listed import LONGEST, ListedEntity, WeightedList
from hearer.algorithms.weighted.weighted_s_list import WeightedSList
from hearer.algorithms.weighted.weights import Lazy
from hearer.hearing import Hearer
from hearer.model import (
    Attempt,
    Cue,
    Entity,
    Kind,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.model.storing import restore, stored
from tests.algorithms.listed import CAR, listed
from tests.algorithms.test_cataphora import BEFORE_HE_LEFT, HE_DREAMT
from tests.algorithms.test_weighted_s_list import PARSED, heard

TEXT = (*PARSED, BEFORE_HE_LEFT, HE_DREAMT)


def at(place: float, entity: str, heard: int = 1) -> ListedEntity:
    return listed(entity, place=(place, heard))


def entities(s_list: WeightedList) -> list[str]:
    return [element.entity for element in s_list.elements]


def test_what_is_inserted_stands_where_its_weight_puts_it() -> None:
    s_list = WeightedList()
    for each in (at(-1.0, "CAR"), at(-3.0, "BRENNAN"), at(-2.0, "TREE")):
        s_list.insert(each)
    assert entities(s_list) == ["BRENNAN", "TREE", "CAR"]


def test_of_two_as_heavy_the_one_heard_first_stands_first() -> None:
    s_list = WeightedList()
    s_list.insert(at(-1.0, "TREE", heard=2))
    s_list.insert(at(-1.0, "CAR", heard=1))
    assert entities(s_list) == ["CAR", "TREE"]


def test_an_entity_stands_on_the_list_once() -> None:
    s_list = WeightedList()
    for each in (at(-1.0, "CAR", 1), at(-2.0, "TREE", 2), at(-3.0, "CAR", 3)):
        s_list.insert(each)
    assert entities(s_list) == ["CAR", "TREE"]
    assert list(s_list.known) == ["TREE", "CAR"]


def test_what_is_removed_is_gone() -> None:
    s_list = WeightedList()
    for each in (at(-1.0, "CAR"), at(-2.0, "TREE")):
        s_list.insert(each)
    s_list.remove(s_list.known[Entity("TREE")])
    assert entities(s_list) == ["CAR"]


def test_of_too_many_the_one_not_realized_for_longest_falls_off() -> None:
    s_list = WeightedList()
    for n in range(LONGEST):
        s_list.insert(at(float(-n), f"E{n}", heard=n))
    s_list.insert(at(1.0, "E0", heard=LONGEST))  # realized again: now E1 is the oldest
    assert len(s_list.elements) == LONGEST
    s_list.insert(at(0.5, "NEW", heard=LONGEST + 1))
    assert len(s_list.elements) == len(s_list.known) == LONGEST
    assert Entity("E1") not in s_list.known
    assert {Entity("E0"), Entity("NEW")} <= set(s_list.known)


def test_what_was_not_realized_lately_is_forgotten() -> None:
    s_list = WeightedList()
    for n in (1, 2, 3):
        s_list.insert(listed(f"E{n}", replace(CAR, utterance=n), place=(float(n), n)))
    s_list.forget(2)
    assert entities(s_list) == ["E3"]


# Lazy sequences -----------------------------------------------------------------------------------


def letters(text: str) -> Lazy[str]:
    return Lazy(lambda: iter(text))


def test_a_lazy_sequence_is_the_tuple_it_makes() -> None:
    abc = letters("abc")
    assert abc == letters("abc") == ("a", "b", "c")
    assert abc == ("a", "b", "c")
    assert hash(abc) == hash(("a", "b", "c"))
    assert (len(abc), abc[-1], abc[:2], repr(abc)) == (3, "c", ("a", "b"), "('a', 'b', 'c')")
    assert abc != letters("ab")
    assert abc != "abc"


def test_equal_resolutions_have_equal_hashes_however_they_were_made() -> None:
    resolutions = heard(*PARSED).resolutions
    assert any(resolution.attempts for resolution in resolutions)
    for resolution in resolutions:
        made = replace(
            resolution,
            attempts=tuple(
                replace(each, factors=tuple(each.factors)) for each in resolution.attempts
            ),
            nobody=tuple(resolution.nobody),
        )
        assert made == resolution
        assert hash(made) == hash(resolution)


# JSON ---------------------------------------------------------------------------------------------


def passes(pronoun: ReferringExpression, candidate: object) -> None:
    """Let every candidate pass."""


def test_a_pronoun_that_waits_is_stored_with_its_attempts() -> None:
    john = ReferringExpression("John", 1, 1, entity=Entity("JOHN"), kind=Kind.NAME)
    he = ReferringExpression("he", 2, 2, is_pronoun=True, kind=Kind.PRONOUN)
    ahead = replace(he, cues=frozenset({Cue.AHEAD}))
    before, after = WeightedSList(passes), WeightedSList(passes)
    before.hear(john)
    doubtful = replace(before.look_up(ahead), confidence=0.2)
    before.waiting = before.waiting.hear(Awaiting(doubtful, Entity("JOHN"), None))

    restore(after, json.loads(json.dumps(stored(before))))

    (waits,) = after.waiting.pronouns
    assert waits == before.waiting.pronouns[0]
    assert isinstance(waits.resolution, Resolution)
    assert all(isinstance(attempt, Attempt) for attempt in waits.resolution.attempts)
    assert waits.resolution.attempts[0].factors
    assert stored(after) == stored(before)


@pytest.mark.untraced
def test_the_list_goes_on_from_json_at_any_word() -> None:
    utterances = [Utterance.of(text, number=n) for n, text in enumerate(TEXT, 1)]
    words = [word for utterance in utterances for word in utterance.words]
    hearer = Hearer(profile="default", keep=False)
    for n, word in enumerate(words):
        here, other = hearer.copy(), hearer.copy()
        assert isinstance(other.algorithm, WeightedSList)
        fresh = WeightedSList(other.analyst.test)
        restore(fresh, json.loads(json.dumps(stored(other.algorithm))))
        other.algorithm = fresh
        assert [here.hear(each) for each in words[n:]] == [other.hear(each) for each in words[n:]]
        hearer.hear(word)
