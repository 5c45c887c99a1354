"""What comes can rule out what a pronoun was taken for; and reflexives that nothing binds."""

from __future__ import annotations

import pytest

import hearer
from hearer.hearing import listen
from hearer.model import Constraint, Discourse, Interpretation, Kind, Utterance

MASCULINE = "Gender=Masc|Number=Sing"
EMIL_MET_ANTON = (
    "Emil/PROPN/nsubj/2/Emil/Number=Sing met/VERB/root/0/meet/VerbForm=Fin"
    " Anton/PROPN/obj/2/Anton/Number=Sing"
)
EMIL_CAME = "Emil/PROPN/nsubj/2/Emil/Number=Sing came/VERB/root/0/come/VerbForm=Fin"
HE_GAVE_HIS_CAR_TO_EMIL = (
    f"He/PRON/nsubj/2/he/{MASCULINE} gave/VERB/root/0/give/VerbForm=Fin"
    f" his/PRON/nmod:poss/4/his/{MASCULINE} car/NOUN/obj/2/car/Number=Sing to/ADP/case/6/to"
    " Emil/PROPN/obl/2/Emil/Number=Sing"
)
PICTURES_OF_HIMSELF = (
    "Emil/PROPN/nsubj/2/Emil/Number=Sing thought/VERB/root/0/think/VerbForm=Fin"
    " that/SCONJ/mark/7/that pictures/NOUN/nsubj/7/picture/Number=Plur of/ADP/case/6/of"
    f" himself/PRON/nmod/4/himself/{MASCULINE} sold/VERB/ccomp/2/sell/VerbForm=Fin"
)


def heard(*parsed: str) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    return listen(Discourse(utterances), profile="default")


def answers(found: Interpretation) -> list[tuple[str, str | None]]:
    return [(r.pronoun.text, r.entity) for r in found.resolutions]


def test_a_subject_is_nobody_who_is_named_beside_it() -> None:
    found = heard(EMIL_MET_ANTON, HE_GAVE_HIS_CAR_TO_EMIL)
    assert answers(found) == [("he", "ANTON"), ("his", "ANTON")]
    assert {str(chain) for chain in found.chains} >= {"ANTON: Anton, he, his", "EMIL: Emil, Emil"}


def test_the_revision_says_what_it_replaces_and_why() -> None:
    he = heard(EMIL_MET_ANTON, HE_GAVE_HIS_CAR_TO_EMIL).resolutions[0]
    assert he.instead_of is not None
    assert he.instead_of.entity == "EMIL"
    (out,) = [a for a in he.attempts if a.candidate.entity == "EMIL"]
    assert out.violated is Constraint.BINDING
    assert (he.confidence or 0) < 0.9


def test_where_nobody_else_is_there_it_is_nobody() -> None:
    found = heard(EMIL_CAME, HE_GAVE_HIS_CAR_TO_EMIL)
    he, his = found.resolutions
    assert he.entity is None
    assert he.instead_of is not None
    assert he.instead_of.entity == "EMIL"
    assert his.entity != "EMIL"


def test_a_revision_is_told() -> None:
    found = heard(EMIL_CAME, HE_GAVE_HIS_CAR_TO_EMIL)
    assert str(found.why("he")).startswith(
        "“he” at 1:11 has no antecedent (probability 0.60). Until the rest of the sentence was heard, "
        "it was taken to be EMIL, but EMIL is the oblique of the same verb (“gave”). "
    )
    assert "nothing binds it in its clause" in str(heard(PICTURES_OF_HIMSELF).why("himself"))


def test_a_reflexive_that_nothing_binds_is_the_best_that_agrees() -> None:
    (himself,) = heard(PICTURES_OF_HIMSELF).resolutions
    assert himself.pronoun.kind is Kind.REFLEXIVE
    assert himself.entity == "EMIL"
    assert (himself.confidence or 0) < 0.9


@pytest.mark.parametrize(
    ("text", "pronoun", "entity"),
    [
        ("A man in his forties sat down.", "his", "MAN"),
        (
            "The court gave the prisoners an opportunity to defend themselves.",
            "themselves",
            "PRISONERS",
        ),
        ("Peter promised Nora to wash himself.", "himself", "PETER"),
        ("Seeing himself in the glass, Bruno laughed.", "himself", "BRUNO"),
        ("As soon as he had eaten, Emil fell asleep.", "he", "EMIL"),
        ("She may be small, but Greta is strong.", "she", "GRETA"),
        ("The portrait of himself that Emil painted was stolen.", "himself", "EMIL"),
        ("The cow hurt itself.", "itself", "COW"),
        ("Those who know him say that Emil is kind.", "him", "EMIL"),
        ("His portrait of Emil was stolen.", "his", None),
        ("He slept while Emil worked.", "he", None),
    ],
)
def test_from_raw_text(text: str, pronoun: str, entity: str | None) -> None:
    (found,) = [r for r in hearer.resolve(text).resolutions if r.pronoun.text == pronoun]
    assert found.entity == entity
