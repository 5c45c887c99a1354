"""How probable each candidate is: the answer's own probability, and what that leaves the others.

chances    a probability for every candidate that was weighed, and for nobody
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from hearer.model import Entity, Resolution

Chances = Mapping[Entity | None, float]  # None is nobody


def chances(resolution: Resolution) -> Chances:
    """The probabilities of the candidates and of nobody (None), the likeliest first.

    The answer has the confidence it was given, which was counted on other texts; what is left is
    divided among the rest by what they weigh. Where nothing was weighed, there are none.

    >>> from hearer.model import Attempt, Element, ReferringExpression
    >>> she = ReferringExpression("she", 2, 1.0, is_pronoun=True)
    >>> anna, mia = (Element.of(ReferringExpression(x, 1, 1.0, entity=x)) for x in ("ANNA", "MIA"))
    >>> weighed = (Attempt(mia, score=0.0), Attempt(anna, score=2.0))
    >>> said = Resolution(she, weighed, anna, confidence=0.9, nobody_score=0.0)
    >>> {whom: round(chance, 2) for whom, chance in chances(said).items()}
    {'ANNA': 0.9, 'MIA': 0.05, None: 0.05}
    """
    sure = resolution.confidence
    if sure is None:
        return {}
    weights = _weights(resolution)
    decided = resolution.entity
    if decided is None:
        decided = max(weights, key=weights.__getitem__, default=None)
    top = max(weights.values(), default=0.0)
    others = {whom: exp(weight - top) for whom, weight in weights.items() if whom != decided}
    total = sum(others.values())
    found = {decided: sure} | {x: (1 - sure) * share / total for x, share in others.items()}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _weights(resolution: Resolution) -> dict[Entity | None, float]:
    """What each weighs, nobody first: of equals, that is the answer."""
    found: dict[Entity | None, float] = {}
    if resolution.nobody_score is not None:
        found[None] = resolution.nobody_score
    for attempt in resolution.attempts:
        if attempt.score is not None:
            found[attempt.candidate.entity] = attempt.score
    return found
