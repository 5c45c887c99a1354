"""The examples that train the weights have what the encoder says of every candidate."""

from __future__ import annotations

import numpy as np
import pytest

from hearer.model import Discourse
from hearer.ranking.features import FEATURES
from hearer.ranking.ranker import Ranker, shipped
from training.ears import shipped_ear
from training.gold import Chains
from training.ranker import FIT, SOURCES, WEIGHT_OF_THINGS, WITHOUT_ENCODER, joined
from training.ranker_examples import DRAWS, Pronoun, examples, observe

TEXT = "Anna met a judge in Leeds. She thanked him. Her brother knew the judge. He smiled at her."
MENTIONS = {
    (1, 1, 1): "Anna", (2, 1, 1): "Anna", (3, 1, 1): "Anna", (4, 4, 4): "Anna",
    (1, 3, 4): "judge", (2, 3, 3): "judge", (3, 4, 5): "judge", (4, 1, 1): "judge",
}  # fmt: skip


def told(ranker: Ranker | None, *, noise: float = 0.0) -> list[Pronoun]:
    discourse = Discourse(tuple(shipped_ear("").parse(TEXT)), "thanks")
    return observe([(discourse, Chains("thanks", MENTIONS))], ranker, noise=noise)


def test_nearly_every_row_has_a_fit() -> None:
    for ranker in (None, shipped()):
        seen = told(ranker)
        rows = [row for pronoun in seen for row in pronoun.values]
        assert len(seen) == 5
        assert sum(row[FIT] > 0 for row in rows) >= 0.9 * len(rows)


def test_noise_changes_what_the_encoder_says_and_nothing_else() -> None:
    rows, seen = examples(told(None), [1] * 5).values, told(None, noise=3.0)
    assert sum(each.weight for each in seen) == pytest.approx(5)
    every = [examples(seen[draw::DRAWS], [1] * 5).values for draw in range(DRAWS)]
    for noisy, another in zip(every, [*every[1:], rows], strict=True):
        assert (np.delete(rows, FIT, 1) == np.delete(noisy, FIT, 1)).all()
        assert (noisy[:, FIT] != another[:, FIT]).any()
        assert ((rows[:, FIT] > 0) == (noisy[:, FIT] > 0)).all()


def test_a_weight_may_be_a_fraction_where_others_are_whole_numbers() -> None:
    assert examples(told(None), [2, 2, 2, 2, 2]).weight.dtype == float


def test_sources_are_joined_with_their_weights_and_gum_once_more_without_the_encoder() -> None:
    seen = dict.fromkeys(SOURCES, told(None))
    train, one = joined(seen), examples(seen["gum"], [1] * 5)
    things = dict.fromkeys(("short", "own"), WEIGHT_OF_THINGS)
    parts = [*(SOURCES | things).values(), WITHOUT_ENCODER]
    assert train.weight.tolist() == [weight for weight in parts for _ in range(5)]
    apart = train.values.reshape(len(parts), -1, len(FEATURES))
    assert all((part == one.values).all() for part in apart[:-1])
    assert not apart[-1, :, FIT].any()
    assert (np.delete(apart[-1], FIT, 1) == np.delete(one.values, FIT, 1)).all()
    assert (train.pronoun == np.concatenate([one.pronoun + 5 * n for n in range(len(parts))])).all()
