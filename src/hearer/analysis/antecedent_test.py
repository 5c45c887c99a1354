"""The test of step 1a: "checking agreement criteria, binding and sortal constraints".

violated    the first constraint a candidate violates as antecedent of a pronoun, if any
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.analysis import sorts
from hearer.analysis.binding import BOUND, Place, place_of, violates
from hearer.analysis.coreference import Known
from hearer.analysis.trees import Tree
from hearer.model import Constraint, ReferringExpression


def violated(
    tree: Tree, pronoun: ReferringExpression, known: Known, places: Sequence[Place]
) -> Constraint | None:
    """The constraint that rules out an entity with `places` in this utterance, if any."""
    if not known.agreement.agrees_with(pronoun.agreement):
        return Constraint.AGREEMENT
    if is_contra_indexed(tree, pronoun, places):
        return Constraint.BINDING
    if not sorts.fits(pronoun.agreement, known.sorts):
        return Constraint.SORT
    return None


def is_contra_indexed(tree: Tree, pronoun: ReferringExpression, places: Sequence[Place]) -> bool:
    """A pronoun clashes with any place of the entity; a reflexive needs one that binds it."""
    here = place_of(tree, pronoun)
    clashes = (violates(tree, here, place) for place in places)
    return all(clashes) if pronoun.kind in BOUND else any(clashes)
