"""What antecedents are weighed by.

Factor         what speaks for a candidate or against it, as an algorithm weighs it
FactorValue    one of the things that it says
FactorGroup    the same by what it is about, as people are told
"""

from __future__ import annotations

from typing import NamedTuple


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
