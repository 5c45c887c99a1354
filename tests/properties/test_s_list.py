"""What must hold of every S-list, whatever is heard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.algorithms.s_list import Overflow, SListAlgorithm, SListOptions, rank
from hearer.model import Constraint, Element, InformationStatus, ReferringExpression, Step, Verdict
from tests.strategies import discourses, elements

pytestmark = pytest.mark.untraced
OLD, MED, NEW = InformationStatus


def precedes(x: Element, y: Element) -> bool:
    """Table 2, copied line by line: the oracle for `rank`."""
    if x.status is OLD and y.status is MED:
        return True
    if x.status is OLD and y.status is NEW:
        return True
    if x.status is MED and y.status is NEW:
        return True
    if x.status is y.status:
        if x.utterance > y.utterance:
            return True
        if x.utterance == y.utterance and x.position < y.position:
            return True
    return False


def some_test(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
    """An arbitrary but fixed constraint."""
    clash = (pronoun.position + ord(candidate.entity[-1])) % 3 == 0
    return Verdict(Constraint.AGREEMENT) if clash else None


def listen(heard: list[ReferringExpression], window: int | None = None) -> list[Step]:
    algorithm, steps = SListAlgorithm(some_test, SListOptions(window=window)), []
    for i, expression in enumerate(heard):
        steps.append(algorithm.hear(expression))
        if i + 1 < len(heard) and heard[i + 1].utterance > expression.utterance:
            steps.append(algorithm.end_utterance(expression.utterance))
    return steps


@given(elements, elements)
def test_rank_says_what_table_2_says(x: Element, y: Element) -> None:
    assert (rank(x) < rank(y)) == precedes(x, y)


@given(discourses())
def test_every_state_is_in_ranking_order(heard: list[ReferringExpression]) -> None:
    for step in listen(heard):
        for x, y in zip(step.state, step.state[1:], strict=False):
            assert precedes(x, y)


@given(discourses())
def test_an_entity_stands_on_the_list_once(heard: list[ReferringExpression]) -> None:
    for step in listen(heard):
        entities = [element.entity for element in step.state]
        assert len(entities) == len(set(entities))


@given(discourses())
def test_nothing_heard_is_lost(heard: list[ReferringExpression]) -> None:
    steps = [step for step in listen(heard) if step.heard]
    assert [step.heard for step in steps] == heard
    for step in steps:
        assert step.heard in [element.expression for element in step.state]


@given(discourses())
def test_the_antecedent_is_the_first_element_that_passes(heard: list[ReferringExpression]) -> None:
    for step in listen(heard):
        for resolution in step.resolutions:
            passed = [attempt for attempt in resolution.attempts if attempt.succeeded]
            assert len(passed) == (resolution.antecedent is not None)
            if passed:
                assert passed == [resolution.attempts[-1]]


@given(discourses(), st.integers(1, 5))
def test_the_window_only_hides(heard: list[ReferringExpression], window: int) -> None:
    names_only = [expression for expression in heard if not expression.is_pronoun]
    for narrow, full in zip(listen(names_only, window), listen(names_only), strict=True):
        assert narrow.state == full.state[:window]


@given(discourses(), st.sampled_from(Overflow), st.integers(1, 5))
def test_no_state_shows_more_than_the_window(
    heard: list[ReferringExpression], overflow: Overflow, window: int
) -> None:
    algorithm = SListAlgorithm(some_test, SListOptions(window=window, overflow=overflow))

    assert all(len(algorithm.hear(expression).state) <= window for expression in heard)
