"""What a confidence is worth: up to which precision a decision is still made.

open_at    the precision from which on a pronoun would be left open
"""

from __future__ import annotations

from math import floor

from hearer.algorithms.weighted.listed import class_of
from hearer.algorithms.weighted.weights import of_meaning, weights
from hearer.model import Resolution

MOST = 0.99  # what can be asked for, in hundredths


def open_at(resolution: Resolution) -> float | None:
    """The precision from which on a pronoun would not be resolved, all else heard as it was.

    In hundredths; None if it is open already, or never. What is enough was counted for each
    pronoun: the same tables say so that `precision` asks (weights.py).
    """
    is_weighed = resolution.antecedent and resolution.confidence is not None
    if not is_weighed or resolution.kind_of:  # *one* repeats a noun, however sure
        return None
    pronoun = resolution.pronoun
    tables = (of_meaning() if pronoun.meaning else None) or weights()
    right = tables.precision_of(_weighed(resolution), class_of(pronoun.agreement))
    first = (floor(right * 100) + 1) / 100
    return first if first <= MOST else None


def _weighed(resolution: Resolution) -> float:
    """How sure it was when it was heard.

    What comes may rule that out (Principle C); then the next best is taken without being asked.
    """
    before = resolution.instead_of
    is_ruled_out = before is not None and before.antecedent and resolution.because != before.because
    sure = before.confidence if before and is_ruled_out else resolution.confidence
    return sure or 0.0
