"""The parameters of centering theory, and its instantiations.

Massimo Poesio, Rosemary Stevenson, Barbara Di Eugenio & Janet Hitzeman (2004). Centering: A
parametric theory and its instantiations. CL 30(3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product


class CenteringUnit(StrEnum):
    """What an utterance is."""

    SENTENCE = "sentence"
    CLAUSE = "clause"  # tensed clauses in text order
    KAMEYAMA = "kameyama"  # tensed clauses in a hierarchy: see algorithms/centering/units.py


class Realization(StrEnum):
    """What an utterance realizes."""

    DIRECT = "direct"  # the entities that are mentioned
    INDIRECT = "indirect"  # and those that they bridge to: `Bridge=`


class CfRank(StrEnum):
    """How the Cf is ranked."""

    GRAMMATICAL = "grammatical"
    GUM = "gum"
    STATUS = "status"
    SURFACE = "surface"


class Cb(StrEnum):
    """The definition of the Cb."""

    CONSTRAINT_3 = "constraint-3"
    CURRENT_RANK = "current-rank"


class Labels(StrEnum):
    """The names of transitions."""

    TABLE_1 = "table-1"
    POESIO = "poesio"


@dataclass(frozen=True, slots=True)
class CenteringWay:
    """An instantiation of the theory."""

    rank: CfRank = CfRank.GRAMMATICAL
    cb: Cb = Cb.CONSTRAINT_3
    labels: Labels = Labels.TABLE_1
    unit: CenteringUnit = CenteringUnit.SENTENCE
    realization: Realization = Realization.DIRECT

    @property
    def parameters(self) -> tuple[str, str, str, str]:
        """The values of the parameters, as in tables."""
        return self.unit.value, self.realization.value, self.rank.value, self.cb.value

    @property
    def directly(self) -> CenteringWay:
        """The same with direct realization."""
        return replace(self, realization=Realization.DIRECT)

    def __str__(self) -> str:
        return " ".join(self.parameters)


def ways(
    units: Sequence[CenteringUnit] = (),
    realizations: Sequence[Realization] = (),
    ranks: Sequence[CfRank] = (),
    cbs: Sequence[Cb] = (),
) -> tuple[CenteringWay, ...]:
    """Return all instantiations with the given values; a parameter without values takes all.

    >>> len(ways()), [str(way) for way in ways(cbs=[Cb.CONSTRAINT_3])][:2]
    (48, ['sentence direct grammatical constraint-3', 'sentence direct gum constraint-3'])
    """
    values = product(
        dict.fromkeys(units or CenteringUnit),
        dict.fromkeys(realizations or Realization),
        dict.fromkeys(ranks or CfRank),
        dict.fromkeys(cbs or Cb),
    )
    return tuple(
        CenteringWay(rank, cb, unit=unit, realization=realization)
        for unit, realization, rank, cb in values
    )
