"""Direct speech: quoted words, their speakers, who I and you are, and whom he and she cannot be."""

from __future__ import annotations

from dataclasses import replace

from hearer import resolve
from hearer.analysis.speech import QuotedWords, Tag, find_tag, name_of_speaker
from hearer.hearing import Hearer, listen
from hearer.model import Constraint, Discourse, Event, Interpretation, Kind, Utterance
from hearer.model.tree import Tree
from hearer.views.why import why
from tests.analysis.parsed import discourse
from tests.cases import cases

MARY_MET_JOHN = "Mary/PROPN/nsubj/2 met/VERB/root/0/meet John/PROPN/obj/2"
I_AM_TIRED_SAID_MARY = "“/PUNCT/punct/4 I/PRON/nsubj/4 am/AUX/cop/4/be tired/ADJ/root/0 ,/PUNCT/punct/4 ”/PUNCT/punct/4 said/VERB/parataxis/4/say Mary/PROPN/nsubj/7"
MARY_SAID_I_AM_TIRED = "Mary/PROPN/nsubj/2 said/VERB/root/0/say ,/PUNCT/punct/2 “/PUNCT/punct/7 I/PRON/nsubj/7 am/AUX/cop/7/be tired/ADJ/ccomp/2 ”/PUNCT/punct/7"
I_AM_TIRED_SHE_SAID = "“/PUNCT/punct/4 I/PRON/nsubj/4 am/AUX/cop/4/be tired/ADJ/root/0 ,/PUNCT/punct/4 ”/PUNCT/punct/4 she/PRON/nsubj/8 said/VERB/parataxis/4/say"
YOU_WON_SAID_JOHN = "“/PUNCT/punct/3 You/PRON/nsubj/3 won/VERB/root/0/win ,/PUNCT/punct/3 ”/PUNCT/punct/3 said/VERB/parataxis/3/say John/PROPN/nsubj/6"
HE_LEFT_SAID_JOHN = "“/PUNCT/punct/3 He/PRON/nsubj/3 left/VERB/root/0/leave ,/PUNCT/punct/3 ”/PUNCT/punct/3 said/VERB/parataxis/3/say John/PROPN/nsubj/6"
MARY_WON_SHE_SAID = "“/PUNCT/punct/3 Mary/PROPN/nsubj/3 won/VERB/root/0/win ,/PUNCT/punct/3 ”/PUNCT/punct/3 she/PRON/nsubj/7 said/VERB/parataxis/3/say"


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


@cases(__file__)
def test_the_words_beside_a_quotation_tell_who_says_it(sentence: str, tag: list[object]) -> None:
    assert tag_of(sentence) == Tag(*tag)  # type: ignore[arg-type]


def test_what_is_done_to_a_quoted_word_is_no_tag() -> None:
    assert (
        tag_of(
            "Mary/PROPN/nsubj/2 likes/VERB/root/0/like “/PUNCT/punct/4 Ulysses/PROPN/obj/2 ”/PUNCT/punct/4"
        )
        is None
    )


# I --------------------------------------------------------------------------------------------


@cases(__file__)
def test_in_a_quotation(claim: str, sentences: str, expected: dict[str, list[str]]) -> None:
    found = heard(*sentences.split(" | "))
    assert {n: entities(found, int(n)) for n in expected} == expected, claim


@cases(__file__)
def test_in_a_conversation(claim: str, lines: str, expected: dict[str, list[str]]) -> None:
    told = [line.split(": ", 1) for line in lines.split(" | ")]
    found = said(*((speaker, line) for speaker, line in told))
    assert {n: entities(found, int(n)) for n in expected} == expected, claim


@cases(__file__)
def test_in_lines_with_labels(text: str, expected: list[str]) -> None:
    found = resolve(text.replace(" | ", "\n"))
    pronouns = [e for e in found.expressions if e.is_pronoun or e.kind is Kind.SPEAKER]
    assert [f"{e.text} {e.entity}" for e in pronouns] == expected


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


# Speakers' lines ------------------------------------------------------------------------------

I_WON = "I/PRON/nsubj/2 won/VERB/root/0/win"
YOU_WON = "You/PRON/nsubj/2 won/VERB/root/0/win"


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
        "“I” at 1:17 is Mary: the speaker of this quotation is Mary: “said Mary”."
    )
    assert str(why(found, "you")) == (
        "“you” at 1:44 is Mary: in this quotation John speaks to Mary."
    )
    assert str(why(said(("Anna", I_WON)), (1, 1))) == ("“I” at 1:1 is Anna: the speaker is Anna.")


def test_why_he_is_not_who_speaks() -> None:
    found = heard("John/PROPN/nsubj/2 came/VERB/root/0/come", HE_LEFT_SAID_JOHN)

    assert "John is ruled out, he speaks here or is spoken to." in (str(why(found, "he")))


def test_the_papers_profile_knows_nothing_of_this() -> None:
    found = listen(discourse(MARY_SAID_I_AM_TIRED), profile="paper", direct_speech="keep")

    assert entities(found, 1) == ["Mary MARY", "I I"]


# Quoted words ---------------------------------------------------------------------------------


def utterance(text: str, *, number: int = 1, begins_paragraph: bool = False) -> Utterance:
    """Words split at spaces; a word written with a hyphen before or after hugs its neighbour."""
    words = text.split()
    spaces = [
        "" if word.endswith("~") or after.startswith("~") else " "
        for word, after in zip(words, [*words[1:], " "], strict=True)
    ]
    forms = tuple(word.strip("~") for word in words)
    plain = Utterance.of(" ".join(f"{form}/X/dep/0" for form in forms), number=number)
    return replace(plain, spaces=tuple(spaces), begins_paragraph=begins_paragraph)


def spoken(*utterances: Utterance) -> list[str]:
    speech = QuotedWords()
    marked = ((u, speech.mark(u)) for u in utterances)
    return [
        form
        for u, marks in marked
        for form, mark in zip(u.forms, marks[1:], strict=True)
        if mark and form.isalpha()
    ]


@cases(__file__)
def test_words_between_quotes_are_direct_speech(text: str) -> None:
    assert spoken(utterance(text)) == ["go"]


def test_speech_runs_on_into_the_next_sentence() -> None:
    assert spoken(utterance('he said "~ go'), utterance('now ~" and left')) == ["go", "now"]


def test_a_new_paragraph_ends_an_unclosed_quotation() -> None:
    later = utterance("he left", number=2, begins_paragraph=True)

    assert spoken(utterance('"~ go away'), later) == ["go", "away"]


def test_a_second_opening_mark_reopens() -> None:
    assert spoken(utterance("“ go “ now ” he said")) == ["go", "now"]


def test_a_straight_mark_that_hugs_the_word_before_it_does_not_open() -> None:
    assert spoken(utterance('a board of six ~" length is long')) == []


def test_single_quotes_are_no_direct_speech() -> None:
    assert spoken(utterance("'~ go ~' he said")) == []


def test_an_unclosed_quotation_ends_by_itself_at_last() -> None:
    sentences = [utterance("“ go", number=1)] + [utterance("away", number=n) for n in range(2, 40)]

    assert len(spoken(*sentences)) < 20
