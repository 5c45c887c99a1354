"""The test of step 1a: "checking agreement criteria, binding and sortal constraints"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from hearer.analysis.describe import ANIMATE, ORGANIZATION, PERSON
from hearer.analysis.options import Strictness
from hearer.binding import BOUND, PRINCIPLE_A, Theory, TreePlace, excluded, in_words, place_of
from hearer.model import Constraint, Entity, ReferringExpression, Tree, Verdict
from hearer.model.expression import ANY_SORT, NEUTER, Agreement, Gender, Number, Sorts

BINDING, INANIMATE = Constraint.BINDING, ANY_SORT - PERSON
MAY_BE_THEY = ANIMATE | ORGANIZATION


@dataclass(slots=True)
class Asked:
    """The part of the test that does not depend on the candidate."""

    pronoun: ReferringExpression
    excluded: Mapping[Entity, Verdict]
    misfits: Misfits
    beside: Set[Entity]  # entities of this utterance, and excluded ones
    place: TreePlace
    is_bound: bool  # by any candidate, or it may be


class Misfits(dict[Agreement, Verdict | None]):
    """The verdicts on entities of some sorts by their agreement, each made when it is needed."""

    def __init__(self, pronoun: Agreement, strictness: Strictness, sorts: Sorts = ANY_SORT) -> None:
        super().__init__()
        self.pronoun, self.strictness, self.sorts = pronoun, strictness, sorts

    def __missing__(self, known: Agreement) -> Verdict | None:
        pronoun, sorts = self.pronoun, self.sorts
        wanted = "no person" if pronoun.gender == NEUTER else either(ANIMATE)
        verdict = None if fits(pronoun, sorts) else Verdict(Constraint.SORT, either(sorts), wanted)
        is_open = self.strictness is Strictness.LENIENT and may_agree(pronoun, known, sorts)
        if not is_open and not known.agrees_with(pronoun):
            verdict = _disagreement(pronoun, known)
        self[known] = verdict
        return verdict


misfits = lru_cache(maxsize=1024)(Misfits)


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
    tree: Tree, asked: Asked, others: Sequence[ReferringExpression], theory: Theory
) -> Verdict | None:
    """Test a pronoun against expressions of an entity; a reflexive needs one that binds it."""
    pronoun, is_bound = asked.pronoun, asked.pronoun.kind in BOUND
    for other in others:
        place = place_of(tree, other)
        rule = excluded(tree, asked.place, place, theory)
        if rule is None and is_bound:
            return None
        if rule and not is_bound:
            return Verdict(BINDING, in_words(rule, tree, pronoun, place))
    return Verdict(BINDING, PRINCIPLE_A.words.format(pronoun=pronoun.text)) if is_bound else None
