"""What was understood: tested candidates, resolutions, steps, chains, the interpretation."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import ClassVar, NamedTuple, NoReturn

from hearer.errors import require
from hearer.harmless import brief, number_and
from hearer.model.expression import Element, Entity, ExpressionId, Kind, ReferringExpression
from hearer.model.state import Part
from hearer.model.text import Discourse, Problem, Segment, Utterance, Word


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


class CountedAttempts(TalliedAttempts):
    """Attempts of which nothing is kept but how many violate what."""

    __slots__ = ("_tally",)

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: object) -> NoReturn:
        raise IndexError(index)

    def tally(self) -> Tally:
        return self._tally


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
class FactorWeight:
    """What one group of factors adds to a weight."""

    factor: str
    weight: float | None


@dataclass(frozen=True, slots=True)
class NoAntecedent:
    """How likely it is that a pronoun has no antecedent."""

    weight: float | None = None
    probability: float | None = None
    factors: tuple[FactorWeight, ...] = ()


@dataclass(frozen=True, slots=True)
class Tested:
    """A candidate that was tested; `violated` is the constraint that it failed."""

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
    """Why a pronoun means what it means, or not: plain values, the schema of `why` in JSON.

    `line` and `column` are 0 if the pronoun has no words; `candidate` is the entity of `why not`;
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

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return brief(self, f": {self.sentence}")


WHICH = "Which of several is said by its number, which=2"
MOST_EXPRESSIONS = 6  # of a chain at the prompt


@dataclass(frozen=True, slots=True)
class Note:
    """Something of an algorithm's own bookkeeping that a trace should show: "Cb", "BRENNAN"."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def __repr__(self) -> str:
        return brief(self, str(self))


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
        if self.event is Event.WORD:
            return tuple(part.heard for part in self.parts if part.heard)
        return (self.heard,) if self.heard else ()

    def __str__(self) -> str:
        return f"S: [{', '.join(map(str, self.state))}]"

    def __repr__(self) -> str:
        at = f"{self.word.form!r}" if self.word else str(self.heard or self.event)
        found = "".join(
            f", {each.pronoun} → {each.name or each.label}" for each in self.resolutions
        )
        return brief(self, f"at {at}: {len(self.state)} on the list{found}")


@dataclass(frozen=True, slots=True)
class Chain:
    """All expressions that realize one entity, in text order."""

    entity: Entity
    expressions: tuple[ReferringExpression, ...]
    name: str = field(default="", compare=False)  # what it is best called; "" if nobody named it

    def __str__(self) -> str:
        return f"{self.entity}: {', '.join(map(str, self.expressions))}"

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.expressions[:MOST_EXPRESSIONS]))
        more = ", …" * (len(self.expressions) > MOST_EXPRESSIONS)
        return brief(self, f"{self.name or self.entity} ({len(self.expressions)}): {shown}{more}")


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What was understood of a discourse.

    `expressions` are all that were heard, in the order they were heard, each with the entity it
    was taken to realize. `names` is what they are best called (`named`: the same as a hearer or a
    file said it, else None), `renamed` what somebody said that some are to be called. `model` told
    what words stand for and mean where nobody stated it, if that was asked. `notes` say how another
    language than English was heard, and what was left out.
    """

    steps: tuple[Step, ...] = ()
    expressions: tuple[ReferringExpression, ...] = ()
    segments: tuple[Segment, ...] = ()
    problems: tuple[Problem, ...] = ()
    algorithm: str = ""
    profile: str = ""
    discourse: Discourse = field(default=Discourse(()), repr=False)
    named: Mapping[Entity, str] | None = field(default=None, repr=False, compare=False)
    model: str = field(default="", repr=False, compare=False)
    renamed: Mapping[Entity, str] = field(default_factory=dict, repr=False, compare=False)
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def names(self) -> Mapping[Entity, str]:
        """What each entity is best called, after all was heard; "" if nobody named it."""
        if self.named is None:
            names: Mapping[Entity, str] = _late("names").names_of(
                self.expressions, self.discourse.utterances
            )
            return names
        return self.named

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each pronoun was taken to mean in the end; the steps also have what was revised.

        Each has the best name of the whole document, though it may have come later.
        """
        last: dict[ExpressionId, Resolution] = {}
        for step in self.steps:
            for resolution in step.resolutions:
                last[resolution.pronoun.id] = resolution
        names = self.names
        return tuple(_named(resolution, names) for resolution in last.values())

    @property
    def unresolved(self) -> tuple[Resolution, ...]:
        return tuple(resolution for resolution in self.resolutions if not resolution.antecedent)

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The entities in order of appearance; ellipses have no words and stand in no chain."""
        realized: dict[Entity, list[ReferringExpression]] = {}
        for expression in self.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                realized.setdefault(expression.entity, []).append(expression)
        names = self.names
        return tuple(
            Chain(entity, tuple(heard), names.get(entity, "")) for entity, heard in realized.items()
        )

    def __repr__(self) -> str:
        name = f"of {self.discourse.name!r}: " if self.discourse.name else ": "
        words, found = sum(map(len, self.discourse.utterances)), self.resolutions
        resolved = sum(bool(one.antecedent) for one in found)
        told = (
            number_and(words, "word"),
            f"{resolved} of {number_and(len(found), 'pronoun')} resolved",
            number_and(len(self.chains), "entity"),
            number_and(len(self.problems), "problem") if self.problems else "",
        )
        return brief(self, f"{name}{', '.join(filter(None, told))}")

    # Questions, answered by views: nothing here knows how ---------------------------------------

    def why(
        self, pronoun: str | tuple[int, int] | Resolution | ReferringExpression, *, which: int = 1
    ) -> Explanation:
        """Why a pronoun means what it means: given by its text, by its place, or itself.

        A place is "3:62", line and column as `hearer resolve` prints them, or (utterance, word).
        Of several with the same text the first is meant, unless `which` says otherwise.
        """
        require(which, int, WHICH)
        answer: Explanation = _late("views.why").why(self, pronoun, which=which)
        return answer

    def why_not(
        self,
        pronoun: str | tuple[int, int] | Resolution | ReferringExpression,
        candidate: str,
        *,
        which: int = 1,
    ) -> Explanation:
        """Why a pronoun does not mean `candidate`, an entity or the text of an expression."""
        require(which, int, WHICH)
        answer: Explanation = _late("views.why").why_not(self, pronoun, candidate, which=which)
        return answer

    def rows(self) -> list[dict[str, str | int | float | bool | None]]:
        """One row per expression: plain values by the names of the columns."""
        rows: list[dict[str, str | int | float | bool | None]] = _late("views.notebook").rows(self)
        return rows

    def _repr_html_(self) -> str:
        shown: str = _late("views.notebook").render(self)
        return shown


def _named(resolution: Resolution, names: Mapping[Entity, str]) -> Resolution:
    name = names.get(resolution.entity, resolution.name) if resolution.entity else ""
    return resolution if name == resolution.name else replace(resolution, name=name)


def _late(name: str) -> ModuleType:
    """Import a module above the model when it is needed: the model does not depend on it."""
    return import_module(f"hearer.{name}")


@dataclass(eq=False, repr=False)
class Record(Part):
    """What is kept of what was heard; each expression with what it was taken to realize."""

    steps: list[Step] = field(default_factory=list)  # one a word
    expressions: dict[ExpressionId, ReferringExpression] = field(default_factory=dict)
    of_entity: dict[Entity, list[ExpressionId]] = field(default_factory=dict)
    segments: list[int] = field(default_factory=list)  # their first utterances
    keeps: ClassVar[bool] = True

    def note(self, step: Step) -> None:
        self.steps.append(step)

    def begin_segment(self, utterance: int) -> None:
        self.segments.append(utterance)

    def keep(self, expression: ReferringExpression) -> None:
        """Keep an expression; one that was kept already is replaced."""
        place = expression.id
        self.expressions[place] = expression
        if expression.entity is not None:
            self.of_entity.setdefault(expression.entity, []).append(place)

    def unify(self, was: Entity, now: Entity, because: str) -> None:
        """Let what realized one entity realize another: a speaker who is named afterwards."""
        for place in self.of_entity.pop(was, ()):
            heard = self.expressions[place]
            if heard.entity == was:
                self.keep(replace(heard, entity=now, because=because))

    def interpretation(self, last: int, unfinished: list[Step]) -> Interpretation:
        ends = [first - 1 for first in self.segments[1:]] + [last]
        return Interpretation(
            steps=(*self.steps, *unfinished),
            expressions=tuple(self.expressions.values()),
            segments=tuple(map(Segment, self.segments, ends)),
        )


class AnswersRecord(Record):
    """Keeps expressions and resolutions; of what was tested for a pronoun the counts alone.

    That is a third of the memory: for who makes tables of a novel, and asks no `why`.
    """

    def note(self, step: Step) -> None:
        """Keep what was resolved, without the state and the parts of the step."""
        if step.resolutions:
            counted = tuple(one.counted() for one in step.resolutions)
            self.steps.append(Step((), step.heard, counted, event=step.event, word=step.word))


class NoRecord(Record):
    """Keeps nothing."""

    keeps = False

    def note(self, step: Step) -> None:
        """Forget a step at once."""

    def begin_segment(self, utterance: int) -> None:
        """Forget where a segment began."""

    def keep(self, expression: ReferringExpression) -> None:
        """Forget an expression at once."""
