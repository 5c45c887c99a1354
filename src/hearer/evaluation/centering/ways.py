"""The parameters of centering theory, and its instantiations.

Massimo Poesio, Rosemary Stevenson, Barbara Di Eugenio & Janet Hitzeman (2004). Centering: A
parametric theory and its instantiations. CL 30(3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Any

from hearer.errors import UnknownName


class CenteringUnit(StrEnum):
    """What an utterance is."""

    SENTENCE = "sentence"
    CLAUSE = "clause"  # tensed clauses in text order
    KAMEYAMA = "kameyama"  # tensed clauses in a hierarchy: see algorithms/centering.py


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


PARAMETERS: Mapping[str, type[StrEnum]] = {
    "unit": CenteringUnit,
    "realization": Realization,
    "rank": CfRank,
    "cb": Cb,
}


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


def ways(**named: Collection[str] | str) -> tuple[CenteringWay, ...]:
    """Return all instantiations with the named values; a parameter without values takes all.

    >>> len(ways()), [one.rank.value for one in ways(rank="gum", unit="clause", cb="current-rank")]
    (48, ['gum', 'gum'])
    """
    values = (chosen(name, kind, named.get(name) or [*kind]) for name, kind in PARAMETERS.items())
    return tuple(
        CenteringWay(rank, cb, unit=unit, realization=realization)
        for unit, realization, rank, cb in product(*values)
    )


def chosen(option: str, kind: type[StrEnum], names: Collection[str] | str) -> list[Any]:
    """Return the values of an option that have the given names, or raise UnknownName."""
    found = dict.fromkeys([names] if isinstance(names, str) else names)
    for name in found:
        if name not in list(kind):
            raise UnknownName(f"value of {option}", name, kind)
    return [kind(name) for name in found]
