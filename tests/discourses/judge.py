"""Judge what hearer makes of the discourses, through its public interface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import hearer
from hearer.model import Discourse as Parsed
from hearer.model import (
    Element,
    Entity,
    Interpretation,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
)
from tests.discourses.reading import Discourse, Question, Reading, Sense, place_of

TOO_SURE = 0.9  # a wrong answer must not be surer
NOBODY = frozenset({Label.PLEONASTIC, Label.NO_ANTECEDENT})
MAY_BE_NO_ANAPHOR = frozenset({"one", "ones", "another", "so", "both"})  # silence means nobody
WITHOUT_WORDS_OF_ITS_OWN = frozenset({Kind.ELLIPSIS, Kind.CLAUSE})
Place = tuple[int, int]  # the utterance, and the word in it


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one answer."""

    discourse: Discourse
    question: Question
    is_right: bool
    given: str
    confidence: float | None

    @property
    def is_too_sure(self) -> bool:
        """Whether it is wrong, and surer than a wrong answer may be."""
        return not self.is_right and (self.confidence or 0) > TOO_SURE

    def __str__(self) -> str:
        sure = "  ?" if self.confidence is None else f"{self.confidence:.2f}"
        asked = self.discourse.asked(self.question)
        right = "right" if self.is_right else "wrong"
        return f"{asked}: {self.given} ({sure}), {right}; should be {self.question.answer}"


def judge(discourse: Discourse, parsed: Parsed | None = None) -> tuple[Verdict, ...]:
    """Judge the answers to a discourse: from raw text, or as it is parsed by hand."""
    heard = Heard(hearer.resolve(parsed or discourse.text), discourse.text)
    return tuple(verdict(discourse, question, heard) for question in discourse.questions)


def verdict(discourse: Discourse, question: Question, heard: Heard) -> Verdict:
    answer = heard.answer(heard.places(question.first, question.last))
    right = any(is_right(reading, answer, heard) for reading in question.readings)
    return Verdict(discourse, question, right, heard.shown(answer), answer.confidence)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered about a word: the resolution, if any, and the expression it is."""

    form: str
    resolution: Resolution | None
    expression: ReferringExpression | None

    @property
    def antecedent(self) -> ReferringExpression | None:
        found = self.resolution.antecedent if self.resolution else None
        return found.expression if found else None

    @property
    def entity(self) -> Entity | None:
        if self.resolution and self.resolution.entity:
            return self.resolution.entity
        return self.expression.entity if self.expression else None

    @property
    def kind_of(self) -> Element | None:
        """What has the noun that *one* stands for."""
        return self.resolution.kind_of if self.resolution else None

    @property
    def label(self) -> Label | None:
        return self.resolution.taken_as if self.resolution else None

    @property
    def confidence(self) -> float | None:
        return self.resolution.confidence if self.resolution else None

    @property
    def is_silent(self) -> bool:
        """Whether nothing is said: no antecedent and no label."""
        return self.resolution is None or (self.antecedent is None and self.label is None)


class Heard:
    """What was understood of a text, to be asked about places in it."""

    def __init__(self, found: Interpretation, text: str) -> None:
        self.found = found
        self.text = text
        self.offsets: dict[Place, tuple[int, int]] = {
            (utterance.number, word.number): (word.offset, word.offset + len(word.form))
            for utterance in found.discourse.utterances
            for word in utterance.words
        }

    def places(self, first: int, last: int) -> frozenset[Place]:
        """The words that stand between two offsets."""
        return frozenset(
            place for place, (begin, end) in self.offsets.items() if begin < last and end > first
        )

    def answer(self, places: frozenset[Place]) -> Answer:
        """What is said about these words: about a pronoun if there is one, else an expression."""
        resolved = [r for r in self.found.resolutions if place(r.pronoun) in places]
        heard = [
            e
            for e in self.found.expressions
            if place(e) in places and e.kind not in WITHOUT_WORDS_OF_ITS_OWN
        ]
        if resolved:
            heard = [e for e in heard if e.id == resolved[0].pronoun.id]
        form = self.form(min(places)) if places else ""
        return Answer(form, resolved[0] if resolved else None, heard[0] if heard else None)

    def form(self, place: Place) -> str:
        begin, end = self.offsets[place]
        return self.text[begin:end].lower()

    def at(self, word: str) -> frozenset[Place]:
        """Where a word of an answer stands."""
        begin = place_of(word, self.text)
        return self.places(begin, begin + len(word.partition("#")[0]))

    def entities(self, word: str) -> Iterator[Entity]:
        """What a word of an answer speaks of: the entity of the shortest expression around it."""
        around = [
            e
            for e in self.found.expressions
            if e.kind not in WITHOUT_WORDS_OF_ITS_OWN
            and self.at(word) <= {(e.utterance, n) for n in e.words}
        ]
        shortest = min((len(e.words) for e in around), default=0)
        return (e.entity for e in around if e.entity and len(e.words) == shortest)

    def members(self, answer: Answer) -> frozenset[Entity]:
        """Whom a set is made of, down to those that are no sets themselves."""
        same = [e for e in self.found.expressions if e.entity == answer.entity]
        return frozenset(entity for e in [answer.antecedent, *same] if e for entity in leaves(e))

    def shown(self, answer: Answer) -> str:
        """What was answered, in words."""
        if answer.antecedent:
            return f"{answer.entity} “{answer.antecedent.text}”"
        if answer.label:
            return f"{answer.label} {answer.kind_of.entity if answer.kind_of else ''}".strip()
        return str(answer.entity or "not an expression")


def place(expression: ReferringExpression) -> Place:
    return expression.utterance, expression.head


def leaves(expression: ReferringExpression) -> Iterator[Entity]:
    for member in expression.members:
        if member.members:
            yield from leaves(member)
        elif member.entity:
            yield member.entity


# Whether an answer is right, by what it should be ---------------------------------------------


def is_right(reading: Reading, answer: Answer, heard: Heard) -> bool:
    return TESTS[reading.sense](reading, answer, heard)


def is_this_thing(reading: Reading, answer: Answer, heard: Heard) -> bool:
    """Whether all the words given speak of what was answered, wherever in its chain they stand."""
    return answer.entity is not None and all(
        answer.entity in heard.entities(word) for word in reading.words
    )


def is_this_set(reading: Reading, answer: Answer, heard: Heard) -> bool:
    """Whether the members are those given, each once, and no others."""
    members = heard.members(answer)
    meant = [members.intersection(heard.entities(word)) for word in reading.words]
    return all(meant) and len(members) == len(meant) == len(frozenset().union(*meant))


def is_this_clause(reading: Reading, answer: Answer, heard: Heard) -> bool:
    found = answer.antecedent
    return (
        found is not None and found.kind is Kind.CLAUSE and place(found) in heard.at(*reading.words)
    )


def is_of_this_kind(reading: Reading, answer: Answer, heard: Heard) -> bool:
    """Whether it is taken as another thing of the kind that the word given names."""
    found = answer.kind_of
    return found is not None and found.entity in heard.entities(*reading.words)


def is_nobody(reading: Reading, answer: Answer, heard: Heard) -> bool:
    if answer.antecedent:
        return False
    return answer.label in NOBODY or (answer.is_silent and answer.form in MAY_BE_NO_ANAPHOR)


TESTS = {
    Sense.THING: is_this_thing,
    Sense.SET: is_this_set,
    Sense.CLAUSE: is_this_clause,
    Sense.KIND: is_of_this_kind,
    Sense.NOBODY: is_nobody,
}
