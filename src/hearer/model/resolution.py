"""How a pronoun found its antecedent, or why it found none.

Label, Resolution      what all attempts come to
Tested, Explanation    the same in words
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter

from hearer.harmless import brief
from hearer.model.attempt import (
    Attempt,
    Constraint,
    CountedAttempts,
    Factor,
    FactorGroup,
    TalliedAttempts,
    Tally,
)
from hearer.model.expression import Element, ReferringExpression
from hearer.model.identity import Entity
from hearer.model.text import Utterance


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

        >>> from hearer.model import OUTWEIGHED
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
            end = end if self.pronoun.is_spoken else start
        return Resolution(*(*_UNPLACED(self), name, start, end))

    def counted(self) -> Resolution:
        """The same, but of what was tested only the counts; nor is told what speaks for nobody."""
        before = self.instead_of and replace(self.instead_of, attempts=(), nobody=())
        attempts = CountedAttempts(self.tally)
        return replace(self, attempts=attempts, nobody=(), instead_of=before)

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
