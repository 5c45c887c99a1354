"""What the hearer understood, and why: one Step per thing heard.

Constraint, Attempt, Resolution    how a pronoun found its antecedent
Event, Step                        the state after something was heard
Chain, Interpretation              what all of it comes to
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from hearer.model.entity import Element
from hearer.model.expression import Kind, ReferringExpression
from hearer.model.problem import Problem
from hearer.model.text import Discourse, Segment, Word


class Constraint(StrEnum):
    """What can rule a candidate out (footnote to step 1a)."""

    AGREEMENT = "agreement"
    BINDING = "binding"
    SORT = "sort"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One element tested as antecedent, and the constraint it violated, if any.

    `states_back` is 0 for the current S-list and counts the earlier states searched after it.
    """

    candidate: Element
    violated: Constraint | None = None
    states_back: int = 0

    @property
    def succeeded(self) -> bool:
        return self.violated is None


@dataclass(frozen=True, slots=True)
class Resolution:
    """A pronoun, what was tested for it in order, and the antecedent found, if any.

    `rivals` are antecedents of other readings that the algorithm holds to be just as good.
    """

    pronoun: ReferringExpression
    attempts: tuple[Attempt, ...]
    antecedent: Element | None
    rivals: tuple[Element, ...] = ()

    @property
    def entity(self) -> str | None:
        return self.antecedent.entity if self.antecedent else None

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.rivals)


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


@dataclass(frozen=True, slots=True)
class Step:
    """The state after something was heard, and the resolutions it brought.

    An algorithm takes one step per expression, end of utterance and segment. A hearer takes one
    per word, made of the algorithm's: `parts` has them, and `state` is the last one's.
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

    entity: str
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
        return tuple(resolution for step in self.steps for resolution in step.resolutions)

    @property
    def unresolved(self) -> tuple[Resolution, ...]:
        """The pronouns that found no antecedent."""
        return tuple(resolution for resolution in self.resolutions if not resolution.antecedent)

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The entities in order of appearance; ellipses have no words and stand in no chain."""
        realized: dict[str, list[ReferringExpression]] = {}
        for expression in self.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                realized.setdefault(expression.entity, []).append(expression)
        return tuple(Chain(entity, tuple(heard)) for entity, heard in realized.items())
