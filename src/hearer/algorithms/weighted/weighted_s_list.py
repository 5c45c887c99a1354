"""The weighted S-list: Strube's list with an order that is learnt.

    WeightedSList    hear, look up (test, weigh, choose, answer), insert

As in Strube (1998) there is one list of entities, updated at every expression, and a pronoun is
resolved when it is heard, by a look-up. What the paper calls open, the order, comes from examples:
each candidate that passes the test is weighed by a few tables (weights.py) of factors (factors.py),
and the heaviest is the antecedent, unless it is more probable that there is none. What the list
shows is ordered by the part of the weight that does not depend on a pronoun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from hearer.algorithms.base import Needs, Strategy
from hearer.algorithms.weighted.agreement_factors import set_aside
from hearer.algorithms.weighted.answers import (
    MOST_WEIGHED,
    LazyAttempts,
    Verdicts,
    Weighed,
    label_of,
    probabilities,
)
from hearer.algorithms.weighted.besides import NONE_BESIDES, besides, leanings, surest
from hearer.algorithms.weighted.cataphora import NEVER, NOBODY_WAITS, Awaiting, Waiting
from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.fitting import fits_of
from hearer.algorithms.weighted.listed import (
    HeardWhen,
    Known,
    ListedEntity,
    WeightedList,
    class_of,
    evoked,
    introduced,
    role_of,
)
from hearer.algorithms.weighted.options import WeightedSListOptions
from hearer.algorithms.weighted.plurals import ruled_out
from hearer.algorithms.weighted.revising import exempt, free_of_binding, move, reconsidered, restore
from hearer.algorithms.weighted.told_rules import same_kind, settled, told_by_form
from hearer.algorithms.weighted.values import PronounClass
from hearer.algorithms.weighted.weights import Weights, of_meaning, weights
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
from hearer.model.state import constant

PARSE, PARSE_AND_MEANINGS = Needs(parse=True), Needs(parse=True, meanings=True)


@dataclass(eq=False)
class WeightedSList(Strategy):
    """Resolve each pronoun with a look-up in a list whose order is learnt.

    >>> s_list = WeightedSList(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity=Entity("BRENNAN"), relation="nsubj")
    >>> print(s_list.hear(brennan))
    S: [BRENNAN_BN: Brennan]

    After Michael Strube (1998). Never Look Back: An Alternative to Centering. In
    Proceedings of COLING-ACL '98, Montréal, volume 2, pp. 1251–1257.
    """

    OF_ENGLISH: ClassVar[bool] = True

    options: WeightedSListOptions = constant(default=WeightedSListOptions())
    weights: Weights = constant(init=False)
    of_meaning: Weights = constant(init=False)  # where it is known what is said of a pronoun
    s_list: WeightedList = field(default_factory=WeightedList)
    expressions_heard: int = 0
    expressions_here: int = 0  # in this utterance
    words_before: int = 0  # this utterance
    words_here: int = 0
    parents: dict[int, int] = field(default_factory=dict)  # the clause that governs a clause
    speaker: str = ""
    called: dict[PronounClass, Entity] = field(default_factory=dict)  # what the latest meant
    waiting: Waiting = NOBODY_WAITS  # pronouns that may be cataphoric

    def __post_init__(self) -> None:
        self.weights = weights()
        self.of_meaning = (of_meaning() if self.options.meaning else None) or self.weights

    @property
    def needs(self) -> Needs:
        """Meanings, too, if there is somebody to weigh them."""
        return PARSE if self.of_meaning is self.weights else PARSE_AND_MEANINGS

    def begin_utterance(self, outline: Outline) -> None:
        self.words_before += self.words_here
        self.words_here = len(outline.utterance)
        self.speaker = outline.utterance.speaker
        self.parents = {clause.head: clause.parent for clause in outline.clauses}

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun, and insert what the expression realizes."""
        self.expressions_heard += 1
        self.expressions_here += 1
        if expression.is_pronoun:
            return self._hear_pronoun(expression)
        entity = expression.referent
        repeated = same_kind(expression, self.s_list.known) if expression.kind_of else ()
        self.insert(expression, entity)
        revisions = self._revise(expression, entity) if self.waiting.since else ()
        return Step(self.in_view(), expression, (*repeated, *revisions))

    def _hear_pronoun(self, pronoun: ReferringExpression) -> Step:
        resolution = self.look_up(pronoun)
        self._take(resolution)
        return Step(self.in_view(), pronoun, (resolution,))

    def _take(self, resolution: Resolution) -> None:
        """Insert what a pronoun realizes."""
        pronoun, found = resolution.pronoun, resolution.antecedent
        entity = resolution.entity or pronoun.referent
        if found and entity not in self.s_list.known:
            self.insert(found.expression, entity)  # what was put together is said now
        self._note(resolution, entity)
        if resolution.label is not Label.PLEONASTIC:
            self.insert(found.expression.passed_on_to(pronoun) if found else pronoun, entity)

    def end_utterance(self, utterance: int) -> Step:
        """Forget what was not realized for `reach` utterances."""
        self.expressions_here = 0
        self.waiting = NOBODY_WAITS
        self.s_list.forget(utterance - self.options.reach)
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE)

    def in_view(self) -> tuple[Element, ...]:
        return tuple(self.s_list.elements)

    # Look-up ----------------------------------------------------------------------------------

    def look_up(self, pronoun: ReferringExpression) -> Resolution:
        """Test every element, weigh those that pass, choose the heaviest, answer with reasons."""
        if by_form := told_by_form(pronoun, self.least(pronoun)):
            return by_form
        if pronoun.clauses and not self.options.events:
            pronoun = replace(pronoun, clauses=())
        made = self.besides(pronoun)
        tested = self.test_all(pronoun, made)
        free = free_of_binding(pronoun, tested, self.least(pronoun))
        weighed = self.weigh(pronoun, free or tested, made)
        resolution = self.answer(free or tested, weighed, self.choose(weighed))
        if free:
            resolution = exempt(resolution)
        return self.settle(resolution) if pronoun.clauses else resolution

    def settle(self, resolution: Resolution) -> Resolution:
        """The same, or that the pronoun stands for a clause, whatever weighs most."""
        return settled(resolution, self.least(resolution.pronoun))

    def besides(self, pronoun: ReferringExpression) -> Known:
        """The candidates that are not on the list."""
        return besides(pronoun, self.s_list.known)

    def test_all(self, pronoun: ReferringExpression, made: Known = NONE_BESIDES) -> Verdicts:
        """The verdict on all that is on the list, and on what was put together besides."""
        elements, test, known = self.in_view(), self.test, self.s_list.known
        if made:
            elements += tuple(one.element for one in made.values())
        tested = Verdicts(elements, [test(pronoun, element) for element in elements])
        if class_of(pronoun.agreement) is not PronounClass.THEY:
            return tested
        tested = tested.but_for(ruled_out(pronoun, tested.passed, known, test))
        passing = (made.get(one.entity) or known[one.entity] for one in tested.passed)
        return tested.but_for(set_aside(pronoun, passing))

    def weigh(
        self, pronoun: ReferringExpression, tested: Verdicts, made: Known = NONE_BESIDES
    ) -> Weighed:
        """What those that pass weigh, and nobody; what is not on the list comes last."""
        known, passed = self.s_list.known, [one.entity for one in tested.passed]
        listed = sorted((known[each] for each in passed if each in known), key=_latest_first)
        others = [made[each] for each in passed if each in made]
        here = self._circumstances(pronoun, listed[:MOST_WEIGHED], others)
        weights = self.weights_for(pronoun)
        numbers = weights.numbers(here)
        scores = weights.scores(numbers)
        for n, factor in leanings(here).items():
            scores[n] += factor.weight
        # Nobody asks to find somebody for what stands for nothing.
        scores[-1] += weights.nobody[here.pronoun_class] * (100 - pronoun.nothing) / 100
        return Weighed(here, numbers, scores)

    def choose(self, weighed: Weighed) -> int:
        """The index of the heaviest; behind the candidates there is nobody."""
        return weighed.scores.index(max(weighed.scores))

    def answer(self, tested: Verdicts, weighed: Weighed, chosen: int) -> Resolution:
        """The antecedent if it is sure enough, else what the pronoun is taken to be; and why."""
        pronoun, shares = weighed.here.pronoun, probabilities(weighed.scores)
        weights = self.weights_for(pronoun)
        sure = surest(weighed.here, chosen, weights.trusts.confidence(weighed.here, shares, chosen))
        is_sure = chosen < len(weighed.here.candidates) and sure >= self.least(pronoun)
        found = weighed.here.candidates[chosen].element if is_sure else None
        entity = found.entity if found else None
        return Resolution(
            pronoun,
            attempts=LazyAttempts(tested, weighed, entity, weights),
            antecedent=found,
            confidence=sure,
            taken_as=None if found else label_of(pronoun, shares),
            nobody=weights.factors(weighed.numbers[-1]),
            nobody_score=weighed.scores[-1],
        )

    def weights_for(self, pronoun: ReferringExpression) -> Weights:
        return self.of_meaning if pronoun.meaning else self.weights

    def least(self, pronoun: ReferringExpression) -> float:
        """The confidence without which a pronoun is not resolved."""
        if not self.options.precision:
            return 0.0
        asked, pronoun_class = self.options.precision, class_of(pronoun.agreement)
        return self.weights_for(pronoun).confidence_for(asked, pronoun_class)

    def _circumstances(
        self,
        pronoun: ReferringExpression,
        passing: Sequence[ListedEntity],
        others: Sequence[ListedEntity],
    ) -> Circumstances:
        pronoun_class, candidates = class_of(pronoun.agreement), [*passing, *others]
        return Circumstances(
            pronoun=pronoun,
            pronoun_class=pronoun_class,
            role=role_of(pronoun),
            candidates=candidates,
            besides=len(others),
            word=self.words_before + int(pronoun.position),
            parent=self.parents.get(pronoun.clause, 0),
            before=self.expressions_here - 1,
            speaker=self.speaker,
            is_in_speech=Cue.SPEECH in pronoun.cues,
            called_last=self.called.get(pronoun_class),
            fits=fits_of(pronoun, candidates) if self.options.meaning else (),
        )

    # Insertion --------------------------------------------------------------------------------

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        known = self.s_list.known.get(entity)
        salience = self.weights.salience(expression)
        place = (-salience, self.expressions_heard)
        now = HeardWhen(place, self.words_before + int(expression.position), self.speaker)
        if expression.is_pronoun:
            self.called[class_of(expression.agreement)] = entity
        self.s_list.insert(
            evoked(known, expression, now) if known else introduced(entity, expression, now)
        )

    # What comes later ------------------------------------------------------------------------

    def _note(self, resolution: Resolution, entity: Entity) -> None:
        """Keep in mind what a pronoun was taken for, and whether it may stand for what comes."""
        least = self.least(resolution.pronoun) if self.options.cataphora else NEVER
        known = self.s_list.known.get(entity)
        self.waiting = self.waiting.hear(Awaiting(resolution, entity, known, least))

    def _revise(self, comes: ReferringExpression, entity: Entity) -> tuple[Resolution, ...]:
        """Resolve anew the pronouns that waited for `comes`, or that it rules out."""
        element = self.s_list.known[entity].element
        meant = self.waiting.meant_by(comes, element, self.parents, self.test)
        if not meant:
            return self._reconsider(comes, element)
        revisions = self.waiting.revisions(meant, element)
        move(self.s_list, entity, meant, [revision.pronoun for revision in revisions])
        self.waiting = NOBODY_WAITS
        return revisions

    def _reconsider(self, comes: ReferringExpression, element: Element) -> tuple[Resolution, ...]:
        """Take pronouns for the next best, if what is named now cannot be what they mean."""
        revisions = reconsidered(self.waiting, comes, element, self.test)
        if not revisions:
            return ()
        restore(self.s_list, element.entity, self.waiting.before(revisions[0].pronoun))
        self.waiting = NOBODY_WAITS
        for revision in revisions:
            self._take(revision)
            self.expressions_heard += 1
        self.insert(comes, element.entity)
        return revisions


def _latest_first(listed: ListedEntity) -> int:
    return -listed.place[1]
