"""Binding as it is counted: gaps, who acts, what stands beside a noun, and names that come."""

from __future__ import annotations

from hearer.binding import CORPUS, LAPPIN_LEASS, Theory, acting, gap_of, in_words, place_of
from hearer.binding import excluded as excluded_by
from hearer.model import Kind, ReferringExpression, Utterance
from hearer.model.tree import Tree
from tests.cases import cases

THE_BREAD_THEY_BAKED = (
    "The/DET/det/2 loaves/NOUN/nsubj/5 they/PRON/nsubj/4 baked/VERB/acl:relcl/2 sold/VERB/root/0"
)
HE_SAID_EMIL_LEFT = "He/PRON/nsubj/2 said/VERB/root/0 Emil/PROPN/nsubj/4 left/VERB/ccomp/2"
A_PICTURE_OF_ITSELF = (
    "Ida/PROPN/nsubj/2 hung/VERB/root/0 a/DET/det/4 picture/NOUN/obj/2 of/ADP/case/6"
    " itself/PRON/nmod/4"
)
PRONOUNS = frozenset({"he", "her", "him", "his", "it", "she", "they", "x"})


def kind_of(tree: Tree, n: int) -> Kind:
    form = tree.forms[n].lower()
    if form.endswith("self"):
        return Kind.REFLEXIVE
    if tree.relations[n] == "nmod:poss":
        return Kind.POSSESSIVE
    return Kind.PRONOUN if form in PRONOUNS else Kind.NAME


def said(tree: Tree, n: int) -> ReferringExpression:
    kind = kind_of(tree, n)
    return ReferringExpression(
        tree.forms[n].lower(), 1, n, kind is not Kind.NAME, kind=kind, relation=tree.relations[n]
    )


def excluded(sentence: str, pronoun: int, other: int, theory: Theory) -> bool:
    tree = Tree(Utterance.of(sentence))
    one, two = (place_of(tree, said(tree, n)) for n in (pronoun, other))
    return excluded_by(tree, one, two, theory) is not None


@cases(__file__)
def test_what_lappin_and_leass_exclude_may_be(sentence: str, pronoun: int, other: int) -> None:
    assert excluded(sentence, pronoun, other, LAPPIN_LEASS)
    assert not excluded(sentence, pronoun, other, CORPUS)


def test_both_know_principle_c() -> None:
    for theory in (LAPPIN_LEASS, CORPUS):
        assert excluded(HE_SAID_EMIL_LEFT, 1, 3, theory)


@cases(__file__)
def test_what_they_allow_cannot_be(sentence: str, pronoun: int, other: int) -> None:
    assert not excluded(sentence, pronoun, other, LAPPIN_LEASS)
    assert excluded(sentence, pronoun, other, CORPUS)


@cases(__file__)
def test_where_both_agree(sentence: str, pronoun: int, other: int, *, is_out: bool) -> None:
    for theory in (LAPPIN_LEASS, CORPUS):
        assert excluded(sentence, pronoun, other, theory) is is_out


@cases(__file__)
def test_who_acts(sentence: str, predicate: int, who: int) -> None:
    assert acting(Tree(Utterance.of(sentence)), predicate) == who


def test_a_relative_clause_leaves_a_gap_for_its_noun() -> None:
    tree = Tree(Utterance.of(THE_BREAD_THEY_BAKED))
    assert (gap_of(tree, 4), gap_of(tree, 5)) == (2, 0)


def test_nothing_is_a_picture_of_itself() -> None:
    assert excluded(A_PICTURE_OF_ITSELF, 6, 4, CORPUS)
    assert not excluded(A_PICTURE_OF_ITSELF, 6, 1, CORPUS)


@cases(__file__)
def test_the_reason_in_words(sentence: str, pronoun: int, other: int, words: str) -> None:
    tree = Tree(Utterance.of(sentence))
    here, place = (place_of(tree, said(tree, n)) for n in (pronoun, other))
    rule = excluded_by(tree, here, place, CORPUS)
    assert rule is not None
    assert in_words(rule, tree, said(tree, pronoun), place) == words
