"""The examples that train the weights have what the encoder says of every candidate."""

from __future__ import annotations

from hearer.model import Discourse
from hearer.ranking.features import FEATURES, NAMED
from hearer.ranking.ranker import shipped
from training.ears import shipped_ear
from training.gold import Chains
from training.ranker_examples import examples, observe

TEXT = "Anna met a judge in Leeds. She thanked him. Her brother knew the judge. He smiled at her."
MENTIONS = {
    (1, 1, 1): "Anna", (2, 1, 1): "Anna", (3, 1, 1): "Anna", (4, 4, 4): "Anna",
    (1, 3, 4): "judge", (2, 3, 3): "judge", (3, 4, 5): "judge", (4, 1, 1): "judge",
}  # fmt: skip


def test_nearly_every_row_has_a_fit() -> None:
    discourse = Discourse(tuple(shipped_ear("").parse(TEXT)), "thanks")
    fit = FEATURES.index(NAMED["fit"])
    for ranker in (None, shipped()):
        seen = observe([(discourse, Chains("thanks", MENTIONS))], ranker)
        rows = [row for pronoun in seen for row in pronoun.values]
        assert len(seen) == 5
        assert sum(row[fit] > 0 for row in rows) >= 0.9 * len(rows)


def test_a_weight_may_be_a_fraction_where_others_are_whole_numbers() -> None:
    part = examples(observe([], None), 2)
    assert part.weight.dtype == float
