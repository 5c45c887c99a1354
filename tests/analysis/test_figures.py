"""Figures, signs and quantifiers: what *he*, *she*, *it* and *they* may take up."""

from __future__ import annotations

import pytest

from hearer.analysis.describe import PERSON, is_figure, is_several
from hearer.analysis.options import Strictness
from tests.analysis.parsed import found_in, resolved, texts
from tests.cases import cases

TAGS = ("NUM", "NOUN", "PROPN", "SYM", "X")
FIGURES = "536 12,500 3.5 50% $40 £3m % $ № § 5th 1,000s Ⅳ 007 😀 4x4".split()


def after(word: str, pronoun: str, **options: object) -> str:
    """Whom a pronoun means after "*word* stood there"."""
    [answer] = resolved(
        f"{word} stood/VERB/root/0/stand", f"{pronoun}/PRON/nsubj/2 fell/VERB/root/0", **options
    )
    return answer


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("pronoun", ["he", "she"])
def test_no_figure_and_no_sign_is_a_person(figure: str, tag: str, pronoun: str) -> None:
    assert after(f"{figure}/{tag}/nsubj/2", pronoun) == f"{pronoun} None"


@pytest.mark.parametrize("word", "Ada MD DC 2pac U2 —— _ one i".split())
def test_what_has_letters_or_only_dashes_is_no_figure(word: str) -> None:
    assert not is_figure(word)


def test_a_king_with_a_numeral_is_a_person_and_an_area_is_not() -> None:
    louis, area = (
        found_in(f"{first}/PROPN/compound/2 {last}/PROPN/nsubj/3 fell/VERB/root/0")[0].sorts
        for first, last in (("Louis", "XIV"), ("Area", "51"))
    )
    assert louis == PERSON
    assert PERSON.isdisjoint(area)


@cases(__file__)
def test_after_it_a_pronoun_means(claim: str, sentences: str, expected: str) -> None:
    assert after(*sentences.split(" | ")) == expected, claim


@cases(__file__)
def test_expressions_are(claim: str, sentences: str, expected: object) -> None:
    assert texts(sentences) == expected, claim


@cases(__file__)
def test_years_are_told_by_their_digits(
    figure: str, preposition: str, *, is_left_out: bool
) -> None:
    sentence = f"She/PRON/nsubj/2 sang/VERB/root/0 {preposition}/ADP/case/4 {figure}/NUM/obl/2"
    assert texts(sentence) == (["she"] if is_left_out else ["she", figure])


# Quantifiers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["ADJ", "DET", "PRON", "NOUN"])
@pytest.mark.parametrize("word", ["few", "many", "several", "both", "two", "twenty-one"])
@pytest.mark.parametrize("strictness", ["strict", "lenient"])
def test_several_are_plural(word: str, tag: str, strictness: str) -> None:
    sentence = f"{word.title()}/{tag}/nsubj/2/{word} fell/VERB/root/0"
    [draft] = found_in(sentence, strictness=Strictness(strictness))
    assert draft.agreement.number == {"plural"}


@pytest.mark.parametrize("word", ["few", "many", "several", "most", "some", "all", "hundred"])
def test_quantifiers_are_neither_he_nor_she(word: str) -> None:
    said = f"{word}/DET/nsubj/2"
    assert after(said, "they") == f"they {word.upper()}"
    assert after(said, "he") == "he None"
    assert after(said, "she") == "she None"


def test_what_is_counted_tells_the_sort() -> None:
    """*One* of the drivers is he or she, *one* of the books is it."""
    for noun, pronoun, other in (("driver", "he", "it"), ("book", "it", "he")):
        one = f"one/NUM/nsubj/5 of/ADP/case/4 the/DET/det/4 {noun}s/NOUN/nmod/1/{noun} stood/VERB/root/0/stand"
        assert resolved(one, f"{pronoun}/PRON/nsubj/2 fell/VERB/root/0") == [f"{pronoun} ONE"]
        assert resolved(one, f"{other}/PRON/nsubj/2 fell/VERB/root/0") == [f"{other} None"]


def test_number_words_are_several() -> None:
    assert [w for w in "two ninety-nine one hundred-one second".split() if is_several(w)] == [
        "two",
        "ninety-nine",
    ]


@cases(__file__)
def test_a_noun_shows_its_number_though_no_feature_tells(word: str, number: str) -> None:
    [draft] = found_in(f"{word} fell/VERB/root/0")
    assert draft.agreement.number == {number}
