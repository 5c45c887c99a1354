"""What a factor of the weighted S-list is.

About         what factors are about
ListFactor    its name, its values, what it is about, how it is found, how it is told
either        words for yes and no
shown         a factor with one of its values, as explanations have it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from hearer.algorithms.weighted.circumstances import Circumstances
from hearer.algorithms.weighted.values import Numbered, YesNo
from hearer.model import FactorValue

OfPronoun = Callable[[Circumstances], Numbered]
OfCandidates = Callable[[Circumstances], Sequence[Numbered]]


class About(StrEnum):
    """What factors are about."""

    NEARNESS = "nearness"
    ROLE = "grammatical role"
    FORM = "form"
    STATUS = "information status"
    SALIENCE = "salience so far"
    AGREEMENT = "agreement"
    SORT = "sort"
    POSITION = "position"
    SPEECH = "speech"
    PRONOUN = "the pronoun"
    CONSTRUCTION = "the construction"
    COMPETITION = "competition"
    GENERAL = "in general"


@dataclass(frozen=True, slots=True, eq=False)
class ListFactor:
    """A factor: what it is called, which values it has, and how they are found and told.

    What is `of_pronoun` is the same for all candidates, and for nobody; what is `of_candidates` is
    found for each of them. With both, candidates have the one and nobody has the other. Values
    are told in their own words put into `told_as`, unless there are better `words` for them here.
    """

    name: str
    values: type[Numbered]
    about: About
    of_pronoun: OfPronoun | None = None
    of_candidates: OfCandidates | None = None
    told_as: str = "{}"
    words: Mapping[Numbered, str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many numbers it can have in a table; one is that it says nothing."""
        return len(self.values) + 1

    @property
    def tells_candidates_apart(self) -> bool:
        return self.of_candidates is not None and self.about is not About.GENERAL

    def numbers(self, here: Circumstances) -> list[int]:
        """What it says of each candidate, and last of nobody."""
        of_pronoun = int(self.of_pronoun(here)) if self.of_pronoun else 0
        if self.of_candidates is None:
            return [of_pronoun] * (len(here.candidates) + 1)
        return [*map(int, self.of_candidates(here)), of_pronoun]

    def told(self, value: Numbered) -> str:
        """A value as one reads it.

        >>> back = ListFactor("back", YesNo, About.NEARNESS, told_as="near: {}")
        >>> back.told(YesNo.YES)
        'near: yes'
        """
        return self.words.get(value) or self.told_as.format(value.words)


@cache
def shown(factor: ListFactor, number: int) -> FactorValue:
    """A factor with one of its values, as explanations have it."""
    words = factor.told(tuple(factor.values)[number - 1])
    return FactorValue(factor.name, words, factor.about, factor.tells_candidates_apart)


def either(yes: str, no: str) -> dict[Numbered, str]:
    """What is said if something is so, and if it is not."""
    return {YesNo.YES: yes, YesNo.NO: no}
