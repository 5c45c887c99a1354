"""When a pronoun stands for a clause, whatever weighs most.

    settled     the resolution of such a pronoun; that of any other as it was
    RULES       when it does, one rule after the other

Clauses are weighed beside the elements of the list (told.py). Where nobody would think of a thing,
the weights are not asked: what is *done* is rarely a thing, and what just lies there surprises
nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hearer.algorithms.weighted.answers import given_up, taken_for
from hearer.algorithms.weighted.listed import SUBJECT, Known, role_of
from hearer.algorithms.weighted.values import GrammaticalRole
from hearer.model import (
    Attempt,
    Cue,
    Element,
    EntityKind,
    Familiarity,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Sort,
)

CONFIDENCE = 0.4  # the share of pronouns taken for a clause that is right: on GUM train, 26 to 50 %
SO, ONE, NEW = 0.7, 0.75, 0.85  # the same of *so*, of *one*, and of *those who*
NOT_BEFORE = {
    Cue.DESCRIBED: "it says itself who or what is meant",
    Cue.IDENTIFIED: "its predicate says who it is",
}
FOR_CLAUSES = {
    "so": "“so” stands for a clause, and this is the nearest",
    "which": "“which” takes up the clause that it follows",
}
THINGS = frozenset({Kind.APPOSITIVE, Kind.BARE, Kind.DEFINITE, Kind.INDEFINITE, Kind.POSSESSED})
NOT_TOUCHED = frozenset({Sort.EVENT, Sort.ABSTRACT})
WHERE_TOLD = frozenset({Cue.TOLD_OFTEN, Cue.TOLD_SOMETIMES})
# What can be denied or believed itself: she told a *lie*, and he believed it.
CONTENTS = frozenset(
    "accusation affair allegation answer charge claim crime decision error fact idea lie message "
    "mistake murder news plan problem promise reason report result rumor rumour secret story theft "
    "theory truth".split()
)
OBJECT = GrammaticalRole.OBJECT
THIS_OR_THAT = frozenset({"this", "that"})


def told_by_form(pronoun: ReferringExpression, least: float) -> Resolution | None:
    """What needs no list: *so* stands for a clause, *those who came* for nobody named before."""
    for cue, because in NOT_BEFORE.items():
        if cue in pronoun.cues:
            label = Label.NO_ANTECEDENT
            return Resolution(pronoun, (), None, confidence=NEW, taken_as=label, because=because)
    if pronoun.text not in FOR_CLAUSES:
        return None
    if not pronoun.clauses or least > SO:
        return Resolution(pronoun, (), None, confidence=SO, taken_as=Label.EVENT)
    element = Element.of(pronoun.clauses[0], familiarity=Familiarity.INFERRABLE)
    return Resolution(
        pronoun, (Attempt(element),), element, confidence=SO, because=FOR_CLAUSES[pronoun.text]
    )


def same_kind(one: ReferringExpression, known: Known) -> tuple[Resolution, ...]:
    """What a *one* is: what its noun was said of before, or another of that kind."""
    if one.kind_of is None:
        return ()
    kind = known.get(one.kind_of.referent)
    repeated = kind.element if kind else Element.of(one.kind_of)
    meant = known.get(one.referent)
    found = meant.element if meant else None
    because = f"it repeats the noun “{one.kind_of.text}”"
    return (
        Resolution(
            one,
            (Attempt(found),) if found else (),
            found,
            confidence=ONE,
            taken_as=None if found else Label.SAME_KIND,
            kind_of=repeated,
            because=f"{because}, and is definite" if found else because,
        ),
    )


def settled(resolution: Resolution, least: float) -> Resolution:
    """The same, or that the pronoun stands for a clause; a label where `least` asks for more."""
    pronoun, found = resolution.pronoun, resolution.antecedent
    is_told = found is not None and found.entity.kind is EntityKind.CLAUSE
    because = next((why for why, holds in RULES if holds(resolution)), "")
    if is_told or not pronoun.clauses or not because:
        return resolution
    resolution = replace(resolution, because=because)
    if least > CONFIDENCE:
        return replace(
            resolution, attempts=given_up(resolution), antecedent=None, taken_as=Label.EVENT
        )
    element = Element.of(pronoun.clauses[0], familiarity=Familiarity.INFERRABLE)
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
    """*It* surprised him, where nothing was named that could: no film, no news."""
    pronoun = resolution.pronoun
    is_empty = Cue.PLEONASTIC in pronoun.cues and pronoun.governor != "mean"
    if Cue.HAPPENING not in pronoun.cues or is_empty:
        return False
    found = resolution.antecedent
    if found is None:
        return True
    named = found.expression
    if named.is_pronoun or named.lemma in CONTENTS:
        return False
    if not named.sorts <= NOT_TOUCHED or role_of(pronoun) is OBJECT:
        return True
    return Cue.COPULA not in pronoun.cues and role_of(named) is not SUBJECT


def _points_at_what_was_told(resolution: Resolution) -> bool:
    """*That* was rude; *this* means war: what is said of it, is said of what was told."""
    pronoun, found = resolution.pronoun, resolution.antecedent
    if pronoun.text not in THIS_OR_THAT or Cue.TOLD_RARELY in pronoun.cues:
        return False
    return found is None or not pronoun.cues.isdisjoint(WHERE_TOLD)


RULES: tuple[tuple[str, Callable[[Resolution], bool]], ...] = (
    ("what is done is rarely a thing that was named", _is_done),
    ("that is said of what happens or is told, rather than of things", _happens),
    ("where it stands, “this” and “that” mostly mean what was told", _points_at_what_was_told),
)
