"""Factors of how candidates came about: heard, or put together for a pronoun, alone or in a set.

MADE_FACTORS    all of them, each declared once
"""

from __future__ import annotations

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.factor import (
    About,
    Circumstances,
    declared_in,
    of_candidates,
    whether,
)
from hearer.algorithms.weighted.plurals import is_of_a_set


@of_candidates("made of", v.MadeOf, About.MADE)
def _made_of(here: Circumstances) -> list[v.Numbered]:
    return [known.made_of for known in here.candidates]


@whether("of a set", About.MADE, "a member of a set heard with it", "of no set heard with it")
def _is_of_a_set(here: Circumstances) -> list[bool]:
    return is_of_a_set(here.candidates)


MADE_FACTORS = declared_in(globals())
