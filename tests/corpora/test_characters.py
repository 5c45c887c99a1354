"""Who is called what."""

from __future__ import annotations

import pytest

import hearer
from hearer.corpora.characters import cast
from hearer.corpora.tables.entities import features_of
from hearer.corpora.tables.layout import Layout
from hearer.model import (
    ANY_GENDER,
    Agreement,
    Entity,
    Gender,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
)
from hearer.names import aliases, best_name
from tests.corpora.test_tables import tables

NAME, DEFINITE, PRONOUN, SPEAKER = Kind.NAME, Kind.DEFINITE, Kind.PRONOUN, Kind.SPEAKER
HE = Agreement(gender=frozenset({Gender.MASCULINE}))
IT = Agreement(gender=frozenset({Gender.NEUTER}))
SOMEBODY = Entity("SOMEBODY")


def called(*said: tuple[str, Kind]) -> tuple[str, list[str]]:
    """What somebody is best called of whom this is said, and what besides."""
    expressions = tuple(
        ReferringExpression(text, 1, n, kind=kind, entity=SOMEBODY)
        for n, (text, kind) in enumerate(said, start=1)
    )
    found = Interpretation(expressions=expressions, named={SOMEBODY: f"the {said[0][0]}"})
    one = cast(found, Layout(found))[SOMEBODY]
    return one.name, [*one.aliases]


def test_names_are_aliases_the_most_frequent_first() -> None:
    names = ("Fitzwilliam Darcy", NAME), ("Mr. Darcy", NAME), ("he", PRONOUN), ("Mr. Darcy", NAME)
    assert called(*names) == ("Fitzwilliam Darcy", ["Mr. Darcy", "Fitzwilliam Darcy"])


def test_nouns_are_aliases_only_of_who_has_no_name() -> None:
    assert called(("man", DEFINITE), ("Darcy", NAME), ("man", DEFINITE)) == ("Darcy", ["Darcy"])
    nameless = ("man", DEFINITE), ("he", PRONOUN), ("stranger", DEFINITE)
    assert called(*nameless) == ("the man", ["stranger"])


def test_a_narrator_is_not_called_by_a_stray_noun() -> None:
    assert called(("sight", DEFINITE), ("I", SPEAKER), ("my", SPEAKER)) == ("I", [])
    boy = ("boy", DEFINITE), ("I", SPEAKER), ("my", SPEAKER), ("he", PRONOUN)
    assert called(*boy) == ("the boy", [])
    assert called(("I", SPEAKER), ("Marlow", NAME), ("me", SPEAKER)) == ("Marlow", ["Marlow"])
    assert called(("our", SPEAKER)) == ("we", [])
    assert called(("your", SPEAKER)) == ("you", [])


@pytest.mark.parametrize(
    ("forms", "name"),
    [
        ({"Mr. Darcy": 9, "Darcy": 4, "Fitzwilliam Darcy": 2}, "Fitzwilliam Darcy"),
        ({"Mr. Darcy": 9, "Fitzwilliam Darcy": 1}, "Fitzwilliam Darcy"),
        ({"Mr. Darcy": 9, "Fitzwilliam Darcy": 1, "Georgiana Darcy": 1}, "Mr. Darcy"),
        ({"Fitzwilliam Darcy": 9, "Georgiana Darcy": 1, "Darcy": 12}, "Fitzwilliam Darcy"),
        ({"Darcy": 5, "Mr. Darcy": 1}, "Darcy"),
        ({"Mary": 2, "Mary Quill": 1}, "Mary Quill"),
        ({"Helen": 2, "Mrs. Brook": 2, "Helen Brook": 1}, "Helen Brook"),
        ({"Ludwig": 2, "Ludwig van Beethoven": 1}, "Ludwig van Beethoven"),
        ({"Strether": 90, "Book First Strether": 1}, "Strether"),
        ({"Buck": 90, "dog Buck": 1}, "Buck"),
        ({"Tom": 9, "TOM SAWYER": 1, "Honest Tom": 1}, "Tom"),
        ({"Edith": 9, "her cousin Edith": 1, "Mary's Edith": 1}, "Edith"),
        ({"Jo": 17, "Poor Jo": 1}, "Jo"),
        ({"Mr. Graves": 2, "John Graves Esq.": 1, "John Graves": 1}, "John Graves"),
        ({"Mrs. Reed": 3, "Georgiana Reed": 1}, "Mrs. Reed"),
        (
            {"Sir Walter": 5, "Sir Walter Elliot": 2, "William Walter Elliot": 1},
            "Sir Walter Elliot",
        ),
        ({"Sir Jacob": 3, "Sir Jacob Borrodaile": 1}, "Sir Jacob Borrodaile"),
        ({"America": 2, "North America": 1}, "America"),
        ({"Jo": 17, "Poor Jo": 3}, "Jo"),
        ({"Little Dorrit": 5, "Amy": 2}, "Little Dorrit"),
        ({"Curtis": 20, "Curtis Waring": 3, "Florence Linden": 4}, "Curtis Waring"),
        ({"Anna": 3, "Anna Maria Luisa de Medici the Elder": 2}, "Anna"),
    ],
)
def test_the_best_name_is_the_fullest_that_is_nothing_but_a_name(
    forms: dict[str, int], name: str
) -> None:
    assert best_name(forms) == name


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("Lady Russell ,", ["Lady Russell"]),
        ("Darcy's", ["Darcy"]),
        ("“Anna”", ["Anna"]),
        ("of dog Buck", ["dog Buck"]),
        ("John Smith Jr.", ["John Smith Jr."]),
        ("John Smith.", ["John Smith"]),
        ("—", []),
    ],
)
def test_what_stands_around_a_name_is_not_of_it(written: str, bare: list[str]) -> None:
    assert [*aliases([written])] == [*aliases([written, written])] == bare


def test_capitals_make_no_other_alias() -> None:
    assert aliases(["ELLIOT", "ELLIOT", "Elliot"]) == {"Elliot": 3}
    assert aliases(["NATO", "NATO"]) == {"NATO": 2}


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
