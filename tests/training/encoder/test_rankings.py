"""Pronouns and candidates: every word is found again where the sentences lie side by side."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hearer.parsers.english.pieces import Pieces
from tests.training.encoder import toy
from training.encoder.columns import Sentences, in_a_row, load
from training.encoder.rankings import (
    GOLD,
    RANKINGS_OF,
    SENTENCES_OF,
    Example,
    Rankings,
    chosen,
    ranked,
    seen,
)


def laid(documents: list[Example]) -> Sentences:
    """The sentences of one document in a row."""
    return in_a_row([("a", documents[0]["sentences"])], Pieces(toy.VOCABULARY))


def test_a_choice_finds_every_word_side_by_side(prepared: Path) -> None:
    pronouns = load(prepared / RANKINGS_OF.format(GOLD), Rankings)
    sentences = load(prepared / SENTENCES_OF.format(GOLD), Sentences)
    choice = chosen(pronouns, sentences, np.array([0, 2], np.int32))
    width = 5  # the longest of the sentences
    said = [["Anna", "sees", "the", "dog", "."], ["She", "runs", "."]]
    laid = [
        (sentence * width + place, form)
        for sentence, forms in enumerate(said)
        for place, form in enumerate(forms)
    ]
    words = dict(laid)
    assert choice.sentences.tolist() == [0, 1, 4, 5]
    assert words[int(choice.pronoun[0])] == "She"
    assert [words[int(n)] for n in choice.latest[0]] == ["dog", "Anna"]
    assert choice.has_name.tolist() == [[True, False], [True, False]]
    assert words[int(choice.named[0][0])] == "dog"
    assert choice.answers.tolist() == [[False, True, False], [False, False, True]]
    assert choice.back.tolist() == [[1, 1], [1, 1]]
    assert choice.rank.tolist() == [[0, 1], [0, 1]]


def test_what_is_filled_up_is_not_listed() -> None:
    documents: list[Example] = [
        {
            "name": "a",
            "sentences": [["Bob", "runs"], ["it", "rains"]],
            "pronouns": [
                (1, 0, 2, True, []),
                (1, 0, 2, False, [[0, 0, 0, 0, 1, 0, 1], [0, 1, 0, 1, 1, 1, 0]]),
            ],
        }
    ]
    sentences = laid(documents)
    choice = chosen(ranked(documents, sentences.words_from), sentences, np.array([0, 1], np.int32))
    assert choice.listed.tolist() == [[False, False], [True, True]]
    assert choice.answers.tolist() == [[False, False, True], [True, False, False]]


def test_a_pronoun_without_a_right_answer_teaches_nothing() -> None:
    lost = (1, 0, 2, False, [[0, 0, 0, 0, 1, 0, 0]])
    somebody = (1, 0, 2, None, [[0, 0, 0, 0, 1, 0, 1]])
    documents: list[Example] = [
        {"name": "a", "sentences": [["Bob"], ["it"]], "pronouns": [lost, somebody]}
    ]
    sentences = laid(documents)
    pronouns = ranked(documents, sentences.words_from)
    (taught,) = seen(pronouns, sentences, lambda name: True)
    assert taught.tolist() == [1]
    assert chosen(pronouns, sentences, taught).asks_nobody.tolist() == [False]


def test_a_pronoun_that_needs_too_long_a_sentence_is_left_out() -> None:
    named, unnamed = [0, 0, 0, 0, 1, 0, 1], [1, 0, -1, -1, 0, 1, 1]
    documents: list[Example] = [
        {
            "name": "a",
            "sentences": [["Bob", "runs", "runs"], ["it", "rains"]],
            "pronouns": [(1, 0, 2, False, [named]), (1, 0, 2, False, [unnamed])],
        }
    ]
    sentences = laid(documents)
    pronouns = ranked(documents, sentences.words_from)

    def taught(longest: int) -> list[list[int]]:
        return [part.tolist() for part in seen(pronouns, sentences, bool, longest=longest)]

    assert sentences.lengths.tolist() == [5, 4]  # with [CLS] and [SEP]
    assert taught(5) == [[0, 1]]
    assert taught(4) == [[1]]
