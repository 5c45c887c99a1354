"""Things and places that bear a person's name, and persons who stand where they do."""

from __future__ import annotations

from dataclasses import replace

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
    drove = (
        f"{JUDGE} drove/VERB/root/0/drive from/ADP/case/5 Orlando/PROPN/obl/3"
        " to/ADP/case/7 Georgia/PROPN/obl/3"
    )
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


PUT = f"{JUDGE} put/VERB/root/0 the/DET/det/5 "


def test_a_drink_is_nobody_whatever_the_parser_says() -> None:
    sentence = f"{PUT} Chianti/PROPN/obj/3 down/ADV/advmod/3"
    answers = told(sentence, HE_LIKED_IT, profile="paper", Chianti="person")
    assert answers == ["he JUDGE", "it CHIANTI"]


def test_whom_the_parser_calls_a_person_with_the_is_one() -> None:
    sentence = f"{PUT} Buddha/PROPN/obj/3 down/ADV/advmod/3"
    assert told(sentence, HE_LIKED_IT, profile="paper", Buddha="person")[0] == "he BUDDHA"


def test_who_is_called_by_a_noun_with_the_may_be_somebody() -> None:
    sentence = "The/DET/det/2 Undertaker/PROPN/nsubj/3 fell/VERB/root/0/fall"
    assert told(sentence, SHE_SMILED, profile="paper") == ["she UNDERTAKER"]


@pytest.mark.parametrize("profile", ["paper", "default"])
def test_where_the_parser_tells_a_place_any_verb_goes_there(profile: str) -> None:
    went = f"{JUDGE} went/VERB/root/0/go to/ADP/case/5 Georgia/PROPN/obl/3"
    answers = told(went, HE_LIKED_IT, profile=profile, Georgia="place")
    assert answers == ["he JUDGE", "it GEORGIA"]


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
