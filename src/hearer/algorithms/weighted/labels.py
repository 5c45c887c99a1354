"""How sure a decision is, and what a pronoun is taken to be that is not resolved.

probabilities    weights as shares of one
label_of         pleonastic, ambiguous, an event, cataphoric, or without antecedent
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from hearer.algorithms.weighted.listed import class_of
from hearer.algorithms.weighted.values import PronounClass
from hearer.model import Cue, Label, ReferringExpression

NOT_REFERRING = frozenset({Cue.PLEONASTIC, Cue.WEATHER, Cue.INTENSIFIER})
AMBIGUOUS = 0.25  # two candidates at least as probable as this make a pronoun ambiguous


def probabilities(scores: Sequence[float]) -> list[float]:
    """Weights as shares of one."""
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    total = sum(exponentials)
    return [each / total for each in exponentials]


def label_of(pronoun: ReferringExpression, shares: Sequence[float]) -> Label:
    """What a pronoun that is not resolved is taken to be.

    Where somebody is likelier than nobody, there is an antecedent; it is only not clear enough.
    """
    cues = pronoun.cues
    if not NOT_REFERRING.isdisjoint(cues):
        return Label.PLEONASTIC
    likely = sum(share >= AMBIGUOUS for share in shares[:-1])
    if likely > 1 or max(shares) > shares[-1]:
        return Label.AMBIGUOUS
    if Cue.EVENT in cues and class_of(pronoun.agreement) is PronounClass.IT:
        return Label.EVENT
    if Cue.AHEAD in cues and not likely:
        return Label.CATAPHORIC
    return Label.NO_ANTECEDENT
