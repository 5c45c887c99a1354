"""Binding constraints on UD trees, after Lappin and Leass (docs/specification/analysis.md 0.3).

Place          where an expression stands in the tree
violates       whether a pronoun and a place it would be coindexed with break a principle
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from hearer.analysis.expressions.clauses import implicit_subject
from hearer.model import Kind, ReferringExpression
from hearer.model.tree import SUBJECTS, Tree, base

ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
# Reflexives look for a binder in a higher slot.
SLOTS = {"nsubj": 0, "obl:agent": 1, "obj": 2, "iobj": 3, "obl": 4}
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})


DEEPEST = 64  # no noun phrase is deeper in another


class Place(NamedTuple):
    """Where an expression stands: its head word, and the predicate or noun that governs it."""

    head: int
    governor: int
    relation: str
    kind: Kind

    @property
    def is_argument(self) -> bool:
        return base(self.relation) in ARGUMENTS

    @property
    def slot(self) -> int:
        return SLOTS.get(self.relation, SLOTS.get(base(self.relation), 5))


def place_of(tree: Tree, expression: ReferringExpression) -> Place:
    """The place of an expression; a conjunct stands where its coordination stands."""
    head = expression.head
    if expression.kind is Kind.ELLIPSIS:
        return Place(0, head, "nsubj", expression.kind)
    over, deep = head, 0
    while tree.bases[over] == "conj" and tree.heads[over] and deep < DEEPEST:
        over, deep = tree.heads[over], deep + 1
    return Place(head, tree.heads[over], tree.relations[over], expression.kind)


def violates(tree: Tree, pronoun: Place, place: Place) -> bool:
    """Whether coindexing `pronoun` with what stands at `place` breaks a binding principle."""
    if pronoun.kind in BOUND:
        return not _is_bound(tree, pronoun, place)
    return (
        _are_coarguments(tree, pronoun, place)
        or _is_possessor_of_its_noun(pronoun, place)
        or _contains(tree, place, pronoun)
    )


def _are_coarguments(tree: Tree, pronoun: Place, place: Place) -> bool:
    """*She* likes *her*; *she* sat near *her*; *John* seems to want to see *him*."""
    if not pronoun.is_argument:
        return False
    if place.is_argument and place.governor == pronoun.governor:
        return True
    return place.head != 0 and _understood_subject(tree, pronoun.governor) == place.head


def _understood_subject(tree: Tree, predicate: int) -> int:
    return 0 if tree.subject(predicate) else implicit_subject(tree, predicate)


def _is_possessor_of_its_noun(pronoun: Place, place: Place) -> bool:
    """*John's* portrait of *him*."""
    return (
        place.relation == "nmod:poss"
        and place.governor == pronoun.governor
        and base(pronoun.relation) == "nmod"
        and pronoun.relation != "nmod:poss"
    )


def _contains(tree: Tree, place: Place, pronoun: Place) -> bool:
    """A friend of *his* is not *him* (i-within-i); relative clauses are islands to this."""
    if not place.head or place.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
        return False
    for over in _path(tree, pronoun.head):
        if over == place.head:
            return True
        if tree.relations[over] in {"acl:relcl", "conj", "appos"}:
            return False
    return False


def _path(tree: Tree, n: int) -> Iterator[int]:
    yield n
    yield from islice(tree.ancestors(n), DEEPEST)


def _is_bound(tree: Tree, reflexive: Place, place: Place) -> bool:
    """*John* saw *himself*; *John's* picture of *himself*; *John* saw a picture of *himself*."""
    governor, relation = reflexive.governor, reflexive.relation
    while governor and base(relation) in {"nmod", "acl", "conj"}:
        if tree.possessor(governor) != 0:  # a possessor closes the domain
            return place.governor == governor and place.relation == "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if place.is_argument and place.governor == governor:
        return place.slot < reflexive.slot or place.relation in SUBJECTS
    return place.head != 0 and _understood_subject(tree, governor) == place.head
