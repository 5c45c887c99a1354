"""The best name of an entity, and its aliases."""

from __future__ import annotations

import pytest

from hearer.names import aliases, best_name


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
