"""Who else a pronoun may mean, and how probable that is.

    Chance     somebody, or nobody, and a probability
    chances    those of all that were weighed for a pronoun, the best first

A decision is as probable as its confidence says, which was counted (trust.py). What is left of one
is shared out among all others by what they weigh.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from hearer.model import Entity, Resolution


class Chance(NamedTuple):
    """An entity, or None for nobody; the probability is None where nothing is weighed."""

    entity: Entity | None
    probability: float | None


def chances(resolution: Resolution) -> list[Chance]:
    """Who may be meant, the best first; where nothing is weighed, who is, and the rivals."""
    if resolution.confidence is None:
        return [Chance(entity, None) for entity in _equals(resolution)]
    weights, chosen = dict(_weights(resolution)), resolution.entity
    if chosen is None and weights:
        chosen = max(weights, key=weights.__getitem__)
    sure = resolution.confidence
    top = max(weights.values(), default=0.0)
    shares = {who: exp(weight - top) for who, weight in weights.items() if who != chosen}
    rest = (1 - sure) / (sum(shares.values()) or 1.0)
    others = [Chance(who, round(share * rest, 3)) for who, share in shares.items()]
    others.sort(key=lambda chance: -(chance.probability or 0.0))
    return [Chance(chosen, round(sure, 3)), *others]


def _equals(resolution: Resolution) -> Iterator[Entity]:
    meant = [resolution.antecedent] if resolution.antecedent else []
    yield from dict.fromkeys(one.entity for one in (*meant, *resolution.rivals))


def _weights(resolution: Resolution) -> Iterator[tuple[Entity | None, float]]:
    for attempt in resolution.attempts:
        if attempt.score is not None:
            yield attempt.candidate.entity, attempt.score
    if resolution.nobody_score is not None:
        yield None, resolution.nobody_score
