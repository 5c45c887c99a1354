"""What came of testing candidates for a pronoun.

Constraint, Verdict    what can rule a candidate out, and what shows that it does
Factor, FactorValue, FactorGroup
                       what speaks for a candidate or against it, and the same for people
Attempt                what came of testing a candidate
Tally, TalliedAttempts, CountedAttempts
                       how many candidates were ruled out by what
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, NoReturn

from hearer.harmless import brief
from hearer.model.expression import Element


class Constraint(StrEnum):
    """What can rule a candidate out (footnote to step 1a)."""

    AGREEMENT = "agreement"
    BINDING = "binding"
    SORT = "sort"
    SPEECH = "speech"  # it speaks here or is spoken to, so it is no third person
    WEIGHT = "weight"  # it passed the test, but another candidate, or none, weighs more


class Verdict(NamedTuple):
    """Why a candidate is ruled out: the constraint it violates, and what shows it.

    `shown` and `wanted` are for people: "neuter" where the pronoun wants "feminine", or "is the
    subject of the same verb (“races”)", where nothing else is wanted.
    """

    constraint: Constraint
    shown: str = ""
    wanted: str = ""


OUTWEIGHED = Verdict(Constraint.WEIGHT)


def is_about(verdict: Verdict | None, constraint: Constraint) -> bool:
    """Whether it is this constraint that a candidate violates."""
    return verdict is not None and verdict.constraint is constraint


class FactorValue(NamedTuple):
    """One thing that a factor says of a candidate: clause, "in the same clause", of nearness."""

    factor: str
    words: str
    about: str  # which of the groups that factors are told by
    tells_candidates_apart: bool = True  # or is the same for all


class Factor(NamedTuple):
    """What speaks for a candidate, or against it if its weight is negative.

    >>> print(Factor((FactorValue("clause", "in the same clause", "nearness"),), 0.5))
    +0.50 in the same clause
    """

    values: tuple[FactorValue, ...]  # what is weighed together; () is what always weighs
    weight: float

    def __str__(self) -> str:
        return f"{self.weight:+.2f} {', '.join(value.words for value in self.values)}"


class FactorGroup(NamedTuple):
    """All that speaks for a candidate, or against it, of one kind: nearness, or its form."""

    about: str
    words: tuple[str, ...]  # the weightiest, for people
    weight: float

    @property
    def name(self) -> str:
        return f"{self.about} ({', '.join(self.words)})" if self.words else self.about


@dataclass(frozen=True, slots=True)
class Attempt:
    """One element tested as antecedent, and the verdict that ruled it out, if any.

    `states_back` is 0 for the current S-list and counts the earlier states searched after it.
    `score` is what a candidate weighs, where an algorithm weighs those that pass, and `factors`
    are what that adds up from.
    """

    candidate: Element
    verdict: Verdict | None = None
    states_back: int = 0
    score: float | None = None
    factors: Sequence[Factor] = field(default=(), repr=False)

    def __repr__(self) -> str:
        came_of_it = self.violated or "passed"
        weight = "" if self.score is None else f", weighs {self.score:.2f}"
        return brief(self, f"{self.candidate}: {came_of_it}{weight}")

    @property
    def violated(self) -> Constraint | None:
        return self.verdict.constraint if self.verdict else None

    @property
    def succeeded(self) -> bool:
        return self.verdict is None


Tally = Counter[Constraint | None]  # how many candidates violate what; None: how many nothing


class TalliedAttempts(Sequence[Attempt]):
    """Attempts that are counted without being made: there may be a hundred for a pronoun."""

    __slots__ = ()

    @abstractmethod
    def tally(self) -> Tally:
        """How many candidates violate what."""


class CountedAttempts(TalliedAttempts):
    """Attempts of which nothing is kept but how many violate what."""

    __slots__ = ("_tally",)

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: object) -> NoReturn:
        raise IndexError(index)

    def tally(self) -> Tally:
        return self._tally
