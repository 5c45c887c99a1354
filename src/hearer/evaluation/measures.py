"""One row per pronoun and algorithm, and the measures computed from rows.

Donna K. Byron (2001). The Uncommon Denominator: A Proposal for Consistent Reporting of Pronoun
Resolution Results. Computational Linguistics 27.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.scoring import GoldStanding, Outcome, Scored
from hearer.evaluation.statistics import (
    Difference,
    McNemar,
    PrecisionRecall,
    Share,
    mcnemar,
    paired,
    share,
)

FAR = 4  # sentences; greater distances are counted together
NOT_ANAPHORIC = frozenset({GoldStanding.NO_MENTION, GoldStanding.FIRST_MENTION})


class LeftOut(StrEnum):
    """Why a pronoun is not counted in Table 6."""

    PLEONASTIC = "pleonastic, or not annotated"
    COORDINATED = "un-headed in a coordinated pronoun"
    REFLEXIVE = "reflexive: the paper counts personal and possessive pronouns"
    SPEECH = "in direct speech, which the profile leaves out"


@dataclass(frozen=True, slots=True)
class RowTexts:
    """Texts around a pronoun; it and its antecedent are in double brackets."""

    sentence: str = ""
    context: str = ""  # the sentences before
    gold: str = ""  # the nearest gold antecedent
    gold_sentence: str = ""
    gold_noun: str = ""  # the nearest that is no personal pronoun
    gold_sort: str = ""
    chosen: str = ""
    chosen_utterance: int | None = None
    chosen_sort: str = ""  # by gold


@dataclass(frozen=True, slots=True)
class PronounRow:
    """A third-person pronoun and the result of one algorithm.

    `rank` is the place, from 1, of the gold entity among the elements in view, None if it is not
    there. `compatible` of these elements pass agreement, binding and sort.
    """

    algorithm: str
    scored: Scored
    utterance: int
    position: int  # the number of the word in its utterance
    is_right: bool = False
    is_ambiguous: bool = False
    is_chosen_right: bool = False  # the same if ties count as they were broken
    exclusion: LeftOut | None = None
    error_class: ErrorClass | None = None
    reason: str = ""
    forced_antecedent: str = ""  # its choice if all pronouns before it are right
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
    texts: RowTexts = RowTexts()

    @property
    def is_counted(self) -> bool:
        return self.exclusion is None

    @property
    def is_critical(self) -> bool:
        """Return True if the constraints leave more than one candidate (Mitkov)."""
        return self.compatible > 1

    @property
    def is_anaphoric(self) -> bool:
        return self.scored.standing is GoldStanding.ANAPHORIC


def counted(rows: Iterable[PronounRow]) -> tuple[PronounRow, ...]:
    """Return the rows that Table 6 counts."""
    return tuple(row for row in rows if row.is_counted)


@dataclass(frozen=True, slots=True)
class Table6:
    """A column of Table 6: correct pronouns and classes of errors add up to all pronouns."""

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
    """Count correct pronouns and errors."""
    mine = counted(rows)
    found = Counter(row.error_class for row in mine if row.error_class)
    errors = {error_class: found[error_class] for error_class in ErrorClass}
    return Table6(len(mine), sum(row.is_right for row in mine), errors)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Anaphoric pronouns by outcome, and other pronouns that were linked nevertheless."""

    anaphoric: int
    correct: int
    wrong: int
    unresolved: int
    non_anaphoric: int
    false_positives: int

    @property
    def rates(self) -> PrecisionRecall:
        """Precision and recall; recall, of the anaphoric pronouns, is usually called accuracy."""
        linked = self.correct + self.wrong + self.false_positives
        return PrecisionRecall.of(self.correct, said=linked, true=self.anaphoric)

    @property
    def answered(self) -> float:
        """The share of anaphoric pronouns that got an antecedent."""
        return share(self.correct + self.wrong, self.anaphoric)


def accuracy(rows: Iterable[PronounRow]) -> Accuracy:
    """Count outcomes of all third-person pronouns, reflexives and direct speech included."""
    scored = [row.scored for row in rows]
    results = Counter(one.result for one in scored if one.standing is GoldStanding.ANAPHORIC)
    others = [one for one in scored if one.standing in NOT_ANAPHORIC]
    return Accuracy(
        anaphoric=sum(results.values()),
        correct=results[Outcome.CORRECT],
        wrong=results[Outcome.WRONG],
        unresolved=results[Outcome.UNRESOLVED],
        non_anaphoric=len(others),
        false_positives=sum(one.is_linked for one in others),
    )


def right(rows: Iterable[PronounRow]) -> Share:
    """Return the share of counted pronouns that are right."""
    mine = counted(rows)
    return Share(sum(row.is_right for row in mine), len(mine))


def critical(rows: Iterable[PronounRow]) -> Share:
    """Return Mitkov's critical success: the same where constraints alone do not decide."""
    return right(row for row in rows if row.is_critical)


def _distance(row: PronounRow) -> str:
    distance = row.scored.distance
    if distance is None:
        return "none"
    return str(distance) if distance < FAR else f"{FAR}+"


PLACES = {None: "no antecedent before it", 0: "intra"}
BREAKDOWNS: Mapping[str, Callable[[PronounRow], str]] = {
    "form": lambda row: row.scored.form,
    "pronoun": lambda row: row.scored.group,
    "kind": lambda row: row.scored.kind,
    "genre": lambda row: row.scored.genre,
    "distance": _distance,
    "place": lambda row: PLACES.get(row.scored.distance, "inter"),
}


def broken_down(rows: Iterable[PronounRow], by: str) -> dict[str, Share]:
    """Return the share of counted pronouns that are right by a property, sorted by its value."""
    groups: dict[str, list[PronounRow]] = {}
    for row in counted(rows):
        groups.setdefault(BREAKDOWNS[by](row), []).append(row)
    return {name: right(groups[name]) for name in sorted(groups)}


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Byron's standard disclosure: pronouns counted, by form, and left out, by reason.

    The resolution rate is correct over `referring`, all pronouns that refer, counted or not.
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
    """Count all third-person pronouns by whether and why they are counted."""
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


RowsByDocument = Sequence[Sequence[PronounRow]]


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """Two algorithms on the pronouns that both count; profiles may leave out different ones."""

    pronouns: int
    first: int
    second: int
    difference: Difference  # by documents
    mcnemar: McNemar  # by pronouns

    @property
    def shares(self) -> tuple[float, float]:
        return share(self.first, self.pronouns), share(self.second, self.pronouns)


def compared(one: RowsByDocument, other: RowsByDocument) -> PairedComparison:
    """Compare two algorithms, or two ways to hear, on the same documents in the same order."""
    first, second = list[list[bool]](), list[list[bool]]()
    for mine, theirs in zip(one, other, strict=True):
        known = {row.scored.word: row.is_right for row in counted(theirs)}
        both = [row for row in counted(mine) if row.scored.word in known]
        first.append([row.is_right for row in both])
        second.append([known[row.scored.word] for row in both])
    return PairedComparison(
        pronouns=sum(map(len, first)),
        first=sum(map(sum, first)),
        second=sum(map(sum, second)),
        difference=paired(first, second),
        mcnemar=mcnemar([*chain(*first)], [*chain(*second)]),
    )
