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

WOMAN = (
    "A/DET/det/2/a woman/NOUN/nsubj/6 who/PRON/nsubj/4/who/PronType=Rel knew/VERB/acl:relcl/2/know"
    " Brennan/PROPN/obj/4 left/VERB/root/0"
)
BOTH = "Brennan/PROPN/nsubj/4 and/CCONJ/cc/3 Friedman/PROPN/conj/1 raced/VERB/root/0"
THEY_CRASHED = "They/PRON/nsubj/2 crashed/VERB/root/0"
SHE_WALKED = "She/PRON/nsubj/2 walked/VERB/root/0 away/ADV/advmod/2"
JIM = (
    "Jim/PROPN/nsubj/2 pulled/VERB/root/0 the/DET/det/5 burlap/NOUN/compound/5"
    " sacks/NOUN/obj/2/sack/Number=Plur off/ADP/case/8 the/DET/det/8 deer/NOUN/obl/2"
    " and/CCONJ/cc/11 Liz/PROPN/nsubj/11 looked/VERB/conj/2 at/ADP/case/13 them/PRON/obl/11"
)


def test_an_unused_entity_evoked_in_its_own_utterance_keeps_its_position() -> None:
    steps = heard(
        "Friedman/PROPN/nsubj/2 said/VERB/root/0 she/PRON/nsubj/5 would/AUX/aux/5 win/VERB/ccomp/2"
    ).steps

    assert str(steps[-1]) == "S: [FRIEDMAN_E: she]"
    assert steps[-1].state[0].position == 1


def test_a_relative_pronoun_evokes_what_it_modifies_and_keeps_the_surface() -> None:
    assert last_state(WOMAN) == "S: [WOMAN_E: woman, BRENNAN_U: Brennan]"
    assert heard(WOMAN).steps[-1].state[0].position == 3


def test_without_the_rule_for_relative_pronouns_the_order_is_reversed() -> None:
    expected = "S: [BRENNAN_U: Brennan, WOMAN_BN: woman]"

    assert last_state(WOMAN, relative_pronouns=False) == expected


def test_a_pronoun_falls_back_to_the_state_two_back() -> None:
    (she,) = heard(BRENNAN, WEATHER, SHE_DRIVES).resolutions

    assert she.entity == "BRENNAN"
    assert she.attempts[-1].states_back == 2


def test_without_fallback_the_pronoun_stays_open() -> None:
    assert resolved(BRENNAN, WEATHER, SHE_DRIVES, fallback="none") == ["she None"]


def test_a_new_paragraph_empties_the_list() -> None:
    assert resolved(BRENNAN, PARAGRAPH + FRIEDMAN_RACES, SHE_WINS) == ["she FRIEDMAN"]
    assert len(heard(BRENNAN, PARAGRAPH + FRIEDMAN_RACES, SHE_WINS).segments) == 2


def test_a_paragraph_that_begins_with_a_subject_pronoun_opens_no_segment() -> None:
    found = heard(BRENNAN, PARAGRAPH + SHE_WINS)

    assert len(found.segments) == 1
    assert [r.entity for r in found.resolutions] == ["BRENNAN"]


def test_a_set_is_taken_up_by_they_and_its_first_member_by_she() -> None:
    assert resolved(BOTH, THEY_CRASHED, SHE_WALKED) == [
        "they {BRENNAN, FRIEDMAN}",
        "she BRENNAN",
    ]


def test_with_sets_alone_she_finds_nobody() -> None:
    found = resolved(BOTH, THEY_CRASHED, SHE_WALKED, coordination="set")

    assert found == ["they {BRENNAN, FRIEDMAN}", "she None"]


def test_side_by_side_set_and_members_stand_on_the_list() -> None:
    assert last_state(BOTH, coordination="separate") == (
        "S: [BRENNAN_U: Brennan, {BRENNAN, FRIEDMAN}_U: Brennan and Friedman, FRIEDMAN_U: Friedman]"
    )


def test_members_are_collected_in_the_set() -> None:
    assert last_state(BOTH) == "S: [{BRENNAN, FRIEDMAN}_U: Brennan and Friedman]"


def test_a_name_only_mentioned_in_quotes_never_enters_the_list() -> None:
    quoted = (
        "“/PUNCT/punct/3 Friedman/PROPN/nsubj/3 lost/VERB/ccomp/7 ,/PUNCT/punct/3 ”/PUNCT/punct/3"
        " Brennan/PROPN/nsubj/7 said/VERB/root/0"
    )

    assert last_state(quoted) == "S: [BRENNAN_U: Brennan]"
    assert last_state(quoted, direct_speech="keep") != last_state(quoted)


def test_them_are_the_sacks_when_both_candidates_are_new() -> None:
    """Example 5: of two in one class the leftmost is tested first (and wrong)."""
    assert resolved(JIM) == ["them SACKS"]


def test_them_are_the_deer_when_the_deer_are_known() -> None:
    deer = "A/DET/det/2/a deer/NOUN/nsubj/3 came/VERB/root/0"

    assert resolved(deer, JIM) == ["them DEER"]
