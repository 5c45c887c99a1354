"""The test of step 1a: "checking agreement criteria, binding and sortal constraints".

violated          the first constraint a candidate violates as antecedent of a pronoun, if any
mismatch          the same, wherever the two stand: agreement or sort
agrees            whether number, gender and person allow it, strictly or leniently
contra_indexed    what rules it out by where the two stand
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from hearer.model.binding import BOUND, TreePlace, clash, excludes, place_of
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
    return contra_indexed(tree, pronoun, places) or unfit


@lru_cache(maxsize=4096)
def mismatch(pronoun: Agreement, known: Known, strictness: Strictness) -> Verdict | None:
    """The constraint that rules out an entity wherever it stands: agreement or sort, if any."""
    if not agrees(pronoun, known, strictness):
        return _disagreement(pronoun, known.agreement)
    if sorts.fits(pronoun, known.sorts):
        return None
    is_it = pronoun.gender == {Gender.NEUTER}
    wanted = "no person" if is_it else either(sorts.ANIMATE)
    return Verdict(Constraint.SORT, either(known.sorts), wanted)


def _disagreement(pronoun: Agreement, known: Agreement) -> Verdict:
    """What a candidate is and what the pronoun wants, where they clash."""
    pairs = ((known.number, pronoun.number), (known.gender, pronoun.gender))
    clashes = [(either(has), either(wants)) for has, wants in pairs if has.isdisjoint(wants)]
    if known.person is not pronoun.person:
        clashes.append((f"{known.person} person", f"{pronoun.person} person"))
    shown, wanted = (" and ".join(side) for side in zip(*clashes, strict=True))
    return Verdict(Constraint.AGREEMENT, shown, wanted)


def either(values: Iterable[str]) -> str:
    """Features in words: "feminine or masculine"."""
    return " or ".join(sorted(str(value) for value in values)) or "unknown"


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


def contra_indexed(
    tree: Tree, pronoun: ReferringExpression, places: Sequence[TreePlace]
) -> Verdict | None:
    """A pronoun clashes with any place of the entity; a reflexive needs one that binds it."""
    here = place_of(tree, pronoun)
    clashing = [place for place in places if excludes(tree, here, place)]
    is_bound = pronoun.kind in BOUND and len(clashing) < len(places)
    if is_bound or not (clashing or pronoun.kind in BOUND):
        return None
    return Verdict(Constraint.BINDING, clash(tree, pronoun, clashing[0] if clashing else None))
