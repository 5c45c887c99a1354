"""Who is called what."""

from __future__ import annotations

import pytest

import hearer
from hearer.corpora.characters import aliases
from hearer.corpora.tables.entities import features_of
from hearer.model import ANY_GENDER, Agreement, Gender, Kind, ReferringExpression, Sort
from tests.corpora.test_tables import tables

NAME, DEFINITE, PRONOUN = Kind.NAME, Kind.DEFINITE, Kind.PRONOUN
HE = Agreement(gender=frozenset({Gender.MASCULINE}))
IT = Agreement(gender=frozenset({Gender.NEUTER}))


def chain(*said: tuple[str, Kind]) -> list[ReferringExpression]:
    return [ReferringExpression(text, n, 1, kind=kind) for n, (text, kind) in enumerate(said)]


def called(*said: tuple[str, Kind]) -> list[str]:
    return aliases(chain(*said), [kind is NAME for _, kind in said])


def test_names_are_aliases_the_most_frequent_first() -> None:
    names = ("Fitzwilliam Darcy", NAME), ("Mr. Darcy", NAME), ("he", PRONOUN), ("Mr. Darcy", NAME)
    assert called(*names) == ["Mr. Darcy", "Fitzwilliam Darcy"]


def test_nouns_are_aliases_only_of_who_has_no_name() -> None:
    assert called(("man", DEFINITE), ("Darcy", NAME), ("man", DEFINITE)) == ["Darcy"]
    assert called(("man", DEFINITE), ("he", PRONOUN), ("stranger", DEFINITE)) == ["man", "stranger"]


def test_a_pronoun_is_no_alias() -> None:
    assert called(("he", PRONOUN), ("him", PRONOUN)) == []


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("Lady Russell ,", "Lady Russell"),
        ("Darcy's", "Darcy"),
        ("“Anna”", "Anna"),
        ("John Smith Jr.", "John Smith Jr."),
        ("—", None),
    ],
)
def test_what_stands_around_a_name_is_not_of_it(written: str, bare: str | None) -> None:
    assert called((written, NAME)) == ([bare] if bare else [])
    assert called((written, NAME), (written, NAME)) == ([bare] if bare else [])


def test_capitals_make_no_other_alias() -> None:
    assert called(("ELLIOT", NAME), ("ELLIOT", NAME), ("Elliot", NAME)) == ["Elliot"]
    assert called(("NATO", NAME), ("NATO", NAME)) == ["NATO"]


def test_whom_he_stands_for_is_a_person() -> None:
    said = [ReferringExpression("Robin", 1, 1, kind=NAME)]
    assert not features_of(said).is_person
    he = ReferringExpression("he", 2, 1, is_pronoun=True, kind=PRONOUN, agreement=HE)
    assert features_of([*said, he]) == (True, "person", None, "masculine")


def test_a_dog_stays_one_whatever_it_is_called() -> None:
    dog = ReferringExpression("dog", 1, 1, kind=DEFINITE, sorts=frozenset({Sort.ANIMAL}))
    he = ReferringExpression("he", 2, 1, is_pronoun=True, kind=PRONOUN, agreement=HE)
    assert features_of([dog, he, he]).sort == "animal"


def test_it_stands_for_no_person() -> None:
    it = ReferringExpression("it", 1, 1, is_pronoun=True, kind=PRONOUN, agreement=IT)
    they = ReferringExpression("they", 1, 1, kind=PRONOUN, agreement=Agreement(gender=ANY_GENDER))
    assert not features_of([it]).is_person
    assert not features_of([they]).is_person


def test_the_characters_of_a_story() -> None:
    text = "Mr. Pett sat down. His wife came in. Peter Pett was tired, and Mr. Pett said so."
    found = tables(hearer.resolve(text))["entities"]
    (pett,) = [row for row in found if row["aliases"] == ["Mr. Pett", "Peter Pett"]]
    assert (pett["is_person"], pett["gender"], pett["names"]) == (True, "masculine", 3)
    assert (pett["first_utterance"], pett["last_utterance"]) == (1, 3)
