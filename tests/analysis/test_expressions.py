"""Referring expressions, their kinds, and the word at which each is heard."""

from __future__ import annotations

from hearer.model import Kind
from tests.analysis.parsed import found_in, heard, texts
from tests.cases import cases


@cases(__file__)
def test_a_phrase_has_the_kind(phrase: str, kind: str) -> None:
    (found,) = found_in(f"{phrase} left/VERB/root/0")

    assert found.kind is Kind[kind]


def test_a_possessor_is_heard_before_what_it_possesses() -> None:
    found = found_in("her/PRON/nmod:poss/2 car/NOUN/nsubj/3 stopped/VERB/root/0")

    assert [(draft.text, draft.kind) for draft in found] == [
        ("her", Kind.POSSESSIVE),
        ("car", Kind.POSSESSED),
    ]


def test_a_name_is_heard_with_its_last_word_and_stands_at_its_head() -> None:
    (name,) = found_in(
        "Dr./PROPN/nmod:desc/2 John/PROPN/nsubj/4 Smirga/PROPN/flat/2 left/VERB/root/0"
    )

    assert (name.text, name.position, name.heard_at) == ("Dr. John Smirga", 2, 3)


def test_a_noun_phrase_is_heard_with_its_head_and_spans_its_modifiers() -> None:
    request, prosecutors = found_in(
        "a/DET/det/2 request/NOUN/nsubj/5 from/ADP/case/4 prosecutors/NOUN/nmod/2 came/VERB/root/0"
    )

    assert (request.heard_at, request.first, request.last) == (2, 1, 4)
    assert (prosecutors.heard_at, prosecutors.first, prosecutors.last) == (4, 4, 4)


@cases(__file__)
def test_expressions_are(claim: str, sentences: str, expected: object) -> None:
    assert texts(sentences) == expected, claim


def test_an_appositive_evokes_its_governor() -> None:
    name, appositive = found_in(
        "Smirga/PROPN/nsubj/5 ,/PUNCT/punct/4 the/DET/det/4 attorney/NOUN/appos/1 left/VERB/root/0"
    )

    assert (appositive.kind, appositive.evokes) == (Kind.APPOSITIVE, name.head)


def test_a_second_finite_verb_has_an_elliptical_subject_half_a_word_before_it() -> None:
    _, ellipsis = found_in(
        "Brennan/PROPN/nsubj/2 came/VERB/root/0 and/CCONJ/cc/4 won/VERB/conj/2/win/VerbForm=Fin"
    )

    assert (ellipsis.kind, ellipsis.position, ellipsis.heard_at) == (Kind.ELLIPSIS, 3.5, 4)


@cases(__file__)
def test_there_is_no_ellipsis_before_infinitives_and_where_there_is_a_subject(second: str) -> None:
    found = found_in(f"Brennan/PROPN/nsubj/2 came/VERB/root/0 and/CCONJ/cc/4 {second}")

    assert Kind.ELLIPSIS not in {draft.kind for draft in found}


def test_an_ellipsis_shares_the_whole_set() -> None:
    found = heard(
        "Brennan/PROPN/nsubj/4 and/CCONJ/cc/3 Friedman/PROPN/conj/1 came/VERB/root/0 and/CCONJ/cc/6 won/VERB/conj/4/win/VerbForm=Fin"
    )

    assert str(found.steps[-1]) == "S: [{BRENNAN, FRIEDMAN}_E: ε]"


def test_a_disjunction_is_no_set() -> None:
    found = found_in("Brennan/PROPN/nsubj/4 or/CCONJ/cc/3 Friedman/PROPN/conj/1 won/VERB/root/0")

    assert [draft.text for draft in found] == ["Brennan", "Friedman"]


def test_each_other_is_a_reciprocal() -> None:
    _, reciprocal = found_in("They/PRON/nsubj/2 raced/VERB/root/0 each/DET/det/4 other/ADJ/obj/2")

    assert reciprocal.kind is Kind.RECIPROCAL
