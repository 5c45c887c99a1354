"""Quotations of a document: their marks and their speakers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import hearer
from hearer.analysis.speech import How, quotations, quoted_spans
from hearer.reading import one_discourse
from tests.cases import cases


def marked(text: str) -> list[str]:
    return [text[start:end] for start, end in quoted_spans(text)]


# Marks ----------------------------------------------------------------------------------------


@cases(__file__)
def test_quotations_are(claim: str, args: list[Any], expected: object) -> None:
    assert marked(*args) == expected, claim


@pytest.mark.parametrize("mark", ['"{}"', "“{}”", "‘{}’"])
def test_a_quotation_may_go_on_in_the_next_paragraph(mark: str) -> None:
    opens, closes = mark.split("{}")
    text = f"She said, {opens}One.\n\n{opens}Two.\n\n{opens}Three.{closes}\n\nNobody spoke."
    assert marked(text) == [text[10 : text.index("\n\nNobody")]]


@pytest.mark.parametrize("mark", ["'", '" ', "“", "‘’", "‘a' ", "“a\n\n"])
def test_many_marks_take_no_longer_than_few(mark: str) -> None:
    text = mark * 10_000
    assert all(0 <= start < end <= len(text) for start, end in quoted_spans(text))


# Speakers -------------------------------------------------------------------------------------


def told(text: str) -> list[tuple[str, str | None]]:
    """The names of the speakers, and the evidence."""
    found = hearer.resolve(text)
    return [
        (found.names.get(one.speaker, "") if one.speaker else "", one.how)
        for one in hearer.quotations(found)
    ]


@cases(__file__)
def test_who_says_it_speaks_it(text: str, speaker: str) -> None:
    assert {name for name, _ in told(text)} == {speaker}
    assert told(text)[0][1] == How.TAG


def test_a_paragraph_has_one_speaker() -> None:
    text = "Tom slept.\n\n“I know,” said Anna. She laughed. “We will see.”"
    assert told(text) == [("Anna", How.TAG), ("Anna", How.TAG)]


def test_two_take_turns() -> None:
    text = "“Are you there?” asked Anna.\n\n“I am,” said Tom.\n\n“Where?”\n\n“Here.”"
    assert told(text) == [
        ("Anna", How.TAG),
        ("Tom", How.TAG),
        ("Anna", How.ALTERNATING),
        ("Tom", How.ALTERNATING),
    ]


def test_who_is_called_does_not_speak() -> None:
    text = "“Are you there?” asked Anna.\n\n“I am,” said Tom.\n\n“Come here, Anna!”"
    assert told(text)[-1] == ("", None)


def test_a_word_in_quotes_is_not_spoken() -> None:
    text = "The word “it” is short, said Anna. “It is,” said Tom."
    word, speech = quotations(hearer.resolve(text))
    assert (word.is_spoken, word.speaker) == (False, None)
    assert (speech.is_spoken, speech.speaker, speech.cue) == (True, "TOM", "said Tom")


def test_the_speaker_of_an_utterance_speaks_its_quotations() -> None:
    heard = one_discourse("“I am tired,” he said to Tom.")
    lines = tuple(replace(one, speaker="AnnaKeller") for one in heard.utterances)
    (one,) = quotations(hearer.resolve(replace(heard, utterances=lines)))
    assert (one.name, one.how) == ("AnnaKeller", How.LINE)
