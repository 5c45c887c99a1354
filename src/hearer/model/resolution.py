"""Results: tested candidates, resolutions, explanations, steps, chains, the interpretation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from hearer.escape import brief, brief_text, number_and
from hearer.model.expression import (
    Element,
    Elements,
    Entity,
    EntityKind,
    Expressions,
    Kind,
    ReferringExpression,
    Value,
)
from hearer.model.state import Stateful
from hearer.model.text import Discourse, Problem, Segment, Utterance, Word


class Constraint(StrEnum):
    """What can rule a candidate out (footnote to step 1a)."""

    AGREEMENT = "agreement"
    BINDING = "binding"
    SORT = "sort"
    SPEECH = "speech"  # it speaks here or is spoken to, so it is no third person
    WEIGHT = "weight"  # it passed the test, but another candidate, or none, weighs more


class Verdict(NamedTuple):
    """The constraint that a candidate violates, and two phrases for explanations.

    The candidate is `shown` "neuter", or "is the subject of the same verb (“races”)"; the pronoun
    is `wanted` "feminine", or nothing.
    """

    constraint: Constraint
    shown: str = ""
    wanted: str = ""


OUTWEIGHED = Verdict(Constraint.WEIGHT)


def is_about(verdict: Verdict | None, constraint: Constraint) -> bool:
    """Return True if it is this constraint that a candidate violates."""
    return verdict is not None and verdict.constraint is constraint


class FactorValue(NamedTuple):
    """The value of one factor for a candidate: clause, "in the same clause", of nearness."""

    factor: str
    words: str
    about: str  # the group of factors that explanations name it with
    tells_candidates_apart: bool = True  # False if it is the same for all


class Factor(NamedTuple):
    """Values that are weighed together; a negative weight speaks against the candidate."""

    values: tuple[FactorValue, ...]  # () for the constant
    weight: float

    def __str__(self) -> str:
        return f"{self.weight:+.2f} {', '.join(value.words for value in self.values)}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One element tested as antecedent, and the verdict that ruled it out, if any.

    `states_back` is 0 for the current S-list and counts the earlier states searched after it.
    `score` is the sum of `factors`; None if the algorithm does not score.
    """

    candidate: Element
    verdict: Verdict | None = None
    states_back: int = 0
    score: float | None = None
    factors: Sequence[Factor] = ()

    def __repr__(self) -> str:
        return brief(self, f"{self.candidate}: {self.violated or 'passed'}")

    @property
    def violated(self) -> Constraint | None:
        return self.verdict.constraint if self.verdict else None

    @property
    def succeeded(self) -> bool:
        return self.verdict is None


Tally = Counter[Constraint | None]  # the number of candidates by violated constraint


class Label(StrEnum):
    """Whether a pronoun was resolved, or why not."""

    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"  # for an unknown reason
    AMBIGUOUS = "ambiguous"  # several candidates are about as good, or one is not sure enough
    NO_ANTECEDENT = "no antecedent"
    EVENT = "event"  # an event or fact that no noun phrase named
    PLEONASTIC = "pleonastic"
    CATAPHORIC = "cataphoric"  # the antecedent may follow in this sentence
    SAME_KIND = "same kind"  # another of the same kind: a red apple ... a green *one*


@dataclass(slots=True, unsafe_hash=True)
class Resolution(Value):
    """A pronoun, what was tested for it in order, and the antecedent found, if any.

    `rivals` are antecedents that are about as good: of an ambiguous pronoun its candidates, the
    likeliest first. A revision has the resolution that it replaces: in "Before he left, John ..."
    *he* is resolved at *John*, `instead_of` the resolution without antecedent at *he*.

    `name` is the best name of the antecedent or None; `start` and `end` are the offsets of the
    pronoun in code points, 0 if there is no text. These three are not compared.
    """

    pronoun: ReferringExpression
    attempts: Sequence[Attempt]
    antecedent: Element | None
    rivals: Elements = ()
    confidence: float | None = None  # probability of the antecedent, or of none
    taken_as: Label | None = None  # the label if there is no antecedent
    nobody: Sequence[Factor] = ()  # for no antecedent
    nobody_score: float | None = None  # the weight of no antecedent
    instead_of: Resolution | None = None  # what a revision replaces
    kind_of: Element | None = None  # for *one*: the element it is another of
    because: str = ""  # the reason, if a rule decided
    name: str | None = field(default=None, compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    counts: Tally | None = field(default=None, compare=False)  # if attempts are dropped

    @property
    def entity(self) -> Entity | None:
        return self.antecedent.entity if self.antecedent else None

    @property
    def kind(self) -> EntityKind | None:
        """What is meant: named (a person or thing), set, clause, unknown; None if nothing is."""
        return self.antecedent.entity.kind if self.antecedent else None

    @property
    def tally(self) -> Tally:
        """The number of tested candidates by the constraint that they violate."""
        if self.counts is not None:
            return self.counts
        if hasattr(self.attempts, "tally"):  # counted without being made
            tally: Tally = self.attempts.tally()
            return tally
        return Counter(attempt.violated for attempt in self.attempts)

    @property
    def is_named(self) -> bool:
        """True if the antecedent has a name; `?11.12` has none."""
        return bool(self.name)

    @property
    def label(self) -> Label:
        return Label.RESOLVED if self.antecedent else self.taken_as or Label.UNRESOLVED

    def placed(self, utterance: Utterance, name: str) -> Resolution:
        """Return a copy with the name of the antecedent and the offsets of the pronoun."""
        pronoun, words = self.pronoun, self.pronoun.own_words
        start, end = pronoun.start, pronoun.end
        if start is None or (pronoun.first, pronoun.last) != (words[0], words[-1]):
            start, end = utterance.span(words[0], words[-1])
        end = end if pronoun.is_spoken else start
        return self._replace(name=name or None, start=start or 0, end=end or 0)

    def __repr__(self) -> str:
        meant = self.name or self.entity
        arrow = f" → {meant}" if meant else ""
        sure = "" if self.confidence is None else f", {self.confidence:.2f}"
        return brief(self, f"{self.pronoun.text}{arrow} ({self.label}{sure})")

    @property
    def reason(self) -> str:
        """Why there is no antecedent; "" if there is one."""
        if self.antecedent:
            return ""
        if self.taken_as not in {None, Label.NO_ANTECEDENT}:
            return f"it was taken as {self.taken_as}"
        if not self.attempts:
            return "there was nothing to test"
        ruled_out = [f"{a.candidate.entity} ({a.violated})" for a in self.attempts]
        return f"everything tested was ruled out: {', '.join(ruled_out)}"


Question = str | tuple[int, int] | Resolution | ReferringExpression  # by which pronoun is meant
Row = dict[str, str | int | float | bool | None]


@dataclass(frozen=True, slots=True)
class FactorWeight:
    """The part of a weight that one group of factors contributes."""

    factor: str
    weight: float


@dataclass(frozen=True, slots=True)
class NoAntecedent:
    """The weight and probability of no antecedent."""

    weight: float | None = None
    probability: float | None = None
    factors: tuple[FactorWeight, ...] = ()


@dataclass(frozen=True, slots=True)
class Tested:
    """A tested candidate; `violated` is the constraint that it violates."""

    entity: str
    name: str
    text: str
    familiarity: str  # E, U, I, IC, BNA, BN
    utterance: int
    states_back: int
    violated: Constraint | None
    because: str
    weight: float | None
    probability: float | None
    factors: tuple[FactorWeight, ...]

    def __repr__(self) -> str:
        return brief(self, f"{self.entity}: {self.violated or 'passed'}, {self.because}")


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer of `why` and `why_not` in plain values: the schema of `why` in JSON.

    `line` and `column` are 0 if the pronoun has no words; `candidate` is the entity of `why_not`;
    `listed` has the entities on the list when the pronoun was heard, in order.
    """

    sentence: str
    sentences: tuple[str, ...]
    pronoun: str
    line: int
    column: int
    utterance: int
    word: int
    entity: str | None
    name: str | None
    candidate: str | None
    label: Label
    confidence: float | None = None
    listed: tuple[str, ...] = ()
    tested: tuple[Tested, ...] = ()
    no_antecedent: NoAntecedent = NoAntecedent()

    __repr__ = brief_text

    def __str__(self) -> str:
        return self.sentence


class Note(NamedTuple):
    """A value of an algorithm's own that traces show: "Cb", "BRENNAN"."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def __repr__(self) -> str:
        return brief_text(self)


class Event(StrEnum):
    """What a step follows."""

    EXPRESSION = "expression"
    END_OF_UTTERANCE = "end of utterance"
    SEGMENT = "segment"
    WORD = "word"


class Step(NamedTuple):
    """The state after an event, and the resolutions that it brought.

    An algorithm takes one step per expression, end of utterance and segment; a hearer takes one
    per word, and `parts` has the algorithm's. A tuple, since there is one for every word.
    """

    state: Elements
    heard: ReferringExpression | None = None
    resolutions: tuple[Resolution, ...] = ()
    event: Event = Event.EXPRESSION
    word: Word | None = None
    parts: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def expressions(self) -> Expressions:
        if self.event is Event.WORD:
            return tuple(part.heard for part in self.parts if part.heard)
        return (self.heard,) if self.heard else ()

    def __str__(self) -> str:
        return f"S: [{', '.join(map(str, self.state))}]"

    def __repr__(self) -> str:
        at = f"{self.word.form!r}" if self.word else str(self.heard or self.event)
        return brief(self, f"at {at}: {len(self.state)} on the list")


@dataclass(frozen=True, slots=True)
class Chain:
    """All expressions that realize one entity, in text order."""

    entity: Entity
    expressions: Expressions
    name: str | None = field(compare=False)  # the best one

    @property
    def kind(self) -> EntityKind:
        return self.entity.kind

    def __str__(self) -> str:
        return f"{self.entity}: {', '.join(map(str, self.expressions))}"

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.expressions))
        return brief(self, f"{self.name or self.entity} ({len(self.expressions)}): {shown}")


class EarlierName(NamedTuple):
    """A name that an earlier turn of a session gave an entity."""

    text: str
    is_plural: bool


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What was understood of a discourse.

    `expressions` have the entities they were taken to realize, in the order they were heard.
    `names` are the best names of entities, "" if there is none, `renamed` those from the caller.
    `model` is the parser's model that stated sorts and meanings. `notes` are about the language.
    `earlier` are names from earlier turns of a session.
    """

    steps: tuple[Step, ...] = ()
    expressions: Expressions = ()
    segments: tuple[Segment, ...] = ()
    problems: tuple[Problem, ...] = ()
    algorithm: str = ""
    profile: str = ""
    discourse: Discourse = field(default=Discourse(()))
    names: Mapping[Entity, str] = field(default_factory=dict, compare=False)
    model: str = field(default="", compare=False)
    renamed: Mapping[Entity, str] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    earlier: Mapping[Entity, EarlierName] = field(default_factory=dict, compare=False)

    if TYPE_CHECKING:  # functions of hearer.views, which hearer.api makes methods

        def why(self, pronoun: Question, *, which: int = 1) -> Explanation: ...
        def why_not(self, pronoun: Question, candidate: str, *, which: int = 1) -> Explanation: ...
        def rows(self) -> list[Row]: ...
        def _repr_html_(self) -> str: ...

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """The last resolution of each pronoun, with the best name in the whole discourse.

        The steps have those that were revised, too.
        """
        last = {one.pronoun.id: one for step in self.steps for one in step.resolutions}
        return tuple(map(self._named, last.values()))

    def _named(self, resolution: Resolution) -> Resolution:
        entity, name = resolution.entity, resolution.name
        best = (self.names.get(entity, name) or None) if entity else None
        return resolution if best == name else replace(resolution, name=best)

    @property
    def unresolved(self) -> tuple[Resolution, ...]:
        return tuple(resolution for resolution in self.resolutions if not resolution.antecedent)

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The entities in order of appearance; ellipses have no words and are in no chain."""
        realized: dict[Entity, list[ReferringExpression]] = {}
        for expression in self.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                realized.setdefault(expression.entity, []).append(expression)
        return tuple(
            Chain(entity, tuple(heard), self.names.get(entity) or None)
            for entity, heard in realized.items()
        )

    def __repr__(self) -> str:
        name = f"of {self.discourse.name!r}: " if self.discourse.name else ": "
        words, found = sum(map(len, self.discourse.utterances)), self.resolutions
        resolved = f"{len(found) - len(self.unresolved)} of {number_and(len(found), 'pronoun')}"
        entities = number_and(len(self.chains), "entity")
        return brief(self, f"{name}{number_and(words, 'word')}, {resolved} resolved, {entities}")


@dataclass(eq=False, repr=False)
class Record(Stateful):
    """The steps and expressions heard so far, each expression with the entity it realizes."""

    steps: list[Step] = field(default_factory=list)  # one a word
    expressions: dict[tuple[int, float, Kind], ReferringExpression] = field(default_factory=dict)
    entities: dict[Entity, None] = field(default_factory=dict)  # all that were realized
    segments: list[int] = field(default_factory=list)  # their first utterances

    def note(self, step: Step) -> None:
        self.steps.append(step)

    def begin_segment(self, utterance: int) -> None:
        self.segments.append(utterance)

    def keep(self, expression: ReferringExpression) -> None:
        """Keep an expression, instead of an earlier one with the same id."""
        self.expressions[expression.utterance, expression.position, expression.kind] = expression
        if expression.entity is not None:
            self.entities[expression.entity] = None

    def unify(self, was: Entity, now: Entity, because: str) -> None:
        """Let all expressions of one entity realize another: a speaker who is named later."""
        self.entities.pop(was, None)
        for heard in [one for one in self.expressions.values() if one.entity == was]:
            self.keep(replace(heard, entity=now, because=because))

    def interpretation(self, last: int, unfinished: list[Step]) -> Interpretation:
        ends = [first - 1 for first in self.segments[1:]] + [last]
        heard, segments = self.expressions.values(), map(Segment, self.segments, ends)
        return Interpretation((*self.steps, *unfinished), tuple(heard), tuple(segments))


class AnswersRecord(Record):
    """Keeps no states, and only attempts that grammar rules out: enough for tables."""

    def note(self, step: Step) -> None:
        counted = []
        for one in step.resolutions:
            before = one.instead_of and replace(one.instead_of, attempts=(), nobody=())
            out = tuple(x for x in one.attempts if x.violated not in {None, Constraint.WEIGHT})
            kept = replace(one, attempts=out, nobody=(), instead_of=before, counts=one.tally)
            counted.append(kept)
        if counted:
            self.steps.append(step._replace(state=(), resolutions=tuple(counted), parts=()))


class NoRecord(Record):
    """Keeps nothing."""

    def note(self, step: Step) -> None: ...
    def begin_segment(self, utterance: int) -> None: ...
    def keep(self, expression: ReferringExpression) -> None: ...
