"""How sure a decision is: its share of all weights, tempered by how often such shares were right.

Trust          what is made of the log odds of a share, for one kind of decision
Trusts         that for all kinds, and what the form of an antecedent adds
decision_kind  the kind of a decision: "it", "nobody for it", "this"

What the tables learnt they know by heart: on other texts they are right less often than they
think, and where no candidate is left, that is no certainty. So confidences are counted on documents
that trained nothing, parsed by us (training/trust.py), and nobody is ever quite sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Any, NamedTuple

from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.listed import form_of
from hearer.algorithms.weighted.values import ExpressionForm, PronounClass

LEAST, MOST = 0.02, 0.98
SHARES = 0.002, 0.998  # less and more than that are as good as these
NOBODY = "nobody for {}"
# Of pronouns for which no candidate passes the test, so many have no antecedent (GUM dev and the
# genres held out: 12 such). An empty list is no certainty.
NOBODY_LEFT = 0.6
DEMONSTRATIVE = "this"
NO_FORMS: Mapping[str, float] = {}


class Trust(NamedTuple):
    """What is added to the log odds of a share, and what they are multiplied with.

    `judged` is what the log odds are multiplied with that *it* stands for nothing.

    >>> Trust().confidence(0.9), Trust(odds=0.5).confidence(0.9), Trust().confidence(1.0)
    (0.9, 0.75, 0.98)
    """

    bias: float = 0.0
    odds: float = 1.0
    judged: float = 0.0

    def confidence(self, share: float, more: float = 0.0, nothing: float = 0.5) -> float:
        """The probability that a decision with this share is right, in hundredths."""
        judged = self.judged * log_odds(nothing) if self.judged else 0.0
        total = self.bias + self.odds * log_odds(share) + judged + more
        return min(MOST, max(LEAST, round(1 / (1 + exp(-total)), 2)))


AS_IT_IS = Trust()


class Trusts(NamedTuple):
    """The trust in each kind of decision; what is not known is taken as it is."""

    kinds: Mapping[str, Trust] = {}
    forms: Mapping[str, float] = NO_FORMS  # what the form of an antecedent adds

    def confidence(self, here: Circumstances, shares: Sequence[float], chosen: int) -> float:
        """How sure it is that the pronoun means the chosen candidate, or nobody."""
        if not here.candidates:
            return max(here.pronoun.nothing / 100, NOBODY_LEFT)
        form, nothing = form_of(here.pronoun), here.pronoun.nothing / 100 or 0.5
        kind = decision_kind(here.pronoun_class, form, is_nobody=chosen == len(here.candidates))
        more = 0.0
        if chosen < len(here.candidates):
            more = self.forms.get(here.candidates[chosen].form.words, 0.0)
        return self.kinds.get(kind, AS_IT_IS).confidence(shares[chosen], more, nothing)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Trusts:
        """As training/trust.py writes them, in thousandths."""
        kinds = {
            kind: Trust(*(each / 1000 for each in values))
            for kind, values in stored.get("kinds", {}).items()
        }
        forms = {form: each / 1000 for form, each in stored.get("forms", {}).items()}
        return cls(kinds, forms)


def decision_kind(pronoun: PronounClass, form: ExpressionForm, *, is_nobody: bool) -> str:
    """The kind of a decision.

    >>> decision_kind(PronounClass.IT, ExpressionForm.PRONOUN, is_nobody=True)
    'nobody for it'
    """
    which = DEMONSTRATIVE if form is ExpressionForm.DEMONSTRATIVE else pronoun.words
    return NOBODY.format(which) if is_nobody else which


def log_odds(share: float) -> float:
    """The log odds of a share, not beyond what can be told apart."""
    least, most = SHARES
    bounded = min(most, max(least, share))
    return log(bounded / (1 - bounded))
