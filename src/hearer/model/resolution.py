"""How a pronoun found its antecedent, or why it found none.

Constraint, Verdict    what can rule a candidate out, and what shows that it does
Factor, FactorValue, FactorGroup
                       what speaks for a candidate or against it, and the same for people
Attempt                what came of testing a candidate
Tally, TalliedAttempts how many candidates were ruled out by what
Label, Resolution      what all attempts come to
Tested, Explanation    the same in words
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from hearer.harmless import brief
from hearer.model.expression import Element, ReferringExpression
from hearer.model.identity import Entity
from hearer.model.text import Utterance


class Constraint(StrEnum):
    """What can rule a candidate out (footnote to step 1a)."""

    AGREEMENT = "agreement"
    BINDING = "binding"
    SORT = "sort"
    SPEECH = "speech"  # it speaks here or is spoken to, so it is no third person
    WEIGHT = "weight"  # it passed the test, but another candidate, or none, weighs more


class Verdict(NamedTuple):
    """Why a candidate is ruled out: the constraint it violates, and what shows it.

    `shown` and `wanted` are for people: "neuter" where the pronoun wants "feminine", or "is the
    subject of the same verb (“races”)", where nothing else is wanted.
    """

    constraint: Constraint
    shown: str = ""
    wanted: str = ""


OUTWEIGHED = Verdict(Constraint.WEIGHT)


def is_about(verdict: Verdict | None, constraint: Constraint) -> bool:
    """Whether it is this constraint that a candidate violates."""
    return verdict is not None and verdict.constraint is constraint


class FactorValue(NamedTuple):
    """One thing that a factor says of a candidate: clause, "in the same clause", of nearness."""

    factor: str
    words: str
    about: str  # which of the groups that factors are told by
    tells_candidates_apart: bool = True  # or is the same for all


class Factor(NamedTuple):
    """What speaks for a candidate, or against it if its weight is negative.

    >>> print(Factor((FactorValue("clause", "in the same clause", "nearness"),), 0.5))
    +0.50 in the same clause
    """

    values: tuple[FactorValue, ...]  # what is weighed together; () is what always weighs
    weight: float

    def __str__(self) -> str:
        return f"{self.weight:+.2f} {', '.join(value.words for value in self.values)}"


class FactorGroup(NamedTuple):
    """All that speaks for a candidate, or against it, of one kind: nearness, or its form."""

    about: str
    words: tuple[str, ...]  # the weightiest, for people
    weight: float

    @property
    def name(self) -> str:
        return f"{self.about} ({', '.join(self.words)})" if self.words else self.about


@dataclass(frozen=True, slots=True)
class Attempt:
    """One element tested as antecedent, and the verdict that ruled it out, if any.

    `states_back` is 0 for the current S-list and counts the earlier states searched after it.
    `score` is what a candidate weighs, where an algorithm weighs those that pass, and `factors`
    are what that adds up from.
    """

    candidate: Element
    verdict: Verdict | None = None
    states_back: int = 0
    score: float | None = None
    factors: Sequence[Factor] = field(default=(), repr=False)

    def __repr__(self) -> str:
        came_of_it = self.violated or "passed"
        weight = "" if self.score is None else f", weighs {self.score:.2f}"
        return brief(self, f"{self.candidate}: {came_of_it}{weight}")

    @property
    def violated(self) -> Constraint | None:
        return self.verdict.constraint if self.verdict else None

    @property
    def succeeded(self) -> bool:
        return self.verdict is None


Tally = Counter[Constraint | None]  # how many candidates violate what; None: how many nothing


class TalliedAttempts(Sequence[Attempt]):
    """Attempts that are counted without being made: there may be a hundred for a pronoun."""

    __slots__ = ()

    @abstractmethod
    def tally(self) -> Tally:
        """How many candidates violate what."""


class Label(StrEnum):
    """What became of a pronoun: resolved or not, or what it was taken to be instead."""

    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"  # an algorithm that says no more than that
    AMBIGUOUS = "ambiguous"  # several candidates are about as good, or one is not sure enough
    NO_ANTECEDENT = "no antecedent"
    EVENT = "event"  # an event or fact that was told, not named
    PLEONASTIC = "pleonastic"
    CATAPHORIC = "cataphoric"  # what is meant may still come in this sentence
    SAME_KIND = "same kind"  # one more of what was named: a red apple ... a green *one*


@dataclass(frozen=True, slots=True)
class Resolution:
    """A pronoun, what was tested for it in order, and the antecedent found, if any.

    `rivals` are antecedents of other readings that the algorithm holds to be just as good.
    A revision says what it replaces: "Before he left, John ..." resolves *he* when *John* comes,
    `instead_of` the resolution without antecedent that fell at *he*.

    `name` is what the antecedent is best called, "" if nobody named it. `start` and `end` are the
    code points of the pronoun in the text; both are 0 where there is no text. None of the three
    makes a difference between resolutions.
    """

    pronoun: ReferringExpression
    attempts: Sequence[Attempt]
    antecedent: Element | None
    rivals: tuple[Element, ...] = ()
    confidence: float | None = None  # how probable the antecedent is, or that there is none
    taken_as: Label | None = None  # what a pronoun without antecedent is taken to be
    nobody: Sequence[Factor] = field(default=(), repr=False)  # what speaks for no antecedent
    nobody_score: float | None = None  # what that there is none weighs
    instead_of: Resolution | None = field(default=None, repr=False)  # what a revision takes back
    kind_of: Element | None = None  # what a *one* is another of
    because: str = field(default="", repr=False)  # why it is so, where a rule said so
    name: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def entity(self) -> Entity | None:
        return self.antecedent.entity if self.antecedent else None

    @property
    def tally(self) -> Tally:
        """How many of the candidates that were tested violate what.

        >>> she = ReferringExpression("she", 1, 1.0, is_pronoun=True)
        >>> Resolution(she, [Attempt(Element.of(she), OUTWEIGHED)] * 2, None).tally
        Counter({<Constraint.WEIGHT: 'weight'>: 2})
        """
        if isinstance(self.attempts, TalliedAttempts):
            return self.attempts.tally()
        return Counter(attempt.violated for attempt in self.attempts)

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.rivals)

    @property
    def is_named(self) -> bool:
        """Whether it is resolved to something that was named; `?11.12` was not."""
        return bool(self.name)

    @property
    def label(self) -> Label:
        """Whether it is resolved or unresolved, or what it is taken to be instead."""
        return Label.RESOLVED if self.antecedent else self.taken_as or Label.UNRESOLVED

    def placed(self, utterance: Utterance, name: str) -> Resolution:
        """The same with the name of who is meant, and its place in the text."""
        words = self.pronoun.own_words
        first, last = words[0], words[-1]
        start = end = 0
        if 1 <= first <= last <= len(utterance.forms):
            start = utterance.offset(first)
            end = start + len(utterance.forms[first - 1]) if first == last else utterance.end(last)
        return Resolution(*(*_UNPLACED(self), name, start, end))

    @property
    def is_revision(self) -> bool:
        return self.instead_of is not None

    def __repr__(self) -> str:
        meant = self.name or self.entity
        arrow = f" → {meant}" if meant else ""
        sure = "" if self.confidence is None else f", {self.confidence:.2f}"
        return brief(self, f"{self.pronoun.text}{arrow} ({self.label}{sure})")

    @property
    def reason(self) -> str:
        """Why no antecedent was found; "" if one was.

        >>> she = ReferringExpression("she", 1, 1.0, is_pronoun=True)
        >>> Resolution(she, (), None).reason
        'there was nothing to test'
        """
        if self.antecedent:
            return ""
        if self.taken_as not in {None, Label.NO_ANTECEDENT}:
            return f"it was taken as {self.taken_as}"
        if not self.attempts:
            return "there was nothing to test"
        ruled_out = [f"{a.candidate.entity} ({a.violated})" for a in self.attempts]
        return f"everything tested was ruled out: {', '.join(ruled_out)}"


# dataclasses.replace costs twice as much
_UNPLACED = attrgetter(*(each.name for each in fields(Resolution) if each.compare))


@dataclass(frozen=True, slots=True)
class Tested:
    """One candidate in an explanation: what it is, where it stood, and why it passed or failed."""

    entity: str
    text: str
    familiarity: str  # E, U, I, IC, BNA, BN
    utterance: int
    states_back: int
    violated: Constraint | None
    because: str
    score: float | None = None  # what it weighs, where candidates are weighed
    factors: tuple[FactorGroup, ...] = ()  # what that adds up from
    probability: float | None = None  # that it is meant

    def __repr__(self) -> str:
        return brief(self, f"{self.entity}: {self.violated or 'passed'}, {self.because}")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a pronoun was taken to mean something, or not: a sentence, and the same as values."""

    sentence: str
    pronoun: ReferringExpression
    entity: str | None
    tested: tuple[Tested, ...] = ()
    candidate: str | None = None  # the entity asked about: why not this one?
    label: Label = Label.UNRESOLVED  # or resolved, or what the pronoun is taken to be instead
    confidence: float | None = None
    nobody: tuple[FactorGroup, ...] = ()  # what speaks for no antecedent
    nobody_score: float | None = None
    nobody_probability: float | None = None
    sentences: tuple[str, ...] = ()  # one by one: the answer first, then the account of it
    listed: tuple[str, ...] = ()  # the entities on the list at that moment, in order

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return brief(self, f": {self.sentence}")
