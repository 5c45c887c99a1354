"""Precision, recall, and other shares.

share            so many of so many, as a number; of nothing it is 0
Share            the same, kept apart
PrecisionRecall  what precision, recall and F1 are made of, to be added up over documents
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from operator import add


def share(part: float, whole: float) -> float:
    """So many of so many; of nothing it is 0.

    >>> share(1, 4), share(0, 0)
    (0.25, 0.0)
    """
    return part / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def share(self) -> float:
        return share(self.part, self.whole)


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """How much of what a system says is right, and how much of what gold says."""

    right_of_system: float = 0.0
    system: float = 0.0
    right_of_gold: float = 0.0
    gold: float = 0.0

    @classmethod
    def of(cls, right: int, *, said: int, true: int) -> PrecisionRecall:
        """Where what is right counts the same on both sides.

        >>> PrecisionRecall.of(3, said=4, true=4).f1
        0.75
        """
        return cls(right, said, right, true)

    @property
    def precision(self) -> float:
        return share(self.right_of_system, self.system)

    @property
    def recall(self) -> float:
        return share(self.right_of_gold, self.gold)

    @property
    def f1(self) -> float:
        return share(2 * self.precision * self.recall, self.precision + self.recall)

    def __add__(self, other: PrecisionRecall) -> PrecisionRecall:
        return PrecisionRecall(*map(add, astuple(self), astuple(other)))
