"""What a look-up found, given up for something else.

given_up     the same attempts, none of which succeeded
taken_for    the resolution with another antecedent
"""

from __future__ import annotations

from dataclasses import replace

from hearer.model import OUTWEIGHED, Attempt, Element, Resolution


def given_up(resolution: Resolution) -> tuple[Attempt, ...]:
    """The attempts; the one that succeeded is outweighed."""
    return tuple(
        replace(attempt, verdict=OUTWEIGHED) if attempt.succeeded else attempt
        for attempt in resolution.attempts
    )


def taken_for(resolution: Resolution, element: Element, confidence: float) -> Resolution:
    """The pronoun stands for `element`, not for what was found."""
    attempts = (*given_up(resolution), Attempt(element))
    return replace(
        resolution, attempts=attempts, antecedent=element, confidence=confidence, label=None
    )
