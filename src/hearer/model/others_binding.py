"""Binding as others have it: each leaves out something of Lappin & Leass (binding.py).

CONTRA_INDICES    between pronouns of which neither is resolved yet (BFP)
DISJOINTNESS      of the arguments of a predicate, said or understood (focus models)
COARGUMENTS       of one predicate and nothing else (algorithms that search)
predicates        those that something is an argument of, also where it is only understood
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.model.binding import (
    ARGUMENTS,
    BOUND,
    BindingTheory,
    TreePlace,
    binds,
    is_argument_beside,
    is_possessor_beside,
)
from hearer.model.control import understood_subject
from hearer.model.text import ROOT
from hearer.model.tree import Tree, base


def _is_contra_indexed(tree: Tree, one: TreePlace, other: TreePlace) -> bool:
    """Contra-indices: either way, as both are open; no i-within-i, no participles after nouns."""
    if one.kind in BOUND or other.kind in BOUND:
        return False
    return any(
        is_argument_beside(tree, b, a, _subject_of_bfp)
        or (is_possessor_beside(b, a) and a.relation == "nmod")
        for a, b in ((one, other), (other, one))
    )


def _binds_argument(tree: Tree, binder: TreePlace, reflexive: TreePlace) -> bool:
    """An argument of the predicate of a reflexive, or of a noun on the way to it."""
    if binder.kind in BOUND:
        return False
    governors = tuple(_governors(tree, reflexive))
    is_argument = binder.is_argument or binder.relation == "nmod:poss"
    if is_argument and binder.governor in governors:
        return True
    return binder.head != 0 and any(binder.head == _subject_of_bfp(tree, n) for n in governors)


def _subject_of_bfp(tree: Tree, n: int) -> int:
    return understood_subject(tree, n, ("nsubj",), of_nouns=False) if n <= len(tree) else 0


def _governors(tree: Tree, reflexive: TreePlace) -> Iterator[int]:
    """The predicate of a reflexive, and before it the nouns on the way: a picture of herself."""
    governor, relation = reflexive.governor, reflexive.relation
    yield governor
    while base(relation) == "nmod" and 0 < governor <= len(tree):
        governor, relation = tree.heads[governor], tree.relations[governor]
        yield governor


def predicates(tree: Tree, place: TreePlace) -> frozenset[int]:
    """What stands at `place` is an argument of these, also where it is only understood."""
    relation = base(place.relation)
    if relation not in ARGUMENTS | {"nmod"} or not 0 < place.governor <= len(tree):
        return frozenset()
    found = [place.governor]
    for predicate in found:
        below = tree.children[predicate] if tree.has(predicate, "conj", "xcomp") else ()
        found += [n for n in below if _is_understood(tree, relation, predicate, n)]
    return frozenset(found)


def _is_understood(tree: Tree, relation: str, predicate: int, below: int) -> bool:
    """Whether the subject of `below` is understood from this argument of `predicate`."""
    if tree.has(below, "nsubj") or below in tree.unsaid:
        return False
    if tree.bases[below] == "conj":
        return relation == "nsubj"
    controls = "obj" if tree.has(predicate, "obj", "iobj") else "nsubj"
    return tree.relations[below] == "xcomp" and relation.removeprefix("i") == controls


def _are_disjoint(tree: Tree, one: TreePlace, other: TreePlace) -> bool:
    """Disjoint reference: *she* likes, or wants to see, *her*; *her* picture of *her*."""
    return not predicates(tree, one).isdisjoint(predicates(tree, other))


def _binds_predicate(tree: Tree, binder: TreePlace, reflexive: TreePlace) -> bool:
    """Principle A among arguments: *he* saw *himself*, or a picture of *himself*."""
    path = (n for n in tree.path(reflexive.head) if tree.bases[n] not in {"nmod", "conj"})
    return tree.heads[next(path, ROOT)] in predicates(tree, binder)


def _are_coarguments(tree: Tree, one: TreePlace, other: TreePlace) -> bool:
    """Co-arguments: *she* beats *her*, each of them on her own; a conjunct is nobody's."""
    if one.kind in BOUND or one.governor != other.governor or one.governor == ROOT:
        return False
    return all(n <= len(tree) and tree.bases[n] in ARGUMENTS for n in (one.head, other.head))


# Brennan, Friedman & Pollard (1987) have the parser hand over contra-indices.
CONTRA_INDICES = BindingTheory(_is_contra_indexed, _binds_argument)
# Sidner (1979) and Azzam, Humphreys & Gaizauskas (1998) only speak of disjoint reference.
DISJOINTNESS = BindingTheory(_are_disjoint, _binds_predicate)
# Hobbs (1978), Tetreault (2001): between pronouns that were resolved together, at the end.
COARGUMENTS = BindingTheory(_are_coarguments, binds)
