"""Binding as it is counted: gaps, who acts, what stands beside a noun, and names that come."""

from __future__ import annotations

import pytest

from hearer.model import Kind, ReferringExpression, Utterance
from hearer.model.binding import LAPPIN_LEASS, BindingTheory, place_of
from hearer.model.control import acting, gap_of
from hearer.model.counted_binding import GAPS_AND_CONTROL
from hearer.model.tree import Tree

A_WOMAN_OF_HER_AGE = (
    "A/DET/det/2 woman/NOUN/nsubj/6 of/ADP/case/5 her/PRON/nmod:poss/5 age/NOUN/nmod/2"
    " left/VERB/root/0"
)
THE_FRIEND_OF_HIS_SON = (
    "The/DET/det/2 friend/NOUN/nsubj/6 of/ADP/case/5 his/PRON/nmod:poss/5 son/NOUN/nmod/2"
    " left/VERB/root/0"
)
THE_BREAD_THEY_BAKED = (
    "The/DET/det/2 loaves/NOUN/nsubj/5 they/PRON/nsubj/4 baked/VERB/acl:relcl/2 sold/VERB/root/0"
)
SHE_PUT_IT_BESIDE_HER = (
    "She/PRON/nsubj/2 put/VERB/root/0/put it/PRON/obj/2 beside/ADP/case/5/beside her/PRON/obl/2"
)
SHE_TOOK_IT_WITH_HER = (
    "She/PRON/nsubj/2 took/VERB/root/0/take it/PRON/obj/2 with/ADP/case/5/with her/PRON/obl/2"
)
SHE_SPOKE_WITH_HER = "She/PRON/nsubj/2 spoke/VERB/root/0/speak with/ADP/case/4/with her/PRON/obl/2"
HE_CALLED_EMIL = "He/PRON/nsubj/2 called/VERB/root/0 Emil/PROPN/obj/2"
HE_SAID_EMIL_LEFT = "He/PRON/nsubj/2 said/VERB/root/0 Emil/PROPN/nsubj/4 left/VERB/ccomp/2"
HE_LEFT_AND_EMIL_CAME = (
    "He/PRON/nsubj/2 left/VERB/root/0 and/CCONJ/cc/5 Emil/PROPN/nsubj/5 came/VERB/conj/2"
)
IT_IT_WORKS = "It/PRON/nsubj/3 it/PRON/nsubj/3 works/VERB/root/0"
HE_LEFT_MAKING_HIM_SAD = (
    "He/PRON/nsubj/2 left/VERB/root/0 making/VERB/advcl/2/make him/PRON/obj/3 sad/ADJ/xcomp/3"
)
A_PICTURE_OF_ITSELF = (
    "Ida/PROPN/nsubj/2 hung/VERB/root/0 a/DET/det/4 picture/NOUN/obj/2 of/ADP/case/6"
    " itself/PRON/nmod/4"
)
HE_HAD_A_CHANCE_TO_DEFEND = (
    "He/PRON/nsubj/2 had/VERB/root/0/have a/DET/det/4 chance/NOUN/obj/2/chance"
    " to/PART/mark/6/to defend/VERB/acl/4 X/PRON/obj/6"
)
SHE_GAVE_HIM_A_CHANCE = (
    "She/PRON/nsubj/2 gave/VERB/root/0/give him/PRON/iobj/2 a/DET/det/5 chance/NOUN/obj/2/chance"
    " to/PART/mark/7/to defend/VERB/acl/5"
)
HIS_CHANCE = (
    "His/PRON/nmod:poss/2 chance/NOUN/nsubj/5/chance to/PART/mark/4/to win/VERB/acl/2"
    " went/VERB/root/0"
)
A_MAN_TO_SEE = (
    "She/PRON/nsubj/2 hired/VERB/root/0/hire a/DET/det/4 man/NOUN/obj/2/man"
    " to/PART/mark/6/to cook/VERB/acl/4"
)
SHE_PROMISED_HIM_TO_GO = (
    "She/PRON/nsubj/2 promised/VERB/root/0/promise him/PRON/obj/2 to/PART/mark/5/to go/VERB/xcomp/2"
)
SHE_TOLD_HIM_TO_GO = (
    "She/PRON/nsubj/2 told/VERB/root/0/tell him/PRON/obj/2 to/PART/mark/5/to go/VERB/xcomp/2"
)
SHE_THANKED_HIM_FOR_GOING = (
    "She/PRON/nsubj/2 thanked/VERB/root/0/thank him/PRON/obj/2 for/SCONJ/mark/5/for"
    " going/VERB/advcl/2/go"
)
SHE_HELD_HIM_TO_REST = (
    "She/PRON/nsubj/2 held/VERB/root/0/hold him/PRON/obj/2 to/PART/mark/5/to rest/VERB/advcl/2"
)
AN_ATTEMPT_BY_IDA = (
    "An/DET/det/2 attempt/NOUN/nsubj/7/attempt by/ADP/case/4/by Ida/PROPN/nmod/2"
    " to/PART/mark/6/to flee/VERB/acl/2 failed/VERB/root/0"
)
HE_EQUIPPED_HER_WITH_A_PLAN = (
    "He/PRON/nsubj/2 equipped/VERB/root/0/equip her/PRON/obj/2 with/ADP/case/6/with a/DET/det/6"
    " plan/NOUN/obl/2/plan to/PART/mark/8/to win/VERB/acl/6"
)
SHE_ASKED_HIM_HOW_TO_GO = (
    "She/PRON/nsubj/2 asked/VERB/root/0/ask him/PRON/iobj/2 how/ADV/advmod/6/how"
    " to/PART/mark/6/to go/VERB/ccomp/2"
)
SHE_RELIED_ON_HIM_TO_GO = (
    "She/PRON/nsubj/2 relied/VERB/root/0/rely on/ADP/case/4/on him/PRON/obl/2 to/PART/mark/6/to"
    " go/VERB/xcomp/2"
)
TO_WIN_COST_HIM_MUCH = (
    "To/PART/mark/2/to win/VERB/csubj/3 cost/VERB/root/0/cost him/PRON/iobj/3 much/ADV/advmod/3"
)
A_HAND_MADE = "Made/VERB/acl/2 hands/NOUN/root/0"
HE_HAD_FUN_SEEING = "He/PRON/nsubj/2 had/VERB/root/0/have fun/NOUN/obj/2/fun seeing/VERB/acl/3/see"
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


def excluded(sentence: str, pronoun: int, other: int, theory: BindingTheory) -> bool:
    tree = Tree(Utterance.of(sentence))
    return theory.excludes(tree, *(place_of(tree, said(tree, n)) for n in (pronoun, other)))


@pytest.mark.parametrize(
    ("sentence", "pronoun", "other"),
    [
        (A_WOMAN_OF_HER_AGE, 4, 2),
        (SHE_PUT_IT_BESIDE_HER, 5, 1),
        (SHE_TOOK_IT_WITH_HER, 5, 1),
        (IT_IT_WORKS, 2, 1),
        (HE_LEFT_MAKING_HIM_SAD, 4, 1),
    ],
)
def test_what_lappin_and_leass_exclude_may_be(sentence: str, pronoun: int, other: int) -> None:
    assert excluded(sentence, pronoun, other, LAPPIN_LEASS)
    assert not excluded(sentence, pronoun, other, GAPS_AND_CONTROL)


def test_both_know_principle_c() -> None:
    for theory in (LAPPIN_LEASS, GAPS_AND_CONTROL):
        assert excluded(HE_SAID_EMIL_LEFT, 1, 3, theory)


@pytest.mark.parametrize(
    ("sentence", "pronoun", "other"),
    [
        (THE_BREAD_THEY_BAKED, 3, 2),
        (HE_HAD_A_CHANCE_TO_DEFEND, 7, 1),
    ],
)
def test_what_they_allow_cannot_be(sentence: str, pronoun: int, other: int) -> None:
    assert not excluded(sentence, pronoun, other, LAPPIN_LEASS)
    assert excluded(sentence, pronoun, other, GAPS_AND_CONTROL)


@pytest.mark.parametrize(
    ("sentence", "pronoun", "other", "is_out"),
    [
        (THE_FRIEND_OF_HIS_SON, 4, 2, True),
        (SHE_SPOKE_WITH_HER, 4, 1, True),
        (HE_CALLED_EMIL, 1, 3, True),
        (HE_LEFT_AND_EMIL_CAME, 1, 4, False),  # that is not in the domain of *he*
    ],
)
def test_where_both_agree(sentence: str, pronoun: int, other: int, *, is_out: bool) -> None:
    for theory in (LAPPIN_LEASS, GAPS_AND_CONTROL):
        assert excluded(sentence, pronoun, other, theory) is is_out


@pytest.mark.parametrize(
    ("sentence", "predicate", "who"),
    [
        (HE_HAD_A_CHANCE_TO_DEFEND, 6, 1),
        (SHE_GAVE_HIM_A_CHANCE, 7, 3),
        (HIS_CHANCE, 4, 1),
        (A_MAN_TO_SEE, 6, 4),
        (SHE_PROMISED_HIM_TO_GO, 5, 1),
        (SHE_TOLD_HIM_TO_GO, 5, 3),
        (SHE_THANKED_HIM_FOR_GOING, 5, 3),
        (SHE_HELD_HIM_TO_REST, 5, 1),
        (HE_HAD_FUN_SEEING, 4, 1),
        (AN_ATTEMPT_BY_IDA, 6, 4),
        (HE_EQUIPPED_HER_WITH_A_PLAN, 8, 3),
        (SHE_ASKED_HIM_HOW_TO_GO, 6, 1),
        (SHE_RELIED_ON_HIM_TO_GO, 6, 4),
        (TO_WIN_COST_HIM_MUCH, 2, 4),
        (A_HAND_MADE, 1, 2),
        (A_HAND_MADE, 2, 0),  # nothing is over it
        (THE_BREAD_THEY_BAKED, 9, 0),  # there is no such word
        (HE_CALLED_EMIL, 2, 0),  # it has a subject of its own
    ],
)
def test_who_acts(sentence: str, predicate: int, who: int) -> None:
    assert acting(Tree(Utterance.of(sentence)), predicate) == who


def test_a_relative_clause_leaves_a_gap_for_its_noun() -> None:
    tree = Tree(Utterance.of(THE_BREAD_THEY_BAKED))
    assert (gap_of(tree, 4), gap_of(tree, 5)) == (2, 0)


def test_nothing_is_a_picture_of_itself() -> None:
    assert excluded(A_PICTURE_OF_ITSELF, 6, 4, GAPS_AND_CONTROL)
    assert not excluded(A_PICTURE_OF_ITSELF, 6, 1, GAPS_AND_CONTROL)


@pytest.mark.parametrize(
    ("sentence", "pronoun", "other", "words"),
    [
        (SHE_SPOKE_WITH_HER, 4, 1, "is the subject of the same verb (“spoke”)"),
        (THE_FRIEND_OF_HIS_SON, 4, 2, "contains “his”"),
        (THE_BREAD_THEY_BAKED, 3, 2, "is understood as an argument of “baked” itself"),
        (HE_HAD_A_CHANCE_TO_DEFEND, 7, 1, "is the understood subject of “defend”"),
        (HE_CALLED_EMIL, 1, 3, "is the object of the same verb (“called”)"),
        (HE_SAID_EMIL_LEFT, 1, 3, "is named in the domain of “he”, which “said” has for its own"),
    ],
)
def test_the_reason_in_words(sentence: str, pronoun: int, other: int, words: str) -> None:
    tree = Tree(Utterance.of(sentence))
    place = place_of(tree, said(tree, other))
    assert GAPS_AND_CONTROL.clash(tree, said(tree, pronoun), place) == words
