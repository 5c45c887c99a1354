"""What the rows of an algorithm come to.

Table6, table_6          pronouns, correct, and the classes of errors
Accuracy, accuracy       correct, wrong, unresolved and false positives, as the field counts
Share, critical          success where more than one candidate is left (Mitkov)
BREAKDOWNS, broken_down  by form, kind, genre, distance, inside or across sentences
agreement                how often two algorithms are right or wrong together
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.rows import Row
from hearer.evaluation.scoring import Result, Standing

FAR = 4  # sentences and more are one


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
        return _share(self.correct, self.pronouns)


def table_6(rows: Iterable[Row]) -> Table6:
    """Count the rows that are counted."""
    mine = [row for row in rows if row.is_counted]
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
    def recall(self) -> float:
        """Of the anaphoric pronouns: what the field calls accuracy."""
        return _share(self.correct, self.anaphoric)

    @property
    def precision(self) -> float:
        """Of the pronouns that were linked."""
        return _share(self.correct, self.correct + self.wrong + self.false_positives)

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def answered(self) -> float:
        """The share of anaphoric pronouns for which there was an answer."""
        return _share(self.correct + self.wrong, self.anaphoric)


def accuracy(rows: Iterable[Row]) -> Accuracy:
    """What became of all third-person pronouns, reflexives and direct speech included."""
    scored = [row.scored for row in rows]
    results = Counter(one.result for one in scored if one.standing is Standing.ANAPHORIC)
    others = [
        one for one in scored if one.standing in {Standing.NO_MENTION, Standing.FIRST_MENTION}
    ]
    return Accuracy(
        sum(results.values()),
        results[Result.CORRECT],
        results[Result.WRONG],
        results[Result.UNRESOLVED],
        sum(one.is_spurious for one in scored),
        len(others),
        sum(one.is_linked for one in others),
    )


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def share(self) -> float:
        return _share(self.part, self.whole)


def critical(rows: Iterable[Row]) -> Share:
    """Mitkov's critical success rate: over pronouns that constraints alone do not resolve."""
    mine = [row for row in rows if row.is_counted and row.is_critical]
    return Share(sum(row.is_right for row in mine), len(mine))


def share(rows: Iterable[Row]) -> Share:
    """How many of the counted pronouns are right."""
    mine = [row for row in rows if row.is_counted]
    return Share(sum(row.is_right for row in mine), len(mine))


def _distance(row: Row) -> str:
    distance = row.scored.distance
    if distance is None:
        return "none"
    return str(distance) if distance < FAR else f"{FAR}+"


def _place(row: Row) -> str:
    if row.scored.distance is None:
        return "no antecedent before it"
    return "intra" if row.is_intrasentential else "inter"


BREAKDOWNS: Mapping[str, Callable[[Row], str]] = {
    "form": lambda row: row.scored.form,
    "pronoun": lambda row: row.scored.group,
    "kind": lambda row: row.scored.kind,
    "genre": lambda row: row.scored.genre,
    "distance": _distance,
    "place": _place,
}


def broken_down(rows: Iterable[Row], by: str) -> dict[str, Share]:
    """The counted pronouns that are right, by what `by` names, in alphabetical order."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.is_counted:
            groups.setdefault(BREAKDOWNS[by](row), []).append(row)
    return {name: share(groups[name]) for name in sorted(groups)}


def agreement(one: Sequence[Row], other: Sequence[Row]) -> float:
    """The share of counted pronouns for which two algorithms chose alike: both right or wrong."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a.is_counted and b.is_counted]
    return _share(sum(a.is_right == b.is_right for a, b in pairs), len(pairs))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
