"""The gallery: what is published of the examples of the literature is what we answer.

Where it is not, examples/gallery/deviations.tab says so, and a page of the docs says why.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from hearer.gallery.examples import (
    Deviation,
    GalleryExample,
    answer_of,
    answers_to,
    deviations_of,
    examples_of,
)
from tests.conftest import EXAMPLES, ROOT

GALLERY = examples_of(EXAMPLES / "gallery")
DEVIATIONS = deviations_of(EXAMPLES / "gallery")
each = pytest.mark.parametrize("example", GALLERY, ids=lambda one: one.name)


def test_there_is_a_gallery() -> None:
    assert len(GALLERY) >= 50
    assert len({one.name for one in GALLERY}) == len(GALLERY)
    assert sum(len(pronoun.published) for one in GALLERY for pronoun in one.pronouns) >= 150


@each
def test_what_is_published_is_what_we_answer(example: GalleryExample) -> None:
    """But for the deviations, each of which is one."""
    answers = [*answers_to(example)]
    published = {one.key: answer_of(one.published or ()) for one in answers}
    known = {key: one.ours for key, one in DEVIATIONS.items() if one.example == example.name}
    assert known.keys() <= published.keys()
    assert not known.items() & published.items()
    assert {one.key: answer_of(one.ours) for one in answers} == published | known


@pytest.mark.parametrize("deviation", DEVIATIONS.values(), ids=lambda one: " ".join(one.key))
def test_a_page_explains_every_deviation(deviation: Deviation) -> None:
    assert deviation.example in {one.name for one in GALLERY}
    assert deviation.example in (ROOT / "docs" / deviation.page).read_text(encoding="utf-8")
    assert deviation.why.endswith(".")


@each
def test_an_example_says_where_it_is_from_and_what_it_shows(example: GalleryExample) -> None:
    assert example.title
    assert example.about.endswith(".")
    assert any(
        year.isdigit() for year in example.source.replace("(", " ").replace(")", " ").split()
    )
    assert example.pronouns


@each
def test_an_example_is_a_sound_tree_with_lemmas_and_features(example: GalleryExample) -> None:
    for utterance in example.discourse.utterances:
        assert utterance.heads.count(0) == 1
        for relation, head in zip(utterance.relations, utterance.heads, strict=True):
            assert (relation == "root") == (head == 0)
        for n, (upos, head) in enumerate(zip(utterance.upos, utterance.heads, strict=True), 1):
            is_leaf = n not in utterance.heads
            assert is_leaf or upos != "PUNCT", f"{utterance}: word {n}"
            assert head != n
        assert all(lemma not in {"", "_"} for lemma in utterance.lemmas)
        for upos, features in zip(utterance.upos, utterance.features, strict=True):
            if upos in {"NOUN", "PROPN", "PRON", "DET"}:
                assert features != "_", utterance
            pairs = features.split("|")
            assert all(a < b for a, b in pairwise(pairs)), features
