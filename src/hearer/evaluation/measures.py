"""One row per pronoun and algorithm, and what the rows of an algorithm come to.

LeftOut                  why a pronoun is not counted in Table 6
PronounRow, counted      a pronoun, what an algorithm made of it, and why that was wrong
Table6, table_6          pronouns, correct, and the classes of errors
Accuracy, accuracy       correct, wrong, unresolved and false positives, as the field counts
right, critical          success, and success where more than one candidate is left (Mitkov)
BREAKDOWNS, broken_down  by form, kind, genre, distance, inside or across sentences
Disclosure, disclosure   which pronouns are counted, which not, and how many

Donna K. Byron (2001). The Uncommon Denominator: A Proposal for Consistent Reporting of Pronoun
Resolution Results. Computational Linguistics 27.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.rates import PrecisionRecall, Share, share
from hearer.evaluation.row_texts import NO_TEXTS, RowTexts
from hearer.evaluation.scoring import GoldStanding, Outcome, Scored, Scoring

FAR = 4  # sentences and more are one
NOT_ANAPHORIC = frozenset({GoldStanding.NO_MENTION, GoldStanding.FIRST_MENTION})


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
    is_chosen_right: bool = False  # the same with ties as they were broken
    exclusion: LeftOut | None = None
    error_class: ErrorClass | None = None
    reason: str = ""
    forced_is_right: bool = False
    forced_antecedent: str = ""  # what it takes when all pronouns before it are right
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
    texts: RowTexts = NO_TEXTS

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

    def rescored(self, scoring: Scoring, *, ties: bool) -> PronounRow:
        """The row scored by entity or by location, unclassed; with `ties` as they were broken."""
        by_location = self.scored.result is Outcome.CORRECT
        chosen = by_location if scoring is Scoring.LOCATION else self.scored.entity_is_right
        if self.scored.standing is GoldStanding.SPLIT:
            chosen = self.is_chosen_right
        is_right = chosen and (ties or not self.is_ambiguous)
        return replace(self, is_right=is_right, is_chosen_right=chosen, error_class=None, reason="")


def counted(rows: Iterable[PronounRow]) -> tuple[PronounRow, ...]:
    """The rows that Table 6 counts."""
    return tuple(row for row in rows if row.is_counted)


# What they come to ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table6:
    """A column of Table 6. The classes and what is correct are all there is."""

    pronouns: int
    correct: int
    errors: Mapping[ErrorClass, int]

    @property
    def wrong(self) -> int:
        return self.pronouns - self.correct

    @property
    def share(self) -> float:
        return share(self.correct, self.pronouns)


def table_6(rows: Iterable[PronounRow]) -> Table6:
    """Count the rows that are counted."""
    mine = counted(rows)
    found = Counter(row.error_class for row in mine if row.error_class)
    errors = {error_class: found[error_class] for error_class in ErrorClass}
    return Table6(len(mine), sum(row.is_right for row in mine), errors)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Anaphoric pronouns, and pronouns that are none and were linked all the same."""

    anaphoric: int
    correct: int
    wrong: int
    unresolved: int
    spurious: int  # of the wrong: linked to what is no gold mention
    non_anaphoric: int
    false_positives: int

    @property
    def rates(self) -> PrecisionRecall:
        """Recall, of the anaphoric pronouns, is what the field calls accuracy."""
        linked = self.correct + self.wrong + self.false_positives
        return PrecisionRecall.of(self.correct, said=linked, true=self.anaphoric)

    @property
    def answered(self) -> float:
        """The share of anaphoric pronouns for which there was an answer."""
        return share(self.correct + self.wrong, self.anaphoric)


def accuracy(rows: Iterable[PronounRow]) -> Accuracy:
    """What became of all third-person pronouns, reflexives and direct speech included."""
    scored = [row.scored for row in rows]
    results = Counter(one.result for one in scored if one.standing is GoldStanding.ANAPHORIC)
    others = [one for one in scored if one.standing in NOT_ANAPHORIC]
    return Accuracy(
        anaphoric=sum(results.values()),
        correct=results[Outcome.CORRECT],
        wrong=results[Outcome.WRONG],
        unresolved=results[Outcome.UNRESOLVED],
        spurious=sum(one.is_spurious for one in scored),
        non_anaphoric=len(others),
        false_positives=sum(one.is_linked for one in others),
    )


def right(rows: Iterable[PronounRow]) -> Share:
    """How many of the counted pronouns are right."""
    mine = counted(rows)
    return Share(sum(row.is_right for row in mine), len(mine))


def critical(rows: Iterable[PronounRow]) -> Share:
    """Mitkov's critical success rate: over pronouns that constraints alone do not resolve."""
    return right(row for row in rows if row.is_critical)


def _distance(row: PronounRow) -> str:
    distance = row.scored.distance
    if distance is None:
        return "none"
    return str(distance) if distance < FAR else f"{FAR}+"


def _place(row: PronounRow) -> str:
    if row.scored.distance is None:
        return "no antecedent before it"
    return "intra" if row.is_intrasentential else "inter"


BREAKDOWNS: Mapping[str, Callable[[PronounRow], str]] = {
    "form": lambda row: row.scored.form,
    "pronoun": lambda row: row.scored.group,
    "kind": lambda row: row.scored.kind,
    "genre": lambda row: row.scored.genre,
    "distance": _distance,
    "place": _place,
}


def broken_down(rows: Iterable[PronounRow], by: str) -> dict[str, Share]:
    """The counted pronouns that are right, by what `by` names, in alphabetical order."""
    groups: dict[str, list[PronounRow]] = {}
    for row in counted(rows):
        groups.setdefault(BREAKDOWNS[by](row), []).append(row)
    return {name: right(groups[name]) for name in sorted(groups)}


# Byron's standard disclosure -------------------------------------------------------------------


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
