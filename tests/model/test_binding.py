"""Who may be whom: each variant of the theory on the pairs its paper speaks of."""

from __future__ import annotations

import pytest

from hearer.binding import (
    DISJOINT,
    LAPPIN_LEASS,
    PRINCIPLE_A,
    Theory,
    acting,
    in_words,
    place_of,
)
from hearer.binding import excluded as excluded_by
from hearer.model import Kind, ReferringExpression, Utterance
from hearer.model.tree import NO_TREE, Tree
from tests.cases import cases

SHE_LIKES_HER = "She/PRON/nsubj/2 likes/VERB/root/0 her/PRON/obj/2"
SHE_WANTS_TO_SEE_HER = (
    "She/PRON/nsubj/2 wants/VERB/root/0 to/PART/mark/4 see/VERB/xcomp/2 her/PRON/obj/4"
)
SHE_CAME_AND_SAW_HER = (
    "She/PRON/nsubj/2 came/VERB/root/0 and/CCONJ/cc/4 saw/VERB/conj/2 her/PRON/obj/4"
)
HER_PICTURE_OF_HER = (
    "Her/PRON/nmod:poss/2 picture/NOUN/nsubj/5 of/ADP/case/4 her/PRON/nmod/2 burnt/VERB/root/0"
)
SHE_AND_LYN_LIKE_HER = (
    "She/PRON/nsubj/4 and/CCONJ/cc/3 Lyn/PROPN/conj/1 like/VERB/root/0 her/PRON/obj/4"
)
SHE_SAID_SHE_WON = "She/PRON/nsubj/2 said/VERB/root/0 she/PRON/nsubj/4 won/VERB/ccomp/2"
HE_SAW_A_PICTURE_OF_HIMSELF = (
    "He/PRON/nsubj/2 saw/VERB/root/0 a/DET/det/4 picture/NOUN/obj/2 of/ADP/case/6"
    " himself/PRON/nmod/4"
)
HER_BROTHER_LIKES_HER = "Her/PRON/nmod:poss/2 brother/NOUN/nsubj/3 likes/VERB/root/0 her/PRON/obj/3"


def said(tree: Tree, n: int, kind: Kind = Kind.PRONOUN) -> ReferringExpression:
    relation = tree.relations[n]
    return ReferringExpression(tree.forms[n].lower(), 1, n, True, kind=kind, relation=relation)


def excluded(theory: Theory, sentence: str, pronoun: int, other: int) -> bool:
    tree = Tree(Utterance.of(sentence))
    one, two = (place_of(tree, said(tree, n)) for n in (pronoun, other))
    return excluded_by(tree, one, two, theory) is not None


@pytest.mark.parametrize("theory", Theory)
def test_she_is_not_her_beside_her(theory: Theory) -> None:
    for sentence, pronoun, other in (
        (SHE_LIKES_HER, 3, 1),
        (SHE_WANTS_TO_SEE_HER, 5, 1),
        (SHE_CAME_AND_SAW_HER, 5, 1),
        (HER_PICTURE_OF_HER, 4, 1),
        (SHE_AND_LYN_LIKE_HER, 5, 3),
        (SHE_AND_LYN_LIKE_HER, 5, 1),
    ):
        assert excluded(theory, sentence, pronoun, other), sentence
    assert not excluded(theory, SHE_SAID_SHE_WON, 3, 1)
    assert not excluded(theory, HER_BROTHER_LIKES_HER, 4, 1)


def test_only_disjoint_pronouns_can_be_read_from_either_side() -> None:
    assert excluded(DISJOINT, SHE_WANTS_TO_SEE_HER, 1, 5)
    assert not excluded(LAPPIN_LEASS, SHE_WANTS_TO_SEE_HER, 1, 5)


@pytest.mark.parametrize("theory", Theory)
def test_a_subject_binds_into_the_picture_of_himself(theory: Theory) -> None:
    tree = Tree(Utterance.of(HE_SAW_A_PICTURE_OF_HIMSELF))
    himself = place_of(tree, said(tree, 6, Kind.REFLEXIVE))
    assert excluded_by(tree, himself, place_of(tree, said(tree, 1)), theory) is None
    assert excluded_by(tree, himself, place_of(tree, said(tree, 6)), theory)


# The conditions of Lappin & Leass (1994), figure 1, with their examples -----------------------


@cases(__file__)
def test_who_is_named_below_a_pronoun_is_somebody_else(
    sentence: str, pronoun: int, name: int, is_out: bool
) -> None:
    tree = Tree(Utterance.of(sentence))
    place = place_of(tree, said(tree, name, Kind.NAME))
    rule = excluded_by(tree, place_of(tree, said(tree, pronoun)), place, LAPPIN_LEASS)
    assert (rule is not None) is is_out


def test_a_reciprocal_possessor_is_bound_as_its_noun_is() -> None:
    # Figure 3, condition 5: John and Mary like each other's portraits.
    tree = Tree(
        Utterance.of(
            "John/PROPN/nsubj/4 and/CCONJ/cc/3 Mary/PROPN/conj/1 like/VERB/root/0 each/DET/det/6 "
            "other/ADJ/nmod:poss/8 's/PART/case/6 portraits/NOUN/obj/4"
        )
    )
    other = place_of(tree, said(tree, 6, Kind.RECIPROCAL))
    assert excluded_by(tree, other, place_of(tree, said(tree, 1, Kind.SET)), LAPPIN_LEASS) is None
    assert excluded_by(tree, other, place_of(tree, said(tree, 8, Kind.POSSESSED)), LAPPIN_LEASS)


def test_without_a_tree_the_clause_is_the_predicate() -> None:
    she, her, hers = (
        ReferringExpression("she", 1, n, True, relation=relation, clause=clause)
        for n, relation, clause in ((1, "nsubj", 2), (3, "obj", 2), (5, "obj", 4))
    )
    places = [place_of(NO_TREE, x) for x in (she, her, hers)]
    assert excluded_by(NO_TREE, places[0], places[1], DISJOINT)
    assert not excluded_by(NO_TREE, places[0], places[2], DISJOINT)


@cases(__file__)
def test_who_is_understood_as_the_subject(sentence: str, predicate: int, subject: int) -> None:
    assert acting(Tree(Utterance.of(sentence)), predicate) == subject


@cases(__file__)
def test_a_clash_in_words(sentence: str, pronoun: int, other: int, words: str) -> None:
    tree = Tree(Utterance.of(sentence))
    here, place = (place_of(tree, said(tree, n)) for n in (pronoun, other))
    rule = excluded_by(tree, here, place, LAPPIN_LEASS)
    assert rule is not None
    assert in_words(rule, tree, said(tree, pronoun), place) == words


def test_a_reflexive_that_nothing_binds_in_words() -> None:
    tree = Tree(Utterance.of(SHE_LIKES_HER))
    here, she = place_of(tree, said(tree, 1, Kind.REFLEXIVE)), place_of(tree, said(tree, 3))
    assert excluded_by(tree, here, she, LAPPIN_LEASS) is PRINCIPLE_A
    assert in_words(PRINCIPLE_A, tree, said(tree, 1), she) == "does not bind “she” in its clause"


def test_an_elliptical_subject_in_words() -> None:
    tree = Tree(Utterance.of(SHE_CAME_AND_SAW_HER))
    ellipsis = ReferringExpression("ε", 1, 3.5, kind=Kind.ELLIPSIS, relation="nsubj")
    rule = excluded_by(tree, place_of(tree, said(tree, 5)), place_of(tree, ellipsis), LAPPIN_LEASS)
    assert rule is not None
    shown = in_words(rule, tree, said(tree, 5), place_of(tree, ellipsis))
    assert shown == "is the elliptical subject of the same verb (“saw”)"
