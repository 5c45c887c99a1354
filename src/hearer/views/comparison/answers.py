"""Several algorithms side by side: pronouns, and what each algorithm made of them.

    compared          interpretations as one Comparison per document
    Comparison        the algorithms and the pronouns of one document
    ComparedPronoun   one pronoun, and what each algorithm takes it to mean
    Answer            one algorithm's antecedent
    place_of          where a candidate stands
    reasons           why an algorithm answered as it did, in words

Two algorithms mean the same when their antecedents go back to the same first mention: names of
entities may differ, since what a pronoun is taken to mean can change which nouns are new.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from hearer.formats.decoding import Place
from hearer.harmless import number_and
from hearer.model import (
    Attempt,
    Discourse,
    Element,
    ExpressionId,
    Interpretation,
    Note,
    ReferringExpression,
    Resolution,
)
from hearer.model.tree import BREATH
from hearer.report.styles import printable
from hearer.views.places import Places
from hearer.views.words import NO_ANTECEDENT, entity_name, judged, which_state

WORDS = re.compile(r"[\w’']+")
MOST_NOTES = 4
MOST_ATTEMPTS = 8
NOTHING_SAID = "(it gives no reasons)"


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
    at: tuple[int, int] | None = None  # the utterance and word of the antecedent
    label: str = ""  # why there is no antecedent, where the algorithm knows

    @property
    def shown(self) -> str:
        """FRIEDMAN, "JOHN or MIKE" where both are as good, or that there is no antecedent."""
        if self.entity is None:
            return NO_ANTECEDENT
        return " or ".join(entity_name(x).upper() for x in (self.entity, *self.rivals))


@dataclass(frozen=True, slots=True)
class ComparedPronoun:
    """One pronoun: where it stands, its utterance and word, and an answer per algorithm."""

    place: Place
    utterance: int
    word: int
    pronoun: str
    sentence: str
    answers: tuple[Answer, ...]

    @property
    def differs(self) -> bool:
        return len({answer.same_as for answer in self.answers}) > 1

    @property
    def by_answer(self) -> list[Answer]:
        """The answers, those that mean the same beside each other."""
        return sorted(self.answers, key=lambda answer: answer.same_as)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What some algorithms make of one document; `pronouns` may be those they differ on only."""

    document: str
    algorithms: tuple[str, ...]
    pronouns: tuple[ComparedPronoun, ...]
    heard: int  # pronouns there are
    named: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # where, by entity

    @property
    def differences(self) -> tuple[ComparedPronoun, ...]:
        return tuple(one for one in self.pronouns if one.differs)

    @property
    def summary(self) -> str:
        """On how many pronouns the algorithms agree."""
        pronouns, differ = number_and(self.heard, "pronoun"), len(self.differences)
        if not self.heard or len(self.algorithms) == 1:
            return f"{number_and(len(self.algorithms), 'algorithm')}, {pronouns}."
        agree = self.heard - differ
        rest = f", and differ on {differ}" if differ else ""
        return f"{len(self.algorithms)} algorithms agree on {agree} of {pronouns}{rest}."


def compared(found: Sequence[Interpretation]) -> tuple[Comparison, ...]:
    """The interpretations of each document, side by side."""
    by_document = groupby(found, key=lambda one: id(one.discourse))
    return tuple(_comparison(list(same)) for _, same in by_document)


def _comparison(found: Sequence[Interpretation]) -> Comparison:
    names = tuple(_names(found))
    readings = list(map(_Reading, names, found))
    pronouns = {
        where: resolution.pronoun
        for reading in readings
        for where, (resolution, _) in reading.decided.items()
    }
    spoken = _Spoken(found[0].discourse)
    shown = [_pronoun(spoken, pronouns[where], readings) for where in sorted(pronouns)]
    return Comparison(
        printable(found[0].discourse.name), names, tuple(shown), len(shown), named=_named(found)
    )


def _named(found: Iterable[Interpretation]) -> dict[str, tuple[int, int]]:
    """The utterance and word where each entity is named first: a view may have better names."""
    named: dict[str, tuple[int, int]] = {}
    for expression in (one for each in found for one in each.expressions):
        if expression.entity is not None and not expression.is_pronoun:
            named.setdefault(expression.entity, (expression.utterance, expression.head))
    return named


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
            resolution.pronoun.id: (resolution, part.notes)
            for step in found.steps
            for part in (step.parts or (step,))
            for resolution in part.resolutions
        }
        self._first: dict[str, ExpressionId] = {}
        for expression in found.expressions:
            if expression.entity is not None:
                self._first.setdefault(expression.entity, expression.id)

    def meaning(self, where: ExpressionId) -> object:
        """Where what is meant was mentioned first; several taken together go by their name.

        One or the other is neither the one nor the other.
        """
        if where not in self.decided or (entity := self.decided[where][0].entity) is None:
            return None
        rivals = (rival.entity for rival in self.decided[where][0].rivals)
        return frozenset(self._first.get(one, one) for one in (entity, *rivals))

    def answer(self, where: ExpressionId, same_as: int) -> Answer:
        if where not in self.decided:
            return Answer(self.name, None, "", same_as)
        resolution, notes = self.decided[where]
        telling, found = _telling(notes, resolution), resolution.antecedent
        return Answer(
            self.name,
            resolution.entity,
            found.expression.text if found else "",
            same_as,
            rivals=tuple(dict.fromkeys(rival.entity for rival in resolution.rivals)),
            attempts=resolution.attempts,
            notes=tuple(telling[:MOST_NOTES]),
            more_notes=max(0, len(telling) - MOST_NOTES),
            at=place_of(found) if found else None,
            label=str(resolution.label),
        )


def place_of(element: Element) -> tuple[int, int]:
    """The utterance and word of what an element was last called by."""
    return element.expression.utterance, element.expression.head


class _Spoken:
    """The utterances of a document: where a pronoun stands, and what is written around it."""

    def __init__(self, discourse: Discourse) -> None:
        self._written: dict[tuple[int, int], str] = {}
        self._places = Places(discourse)

    def place(self, pronoun: ReferringExpression) -> Place:
        return self._places.of(pronoun.utterance, pronoun.words[0])

    def around(self, pronoun: ReferringExpression) -> str:
        """The sentence of a pronoun; of a long one, the breath."""
        breath = pronoun.utterance, max(0, pronoun.head - 1) // BREATH
        if breath not in self._written:
            spoken, first = self._places.utterance(breath[0]), breath[1] * BREATH + 1
            written = spoken.text_between(first, first + BREATH - 1) if spoken else ""
            self._written[breath] = printable(written)
        return self._written[breath]


def _pronoun(
    spoken: _Spoken, pronoun: ReferringExpression, readings: list[_Reading]
) -> ComparedPronoun:
    meanings = [reading.meaning(pronoun.id) for reading in readings]
    numbers = {meaning: n for n, meaning in enumerate(dict.fromkeys(meanings))}
    answers = (x.answer(pronoun.id, numbers[m]) for x, m in zip(readings, meanings, strict=True))
    return ComparedPronoun(
        place=spoken.place(pronoun),
        utterance=pronoun.utterance,
        word=pronoun.head,
        pronoun=printable(pronoun.text),
        sentence=spoken.around(pronoun),
        answers=tuple(answers),
    )


def _telling(notes: Iterable[Note], resolution: Resolution) -> list[Note]:
    """The notes about a pronoun; if there are none, those about its antecedent."""
    about_pronoun = [note for note in notes if resolution.pronoun.text in WORDS.findall(note.text)]
    entity = resolution.entity
    return about_pronoun or [note for note in notes if entity and entity in str(note)]


# Why ------------------------------------------------------------------------------------------


def reasons(answer: Answer) -> list[str]:
    """What was tested in one line, and one per note; at least one."""
    lines = [_tested(answer.attempts)] if answer.attempts else []
    lines += [printable(str(note)) for note in answer.notes]
    if answer.more_notes:
        lines.append(f"… and {answer.more_notes} more: hearer trace -a {answer.algorithm}")
    return lines or [NOTHING_SAID]


def _tested(attempts: Sequence[Attempt]) -> str:
    """The first and, above all, the last of what was tested."""
    left_out = len(attempts) - MOST_ATTEMPTS
    told = [_told(attempt) for attempt in attempts]
    if left_out > 0:
        told = [*told[: MOST_ATTEMPTS - 2], f"… {left_out} more …", *told[-2:]]
    return " · ".join(told)


def _told(attempt: Attempt) -> str:
    back = f" ({which_state(attempt.states_back)})" if attempt.states_back else ""
    return f"{entity_name(attempt.candidate.entity).upper()} {judged(attempt)}{back}"
