"""The state of the focus, salience and search algorithms, stored as JSON at any call, goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.focus.focus import FocusModel
from hearer.algorithms.look_up import Searching
from hearer.model import Constraint, Element, ReferringExpression, Verdict, storing
from hearer.options import changed
from hearer.testing import calls_of, discourses
from tests.cases import cases


def agrees(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
    fits = pronoun.agreement.agrees_with(candidate.expression.agreement)
    return None if fits else Verdict(Constraint.AGREEMENT)


def made(name: str, settings: Mapping[str, object]) -> FocusModel | Searching:
    algorithm = ALGORITHMS.find(name)
    found = algorithm(agrees, changed(algorithm.Options(), settings))
    assert isinstance(found, (FocusModel, Searching))
    return found


@pytest.mark.untraced
@cases(__file__)
def test_what_is_stored_at_every_call_goes_on_as_if_it_had_not_been(
    name: str, settings: dict[str, object]
) -> None:
    texts = discourses()
    assert texts
    for discourse in texts.values():
        undisturbed, stored = made(name, settings), made(name, settings)
        for call in calls_of(discourse):
            state = json.dumps(storing.stored(stored))
            stored = made(name, settings)
            storing.restore(stored, json.loads(state))
            assert json.dumps(storing.stored(stored)) == state
            assert call.on(undisturbed) == call.on(stored)
