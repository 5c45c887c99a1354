"""Things and places that bear a person's name, and persons who stand where they do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hearer.hearing import listen
from tests.analysis.parsed import discourse, found_in, resolved
from tests.cases import cases

HE_LIKED_IT = "He/PRON/nsubj/2 liked/VERB/root/0/like it/PRON/obj/2"
SHE_SMILED = "She/PRON/nsubj/2 smiled/VERB/root/0/smile"
JUDGE = "The/DET/det/2 judge/NOUN/nsubj/3"


@pytest.mark.parametrize("name", "Victoria Virginia Georgia Madison Orlando Jackson".split())
def test_who_lives_in_a_name_lives_at_a_place(name: str) -> None:
    lived = f"{JUDGE} lived/VERB/root/0/live in/ADP/case/5 {name}/PROPN/obl/3"
    assert resolved(lived, HE_LIKED_IT) == ["he JUDGE", f"it {name.upper()}"]


@pytest.mark.parametrize("name", "Mercedes Austin Lincoln Renault".split())
def test_what_has_an_article_is_a_thing(name: str) -> None:
    bought = f"{JUDGE} bought/VERB/root/0/buy a/DET/det/5 {name}/PROPN/obj/3"
    assert resolved(bought, HE_LIKED_IT) == ["he JUDGE", f"it {name.upper()}"]


def test_who_drives_from_a_name_to_another_travels() -> None:
    drove = f"{JUDGE} drove/VERB/root/0/drive from/ADP/case/5 Orlando/PROPN/obl/3 to/ADP/case/7 Georgia/PROPN/obl/3"
    assert resolved(drove, HE_LIKED_IT) == ["he JUDGE", "it ORLANDO"]


@cases(__file__)
def test_persons_stay_persons(sentence: str) -> None:
    assert resolved(sentence, SHE_SMILED)[-1] == "she MARY"


def told(sentence: str, then: str, profile: str, **sorts: str) -> list[str]:
    """The pronouns' entities where the parser tells some sorts."""
    first, second = discourse(sentence, then).utterances
    tells = replace(first, sorts=tuple(sorts.get(form, "") for form in first.forms))
    heard = discourse(sentence, then)
    found = listen(replace(heard, utterances=(tells, second)), profile=profile, sorts="stated")
    return [f"{r.pronoun.text} {r.entity}" for r in found.resolutions]


@cases(__file__)
def test_pronouns_mean(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert told(*sentences.split(" | "), **options) == expected, claim


@cases(__file__)
def test_answers_in_part(
    claim: str, sentences: str, options: dict[str, Any], key: int, expected: str
) -> None:
    assert told(*sentences.split(" | "), **options)[key] == expected, claim


def test_a_place_that_the_file_states_has_no_gender() -> None:
    [utterance] = discourse("Georgia/PROPN/nsubj/2 grew/VERB/root/0/grow").utterances
    states = replace(utterance, stated=("place", ""))
    then = discourse("_/X/root/0", "It/PRON/nsubj/2 fell/VERB/root/0/fall")
    heard = replace(then, utterances=(states, then.utterances[1]))
    found = listen(heard, profile="paper", sorts="stated")
    assert [r.entity for r in found.resolutions] == ["GEORGIA"]


def test_of_several_smiths_the_article_tells_nothing() -> None:
    smiths = "The/DET/det/2 Marys/PROPN/nsubj/3/Mary/Number=Plur sang/VERB/root/0/sing"
    [draft] = found_in(smiths)
    assert "person" in {sort.value for sort in draft.sorts}
