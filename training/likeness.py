"""Learn how alike two descriptions of one entity are: the weights of likeness.py.

GUM train, the genres whose texts are not for non-commercial use only (annotations CC BY 4.0).

Run as: python -m training.likeness
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from hearer.analysis.analyst import TreeAnalyst
from hearer.analysis.draft import Draft
from hearer.analysis.memory.weighing_memory import Past, WeighingMemory, describe, factors
from hearer.hearing import Hearer
from hearer.model import Discourse, Entity, ReferringExpression
from hearer.model.tree import Tree
from training.gold import Gold, gum
from training.lexicons import LEXICON
from training.ranker_examples import PROFILE, Observed, observing

ROUNDS = 20
RATE = 0.05
SHRINKING = 0.003
SEED = 1


class Comparison(NamedTuple):
    """A description beside a past entity of the same noun."""

    factors: tuple[str, ...]
    is_same: bool


class ToldMemory(WeighingMemory):
    """The weighing memory, keeping what it compares and going on as gold has it."""

    __slots__ = ("gold", "seen")

    gold: Gold
    seen: list[Comparison]

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        description = describe(tree, draft, possessor)
        entity = self._gold_entity(description.utterance, draft.first, draft.last)
        found: Entity | None = None
        for rank, (candidate, past) in enumerate(self.candidates(draft, possessor)):
            is_same = entity is not None and self._gold_entity_of(past) == entity
            self.seen.append(Comparison(tuple(factors(description, past, rank)), is_same))
            if is_same and found is None:
                found = candidate
        return found

    def _gold_entity_of(self, past: Past) -> str | None:
        last = past.description
        return self._gold_entity(last.utterance, last.first, last.last)

    def _gold_entity(self, utterance: int, first: int, last: int) -> str | None:
        return self.gold.entity(ReferringExpression("", utterance, first, first=first, last=last))


def comparisons(discourse: Discourse, gold: Gold) -> list[Comparison]:
    """What is compared in a discourse, in the order it is heard."""
    listener = Hearer(profile=PROFILE, keep=False)
    analyst = listener.analyst
    assert isinstance(analyst, TreeAnalyst)
    # Pronouns are as gold has them.
    listener.algorithm = observing(listener, gold, None, [], Observed)
    memory = ToldMemory(analyst.options.memory)
    memory.gold, memory.seen = gold, []
    analyst.memory = memory
    for word in discourse.words:
        listener.hear(word)
    return memory.seen


def log_odds(seen: list[Comparison]) -> dict[str, float]:
    """The weights that make what was seen most probable, small ones preferred."""
    weights = dict.fromkeys(sorted({name for each in seen for name in each.factors}), 0.0)
    chance = random.Random(SEED)
    examples = list(seen)
    for number in range(ROUNDS):
        chance.shuffle(examples)
        rate = RATE / (1 + number / 4)
        for example in examples:
            _learn(weights, example, rate)
    return weights


def _learn(weights: dict[str, float], example: Comparison, rate: float) -> None:
    total = sum(weights[name] for name in example.factors)
    error = example.is_same - 1 / (1 + exp(-total))
    for name in example.factors:
        weights[name] += rate * (error - SHRINKING * weights[name])


def write(weights: Mapping[str, float]) -> None:
    """Write the table, without the weights that say nothing."""
    rows = [f"{name} {weight:.2f}" for name, weight in weights.items() if abs(weight) >= 0.005]
    (LEXICON / "likeness.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    """Learn the weights from GUM train and write them."""
    seen = [each for discourse, gold in gum("train") for each in comparisons(discourse, gold)]
    weights = log_odds(seen)
    write(weights)
    print(f"{len(seen)} comparisons, {sum(c.is_same for c in seen)} alike, {len(weights)} weights")


if __name__ == "__main__":
    main()
