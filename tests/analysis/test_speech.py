"""Direct speech in double quotes, whatever they look like and whether or not they balance."""

from __future__ import annotations

from dataclasses import replace

from hearer.analysis.speech import QuotedWords
from hearer.model import Utterance
from tests.cases import cases


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
