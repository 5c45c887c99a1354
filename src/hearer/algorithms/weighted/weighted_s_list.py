"""The weighted S-list: Strube's list with an order that is learnt.

    WeightedSList    hear, look up, insert

As in Strube (1998) there is one list of discourse entities, updated at every expression, and a
pronoun is resolved the moment it is heard, by a look-up in it. What the paper calls open, the
order, comes from examples: each candidate that passes the antecedent test is weighed by a few
tables (weights.py) of small factors (factors.py), and the heaviest is the antecedent, unless
it is more probable that there is none. What the list shows is ordered by the part of the weight
that does not depend on a pronoun.

After Michael Strube (1998). Never Look Back: An Alternative to Centering. COLING-ACL '98.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from copy import copy
from typing import ClassVar, Self

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.weighted import factors
from hearer.algorithms.weighted.cataphora import CONFIDENCE, NOBODY_WAITS, Awaiting
from hearer.algorithms.weighted.clause_antecedents import as_event
from hearer.algorithms.weighted.factors import Circumstances, Standing
from hearer.algorithms.weighted.labels import label_of, probabilities
from hearer.algorithms.weighted.lazy_attempts import Evidence, Verdicts, Weighed
from hearer.algorithms.weighted.standing import evoked, new
from hearer.algorithms.weighted.weights import Weights, weights
from hearer.errors import UsageError
from hearer.model import (
    Cue,
    Element,
    Entity,
    Event,
    Label,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
)

LONGEST = 128  # nobody keeps more in mind


class WeightedSList:
    """Resolve each pronoun with a look-up in a list whose order is learnt.

    `reach` is how many utterances an entity stays on the list without being realized.
    `precision` asks for that share of right decisions: what is less sure is not resolved but
    labelled. With `cataphora`, a pronoun may be resolved by a subject that comes after it, and
    with `events` by a clause that told what it stands for.

    >>> s_list = WeightedSList(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity="BRENNAN", relation="nsubj")
    >>> print(s_list.hear(brennan))
    S: [BRENNAN_BN: Brennan]

    After Michael Strube (1998). Never Look Back: An Alternative to Centering. COLING-ACL '98.
    """

    needs: ClassVar[Needs] = Needs(parse=True)
    shipped: ClassVar[tuple[str, ...]] = ("weights",)  # no part of what a session keeps

    def __init__(
        self,
        test: AntecedentTest,
        *,
        reach: int = 8,
        precision: float | None = 0.0,
        cataphora: bool = True,
        events: bool = True,
    ) -> None:
        precision = precision or 0.0
        if not 0 <= precision <= 1:
            raise UsageError(f"A precision is a share from 0 to 1, as in 0.9, not {precision}.")
        self.test = test
        self.reach = reach
        self.cataphora = cataphora
        self.events = events
        self.weights: Weights = weights()
        self.least = self.weights.confidence_for(precision)
        self.standings: dict[str, Standing] = {}  # by entity, the latest realized last
        self._elements: list[Element] = []  # heaviest first
        self._places: list[tuple[float, int]] = []  # the keys they are ordered by
        self._heard = 0
        self._words = 0  # before this utterance
        self._length = 0
        self._expressions = 0  # in this utterance
        self._parents: dict[int, int] = {}
        self._speaker = ""
        self._called: dict[int, str] = {}  # by class of pronoun: what the latest was taken for
        self._waiting = NOBODY_WAITS  # pronouns that may be cataphoric

    def begin_utterance(self, outline: Outline) -> None:
        """Take note of how long the utterance is, and of its clauses."""
        self._words += self._length
        self._length = len(outline.utterance)
        self._speaker = outline.utterance.speaker
        self._parents = {clause.head: clause.parent for clause in outline.clauses}

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun, and insert what the expression realizes."""
        self._heard += 1
        self._expressions += 1
        if not expression.is_pronoun:
            entity = expression.entity or Entity.unknown(expression.id)
            self._insert(expression, entity)
            revisions = self._revise(expression, entity) if self._waiting.pronouns else ()
            return Step(self.in_view(), expression, revisions)
        resolution = self._look_up(expression)
        if Cue.AHEAD in expression.cues or self._waiting.pronouns:
            self._wait(resolution)
        if resolution.label is not Label.PLEONASTIC:
            self._insert(expression, resolution.entity or Entity.unknown(expression.id))
        return Step(self.in_view(), expression, (resolution,))

    def end_utterance(self, utterance: int) -> Step:
        """Forget what was not realized for `reach` utterances."""
        self._expressions = 0
        self._waiting = NOBODY_WAITS
        last = utterance - self.reach
        gone = [each for each in self.standings.values() if each.element.utterance <= last]
        for standing in gone:
            self._remove(standing)
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE)

    def begin_segment(self) -> Step:
        """Nothing is forgotten at once: what is behind weighs less."""
        return Step(self.in_view(), event=Event.SEGMENT)

    def copy(self, *, test: AntecedentTest) -> Self:
        """The same state, to go on independently with `test`."""
        other = copy(self)
        other.test = test
        other.standings = self.standings.copy()
        other._elements, other._places = self._elements.copy(), self._places.copy()
        other._called = self._called.copy()
        return other

    def in_view(self) -> tuple[Element, ...]:
        """The list, heaviest first."""
        return tuple(self._elements)

    # Look-up ----------------------------------------------------------------------------------

    def _look_up(self, pronoun: ReferringExpression) -> Resolution:
        """Test every element, weigh those that pass, take the heaviest."""
        tested, test, standings = self.in_view(), self.test, self.standings
        violated = [test(pronoun, element) for element in tested]
        passing = [
            standings[element.entity]
            for element, constraint in zip(tested, violated, strict=True)
            if constraint is None
        ]
        weighed = self._weigh(pronoun, passing)
        verdicts = Verdicts(tested, violated)
        resolution = self._resolution(pronoun, verdicts, weighed, self._choose(weighed))
        is_open = self.events and pronoun.event is not None
        return as_event(resolution, self.least) if is_open else resolution

    def _weigh(self, pronoun: ReferringExpression, passing: Sequence[Standing]) -> Weighed:
        by_recency = sorted(passing, key=_latest)
        circumstances = self._circumstances(pronoun, by_recency)
        firsts = first_of_each(by_recency)
        values = [
            factors.of_candidate(
                circumstances,
                standing,
                rank,
                is_first=firsts[standing.element.utterance] is standing.element,
            )
            for rank, standing in enumerate(by_recency)
        ]
        values.append(factors.of_nobody(circumstances))
        scores = [self.weights.score(each) for each in values]
        scores[-1] += self.weights.nobody
        return Weighed(tuple(by_recency), tuple(values), tuple(scores))

    def _circumstances(
        self, pronoun: ReferringExpression, passing: Sequence[Standing]
    ) -> Circumstances:
        latest = max([standing.element.utterance for standing in passing], default=-9)
        return Circumstances(
            pronoun,
            self._words + int(pronoun.position),
            (
                factors.class_of(pronoun.agreement),
                factors.form_of(pronoun),
                factors.role_of(pronoun),
            ),
            factors.of_context(pronoun, pronoun.utterance - latest, self._expressions - 1),
            self._parents.get(pronoun.clause, 0),
            len(passing),
            max([standing.mentions for standing in passing], default=0),
            self._speaker,
            self._called.get(factors.class_of(pronoun.agreement)),
        )

    def _choose(self, weighed: Weighed) -> int:
        """The index of the heaviest; behind the candidates there is nobody."""
        return weighed.scores.index(max(weighed.scores))

    def _resolution(
        self, pronoun: ReferringExpression, verdicts: Verdicts, weighed: Weighed, chosen: int
    ) -> Resolution:
        shares = probabilities(weighed.scores)
        found: Element | None = None
        if chosen < len(weighed.candidates) and shares[chosen] >= self.least:
            found = weighed.candidates[chosen].element
        return Resolution(
            pronoun,
            Evidence(verdicts, weighed, found, self.weights),
            found,
            confidence=shares[chosen],
            label=None if found else label_of(pronoun, shares),
            nobody=self.weights.factors(weighed.values[-1]),
            nobody_score=weighed.scores[-1],
        )

    # Cataphora --------------------------------------------------------------------------------

    def _wait(self, resolution: Resolution) -> None:
        """Keep in mind a pronoun that may stand for what comes, and those after it."""
        if self.cataphora and self.least <= CONFIDENCE:
            entity = resolution.entity or Entity.unknown(resolution.pronoun.id)
            self._waiting = self._waiting.hear(resolution, self.standings.get(entity))

    def _revise(self, comes: ReferringExpression, entity: Entity) -> tuple[Resolution, ...]:
        """Resolve anew the pronouns that waited for `comes`, and those resolved through them."""
        element = self.standings[entity].element
        meant = self._waiting.meant_by(comes, element, self._parents, self.test)
        if not meant:
            return ()
        revisions = self._waiting.revisions(meant, element)
        pronouns = [revision.pronoun for revision in revisions]
        for awaiting in meant:
            self._give_up(awaiting, pronouns)
        self._count(entity, pronouns)
        self._waiting = NOBODY_WAITS
        return revisions

    def _give_up(self, awaiting: Awaiting, pronouns: Sequence[ReferringExpression]) -> None:
        """Let the list be as if a pronoun had not been taken for what it was."""
        known = self.standings.get(awaiting.entity)
        if known is None or known.latest not in pronouns:
            return
        self._remove(known)
        if before := awaiting.before:
            self._put(before)

    def _count(self, entity: Entity, pronouns: Sequence[ReferringExpression]) -> None:
        """Count pronouns that were heard before it as realizations of an entity."""
        known = self.standings[entity]
        subjects = sum(factors.role_of(pronoun) == factors.SUBJECT for pronoun in pronouns)
        self.standings[entity] = known._replace(
            mentions=known.mentions + len(pronouns),
            subjects=known.subjects + subjects,
            called=factors.class_of(pronouns[-1].agreement),
        )

    # Insertion --------------------------------------------------------------------------------

    def _insert(self, expression: ReferringExpression, entity: Entity) -> None:
        """Put the entity of an expression in its place on the list."""
        known = self.standings.get(entity)
        if known is not None:
            self._remove(known)
        elif len(self.standings) >= LONGEST:
            self._remove(next(iter(self.standings.values())))
        word = self._words + int(expression.position)
        place = (-self._salience(expression), self._heard)
        now = (place, self._speaker)
        if expression.is_pronoun:
            self._called[factors.class_of(expression.agreement)] = entity
        if known is not None:
            self._put(evoked(known, expression, word, now))
        else:
            self._put(new(entity, expression, word, now))

    def _put(self, standing: Standing) -> None:
        self.standings[standing.element.entity] = standing
        index = bisect_left(self._places, standing.place)
        self._places.insert(index, standing.place)
        self._elements.insert(index, standing.element)

    def _remove(self, standing: Standing) -> None:
        del self.standings[standing.element.entity]
        index = bisect_left(self._places, standing.place)
        del self._places[index], self._elements[index]

    def _salience(self, expression: ReferringExpression) -> float:
        """What an entity weighs now. All grow lighter alike, so later ones are added more."""
        cell = factors.form_of(expression) * len(factors.ROLES) + factors.role_of(expression) - 1
        table = self.weights.salience
        of_form = table[cell] if cell < len(table) else 0.0
        return of_form + self.weights.decay * expression.utterance


def _latest(standing: Standing) -> int:
    return -standing.place[1]


def first_of_each(passing: Sequence[Standing]) -> dict[int, Element]:
    """By utterance the element that stands first in it."""
    firsts: dict[int, Element] = {}
    for standing in passing:
        element = standing.element
        first = firsts.setdefault(element.utterance, element)
        if (element.position, element.entity) < (first.position, first.entity):
            firsts[element.utterance] = element
    return firsts
