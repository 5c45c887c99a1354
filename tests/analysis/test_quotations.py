"""Who I, you and we are, in quotations and in conversations, and whom he and she cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hearer.analysis.speech.quotations import QuotedWords
from hearer.analysis.speech.speakers import name_of_speaker
from hearer.analysis.speech.tags import Tag, find_tag
from hearer.hearing import Hearer, listen
from hearer.model import Constraint, Discourse, Event, Interpretation, Utterance
from hearer.model.tree import Tree
from hearer.views.why import why
from tests.analysis.parsed import discourse
from tests.cases import cases

MARY_MET_JOHN = "Mary/PROPN/nsubj/2 met/VERB/root/0/meet John/PROPN/obj/2"
I_AM_TIRED_SAID_MARY = (
    "“/PUNCT/punct/4 I/PRON/nsubj/4 am/AUX/cop/4/be tired/ADJ/root/0 ,/PUNCT/punct/4 ”/PUNCT/punct/4 "
    "said/VERB/parataxis/4/say Mary/PROPN/nsubj/7"
)
MARY_SAID_I_AM_TIRED = (
    "Mary/PROPN/nsubj/2 said/VERB/root/0/say ,/PUNCT/punct/2 “/PUNCT/punct/7 I/PRON/nsubj/7 "
    "am/AUX/cop/7/be tired/ADJ/ccomp/2 ”/PUNCT/punct/7"
)
I_AM_TIRED_SHE_SAID = (
    "“/PUNCT/punct/4 I/PRON/nsubj/4 am/AUX/cop/4/be tired/ADJ/root/0 ,/PUNCT/punct/4 ”/PUNCT/punct/4 "
    "she/PRON/nsubj/8 said/VERB/parataxis/4/say"
)
YOU_WON_SAID_JOHN = (
    "“/PUNCT/punct/3 You/PRON/nsubj/3 won/VERB/root/0/win ,/PUNCT/punct/3 ”/PUNCT/punct/3 "
    "said/VERB/parataxis/3/say John/PROPN/nsubj/6"
)
I_SLEPT = "“/PUNCT/punct/3 I/PRON/nsubj/3 slept/VERB/root/0/sleep ./PUNCT/punct/3 ”/PUNCT/punct/3"
HE_LEFT_SAID_JOHN = (
    "“/PUNCT/punct/3 He/PRON/nsubj/3 left/VERB/root/0/leave ,/PUNCT/punct/3 ”/PUNCT/punct/3 "
    "said/VERB/parataxis/3/say John/PROPN/nsubj/6"
)
MARY_WON_SHE_SAID = (
    "“/PUNCT/punct/3 Mary/PROPN/nsubj/3 won/VERB/root/0/win ,/PUNCT/punct/3 ”/PUNCT/punct/3 "
    "she/PRON/nsubj/7 said/VERB/parataxis/3/say"
)


def heard(*sentences: str) -> Interpretation:
    return listen(discourse(*sentences), profile="default")


def entities(found: Interpretation, utterance: int) -> list[str]:
    """The expressions of an utterance and their entities: "I MARY"."""
    return [f"{e.text} {e.entity}" for e in found.expressions if e.utterance == utterance]


def said(*lines: tuple[str, str]) -> Interpretation:
    """A conversation: each line with its speaker."""
    spoken = [
        replace(Utterance.of(line, number=n), speaker=speaker)
        for n, (speaker, line) in enumerate(lines, start=1)
    ]
    return listen(Discourse(tuple(spoken)), profile="default")


# Tags -----------------------------------------------------------------------------------------


def tag_of(sentence: str) -> Tag | None:
    utterance = Utterance.of(sentence)
    return find_tag(Tree(utterance), QuotedWords().mark(utterance))


@pytest.mark.parametrize(
    ("sentence", "tag"),
    [
        (I_AM_TIRED_SAID_MARY, Tag(8, 0, "said Mary")),
        (MARY_SAID_I_AM_TIRED, Tag(1, 0, "Mary said")),
        (I_AM_TIRED_SHE_SAID, Tag(7, 0, "she said")),
        (
            "“/PUNCT/punct/2 Go/VERB/root/0 !/PUNCT/punct/2 ”/PUNCT/punct/2 she/PRON/nsubj/6 "
            "said/VERB/parataxis/2/say to/ADP/case/8 John/PROPN/obl/6",
            Tag(5, 8, "she said"),
        ),
        (
            "“/PUNCT/punct/2 Go/VERB/root/0 !/PUNCT/punct/2 ”/PUNCT/punct/2 she/PRON/nsubj/6 "
            "told/VERB/parataxis/2/tell John/PROPN/iobj/6",
            Tag(5, 7, "she told"),
        ),
    ],
)
def test_the_words_beside_a_quotation_tell_who_says_it(sentence: str, tag: Tag) -> None:
    assert tag_of(sentence) == tag


def test_what_is_done_to_a_quoted_word_is_no_tag() -> None:
    assert (
        tag_of(
            "Mary/PROPN/nsubj/2 likes/VERB/root/0/like “/PUNCT/punct/4 Ulysses/PROPN/obj/2 ”/PUNCT/punct/4"
        )
        is None
    )


# I --------------------------------------------------------------------------------------------


def test_i_in_a_quotation_is_who_says_it() -> None:
    assert entities(heard(MARY_SAID_I_AM_TIRED), 1) == ["Mary MARY", "I MARY"]


def test_i_is_known_before_the_tag_where_the_speaker_was_heard_before() -> None:
    steps = heard(MARY_MET_JOHN, I_AM_TIRED_SAID_MARY).steps
    at_i = next(step for step in steps if step.word and step.word.form == "I")

    assert [e.entity for e in at_i.expressions] == ["MARY"]


def test_i_is_unified_with_a_speaker_who_is_named_afterwards() -> None:
    found = heard(I_AM_TIRED_SAID_MARY)

    assert entities(found, 1) == ["I MARY", "Mary MARY"]
    assert [str(note) for step in found.steps for part in step.parts for note in part.notes] == [
        "unified: I [quotation 1] is MARY"
    ]


def test_until_then_i_is_somebody_of_its_own() -> None:
    listener = Hearer(profile="default")
    for word in Utterance.of(I_AM_TIRED_SAID_MARY).words[:2]:
        step = listener.hear(word)

    assert step.event is Event.WORD
    assert [e.entity for e in step.expressions] == ["I [quotation 1]"]


def test_i_is_unified_with_what_the_pronoun_of_the_tag_means() -> None:
    found = heard(MARY_MET_JOHN, I_AM_TIRED_SHE_SAID)

    assert entities(found, 2) == ["I MARY", "she MARY"]


def test_a_quotation_goes_on_after_its_tag() -> None:
    assert entities(heard(I_AM_TIRED_SAID_MARY, I_SLEPT), 2) == ["I MARY"]


def test_a_storyteller_is_not_who_is_quoted() -> None:
    told = "I/PRON/nsubj/2 slept/VERB/root/0/sleep"
    found = heard(told, "¶ " + MARY_SAID_I_AM_TIRED, "¶ " + told)

    assert [entities(found, n) for n in (1, 3)] == [["I I"], ["I I"]]


# You ------------------------------------------------------------------------------------------


def test_you_in_a_quotation_is_who_spoke_before() -> None:
    found = heard(I_AM_TIRED_SAID_MARY, "¶ " + YOU_WON_SAID_JOHN)

    assert entities(found, 2) == ["you MARY", "John JOHN"]


def test_two_take_turns_without_tags() -> None:
    found = heard(I_AM_TIRED_SAID_MARY, "¶ " + YOU_WON_SAID_JOHN, "¶ " + I_SLEPT, "¶ " + I_SLEPT)

    assert [entities(found, n) for n in (3, 4)] == [["I MARY"], ["I JOHN"]]


def test_a_vocative_tells_who_you_are() -> None:
    called = (
        "“/PUNCT/punct/4 Anna/PROPN/vocative/4 you/PRON/nsubj/4 won/VERB/root/0/win ,/PUNCT/punct/4 "
        "”/PUNCT/punct/4 said/VERB/parataxis/4/say John/PROPN/nsubj/7"
    )

    assert entities(heard(called), 1) == ["Anna ANNA", "you ANNA", "John JOHN"]


# He and she -----------------------------------------------------------------------------------


def candidates(found: Interpretation, pronoun: str) -> dict[str, Constraint | None]:
    return {one.entity: one.violated for one in why(found, pronoun).tested}


def test_he_in_a_quotation_is_not_who_says_it() -> None:
    found = heard("John/PROPN/nsubj/2 came/VERB/root/0/come", HE_LEFT_SAID_JOHN)

    assert candidates(found, "he") == {"JOHN": Constraint.SPEECH}


def test_she_who_says_a_quotation_is_nobody_it_speaks_of() -> None:
    found = heard("Anna/PROPN/nsubj/2 came/VERB/root/0/come", MARY_WON_SHE_SAID)

    assert candidates(found, "she")["MARY"] is Constraint.SPEECH
    assert entities(found, 2) == ["Mary MARY", "she ANNA"]


def test_whom_i_speak_of_i_do_not_speak_to() -> None:
    mary_won_said_john = YOU_WON_SAID_JOHN.replace("You/PRON", "Mary/PROPN")
    she_slept = I_SLEPT.replace("I/", "She/")
    found = heard(I_AM_TIRED_SAID_MARY, "¶ " + mary_won_said_john, she_slept)

    assert [entities(found, n) for n in (2, 3)] == [["Mary MARY", "John JOHN"], ["she MARY"]]


# Speakers' lines ------------------------------------------------------------------------------

I_WON = "I/PRON/nsubj/2 won/VERB/root/0/win"
YOU_WON = "You/PRON/nsubj/2 won/VERB/root/0/win"
WE_WON = "We/PRON/nsubj/2 won/VERB/root/0/win"


def test_i_is_the_speaker_and_you_whoever_spoke_before() -> None:
    found = said(("Anna", I_WON), ("Ben", YOU_WON), ("Ben", I_WON), ("Anna", YOU_WON))

    assert [e.entity for e in found.expressions] == ["ANNA", "ANNA", "BEN", "BEN"]


def test_we_are_the_speaker_and_whoever_belongs_to_them() -> None:
    found = said(("Anna", WE_WON), ("Ben", WE_WON), ("Anna", WE_WON))

    assert [e.entity for e in found.expressions] == ["WE [Anna]", "WE [Ben]", "WE [Anna]"]


def test_who_is_called_by_name_is_spoken_to() -> None:
    called = "Anna/PROPN/vocative/3 you/PRON/nsubj/3 won/VERB/root/0/win"
    found = said(("Anna", I_WON), ("Ben", I_WON), ("Carl", called))

    assert entities(found, 3) == ["Anna ANNA", "you ANNA"]


def test_one_of_two_calls_the_other() -> None:
    mom = "Mom/NOUN/vocative/3 you/PRON/nsubj/3 won/VERB/root/0/win"

    assert entities(said(("Anna", I_WON), ("Ben", I_WON), ("Ben", mom)), 3) == [
        "Mom ANNA",
        "you ANNA",
    ]


@cases(__file__)
def test_who_says_i_am_mary_is_mary(introduced: str) -> None:
    found = said(("Host", introduced), ("Guest", "Mary/PROPN/nsubj/2 won/VERB/root/0/win"))

    assert entities(found, 2) == ["Mary HOST"]


def test_who_says_i_am_not_mary_is_not_mary() -> None:
    denied = "I/PRON/nsubj/4 am/AUX/cop/4/be not/PART/advmod/4 Mary/PROPN/root/0"

    assert entities(said(("Host", denied)), 1) == ["I HOST", "Mary MARY"]


def test_the_line_of_a_story_says_who_is_quoted_not_who_tells() -> None:
    oh = I_AM_TIRED_SHE_SAID.replace("she/PRON", "I/PRON")

    assert entities(said(("Pag", oh)), 1) == ["I PAG", "I I"]


def test_a_speaker_written_as_one_word_has_a_name_of_several() -> None:
    assert name_of_speaker("HughMcGuire") == ("Hugh", "McGuire")
    assert name_of_speaker("Aud1") == ("Aud1",)


def test_whoever_speaks_is_a_person_whatever_the_name_was_taken_for() -> None:
    it = "It/PRON/nsubj/2 works/VERB/root/0/work"
    named = "Marlena/PROPN/nsubj/2 works/VERB/root/0/work"
    found = said(("Ben", named), ("Ben", it), ("Marlena", I_WON), ("Ben", YOU_WON), ("Carl", it))

    assert [r.entity for r in found.resolutions][1] != "MARLENA"


# In words -------------------------------------------------------------------------------------


def test_why_i_names_the_words_that_tell() -> None:
    found = heard(MARY_MET_JOHN, I_AM_TIRED_SAID_MARY, "¶ " + YOU_WON_SAID_JOHN)

    assert str(why(found, "I")) == (
        "“I” at 1:17 is MARY: the speaker of this quotation is MARY: “said Mary”."
    )
    assert str(why(found, "you")) == (
        "“you” at 1:44 is MARY: in this quotation JOHN speaks to MARY."
    )
    assert str(why(said(("Anna", I_WON)), (1, 1))) == ("“I” at 1:1 is ANNA: the speaker is Anna.")


def test_why_he_is_not_who_speaks() -> None:
    found = heard("John/PROPN/nsubj/2 came/VERB/root/0/come", HE_LEFT_SAID_JOHN)

    assert (
        "Who speaks rules out JOHN (speaks here or is spoken to, and “he” is somebody else)."
        in (str(why(found, "he")))
    )


def test_the_papers_profile_knows_nothing_of_this() -> None:
    found = listen(discourse(MARY_SAID_I_AM_TIRED), profile="paper", direct_speech="keep")

    assert entities(found, 1) == ["Mary MARY", "I I"]
