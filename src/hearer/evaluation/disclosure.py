"""Byron's standard disclosure: which pronouns, which not, and how many.

    disclosure    the pronouns of an evaluation by form, and those left out by reason

Donna K. Byron (2001). The Uncommon Denominator: A Proposal for Consistent Reporting of Pronoun
Resolution Results. Computational Linguistics 27.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hearer.evaluation.measures import LeftOut, PronounRow
from hearer.evaluation.rates import share
from hearer.evaluation.scoring import GoldStanding


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The pronouns of a corpus: those counted, by form, and those left out, by reason.

    Resolution rate is correct over `referring`: all that refer, counted or not, so that leaving
    out what is hard does not help.
    """

    found: int
    counted: Mapping[str, int]
    left_out: Mapping[LeftOut, int]
    standings: Mapping[GoldStanding, int]
    referring: int
    resolved: int  # right, of all that refer

    @property
    def resolution_rate(self) -> float:
        return share(self.resolved, self.referring)


def disclosure(rows: Iterable[PronounRow]) -> Disclosure:
    """What is counted and what is not, of all third-person pronouns found."""
    mine = list(rows)
    forms = Counter(row.scored.form for row in mine if row.is_counted)
    reasons = Counter(row.exclusion for row in mine if row.exclusion)
    standings = Counter(row.scored.standing for row in mine)
    referring = [row for row in mine if row.exclusion is not LeftOut.PLEONASTIC]
    return Disclosure(
        found=len(mine),
        counted={form: forms[form] for form in sorted(forms)},
        left_out={reason: reasons[reason] for reason in LeftOut},
        standings={standing: standings[standing] for standing in GoldStanding},
        referring=len(referring),
        resolved=sum(row.is_right for row in referring),
    )
