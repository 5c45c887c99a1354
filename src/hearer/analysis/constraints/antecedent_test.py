"""The test of step 1a: "checking agreement criteria, binding and sortal constraints".

Asked             what is asked of a pronoun, whoever the candidate is
misfits           what rules entities out wherever they stand, by their features
strictness_for    how surely they must clash with a pronoun
mismatch          the constraint that does: agreement or sort
disagrees         whether it is agreement
agrees            whether number, gender and person allow it, strictly or leniently
contra_indexed    what rules it out by where the two stand
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hearer.analysis.constraints import sorts
from hearer.analysis.memory.memory import Known
from hearer.analysis.options import Strictness
from hearer.binding import (
    BOUND,
    LAPPIN_LEASS,
    PRINCIPLE_A,
    Theory,
    TreePlace,
    excluded,
    in_words,
    place_of,
)
from hearer.model import (
    Agreement,
    Constraint,
    Cue,
    Entity,
    Gender,
    Number,
    ReferringExpression,
    Sort,
    Verdict,
    is_about,
)
from hearer.model.tree import Tree

Features = tuple[Agreement, frozenset[Sort], bool]  # of an entity, and whether it has a name
SOME_NAME, NO_NAME = frozenset({"somebody"}), frozenset[str]()
ONE_MAY_BE_THEY = frozenset({Sort.PERSON, Sort.ORGANIZATION, Sort.ANIMAL})
MAY_BE_THEY = ONE_MAY_BE_THEY | {Sort.PLACE}  # of that name: *Russia* ... they


def disagrees(verdict: Verdict | None) -> bool:
    """Whether number, gender or person rules it out."""
    return is_about(verdict, Constraint.AGREEMENT)


class Misfits(dict[Features, Verdict | None]):
    """What rules an entity out wherever it stands, by its features; found when first asked."""

    def __init__(self, pronoun: Agreement, strictness: Strictness) -> None:
        super().__init__()
        self.pronoun, self.strictness = pronoun, strictness

    def __missing__(self, features: Features) -> Verdict | None:
        agreement, sorts, is_named = features
        known = Known(agreement, sorts, SOME_NAME if is_named else NO_NAME)
        verdict = self[features] = mismatch(self.pronoun, known, self.strictness)
        return verdict


misfits = lru_cache(maxsize=256)(Misfits)


class Asked(NamedTuple):
    """What the test asks of a pronoun, whoever the candidate is."""

    pronoun: ReferringExpression
    excluded: Mapping[Entity, Verdict]
    misfits: Misfits
    is_bound: bool  # or may be, by whoever comes


def strictness_for(pronoun: ReferringExpression, asked: Strictness) -> Strictness:
    """How surely a candidate must clash: *they* may be a museum, *those* are many."""
    return Strictness.STRICT if Cue.POINTING in pronoun.cues else asked


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
        return not known.sorts.isdisjoint(MAY_BE_THEY if known.name else ONE_MAY_BE_THEY)
    return bool(known.name) and Gender.NEUTER in pronoun.gender


def contra_indexed(
    tree: Tree,
    pronoun: ReferringExpression,
    places: Sequence[TreePlace],
    theory: Theory = LAPPIN_LEASS,
) -> Verdict | None:
    """A pronoun clashes with any place of the entity; a reflexive needs one that binds it."""
    here = place_of(tree, pronoun)
    if pronoun.kind in BOUND:
        if any(excluded(tree, here, place, theory) is None for place in places):
            return None
        return Verdict(Constraint.BINDING, PRINCIPLE_A.words.format(pronoun=pronoun.text))
    for place in places:
        if rule := excluded(tree, here, place, theory):
            return Verdict(Constraint.BINDING, in_words(rule, tree, pronoun, place))
    return None
