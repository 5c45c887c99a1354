"""The test of step 1a: "checking agreement criteria, binding and sortal constraints".

violated    the first constraint a candidate violates as antecedent of a pronoun, if any
mismatch    the same, wherever the two stand: agreement or sort
agrees      whether number, gender and person allow it: as the lexicon has them, or leniently
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hearer.analysis.constraints import sorts
from hearer.analysis.memory.memory import Known
from hearer.analysis.options import Strictness
from hearer.model import (
    Agreement,
    Constraint,
    Gender,
    Number,
    ReferringExpression,
    Sort,
    Verdict,
    is_about,
)
from hearer.model.binding import BOUND, TreePlace, excludes, place_of
from hearer.model.tree import Tree

MAY_BE_THEY = frozenset({Sort.PERSON, Sort.ORGANIZATION, Sort.ANIMAL, Sort.PLACE})


def violated(
    tree: Tree,
    pronoun: ReferringExpression,
    known: Known,
    places: Sequence[TreePlace],
    strictness: Strictness = Strictness.STRICT,
) -> Verdict | None:
    """The constraint that rules out an entity with `places` in this utterance, if any."""
    unfit = mismatch(pronoun.agreement, known, strictness)
    if is_about(unfit, Constraint.AGREEMENT):
        return unfit
    return Verdict(Constraint.BINDING) if is_contra_indexed(tree, pronoun, places) else unfit


@lru_cache(maxsize=4096)
def mismatch(pronoun: Agreement, known: Known, strictness: Strictness) -> Verdict | None:
    """The constraint that rules out an entity wherever it stands: agreement or sort, if any."""
    if not agrees(pronoun, known, strictness):
        return Verdict(Constraint.AGREEMENT)
    return None if sorts.fits(pronoun, known.sorts) else Verdict(Constraint.SORT)


def agrees(pronoun: Agreement, known: Known, strictness: Strictness) -> bool:
    """Whether an entity agrees with a pronoun.

    Leniently, one person, a group or an organization may be *they*, and a name in the plural
    *it*: "General Motors ... its network", "a pet ... their environment".
    """
    if known.agreement.agrees_with(pronoun):
        return True
    if strictness is Strictness.STRICT or known.agreement.person is not pronoun.person:
        return False
    if known.agreement.gender.isdisjoint(pronoun.gender):
        return False
    if Number.PLURAL in pronoun.number:
        return not known.sorts.isdisjoint(MAY_BE_THEY)
    return bool(known.name) and Gender.NEUTER in pronoun.gender


def is_contra_indexed(
    tree: Tree, pronoun: ReferringExpression, places: Sequence[TreePlace]
) -> bool:
    """A pronoun clashes with any place of the entity; a reflexive needs one that binds it."""
    here = place_of(tree, pronoun)
    clashes = (excludes(tree, here, place) for place in places)
    return all(clashes) if pronoun.kind in BOUND else any(clashes)
