"""Pronouns for what was told, not named, as in *She left early. It surprised him*.

    as_event    the resolution of a pronoun that stands for a clause, if it does
    RULES       when it does, one rule after the other

The analysis says which clause is meant, if one is (analysis/expressions/context.py). Here it
is weighed against the antecedent the list gave: what is *done* is rarely a thing, unless that was
done before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hearer.algorithms.weighted.revising import given_up, taken_for
from hearer.model import (
    Cue,
    Element,
    Familiarity,
    Kind,
    Label,
    Resolution,
)

CONFIDENCE = 0.4  # the share of such resolutions that is right
THINGS = frozenset({Kind.APPOSITIVE, Kind.BARE, Kind.DEFINITE, Kind.INDEFINITE, Kind.POSSESSED})


def as_event(resolution: Resolution, least: float) -> Resolution:
    """The same, or that the pronoun stands for a clause; a label where `least` asks for more."""
    told = resolution.pronoun.event
    if told is None or told.entity is None or not any(rule(resolution) for rule in RULES):
        return resolution
    if least > CONFIDENCE:
        return replace(
            resolution, attempts=given_up(resolution), antecedent=None, label=Label.EVENT
        )
    element = Element(told.entity, told.utterance, told.position, Familiarity.INFERRABLE, told)
    return taken_for(resolution, element, CONFIDENCE)


def _is_done(resolution: Resolution) -> bool:
    """Marlena did *it*: not the grass, but cutting it. What was done before can be done again."""
    if Cue.ACTION not in resolution.pronoun.cues:
        return False
    found = resolution.antecedent
    if found is None:
        return True
    was_done = found.expression.governor == resolution.pronoun.governor
    return found.expression.kind in THINGS and not was_done


def _happens(resolution: Resolution) -> bool:
    """*It* surprised him, where nothing was named that could."""
    is_free = resolution.antecedent is None and resolution.label is not Label.PLEONASTIC
    return is_free and Cue.HAPPENING in resolution.pronoun.cues


RULES: tuple[Callable[[Resolution], bool], ...] = (_is_done, _happens)
