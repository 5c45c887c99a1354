"""The test of step 1a: "checking agreement criteria, binding and sortal constraints"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from hearer.analysis.describe import ANIMATE, ORGANIZATION, PERSON
from hearer.analysis.options import Strictness
from hearer.binding import BOUND, PRINCIPLE_A, Theory, excluded, in_words, place_of
from hearer.model import Constraint, Entity, ReferringExpression, Verdict
from hearer.model.expression import ANY_SORT, NEUTER, Agreement, Gender, Number, Sorts
from hearer.model.tree import Tree

Misfits = Callable[[Agreement, Sorts], Verdict | None]
BINDING, INANIMATE = Constraint.BINDING, ANY_SORT - PERSON
MAY_BE_THEY = ANIMATE | ORGANIZATION


@dataclass(slots=True)
class Asked:
    """The part of the test that does not depend on the candidate."""

    pronoun: ReferringExpression
    excluded: Mapping[Entity, Verdict]
    misfits: Misfits
    is_bound: bool  # by a candidate of this utterance, or it may be


@lru_cache(maxsize=256)
def misfits(pronoun: Agreement, strictness: Strictness, *, is_sortal: bool) -> Misfits:
    """Return the test for agreement and sort of an entity, with its results cached."""
    is_lenient = strictness is Strictness.LENIENT

    @cache
    def verdict(agreement: Agreement, known: Sorts) -> Verdict | None:
        sorts = known if is_sortal else ANY_SORT
        is_open = is_lenient and may_agree(pronoun, agreement, sorts)
        if not is_open and not agreement.agrees_with(pronoun):
            return _disagreement(pronoun, agreement)
        if fits(pronoun, sorts):
            return None
        wanted = "no person" if pronoun.gender == NEUTER else either(ANIMATE)
        return Verdict(Constraint.SORT, either(sorts), wanted)

    return verdict


def fits(pronoun: Agreement, sorts: Sorts) -> bool:
    """Return True if the sorts allow the pronoun: he and she are animate, it is no person."""
    if Gender.NEUTER not in pronoun.gender:
        return not sorts.isdisjoint(ANIMATE)
    return len(pronoun.gender) > 1 or not sorts.isdisjoint(INANIMATE)


def _disagreement(pronoun: Agreement, known: Agreement) -> Verdict:
    """Name the features of the candidate that clash, and those that the pronoun requires."""
    pairs = ((known.number, pronoun.number), (known.gender, pronoun.gender))
    clashes = [(either(has), either(wants)) for has, wants in pairs if has.isdisjoint(wants)]
    if known.person is not pronoun.person:
        clashes.append((f"{known.person} person", f"{pronoun.person} person"))
    shown, wanted = map(" and ".join, zip(*clashes, strict=True))
    return Verdict(Constraint.AGREEMENT, shown, wanted)


def either(values: Iterable[str]) -> str:
    """Return features in words: "feminine or masculine"."""
    return " or ".join(sorted(map(str, values))) or "unknown"


def may_agree(pronoun: Agreement, known: Agreement, sorts: Sorts) -> bool:
    """Return True if one person, a group or an organization may be *they*: a pet ... their food."""
    if known.person is not pronoun.person or known.gender.isdisjoint(pronoun.gender):
        return False
    return Number.PLURAL in pronoun.number and not sorts.isdisjoint(MAY_BE_THEY)


def contra_indexed(
    tree: Tree,
    pronoun: ReferringExpression,
    others: Sequence[ReferringExpression],
    theory: Theory,
) -> Verdict | None:
    """Test a pronoun against expressions of an entity; a reflexive needs one that binds it."""
    here, is_bound = place_of(tree, pronoun), pronoun.kind in BOUND
    for other in others:
        place = place_of(tree, other)
        rule = excluded(tree, here, place, theory)
        if rule is None and is_bound:
            return None
        if rule and not is_bound:
            return Verdict(BINDING, in_words(rule, tree, pronoun, place))
    if not is_bound:
        return None
    return Verdict(BINDING, PRINCIPLE_A.words.format(pronoun=pronoun.text))
