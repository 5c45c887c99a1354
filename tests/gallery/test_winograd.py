"""Winograd's twins: who does not know the world answers both alike, and is right once at most."""

from __future__ import annotations

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.gallery.examples import answers_to, examples_of
from tests.conftest import EXAMPLES

GALLERY = {one.name: one for one in examples_of(EXAMPLES / "gallery")}
TWINS = (
    ("winograd-1972-feared", "winograd-1972-advocated"),
    ("winograd-1972-trophy-big", "winograd-1972-trophy-small"),
)


@pytest.mark.parametrize("twins", TWINS)
@pytest.mark.parametrize("algorithm", ALGORITHMS.names())
def test_nobody_is_right_twice(algorithm: str, twins: tuple[str, str]) -> None:
    (one,), (other,) = (answers_to(GALLERY[name], [algorithm]) for name in twins)
    assert one.ours == other.ours
    assert one.pronoun.human != other.pronoun.human
