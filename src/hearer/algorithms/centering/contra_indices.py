"""Contra-indices: which expressions of an utterance cannot mean the same.

    are_contra_indexed    whether two expressions of one utterance exclude each other
    binds                 whether an expression binds a reflexive

An algorithm that reads an utterance as a whole needs to know this of pronouns whose antecedents
are still open, while the antecedent test is about entities that are known to be somewhere. So
Brennan, Friedman & Pollard (1987) have the parser hand over contra-indices, and so do we.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.model import Kind, ReferringExpression, Utterance

ARGUMENTS = frozenset("nsubj obj iobj obl".split())
CONTROLLED = frozenset("xcomp advcl conj".split())
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})


def are_contra_indexed(
    one: ReferringExpression, other: ReferringExpression, utterance: Utterance | None = None
) -> bool:
    """Whether two expressions cannot corefer: they disagree, or are arguments of one predicate.

    Without a tree, arguments in one clause are taken for arguments of one predicate.

    >>> she = ReferringExpression("she", 4, 1, is_pronoun=True, relation="nsubj")
    >>> her = ReferringExpression("her", 4, 4, is_pronoun=True, relation="obj")
    >>> are_contra_indexed(she, her)
    True
    """
    if not one.agreement.agrees_with(other.agreement):
        return True
    if BOUND & {one.kind, other.kind}:
        return False
    if utterance is None:
        are_arguments = _base(one.relation) in ARGUMENTS and _base(other.relation) in ARGUMENTS
        return are_arguments and one.clause == other.clause
    return (
        _are_coarguments(one, other, utterance)
        or _is_possessor_of_its_noun(one, other, utterance)
        or _is_possessor_of_its_noun(other, one, utterance)
    )


def binds(
    binder: ReferringExpression, reflexive: ReferringExpression, utterance: Utterance | None = None
) -> bool:
    """Whether a reflexive can go back to `binder`: an argument of the predicate it belongs to.

    Subjects bind, and so does whatever else comes before it: *he* saw *himself*.
    """
    if binder.kind in BOUND or binder.position >= reflexive.position:
        return False
    if not binder.agreement.agrees_with(reflexive.agreement):
        return False
    if utterance is None:
        return binder.clause == reflexive.clause
    governors = tuple(_governors(reflexive, utterance))
    governor, relation = _place(binder, utterance)
    is_argument = _base(relation) in ARGUMENTS or relation == "nmod:poss"
    understood = (_understood_subject(word, utterance) for word in governors)
    return (governor in governors and is_argument) or binder.head in understood


def _are_coarguments(
    one: ReferringExpression, other: ReferringExpression, utterance: Utterance
) -> bool:
    """*She* likes *her*; *John* wants to see *him*; *he* came and saw *him*."""
    (governor, relation), (its_governor, its_relation) = (
        _place(one, utterance),
        _place(other, utterance),
    )
    if _base(relation) not in ARGUMENTS or _base(its_relation) not in ARGUMENTS:
        return False
    return (
        governor == its_governor
        or _understood_subject(governor, utterance) == other.head
        or _understood_subject(its_governor, utterance) == one.head
    )


def _is_possessor_of_its_noun(
    possessor: ReferringExpression, other: ReferringExpression, utterance: Utterance
) -> bool:
    """*His* portrait of *him*."""
    (governor, relation), (its_governor, its_relation) = (
        _place(possessor, utterance),
        _place(other, utterance),
    )
    return relation == "nmod:poss" and its_relation == "nmod" and governor == its_governor


def _place(expression: ReferringExpression, utterance: Utterance) -> tuple[int, str]:
    """The governor and the relation to it; a conjunct stands where its coordination stands."""
    if expression.kind is Kind.ELLIPSIS:
        return expression.head, "nsubj"
    word = expression.head
    while _base(utterance.relations[word - 1]) == "conj" and utterance.heads[word - 1]:
        word = utterance.heads[word - 1]
    return utterance.heads[word - 1], utterance.relations[word - 1]


def _governors(reflexive: ReferringExpression, utterance: Utterance) -> Iterator[int]:
    """The predicate of a reflexive, and before it the nouns on the way: a picture of herself."""
    governor, relation = _place(reflexive, utterance)
    yield governor
    while _base(relation) == "nmod" and governor:
        governor, relation = utterance.heads[governor - 1], utterance.relations[governor - 1]
        yield governor


def _understood_subject(predicate: int, utterance: Utterance) -> int:
    """Who is understood as the subject of a predicate that has none of its own, or 0."""
    climbed = 0
    while predicate and climbed < len(utterance):
        if found := _child(predicate, ("nsubj",), utterance):
            return found if climbed else 0
        relation = _base(utterance.relations[predicate - 1])
        if relation not in CONTROLLED:
            return 0
        predicate, climbed = utterance.heads[predicate - 1], climbed + 1
        controller = relation == "xcomp" and _child(predicate, ("obj", "iobj"), utterance)
        if controller:
            return controller
    return 0


def _child(governor: int, relations: tuple[str, ...], utterance: Utterance) -> int:
    children = enumerate(zip(utterance.heads, utterance.relations, strict=True), start=1)
    found = (
        n for n, (head, relation) in children if head == governor and _base(relation) in relations
    )
    return next(found, 0)


def _base(relation: str) -> str:
    return relation.partition(":")[0]
