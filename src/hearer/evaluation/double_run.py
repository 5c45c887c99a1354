"""Every pronoun heard twice: free, and forced (docs/specification/evaluation.md E.3).

    InView          what was in view when a pronoun was heard, and what passed the test
    FreeRun         a discourse heard as it comes, with the view at each pronoun
    ForcedRun       the same with gold links for all earlier pronouns
    Watched         an algorithm that is watched, for the free run
    ForcedAnalyst   an analyst that hands over pronouns understood already, for the forced run
    NobodyPasses    an analyst that takes note of all that is tested for a pronoun

In the forced run a pronoun is first resolved by a copy, which goes on to the end of the utterance
if it has to; a second copy is told that nobody passes, so that it looks at all that it ever would.
Then the hearer itself hears it as an expression whose entity is known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm, AntecedentTest, Needs
from hearer.algorithms.centering.unit_by_unit import UnitByUnit
from hearer.analysis.base import Realized, WrappedAnalyst
from hearer.analysis.universal.reading import PRONOMINAL
from hearer.evaluation.scoring import FORMS
from hearer.hearing import Analysis, Hearer
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
    Word,
)
from hearer.profiles import Profile

GoldEntity = Callable[[ReferringExpression], str | None]  # what an expression realizes by gold


class WordPlace(NamedTuple):
    """A word of an utterance."""

    utterance: int
    word: int


@dataclass(frozen=True, slots=True)
class InView:
    """What was in view when a pronoun was heard, and the constraint that each violated."""

    before: tuple[Element, ...] = ()
    violated: tuple[Verdict | None, ...] = ()

    @property
    def compatible(self) -> tuple[Element, ...]:
        pairs = zip(self.before, self.violated, strict=True)
        return tuple(element for element, violated in pairs if violated is None)


# Free -----------------------------------------------------------------------------------------


class Watched:
    """An algorithm, watched: what was in view at each pronoun it heard."""

    def __init__(self, algorithm: Algorithm, test: AntecedentTest) -> None:
        self.algorithm, self.test = algorithm, test
        self.views: dict[WordPlace, InView] = {}
        self.state: tuple[Element, ...] = ()

    @property
    def needs(self) -> Needs:
        return self.algorithm.needs

    def begin_utterance(self, outline: Outline) -> None:
        self.algorithm.begin_utterance(outline)

    def hear(self, expression: ReferringExpression) -> Step:
        if expression.is_pronoun:
            violated = tuple(self.test(expression, element) for element in self.state)
            place = WordPlace(expression.utterance, expression.head)
            self.views[place] = InView(self.state, violated)
        return self._seen(self.algorithm.hear(expression))

    def end_utterance(self, utterance: int) -> Step:
        return self._seen(self.algorithm.end_utterance(utterance))

    def begin_segment(self) -> Step:
        return self._seen(self.algorithm.begin_segment())

    def copy(self, *, test: AntecedentTest) -> Self:
        """Nobody looks ahead in a free run."""
        raise NotImplementedError

    def _seen(self, step: Step) -> Step:
        self.state = step.state
        return step


class FreeRun:
    """A discourse heard as it comes.

    `views` has what was in view at every pronoun, `speech` the words left unheard as direct speech.
    """

    def __init__(self, how: Profile, analysis: Analysis) -> None:
        self._hearer = Hearer(profile=how, analysis=analysis)
        self._watched = Watched(self._hearer.algorithm, self._hearer.analyst.test)
        self._hearer.algorithm = self._watched
        self.speech: set[WordPlace] = set()

    @property
    def views(self) -> dict[WordPlace, InView]:
        return self._watched.views

    def hear(self, word: Word) -> None:
        self._hearer.hear(word)
        if self._hearer.analyst.leaves_out(word.number):
            self.speech.add(WordPlace(word.utterance.number, word.number))

    def finish(self) -> Interpretation:
        return self._hearer.finish()


# Forced ---------------------------------------------------------------------------------------


@dataclass(eq=False)
class ForcedAnalyst(WrappedAnalyst):
    """Hands over pronouns with the entity that they have by gold."""

    gold_entity: GoldEntity
    stay_pronouns: bool  # for algorithms that take an entity for granted; others hear a known noun
    ours: dict[str, Entity] = field(default_factory=dict)  # by the gold entity

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            is_forced = expression.is_pronoun and expression.kind is not Kind.RECIPROCAL
            yield self._as_gold_has_it(expression) if is_forced else expression

    def _as_gold_has_it(self, pronoun: ReferringExpression) -> ReferringExpression:
        gold = self.gold_entity(pronoun)
        entity = self.ours.get(gold) if gold else None
        return replace(
            pronoun,
            is_pronoun=self.stay_pronouns,
            entity=entity or Entity.unknown(pronoun.id),
            familiarity=Familiarity.EVOKED,
        )

    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized:
        realized = super().realize(expression, entity, instead_of=instead_of)
        gold = self.gold_entity(expression)
        if gold and realized.expression.entity:
            self.ours[gold] = realized.expression.entity
        return realized


class ForcedRun:
    """Resolves pronouns as if all pronouns before them had been understood as in gold.

    `wanted` are the pronouns that are asked about; all, if nobody says. `answers` has the
    resolution of each, and `views` all that the algorithm would ever look at for it: what it tests
    when nobody passes.
    """

    def __init__(
        self,
        how: Profile,
        analysis: Analysis,
        gold_entity: GoldEntity,
        *,
        wanted: Container[WordPlace] | None = None,
    ) -> None:
        algorithm = ALGORITHMS.find(how.algorithm)
        stay_pronouns = issubclass(algorithm, UnitByUnit)
        self._hearer = Hearer(
            profile=how,
            analysis=lambda options: ForcedAnalyst(analysis(options), gold_entity, stay_pronouns),
        )
        self._wanted = wanted
        self._looking: list[_Looking] = []
        self.answers: dict[WordPlace, Resolution] = {}
        self.views: dict[WordPlace, InView] = {}
        self.listed: dict[WordPlace, frozenset[Entity]] = {}  # what stood in view before

    @property
    def expressions(self) -> tuple[ReferringExpression, ...]:
        return self._hearer.finish().expressions

    def hear(self, word: Word) -> None:
        """Hear the next word, after all copies that wait to decide a pronoun have heard it."""
        here = WordPlace(word.utterance.number, word.number)
        if _may_be_resolved(word) and (self._wanted is None or here in self._wanted):
            self.listed[here] = frozenset(_entities(self._hearer.state))
            self._looking += self._copies(here)
        for looking in self._looking:
            looking.hear(word)
            if looking.tested is None and looking.answer:
                self.answers[looking.place] = looking.answer
            if looking.tested and looking.is_over:
                self.views[looking.place] = InView(*zip(*looking.tested.values(), strict=True))
        self._looking = [looking for looking in self._looking if not looking.is_over]
        self._hearer.hear(word)

    def _copies(self, place: WordPlace) -> Iterator[_Looking]:
        """A copy that resolves the pronoun, and one that looks at everybody and takes nobody."""
        analyst = self._hearer.analyst
        assert isinstance(analyst, ForcedAnalyst)  # noqa: S101 - made above
        free, probe = analyst.inner.copy(), NobodyPasses(analyst.inner.copy(), place)
        yield _Looking(place, self._hearer.copy(analyst=free))
        yield _Looking(place, self._hearer.copy(analyst=probe), probe.tested)


def _entities(state: Iterable[Element]) -> Iterator[Entity]:
    """Who stands in a state, the members of sets included."""
    for element in state:
        yield element.entity
        yield from (member.entity for member in element.expression.members if member.entity)


def _may_be_resolved(word: Word) -> bool:
    """Whether it may be a pronoun of the third person; of other languages features tell."""
    language = word.utterance.language
    return word.upos in PRONOMINAL if language else word.form.lower() in FORMS


@dataclass(eq=False)
class NobodyPasses(WrappedAnalyst):
    """Rules out every candidate for one pronoun, and takes note of what is said of each."""

    place: WordPlace
    tested: dict[Entity, tuple[Element, Verdict | None]] = field(default_factory=dict)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        verdict = self.inner.test(pronoun, candidate)
        if (pronoun.utterance, pronoun.head) != self.place:
            return verdict
        self.tested.setdefault(candidate.entity, (candidate, verdict))
        return verdict or Verdict(Constraint.AGREEMENT)


@dataclass
class _Looking:
    """A copy of a hearer that goes on until its pronoun is decided, or turns out none."""

    place: WordPlace
    hearer: Hearer
    tested: Mapping[Entity, tuple[Element, Verdict | None]] | None = None  # if it only looks
    answer: Resolution | None = None
    is_over: bool = False

    def hear(self, word: Word) -> None:
        step = self.hearer.hear(word)
        for resolution in step.resolutions:
            if (resolution.pronoun.utterance, resolution.pronoun.head) == self.place:
                self.answer = resolution
        is_heard = word.number != self.place.word or any(e.is_pronoun for e in step.expressions)
        self.is_over = self.answer is not None or not is_heard or word.ends_utterance
