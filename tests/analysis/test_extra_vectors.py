"""The vectors of docs/specification/s-list.md A.6, which the paper does not print."""

from __future__ import annotations

from tests.analysis.parsed import (
    BRENNAN,
    FRIEDMAN_RACES,
    PARAGRAPH,
    SHE_DRIVES,
    SHE_WINS,
    WEATHER,
    heard,
    last_state,
    resolved,
)

WOMAN = "A/DET/det/2/a woman/NOUN/nsubj/6 who/PRON/nsubj/4/who/PronType=Rel knew/VERB/acl:relcl/2/know Brennan/PROPN/obj/4 left/VERB/root/0"


def test_an_unused_entity_evoked_in_its_own_utterance_keeps_its_position() -> None:
    steps = heard(
        "Friedman/PROPN/nsubj/2 said/VERB/root/0 she/PRON/nsubj/5 would/AUX/aux/5 win/VERB/ccomp/2"
    ).steps

    assert str(steps[-1]) == "S: [FRIEDMAN_E: she]"
    assert steps[-1].state[0].position == 1


def test_a_relative_pronoun_evokes_what_it_modifies_and_keeps_the_surface() -> None:
    assert last_state(WOMAN) == "S: [WOMAN_E: woman, BRENNAN_U: Brennan]"
    assert heard(WOMAN).steps[-1].state[0].position == 3


def test_a_pronoun_falls_back_to_the_state_two_back() -> None:
    (she,) = heard(BRENNAN, WEATHER, SHE_DRIVES).resolutions

    assert she.entity == "BRENNAN"
    assert she.attempts[-1].states_back == 2


def test_a_new_paragraph_empties_the_list() -> None:
    assert resolved(BRENNAN, PARAGRAPH + FRIEDMAN_RACES, SHE_WINS) == ["she FRIEDMAN"]
    assert len(heard(BRENNAN, PARAGRAPH + FRIEDMAN_RACES, SHE_WINS).segments) == 2


def test_a_paragraph_that_begins_with_a_subject_pronoun_opens_no_segment() -> None:
    found = heard(BRENNAN, PARAGRAPH + SHE_WINS)

    assert len(found.segments) == 1
    assert [r.entity for r in found.resolutions] == ["BRENNAN"]


def test_a_name_only_mentioned_in_quotes_never_enters_the_list() -> None:
    quoted = "“/PUNCT/punct/3 Friedman/PROPN/nsubj/3 lost/VERB/ccomp/7 ,/PUNCT/punct/3 ”/PUNCT/punct/3 Brennan/PROPN/nsubj/7 said/VERB/root/0"

    assert last_state(quoted) == "S: [BRENNAN_U: Brennan]"
    assert last_state(quoted, direct_speech="keep") != last_state(quoted)
