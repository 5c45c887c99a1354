"""He and she are read alike: the same sentence fits the same candidates, whoever it speaks of."""

from __future__ import annotations

import pytest

from hearer.model import Utterance
from hearer.parsers.english import shipped

PAIRS = [
    (
        "The guard met the nurse because he was brave.",
        "The guard met the nurse because she was brave.",
    ),
    ("The chief thanked the cook and paid him.", "The chief thanked the cook and paid her."),
    ("The clerk lost his keys, and HE cried.", "The clerk lost her keys, and SHE cried."),
    ("The lawyer blamed himself.", "The lawyer blamed herself."),
]


def read(text: str) -> Utterance:
    (utterance,) = shipped().parse(text)
    return utterance


@pytest.mark.parametrize(("his", "hers"), PAIRS)
def test_the_words_of_both_mean_the_same(his: str, hers: str) -> None:
    assert read(his).meanings
    assert read(his).meanings == read(hers).meanings


@pytest.mark.parametrize(("his", "hers"), PAIRS)
def test_who_parsed_it_does_not_matter(his: str, hers: str) -> None:
    parsed = read(his)
    assert shipped().senses(parsed).meanings == parsed.meanings == read(hers).meanings


def test_he_is_still_masculine() -> None:
    he = read("Anna saw that he hurt himself.")
    assert (he.lemmas[3], he.lemmas[5]) == ("he", "himself")
    assert all("Gender=Masc" in he.features[n] for n in (3, 5))
    she = read("Anna saw that she hurt herself.")
    assert all("Gender=Fem" in she.features[n] for n in (3, 5))


def test_names_are_not_read_as_others() -> None:
    assert read("Tom slept.").meanings != read("Anna slept.").meanings
