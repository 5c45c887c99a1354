"""Documents in parts by their names: nobody is scored by what has seen her."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from training.encoder import rankings
from training.encoder.columns import Sentences, load
from training.encoder.rankings import GOLD, RANKINGS_OF, SENTENCES_OF, Rankings
from training.encoder.settings import Settings, fold_of

NAMES = [f"GUM_news_{number}" for number in range(1000)]
ALL = Settings(Path(), Path())


def without(number: int, folds: int) -> Settings:
    return replace(ALL, folds=folds, fold=number)


def test_a_document_is_in_one_part_whoever_asks() -> None:
    # by sha256sum(1): these are the first 16 digits for "GUM_news_0"
    assert fold_of("GUM_news_0", 5) == 0xD213C2E51DA2109D % 5
    assert {fold_of(name, 1) for name in NAMES} == {0}


def test_parts_are_about_equal() -> None:
    sizes = Counter(fold_of(name, 5) for name in NAMES)
    assert sorted(sizes) == [0, 1, 2, 3, 4]
    assert min(sizes.values()) > 150


def test_every_document_is_left_out_of_exactly_one_run() -> None:
    for name in NAMES[:50]:
        assert [without(number, 5).sees(name) for number in range(5)].count(False) == 1


def test_without_folds_everything_is_seen() -> None:
    assert all(map(ALL.sees, NAMES))


def test_sentences_of_the_part_left_out_are_not_chosen(prepared: Path) -> None:
    sentences = load(prepared / "gold.npz.xz", Sentences)
    everything = sentences.of(ALL.sees, longest=99)
    assert len(everything) == len(sentences)
    for number in range(3):
        fold = without(number, 3)
        chosen = sentences.of(fold.sees, longest=99)
        seen = {str(sentences.names[n]) for n in sentences.document[chosen]}
        hidden = {name for name in map(str, sentences.names) if fold_of(name, 3) == number}
        assert not seen & hidden
        assert seen | hidden == set(map(str, sentences.names))


def test_sentences_that_are_too_long_are_not_chosen(prepared: Path) -> None:
    sentences = load(prepared / "gold.npz.xz", Sentences)
    chosen = sentences.of(ALL.sees, longest=6)
    assert 0 < len(chosen) < len(sentences)
    assert sentences.lengths[chosen].max() == 6


def test_pronouns_of_the_part_left_out_are_not_taught(prepared: Path) -> None:
    pronouns = load(prepared / RANKINGS_OF.format(GOLD), Rankings)
    sentences = load(prepared / SENTENCES_OF.format(GOLD), Sentences)
    for number in range(3):
        fold = without(number, 3)
        parts = rankings.seen(pronouns, sentences, fold.sees)
        unseen = rankings.seen(pronouns, sentences, _hides(fold))
        taught, apart = (np.concatenate([*found, []]) for found in (parts, unseen))
        documents = [str(name) for name in sentences.names]  # one pronoun each
        assert {documents[int(n)] for n in taught} == set(filter(fold.sees, documents))
        assert sorted([*taught, *apart]) == [0, 1, 2, 3]


def _hides(fold: Settings) -> Callable[[str], bool]:
    return lambda name: not fold.sees(name)
