"""Several algorithms side by side: rows of pronouns, and what each algorithm made of them.

    compared       interpretations as one Comparison per document
    Comparison     the algorithms and the rows of one document
    Row            one pronoun, and what each algorithm takes it to mean
    Answer         one algorithm's antecedent, and its reasons

Two algorithms mean the same when their antecedents go back to the same first mention: names of
entities may differ, since what a pronoun is taken to mean can change which nouns are new.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from hearer.model import (
    Attempt,
    Interpretation,
    Note,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.views.rows import NO_ANTECEDENT, entity_name, label, printable

Where = tuple[int, float, str]  # utterance, position, kind
WORDS = re.compile(r"[\w’']+")
MOST_NOTES = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """What one algorithm takes a pronoun to mean; `entity` is None where it found nobody.

    `same_as` numbers the answers to one pronoun: equal numbers mean the same.
    """

    algorithm: str
    entity: str | None
    antecedent: str
    same_as: int
    rivals: tuple[str, ...] = ()
    attempts: Sequence[Attempt] = ()
    notes: tuple[Note, ...] = ()
    more_notes: int = 0

    @property
    def shown(self) -> str:
        """FRIEDMAN, "JOHN or MIKE" where both are as good, or that there is no antecedent."""
        if self.entity is None:
            return NO_ANTECEDENT
        return " or ".join(entity_name(x).upper() for x in (self.entity, *self.rivals))


@dataclass(frozen=True, slots=True)
class Row:
    """One pronoun: its utterance and word, and an answer per algorithm."""

    utterance: int
    label: str
    word: int
    pronoun: str
    sentence: str
    answers: tuple[Answer, ...]

    @property
    def differs(self) -> bool:
        return len({answer.same_as for answer in self.answers}) > 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """What some algorithms make of one document."""

    document: str
    algorithms: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def differences(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.differs)

    @property
    def summary(self) -> str:
        """How many pronouns, algorithms and differences there are."""
        counted = [(len(self.rows), "pronoun"), (len(self.algorithms), "algorithm")]
        counted.append((len(self.differences), "difference"))
        return ", ".join(f"{n} {noun}{'s' * (n != 1)}" for n, noun in counted)


def compared(found: Sequence[Interpretation]) -> tuple[Comparison, ...]:
    """The interpretations of each document, side by side."""
    by_document = groupby(found, key=lambda one: id(one.discourse))
    return tuple(_comparison(tuple(several)) for _, several in by_document)


def _comparison(found: tuple[Interpretation, ...]) -> Comparison:
    names = tuple(_names(found))
    readings = [_Reading(name, one) for name, one in zip(names, found, strict=True)]
    pronouns: dict[Where, ReferringExpression] = {}
    for reading in readings:
        pronouns.update({where: pronoun for where, (pronoun, _, _) in reading.decided.items()})
    utterances = {utterance.number: utterance for utterance in found[0].discourse.utterances}
    rows = [_row(utterances, pronouns[where], where, readings) for where in sorted(pronouns)]
    return Comparison(printable(found[0].discourse.name), names, tuple(rows))


def _names(found: Iterable[Interpretation]) -> Iterable[str]:
    """The algorithms; one that was run twice (with other options) is numbered."""
    seen: dict[str, int] = {}
    for one in found:
        seen[one.algorithm] = seen.get(one.algorithm, 0) + 1
        again = seen[one.algorithm]
        yield one.algorithm if again == 1 else f"{one.algorithm} ({again})"


class _Reading:
    """One interpretation, ready to be asked about a pronoun."""

    def __init__(self, name: str, found: Interpretation) -> None:
        self.name = name
        self.decided = {
            _where(resolution.pronoun): (resolution.pronoun, resolution, part.notes)
            for step in found.steps
            for part in (step.parts or (step,))
            for resolution in part.resolutions
        }
        self._first: dict[str, Where] = {}
        for expression in found.expressions:
            if expression.entity is not None:
                self._first.setdefault(expression.entity, _where(expression))

    def meaning(self, where: Where) -> object:
        """Where what is meant was mentioned first; several taken together go by their name."""
        if where not in self.decided or (entity := self.decided[where][1].entity) is None:
            return None
        return self._first.get(entity, entity)

    def answer(self, where: Where, same_as: int) -> Answer:
        if where not in self.decided:
            return Answer(self.name, None, "", same_as)
        _, resolution, notes = self.decided[where]
        telling = _telling(notes, resolution)
        return Answer(
            self.name,
            resolution.entity,
            resolution.antecedent.expression.text if resolution.antecedent else "",
            same_as,
            tuple(dict.fromkeys(rival.entity for rival in resolution.rivals)),
            resolution.attempts,
            tuple(telling[:MOST_NOTES]),
            max(0, len(telling) - MOST_NOTES),
        )


def _row(
    utterances: Mapping[int, Utterance],
    pronoun: ReferringExpression,
    where: Where,
    readings: list[_Reading],
) -> Row:
    meanings = [reading.meaning(where) for reading in readings]
    numbers = {meaning: n for n, meaning in enumerate(dict.fromkeys(meanings))}
    answers = (x.answer(where, numbers[m]) for x, m in zip(readings, meanings, strict=True))
    spoken = utterances.get(pronoun.utterance)
    return Row(
        pronoun.utterance,
        label(spoken) if spoken else f"({pronoun.utterance})",
        pronoun.head,
        printable(pronoun.text),
        printable(" ".join(spoken.text.split())) if spoken else "",
        tuple(answers),
    )


def _where(expression: ReferringExpression) -> Where:
    return expression.utterance, expression.position, str(expression.kind)


def _telling(notes: Iterable[Note], resolution: Resolution) -> list[Note]:
    """The notes about a pronoun; if there are none, those about its antecedent."""
    about_pronoun = [note for note in notes if resolution.pronoun.text in WORDS.findall(note.text)]
    entity = resolution.entity
    return about_pronoun or [note for note in notes if entity and entity in str(note)]
