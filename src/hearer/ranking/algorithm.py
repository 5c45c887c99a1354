"""The weighted S-list: Strube's list, with candidates that are scored by a learnt ranker."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from hearer.algorithms.base import Needs, Strategy, option_values
from hearer.errors import UsageError
from hearer.model import (
    NO_TREE,
    Element,
    Entity,
    Event,
    Label,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Tree,
)
from hearer.model.expression import contradicts
from hearer.model.state import constant
from hearer.ranking import revision
from hearer.ranking.answers import ONE, LazyAttempts, ScoredCandidates, by_form, label_of
from hearer.ranking.candidates import Candidates, candidates_for, made_for
from hearer.ranking.entity_list import (
    OTHER,
    ROLES,
    THEY,
    EntityList,
    ListedEntity,
    MadeOf,
    PronounClass,
    class_of,
    evoked,
    introduced,
)
from hearer.ranking.features import Situation, odds_of, values, which
from hearer.ranking.ranker import SHIPPED, Ranker, shares_of, shipped
from hearer.ranking.revision import Awaiting, Resolutions

_new, EXPRESSION = tuple.__new__, Event.EXPRESSION  # faster than Step(...)
MOST_EARLIER = 12  # pronouns that may be resolved anew
UNBOUND = "nothing binds it in its clause, so it is the best that agrees"
MOST_UNBOUND = 0.75  # the confidence in a reflexive without a binder: 5 of 6 in GUM are right


@option_values
class WeightedSListOptions:
    """How far the list reaches, and how sure a decision must be.

    `reach` is the number of utterances for which an entity stays on the list without a mention.
    `precision` asks for that share of right decisions: a pronoun with a less sure antecedent gets
    a label. With `cataphora`, a pronoun may stand for a name that comes after it, and with
    `events` for a clause. With `meaning`, the encoder's score is a feature, where it is known.
    """

    reach: int = 8
    precision: float | None = 0.0
    cataphora: bool = True
    events: bool = True
    meaning: bool = True

    def __post_init__(self) -> None:
        asked = self.precision
        if isinstance(asked, int | float) and not 0 <= asked <= 1:
            raise UsageError(f"A precision is a share from 0 to 1, as in 0.9, not {asked}.")


@dataclass(eq=False)
class WeightedSList(Strategy):
    """Take the candidate with the highest learnt score; the list is in an order that is learnt.

    As in Strube (1998) there is one list, updated at every expression, and a pronoun is resolved
    when it is heard. The order (salience) and the scores are learnt from annotated text, which is
    not in the paper; no antecedent has a score, too.

    After Michael Strube (1998). Never Look Back: An Alternative to Centering. In
    Proceedings of COLING-ACL '98, Montréal, volume 2, pp. 1251–1257.
    """

    OF_ENGLISH: ClassVar[bool] = True

    options: WeightedSListOptions = constant(default=WeightedSListOptions())
    ranker: Ranker = constant(init=False)
    entities: EntityList = field(default_factory=EntityList)
    expressions_heard: int = 0
    expressions_here: int = 0  # in this utterance
    words_before: int = 0  # this utterance
    words_here: int = 0
    tree: Tree = NO_TREE
    called: dict[PronounClass, Entity] = field(default_factory=dict)  # by the latest pronoun
    heard: tuple[Awaiting, ...] = ()  # the pronouns of this utterance
    earlier: tuple[Awaiting, ...] = ()  # those for persons in the utterances before

    def __post_init__(self) -> None:
        self.use_model(SHIPPED)

    def use_model(self, model: str) -> None:
        self.ranker = shipped(model)

    @property
    def needs(self) -> Needs:
        return Needs(parse=True, meanings=self.options.meaning, clauses=False)

    def begin_utterance(self, outline: Outline) -> None:
        self.words_before += self.words_here
        self.words_here = len(outline.utterance)
        self.tree = outline.tree

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun, and insert the entity that the expression realizes."""
        self.expressions_heard += 1
        self.expressions_here += 1
        found: Resolutions
        if expression.is_pronoun:
            found = (self.look_up(expression),)
            self.take(*found)
        else:
            entity, found = expression.referent, ()
            known = self.entities.known.get(entity)
            if known and known.called and contradicts(expression, known.agreement):
                found += self.take_back(known, expression)
            self.insert(expression, entity)
            if self.heard:
                found += self.revise(expression, entity)
        state = tuple(self.entities.elements)
        return _new(Step, (state, expression, found, EXPRESSION, None, (), ()))

    def end_utterance(self, utterance: int) -> Step:
        """Remove entities that were not mentioned for `reach` utterances."""
        self.earlier = (*self.earlier, *revision.remembered(self.heard))[-MOST_EARLIER:]
        self.expressions_here, self.heard = 0, ()
        self.entities.forget(utterance - self.options.reach)
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE)

    def in_view(self) -> tuple[Element, ...]:
        return tuple(self.entities.elements)

    # Look-up: candidates, features, scores, resolution ------------------------------------------

    def look_up(self, pronoun: ReferringExpression) -> Resolution:
        """Return the candidate with the highest score, or none, with the reasons."""
        if pronoun.clauses and not self.options.events:
            pronoun = replace(pronoun, clauses=())
        least = self.least(pronoun)
        if decided := by_form(pronoun, least):
            return decided
        scored = self.score(pronoun, self.candidates(pronoun, unbound=least <= MOST_UNBOUND))
        return self.answer(scored, self.choose(scored), least)

    def repeat(self, one: ReferringExpression) -> Resolution:
        """Return the noun with the highest score among those that a *one* may repeat."""
        kinds = [*made_for(one.kinds, self.entities.known, MadeOf.KIND)]
        scored = self.score(one, Candidates(kinds, []))
        scored = scored._replace(scores=scored.scores[:-1])  # it does repeat a noun
        kind = kinds[self.choose(scored)].element
        return replace(
            super().repeat(one),
            attempts=LazyAttempts(scored, kind.entity),
            confidence=round(min(ONE, max(shares_of(scored.scores))), 2),
            kind_of=kind,
            because=f"it repeats the noun “{kind.expression.text}”",
        )

    def look_up_again(self, awaiting: Awaiting, here: Situation, comes: ListedEntity) -> Resolution:
        """Return the candidate with the highest score among those before and one that comes."""
        pronoun, candidates = here.pronoun, revision.with_later(awaiting, here, comes)
        odds = odds_of(pronoun if self.options.meaning else None, candidates.possible)
        scored = self.rank(here._replace(candidates=candidates.possible, odds=odds), candidates)
        found = self.answer(scored, self.choose(scored), self.least(pronoun))
        return replace(found, instead_of=awaiting.resolution)

    def least(self, pronoun: ReferringExpression) -> float:
        """Return the confidence that an antecedent must have."""
        return self.ranker.confidence_for(self.options.precision or 0.0, pronoun)

    def candidates(self, pronoun: ReferringExpression, *, unbound: bool) -> Candidates:
        return candidates_for(pronoun, self.entities.known, self.test, unbound=unbound, sets=True)

    def score(self, pronoun: ReferringExpression, candidates: Candidates) -> ScoredCandidates:
        pronoun_class = class_of(pronoun.agreement)
        here = Situation(
            pronoun,
            pronoun_class,
            which(pronoun),
            ROLES.get(pronoun.relation, OTHER),
            candidates=candidates.possible,
            word=self.words_before + int(pronoun.position),
            before=self.expressions_here - 1,
            called_last=self.called.get(pronoun_class),
            odds=odds_of(pronoun if self.options.meaning else None, candidates.possible),
        )
        return self.rank(here, candidates)

    def rank(self, here: Situation, candidates: Candidates) -> ScoredCandidates:
        numbers = values(here, self.ranker.features)
        scores = self.ranker.scores(here, numbers)
        found = ScoredCandidates(here, candidates, numbers, scores, ranker=self.ranker)
        is_they = here.pronoun_class is THEY
        if is_they and (prefers := getattr(self.test, "prefers", None)):
            return found.preferring(prefers)
        return found

    def choose(self, scored: ScoredCandidates) -> int:
        """Return the index of the highest score; behind the candidates there is no antecedent."""
        return scored.scores.index(max(scored.scores))

    def answer(self, scored: ScoredCandidates, chosen: int, least: float) -> Resolution:
        """Return the chosen antecedent if it is sure enough, else a label."""
        here, shares = scored.here, shares_of(scored.scores)
        sure = self.ranker.confidence(here, shares, chosen)
        if scored.candidates.is_unbound:
            sure = min(sure, MOST_UNBOUND)
        is_found = chosen < len(here.candidates) and sure >= least
        found = here.candidates[chosen].element if is_found else None
        label = None if found else label_of(here.pronoun, shares)
        return Resolution(
            here.pronoun,
            LazyAttempts(scored, found.entity if found else None),
            found,
            scored.rivals() if label is Label.AMBIGUOUS else (),
            confidence=sure,
            taken_as=label,
            nobody=scored.reasons(-1),
            nobody_score=scored.scores[-1],
            because=UNBOUND if found and scored.candidates.is_unbound else "",
        )

    # Insertion and revision -----------------------------------------------------------------------

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        known = self.entities.known.get(entity)
        place = (-self.ranker.salience(expression), self.expressions_heard)
        word = self.words_before + int(expression.position)
        if expression.is_pronoun:
            self.called[class_of(expression.agreement)] = entity
        if known:
            listed = evoked(known, expression, place, word)
        else:
            listed = introduced(entity, expression, place, word)
        self.entities.insert(listed)

    def take(self, resolution: Resolution) -> None:
        """Insert the entity that a pronoun was resolved to."""
        pronoun, found = resolution.pronoun, resolution.antecedent
        entity = resolution.entity or pronoun.referent
        if found and entity not in self.entities.known:
            self.insert(found.expression, entity)  # a set or a clause that is now mentioned
        attempts, here = resolution.attempts, None
        if isinstance(attempts, LazyAttempts) and revision.waits(resolution):
            here = attempts.scored.here._replace(odds=())
        known = self.entities.known.get(entity)
        self.heard = (*self.heard, Awaiting(resolution, entity, known, here))
        if resolution.label is not Label.PLEONASTIC:
            self.insert(found.expression.passed_on_to(pronoun) if found else pronoun, entity)

    def take_back(self, known: ListedEntity, comes: ReferringExpression) -> Resolutions:
        """Resolve anew, once, the pronouns of another gender than `comes` tells of their entity."""
        entity = known.element.entity
        revised = revision.contradicted((*self.earlier, *self.heard), comes, entity)
        gone = {each.pronoun.id for each in revised}
        self.earlier, self.heard = (
            tuple(one for one in waiting if one.pronoun.id not in gone)
            for waiting in (self.earlier, self.heard)
        )
        told = known.agreement._replace(gender=comes.agreement.gender)
        self.entities.insert(known._replace(agreement=told, called=None))
        revision.recount(self.entities, revised)
        return revised

    def revise(self, comes: ReferringExpression, entity: Entity) -> Resolutions:
        """Resolve anew the pronouns that mean `comes`, or that it rules out."""
        listed = self.entities.known[entity]
        element, is_asked = listed.element, self.options.cataphora
        found = revision.cataphoric(self.heard, listed, self.tree, self.test) if is_asked else ()
        anew = (self.look_up_again(one, one.here, listed) for one in found if one.here)
        if meant := [one for one in anew if one.entity == entity]:
            revised = revision.revisions(self.heard, meant, element)
            revision.move(self.entities, self.heard, revised)
            self.heard = ()
            return revised
        revised = revision.named_in_domain(self.heard, comes, element, self.test)
        if not revised:
            return ()
        first = next(one for one in self.heard if one.pronoun.id == revised[0].pronoun.id)
        self.entities.restore(entity, first.before)
        self.heard = ()
        for each in revised:
            self.take(each)
            self.expressions_heard += 1
        self.insert(comes, entity)
        return revised
