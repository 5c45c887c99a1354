"""What the hearer understood, and why: one Step per thing heard.

Constraint, Verdict, Attempt, Label, Resolution
                                   how a pronoun found its antecedent
Tested, Explanation                the same in words
Event, Step                        the state after something was heard
Chain, Interpretation              what all of it comes to
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from hearer.model.element import Element
from hearer.model.expression import ReferringExpression
from hearer.model.factor import Factor, FactorGroup
from hearer.model.grammar import Kind
from hearer.model.identity import Entity, ExpressionId
from hearer.model.problem import Problem
from hearer.model.text import Discourse, Segment, Word


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

    @property
    def violated(self) -> Constraint | None:
        """The constraint that ruled it out, if one did."""
        return self.verdict.constraint if self.verdict else None

    @property
    def succeeded(self) -> bool:
        return self.verdict is None


class Label(StrEnum):
    """Why a pronoun was not resolved."""

    AMBIGUOUS = "ambiguous"  # several candidates are about as good, or one is not sure enough
    NO_ANTECEDENT = "no antecedent"
    EVENT = "event"  # an event or fact that was told, not named
    PLEONASTIC = "pleonastic"
    CATAPHORIC = "cataphoric"  # what is meant may still come in this sentence


@dataclass(frozen=True, slots=True)
class Resolution:
    """A pronoun, what was tested for it in order, and the antecedent found, if any.

    `rivals` are antecedents of other readings that the algorithm holds to be just as good.
    A revision says what it replaces: "Before he left, John ..." resolves *he* when *John* comes,
    `instead_of` the resolution without antecedent that fell at *he*.
    """

    pronoun: ReferringExpression
    attempts: Sequence[Attempt]
    antecedent: Element | None
    rivals: tuple[Element, ...] = ()
    confidence: float | None = None  # how probable the antecedent is, or that there is none
    label: Label | None = None  # what a pronoun without antecedent is taken to be
    nobody: Sequence[Factor] = field(default=(), repr=False)  # what speaks for no antecedent
    nobody_score: float | None = None  # what that there is none weighs
    instead_of: Resolution | None = field(default=None, repr=False)  # what a revision takes back

    @property
    def entity(self) -> Entity | None:
        return self.antecedent.entity if self.antecedent else None

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.rivals)

    @property
    def outcome(self) -> str:
        """Whether it is "resolved" or "unresolved", or what it is taken to be instead."""
        if self.antecedent:
            return "resolved"
        return "unresolved" if self.label is None else str(self.label)

    @property
    def is_revision(self) -> bool:
        return self.instead_of is not None

    @property
    def reason(self) -> str:
        """Why no antecedent was found; "" if one was.

        >>> she = ReferringExpression("she", 1, 1.0, is_pronoun=True)
        >>> Resolution(she, (), None).reason
        'there was nothing to test'
        """
        if self.antecedent:
            return ""
        if self.label not in {None, Label.NO_ANTECEDENT}:
            return f"it was taken as {self.label}"
        if not self.attempts:
            return "there was nothing to test"
        ruled_out = [f"{a.candidate.entity} ({a.violated})" for a in self.attempts]
        return f"everything tested was ruled out: {', '.join(ruled_out)}"


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


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a pronoun was taken to mean something, or not: a sentence, and the same as values."""

    sentence: str
    pronoun: ReferringExpression
    entity: str | None
    tested: tuple[Tested, ...] = ()
    candidate: str | None = None  # the entity asked about: why not this one?
    outcome: str = ""  # "resolved", or what the pronoun is taken to be instead
    confidence: float | None = None
    nobody: tuple[FactorGroup, ...] = ()  # what speaks for no antecedent
    nobody_score: float | None = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Note:
    """Something of an algorithm's own bookkeeping that a trace should show: "Cb", "BRENNAN"."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Event(StrEnum):
    """What a step is about."""

    EXPRESSION = "expression"
    END_OF_UTTERANCE = "end of utterance"
    SEGMENT = "segment"
    WORD = "word"


class Step(NamedTuple):
    """The state after something was heard, and the resolutions it brought.

    An algorithm takes one step per expression, end of utterance and segment. A hearer takes one
    per word, made of the algorithm's: `parts` has them, and `state` is the last one's. A tuple,
    not a dataclass: there is one for every word heard.
    """

    state: tuple[Element, ...]
    heard: ReferringExpression | None = None
    resolutions: tuple[Resolution, ...] = ()
    event: Event = Event.EXPRESSION
    word: Word | None = None
    parts: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def expressions(self) -> tuple[ReferringExpression, ...]:
        """All that was heard in this step."""
        if self.event is Event.WORD:
            return tuple(part.heard for part in self.parts if part.heard)
        return (self.heard,) if self.heard else ()

    def __str__(self) -> str:
        return f"S: [{', '.join(map(str, self.state))}]"


@dataclass(frozen=True, slots=True)
class Chain:
    """All expressions that realize one entity, in text order."""

    entity: Entity
    expressions: tuple[ReferringExpression, ...]

    def __str__(self) -> str:
        return f"{self.entity}: {', '.join(map(str, self.expressions))}"


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What was understood of a discourse.

    `expressions` are all that were heard, in the order they were heard, each with the entity it
    was taken to realize.
    """

    steps: tuple[Step, ...] = ()
    expressions: tuple[ReferringExpression, ...] = ()
    segments: tuple[Segment, ...] = ()
    problems: tuple[Problem, ...] = ()
    algorithm: str = ""
    profile: str = ""
    discourse: Discourse = field(default=Discourse(()), repr=False)

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each pronoun was taken to mean in the end; the steps also have what was revised."""
        last: dict[ExpressionId, Resolution] = {}
        for step in self.steps:
            for resolution in step.resolutions:
                last[resolution.pronoun.id] = resolution
        return tuple(last.values())

    @property
    def unresolved(self) -> tuple[Resolution, ...]:
        """The pronouns that found no antecedent, each with its `reason`."""
        return tuple(resolution for resolution in self.resolutions if not resolution.antecedent)

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The entities in order of appearance; ellipses have no words and stand in no chain."""
        realized: dict[Entity, list[ReferringExpression]] = {}
        for expression in self.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                realized.setdefault(expression.entity, []).append(expression)
        return tuple(Chain(entity, tuple(heard)) for entity, heard in realized.items())

    # Questions, answered by views: nothing here knows how ---------------------------------------

    def why(
        self, pronoun: str | tuple[int, int] | Resolution | ReferringExpression, *, which: int = 1
    ) -> Explanation:
        """Why a pronoun means what it means: given by its text, by (utterance, word), or itself.

        Of several with the same text the first is meant, unless `which` says otherwise.
        """
        answer: Explanation = _view("why").why(self, pronoun, which=which)
        return answer

    def why_not(
        self,
        pronoun: str | tuple[int, int] | Resolution | ReferringExpression,
        candidate: str,
        *,
        which: int = 1,
    ) -> Explanation:
        """Why a pronoun does not mean `candidate`, an entity or the text of an expression."""
        answer: Explanation = _view("why_not").why_not(self, pronoun, candidate, which=which)
        return answer

    def rows(self) -> list[dict[str, str | int | bool | None]]:
        """One row per expression, as pandas.DataFrame takes them."""
        rows: list[dict[str, str | int | bool | None]] = _view("notebook").rows(self)
        return rows

    def _repr_html_(self) -> str:
        shown: str = _view("notebook").render(self)
        return shown


def _view(name: str) -> ModuleType:
    """A view, found by name: the model does not depend on how it is shown."""
    return import_module(f"hearer.views.{name}")
