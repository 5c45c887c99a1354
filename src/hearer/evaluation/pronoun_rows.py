"""One row per pronoun and algorithm: all that reports, tests and exports are made from.

LeftOut    why a pronoun is not counted in Table 6
PronounRow          a pronoun, what an algorithm made of it, and why that was wrong
counted      the rows that Table 6 counts
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.scoring import GoldStanding, Scored


class LeftOut(StrEnum):
    """Why a pronoun is not counted in Table 6."""

    PLEONASTIC = "pleonastic, or not annotated"
    COORDINATED = "un-headed in a coordinated pronoun"
    REFLEXIVE = "reflexive: the paper counts personal and possessive pronouns"
    SPEECH = "in direct speech, which the profile leaves out"


@dataclass(frozen=True, slots=True)
class PronounRow:
    """A third-person pronoun, and what one algorithm made of it.

    `rank` is the place, from 1, of the gold entity among what was in view before; None when it
    was not. `compatible` of these passed agreement, binding and sort.
    """

    algorithm: str
    scored: Scored
    utterance: int
    position: int  # the number of the word in its utterance
    is_right: bool = False
    is_ambiguous: bool = False
    exclusion: LeftOut | None = None
    error_class: ErrorClass | None = None
    reason: str = ""
    forced_is_right: bool = False
    gold_entity: str = ""
    gold_antecedent: int | None = None  # the nearest, as a word number
    antecedent: int | None = None  # the word chosen
    antecedent_status: str = ""
    words_back: int | None = None  # to the nearest gold antecedent
    rank: int | None = None
    in_view: int = 0
    compatible: int = 0
    competitors: int = 0  # compatible, and not the gold entity
    before: str = ""
    after: str = ""

    @property
    def is_counted(self) -> bool:
        return self.exclusion is None

    @property
    def is_critical(self) -> bool:
        """Whether constraints leave more than one candidate (Mitkov)."""
        return self.compatible > 1

    @property
    def is_intrasentential(self) -> bool:
        return self.scored.distance == 0

    @property
    def is_anaphoric(self) -> bool:
        return self.scored.standing is GoldStanding.ANAPHORIC


def counted(rows: Iterable[PronounRow]) -> tuple[PronounRow, ...]:
    """The rows that Table 6 counts."""
    return tuple(row for row in rows if row.is_counted)
