"""The paper's two questions: what the pages are computed from, with figures worked out by hand."""

from __future__ import annotations

import pytest

from bench import question_definites as definites
from bench import question_orders as orders
from bench.definites import Definite, Determiner, LookedUp, Shared
from bench.question_orders import CHANGES, ORDERS, PAPER, Answer, Answers, Order, holm
from bench.questions import questions
from bench.replication import Corpora
from hearer.algorithms.s_list.orders import Layers, Second
from hearer.evaluation.experiment import Mentions, Setup
from tests.evaluation.gold_by_hand import CLASSES, Texts, discourses_of

ROLE = Order(second=Second.ROLE)


def answer(group: str, *right: Order) -> Answer:
    """A pronoun that these orders get right, and no others."""
    return Answer(group, tuple(order in right for order in ORDERS))


def test_all_nine_orders_are_heard_and_the_papers_is_the_first() -> None:
    assert len(ORDERS) == 9
    assert ORDERS[0] == PAPER == Order(Layers.STATUS_FIRST, Second.POSITION)
    assert all(
        sum(a != b for a, b in zip(each, PAPER, strict=True)) == 1 for each in CHANGES.values()
    )


def test_shares_and_differences_are_of_the_slice() -> None:
    found = Answers("hand", [[answer("he", PAPER, ROLE), answer("it", ROLE)], [answer("she")]])
    assert [found.number(name) for name in orders.SLICES] == [3, 2, 1, 0]
    assert found.share(PAPER, "all") == pytest.approx(1 / 3)
    assert found.share(ROLE, "it") == 1
    assert found.difference(ROLE, "all").points == pytest.approx(1 / 3)
    assert found.difference(ROLE, "he/she").points == 0


# To Ann Lyn spoke. She smiled. Lyn is meant: the subject, and said last.
SPOKE: Texts = {
    "spoke": (
        "to/ADP/IN/case/2/_ Ann/PROPN/NNP/obl/4/1 Lyn/PROPN/NNP/nsubj/4/2 spoke/VERB/VBD/root/0/_",
        "She/PRON/PRP/nsubj/2/2 smiled/VERB/VBD/root/0/_",
    )
}


def test_a_document_is_heard_with_every_order() -> None:
    (discourse,) = discourses_of(SPOKE)
    (she,) = orders.heard(discourse, Setup(("s-list",), "paper", Mentions.GOLD, classes=False))
    assert she == Answer("she", tuple(o.second is not Second.POSITION for o in ORDERS))


@pytest.mark.parametrize(
    ("ps", "hold"),
    [
        ([0.04], [True]),
        ([0.04, 0.01], [True, True]),  # .01 under .025, then .04 under .05
        ([0.04, 0.03], [False, False]),  # .03 over .025: nothing after it holds
        ([0.02, 0.5, 0.001], [True, False, True]),
        ([], []),
    ],
)
def test_holm_goes_on_as_long_as_the_smallest_holds(ps: list[float], hold: list[bool]) -> None:
    assert holm(ps) == hold


def many(*right: Order, documents: int = 20) -> list[list[Answer]]:
    """As many documents with one *he* each: enough for a test."""
    return [[answer("he", *right)] for _ in range(documents)]


@pytest.mark.parametrize(
    ("right", "verdict"),
    [
        ((ROLE,), "**Not everywhere**: significantly better is grammatical role"),
        (
            (PAPER, Order(second=Second.RECENCY)),
            "**As far as these corpora tell, yes**: neither role nor recency in its place is "
            "significantly better anywhere, and significantly worse is grammatical role",
        ),
        (ORDERS, "**These corpora cannot tell**"),
    ],
)
def test_the_verdict_is_computed(right: tuple[Order, ...], verdict: str) -> None:
    first, *_ = orders.verdicts([Answers("hand", many(*right))])
    assert first.startswith(verdict)
    assert "hand" in first


# Definites ------------------------------------------------------------------------------------


def definite(outcome: LookedUp, *, is_anaphoric: bool) -> Definite:
    """One of which the same came in every list."""
    found = {(name, shared): outcome for name in definites.LISTS for shared in Shared}
    lists = frozenset(definites.LISTS if is_anaphoric else ())
    return Definite(1, Determiner.THE, is_anaphoric, lists, found)


HAND = [
    [
        definite(LookedUp.RIGHT, is_anaphoric=True),
        definite(LookedUp.NOBODY, is_anaphoric=True),
        definite(LookedUp.WRONG, is_anaphoric=False),
    ],
    [definite(LookedUp.WRONG, is_anaphoric=True)],
]


def test_definites_are_counted_a_document_each() -> None:
    """Right, answered, anaphoric, answered of these, on the list of these."""
    counted = definites.counts(HAND, next(iter(definites.LISTS)), Shared.HEAD)
    assert counted.tolist() == [[1, 2, 2, 1, 2], [0, 1, 1, 1, 1]]
    sums = counted.sum(axis=0, keepdims=True)
    figures = [figure(sums)[0] for figure in definites.FIGURES.values()]
    assert figures == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3, 1 / 2])


def test_what_no_order_changes_is_told_so() -> None:
    *_, last = definites.verdicts(HAND)
    assert "finds significantly more or fewer in 0 of 8 comparisons (recall" in last


# The page -------------------------------------------------------------------------------------


def written() -> str:
    documents = discourses_of(CLASSES)
    corpora = Corpora(documents, documents, (), (), ("s-list",), has_parser=False, processes=1)
    setup = Setup(("s-list",), "paper", Mentions.GOLD)
    heard = orders.answers("by hand", documents, setup, processes=1)
    return "\n".join(questions(corpora, [heard]))


@pytest.mark.untraced
def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definites, "noun_classes", dict)
    page = written()
    assert "The shipped parser is not installed: LitBank is left out." in page
    assert "### by hand" in page


def test_an_interval_is_that_of_the_document_where_there_is_one() -> None:
    (first, *_) = definites.counts(HAND[:1], next(iter(definites.LISTS)), Shared.HEAD)
    assert definites.interval(definites.recall, first[None]) == "50.0 [50.0, 50.0]"
