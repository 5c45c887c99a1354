"""One algorithm on one document, run freely and with gold links (specification/evaluation.md E.3).

In the forced run all earlier pronouns have their gold antecedents. A copy of the hearer resolves
each pronoun, to the end of the utterance if necessary; a second copy is made to reject every
candidate, so that it tests all that the algorithm would ever consider. The hearer itself then hears
the pronoun as an expression whose entity is known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, cast

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm, AntecedentTest
from hearer.algorithms.readings import UnitByUnit
from hearer.analysis.analyst import Realized, TreeAnalyst, WrappedAnalyst, analyst_for
from hearer.analysis.universal import PRONOMINAL
from hearer.evaluation.gold import Gold, GoldMention, span_head, words_of
from hearer.evaluation.gold_analyst import GoldFeature, gold_analysis
from hearer.evaluation.scoring import FORMS, Scoring
from hearer.hearing import Analysis, Hearer
from hearer.model import (
    Constraint,
    Discourse,
    Element,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
    Word,
)
from hearer.profiles import Profile

GoldEntity = Callable[[ReferringExpression], str | None]  # the gold entity of an expression


class WordPlace(NamedTuple):
    """The number of an utterance and of a word in it."""

    utterance: int
    word: int


@dataclass(frozen=True)
class Trial:
    """A document, its gold, and how it is heard and scored."""

    gold: Gold
    discourse: Discourse
    how: Profile
    scoring: Scoring = Scoring.ENTITY
    has_gold_mentions: bool = False
    features: frozenset[GoldFeature] = frozenset()
    has_classes: bool = True  # whether errors are classed, which takes a second run

    @property
    def algorithm(self) -> str:
        return self.how.algorithm

    @property
    def analysis(self) -> Analysis:
        if not self.has_gold_mentions:
            return analyst_for
        return gold_analysis(self.gold, self.discourse, self.features)

    @cached_property
    def starts(self) -> Mapping[int, int]:
        return words_of(self.discourse)

    @cached_property
    def places(self) -> tuple[WordPlace, ...]:
        """The place of every word."""
        utterances = self.discourse.utterances
        return tuple(WordPlace(u.number, n) for u in utterances for n in range(1, len(u) + 1))

    @cached_property
    def sentences(self) -> Mapping[int, list[int]]:
        """The word numbers of every gold sentence."""
        numbers = self.gold.sentences
        return {n: [*words] for n, words in groupby(range(len(numbers)), numbers.__getitem__)}

    def head(self, expression: ReferringExpression) -> int:
        return self.starts[expression.utterance] + expression.head

    def words(self, expression: ReferringExpression) -> tuple[int, ...]:
        start = self.starts[expression.utterance]
        return tuple(start + n for n in expression.words)

    def gold_entity(self, expression: ReferringExpression) -> str | None:
        """Return the gold entity of an expression."""
        match = self.gold_mention(expression)
        return match.entity if match else None

    def gold_mention(self, expression: ReferringExpression) -> GoldMention | None:
        """Return the gold mention that matches an expression; a set must have the same words."""
        if expression.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
            return None
        words = self.words(expression)
        match = self.gold.match(words, span_head(words, self.gold.heads))
        is_other = match and expression.kind is Kind.SET and match.words != words
        return None if is_other else match

    def is_split_right(self, word: int, resolution: Resolution | None) -> bool:
        """Return True if the chosen set has exactly the antecedents that gold names."""
        if resolution is None or resolution.antecedent is None:
            return False
        members = resolution.antecedent.expression.members
        named = {self.gold_entity(member) for member in members}
        return bool(members) and named == set(self.gold.split[word])


@dataclass(frozen=True, slots=True)
class InView:
    """The elements in view at a pronoun, and the constraint that each violates, if any."""

    before: tuple[Element, ...] = ()
    violated: tuple[Verdict | None, ...] = ()


class Watched:
    """An algorithm that records what is in view at each pronoun."""

    def __init__(self, algorithm: Algorithm, test: AntecedentTest) -> None:
        self.algorithm, self.test = algorithm, test
        self.views: dict[WordPlace, InView] = {}
        self.state: tuple[Element, ...] = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.algorithm, name)

    def hear(self, expression: ReferringExpression) -> Step:
        if expression.is_pronoun:
            violated = tuple(self.test(expression, element) for element in self.state)
            place = WordPlace(expression.utterance, expression.head)
            self.views[place] = InView(self.state, violated)
        return self._recorded(self.algorithm.hear(expression))

    def end_utterance(self, utterance: int) -> Step:
        return self._recorded(self.algorithm.end_utterance(utterance))

    def begin_segment(self) -> Step:
        return self._recorded(self.algorithm.begin_segment())

    def _recorded(self, step: Step) -> Step:
        self.state = step.state
        return step


class FreeRun:
    """A discourse heard as it is; `speech` has the words left out as direct speech."""

    def __init__(self, how: Profile, analysis: Analysis) -> None:
        self._hearer = hearer = Hearer(profile=how, analysis=analysis)
        self._analyst = cast(TreeAnalyst, hearer.analyst)
        self._watched = Watched(hearer.algorithm, hearer.analyst.test)
        hearer.algorithm = cast(Algorithm, self._watched)
        self.speech: set[WordPlace] = set()

    @property
    def views(self) -> dict[WordPlace, InView]:
        return self._watched.views

    def hear(self, word: Word) -> None:
        self._hearer.hear(word)
        if self._analyst.here.left_out[word.number]:
            self.speech.add(WordPlace(word.utterance.number, word.number))

    def finish(self) -> Interpretation:
        return self._hearer.finish()


@dataclass(eq=False)
class ForcedAnalyst(WrappedAnalyst):
    """Gives pronouns the entity that they have by gold."""

    gold_entity: GoldEntity
    stay_pronouns: bool  # if False, the algorithm hears them as nouns that are known
    ours: dict[str, Entity] = field(default_factory=dict)  # by gold entity

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            is_forced = expression.is_pronoun and expression.kind is not Kind.RECIPROCAL
            yield self._forced(expression) if is_forced else expression

    def _forced(self, pronoun: ReferringExpression) -> ReferringExpression:
        gold = self.gold_entity(pronoun)
        entity = self.ours.get(gold) if gold else None
        return replace(
            pronoun,
            is_pronoun=self.stay_pronouns,
            entity=entity or Entity.unknown(pronoun.id),
            familiarity=Familiarity.EVOKED,
        )

    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized:
        realized = super().realize(expression, entity)
        gold = self.gold_entity(expression)
        if gold and realized.expression.entity:
            self.ours[gold] = realized.expression.entity
        return realized


class ForcedRun:
    """Resolves the `wanted` pronouns as if all earlier pronouns were resolved as in gold.

    `answers` has the resolution of each pronoun, `views` all that the algorithm would ever test for
    it, `listed` the entities in its state before the pronoun, members of sets included.
    """

    def __init__(
        self,
        how: Profile,
        analysis: Analysis,
        gold_entity: GoldEntity,
        *,
        wanted: Container[WordPlace] | None = None,
    ) -> None:
        stay_pronouns = issubclass(ALGORITHMS.find(how.algorithm), UnitByUnit)
        self._hearer = Hearer(
            profile=how,
            analysis=lambda options: ForcedAnalyst(analysis(options), gold_entity, stay_pronouns),
        )
        self._wanted = wanted
        self._copies: list[_Copy] = []
        self.answers: dict[WordPlace, Resolution] = {}
        self.views: dict[WordPlace, InView] = {}
        self.listed: dict[WordPlace, frozenset[Entity]] = {}

    @property
    def expressions(self) -> tuple[ReferringExpression, ...]:
        return self._hearer.finish().expressions

    def hear(self, word: Word) -> None:
        """Hear a word, after all copies that still have to decide a pronoun."""
        here = WordPlace(word.utterance.number, word.number)
        form, is_foreign = word.form.lower(), word.utterance.language
        may_be_resolved = word.upos in PRONOMINAL if is_foreign else form in FORMS
        if may_be_resolved and (self._wanted is None or here in self._wanted):
            self._begin(here)
        for copy in self._copies:
            copy.hear(word)
            if copy.tested is None and copy.answer:
                self.answers[copy.place] = copy.answer
            if copy.tested and copy.is_over:
                self.views[copy.place] = InView(*zip(*copy.tested.values(), strict=True))
        self._copies = [copy for copy in self._copies if not copy.is_over]
        self._hearer.hear(word)

    def _begin(self, place: WordPlace) -> None:
        """Make a copy that resolves the pronoun, and one that rejects every candidate."""
        state = self._hearer.state
        members = (member for element in state for member in element.expression.members)
        in_sets = {member.entity for member in members if member.entity}
        self.listed[place] = frozenset({element.entity for element in state} | in_sets)
        analyst = self._hearer.analyst
        assert isinstance(analyst, ForcedAnalyst)  # noqa: S101 - made above
        probe = NobodyPasses(analyst.inner.copy(), place)
        free = self._hearer.copy(analyst=analyst.inner.copy())
        rejecting = self._hearer.copy(analyst=probe)
        self._copies += _Copy(place, free), _Copy(place, rejecting, probe.tested)


@dataclass(eq=False)
class NobodyPasses(WrappedAnalyst):
    """Rejects every candidate of one pronoun, and records the true verdict on each."""

    place: WordPlace
    tested: dict[Entity, tuple[Element, Verdict | None]] = field(default_factory=dict)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        verdict = self.inner.test(pronoun, candidate)
        if (pronoun.utterance, pronoun.head) != self.place:
            return verdict
        self.tested.setdefault(candidate.entity, (candidate, verdict))
        return verdict or Verdict(Constraint.AGREEMENT)


@dataclass
class _Copy:
    """A copy of a hearer that goes on until its pronoun is decided, or turns out to be none."""

    place: WordPlace
    hearer: Hearer
    tested: Mapping[Entity, tuple[Element, Verdict | None]] | None = None  # if it rejects all
    answer: Resolution | None = None
    is_over: bool = False

    def hear(self, word: Word) -> None:
        step = self.hearer.hear(word)
        for resolution in step.resolutions:
            if (resolution.pronoun.utterance, resolution.pronoun.head) == self.place:
                self.answer = resolution
        is_heard = word.number != self.place.word or any(e.is_pronoun for e in step.expressions)
        self.is_over = self.answer is not None or not is_heard or word.ends_utterance
