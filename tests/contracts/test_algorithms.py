"""Every algorithm keeps the contract, and the checks notice when one does not."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import Self

import pytest
from hypothesis import given, settings

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.s_list import SListAlgorithm
from hearer.hearing import Hearer, listen
from hearer.model import Discourse, ReferringExpression, Step
from hearer.testing import Factory, check_algorithm
from tests.strategies import parsed_discourses

NAMES = ALGORITHMS.names()
OTHERS = [name for name in NAMES if name != "s-list"]


@pytest.mark.parametrize(
    "name", ["s-list", *(pytest.param(name, marks=pytest.mark.untraced) for name in OTHERS)]
)
def test_the_contract_holds(name: str) -> None:
    check_algorithm(name)


def test_there_are_algorithms() -> None:
    assert {"s-list", "hobbs", "lrc", "lappin-leass", "random"} <= set(NAMES)


@pytest.mark.untraced
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(discourse=parsed_discourses())
def test_any_parse_is_heard_to_its_end(name: str, discourse: Discourse) -> None:
    found = listen(discourse, algorithm=name)
    hearer = Hearer(algorithm=name)
    steps = tuple(hearer.hear(word) for word in discourse.words)

    assert found.steps == steps
    assert all(expression.entity for expression in found.expressions)
    pronouns = [expression for expression in found.expressions if expression.is_pronoun]
    assert len(found.resolutions) == len(pronouns)


PROGRAM = """
import sys
from hearer.algorithms import ALGORITHMS
from hearer.formats import conllu, json
from hearer.hearing import listen
for discourse in conllu.discourses(conllu.read("examples/table5.conllu")):
    for name in ALGORITHMS.names():
        found = listen(discourse, algorithm=name)
        print(json.write([found]))
        print(*found.steps, sep="\\n")
        print(*[note for step in found.steps for part in step.parts for note in part.notes])
"""


@pytest.mark.untraced
def test_all_algorithms_print_the_same_under_two_hash_seeds() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert printed != {b""}


# Algorithms that break the contract -------------------------------------------------------------


class _Deaf(SListAlgorithm):
    """Loses every second expression."""

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        return step._replace(heard=None) if expression.head % 2 else step


class _Double(SListAlgorithm):
    """Shows every element twice."""

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        return step._replace(state=(*step.state, *step.state))


class _Guessing(SListAlgorithm):
    """Does not test what it answers."""

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        return step._replace(resolutions=tuple(replace(r, attempts=()) for r in step.resolutions))


class _Entangled(SListAlgorithm):
    """Shares its earlier states with its copies."""

    def copy(self, **instead: object) -> Self:
        return self


class _Moody(SListAlgorithm):
    """Remembers what other discourses were about."""

    heard_before = 0

    def hear(self, expression: ReferringExpression) -> Step:
        _Moody.heard_before += 1
        step = super().hear(expression)
        return step._replace(state=step.state[::-1]) if _Moody.heard_before > 6 else step


@pytest.mark.parametrize(
    ("algorithm", "sentence"),
    [
        (_Deaf, "gives a step about None"),
        (_Double, "stand twice"),
        (_Guessing, "untested"),
        (_Entangled, "a copy at call"),
        (_Moody, "heard twice, it gives different steps"),
    ],
)
def test_a_breach_of_contract_is_named(algorithm: Factory, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence) as raised:
        check_algorithm(algorithm)
    assert raised.value.__notes__[0].startswith("In the text ")
