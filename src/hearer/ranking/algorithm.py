"""The weighted S-list: Strube's list, with candidates that are scored by a learnt ranker."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from hearer.algorithms.base import Needs, Strategy, option_values
from hearer.errors import UsageError
from hearer.model import NO_TREE, Cue, Element, Entity, Event, ExpressionId, Label, Outline, Tree
from hearer.model.expression import ReferringExpression, contradicts
from hearer.model.resolution import Constraint, Resolution, Step, Verdict
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
from hearer.ranking.revision import Awaiting, Heard, Resolutions, Violated

_new, EXPRESSION = tuple.__new__, Event.EXPRESSION  # faster than Step(...)
MOST_EARLIER = 8  # pronouns that may be resolved anew: in GUM, LitBank and GAP, 6 at most
UNBOUND = "nothing binds it in its clause, so it is the best that agrees"
# The confidence at most in a reflexive without a binder (5 of 6 in GUM are right), in a second
# choice (4 of 11), and where a given name suggests another gender (8 of 16).
MOST_UNBOUND, MOST_SECOND, MOST_GUESSED = 0.75, 0.6, 0.6


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
            entity, found = expression.entity or expression.referent, ()
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
        if self.heard:
            persons = filter(revision.may_be_taken_back, self.heard)
            self.earlier = (*self.earlier, *persons)[-MOST_EARLIER:]
        self.expressions_here, self.heard = 0, ()
        self.entities.forget(utterance - self.options.reach)
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE)

    def settle(self) -> None:
        self.earlier = tuple(map(revision.remembered, self.earlier))

    def in_view(self) -> tuple[Element, ...]:
        return tuple(self.entities.elements)

    # Look-up: candidates, features, scores, resolution ------------------------------------------

    def look_up(self, pronoun: ReferringExpression) -> Resolution:
        """Return the candidate with the highest score, or none, with the reasons."""
        if pronoun.clauses and not self.options.events:
            pronoun = replace(pronoun, clauses=())
        if decided := by_form(pronoun, self.least(pronoun)):
            return decided
        scored = self.score(pronoun, self.candidates(pronoun))
        return self.answer(scored, self.choose(scored))

    def repeat(self, one: ReferringExpression) -> Resolution:
        """Return the noun with the highest score among those that a *one* may repeat."""
        kinds = [*made_for(one.kinds, self.entities.known, MadeOf.KIND)]
        scored = self.score(one, Candidates(kinds, [], []))
        scored = scored._replace(scores=scored.scores[:-1])  # it does repeat a noun
        kind = kinds[self.choose(scored)].element
        return replace(
            super().repeat(one),
            attempts=LazyAttempts(scored, kind.entity),
            confidence=round(min(ONE, max(shares_of(scored.scores))), 2),
            kind_of=kind,
            because=f"it repeats the noun “{kind.expression.text}”",
        )

    def look_up_with(self, one: Awaiting, comes: ListedEntity) -> Resolution:
        """Return the candidate with the highest score among those before and one that comes."""
        candidates = revision.others(one, comes.element.entity)
        candidates.possible.append(comes._replace(made_of=MadeOf.LATER))
        scored = self.rank(one.here, candidates)
        return replace(self.answer(scored, self.choose(scored)), instead_of=one.resolution)

    def look_up_without(self, one: Awaiting, excluded: Element, verdict: Verdict) -> Resolution:
        """Return the next best candidate, or none, instead of what `verdict` rules out."""
        candidates = revision.others(one, excluded.entity)
        candidates.excluded.append(excluded)
        candidates.verdicts.append(verdict)
        scored = self.rank(one.here, candidates)
        verb = "is " if verdict.constraint is Constraint.AGREEMENT else ""
        return replace(
            self.answer(scored, scored.best, MOST_SECOND),
            instead_of=one.resolution,
            because=f"{excluded.entity} {verb}{verdict.shown}",
        )

    def least(self, pronoun: ReferringExpression) -> float:
        """Return the confidence that an antecedent must have."""
        return self.ranker.confidence_for(self.options.precision or 0.0, pronoun)

    def candidates(self, pronoun: ReferringExpression) -> Candidates:
        return candidates_for(pronoun, self.entities.known, self.test, sets=True)

    def score(self, pronoun: ReferringExpression, candidates: Candidates) -> ScoredCandidates:
        pronoun_class = class_of(pronoun.agreement)
        here = Situation(
            pronoun,
            pronoun_class,
            which(pronoun),
            ROLES.get(pronoun.relation, OTHER),
            word=self.words_before + int(pronoun.position),
            before=self.expressions_here - 1,
            called_last=self.called.get(pronoun_class),
        )
        return self.rank(here, candidates)

    def rank(self, here: Situation, candidates: Candidates) -> ScoredCandidates:
        odds = odds_of(here.pronoun if self.options.meaning else None, candidates.possible)
        here = here._replace(candidates=candidates.possible, odds=odds)
        numbers = values(here, self.ranker.features)
        scores = self.ranker.scores(numbers)
        found = ScoredCandidates(here, candidates, numbers, scores, ranker=self.ranker)
        if here.pronoun_class is THEY and (prefers := getattr(self.test, "prefers", None)):
            return found.preferring(prefers)
        return found

    def choose(self, scored: ScoredCandidates) -> int:
        """Return the index of a candidate; behind the candidates there is no antecedent."""
        return scored.best

    def answer(self, scored: ScoredCandidates, chosen: int, most: float = 1.0) -> Resolution:
        """Return the chosen antecedent; a label if it, or its kind (`most`), is not sure enough."""
        here, shares = scored.here, shares_of(scored.scores)
        one = here.candidates[chosen] if chosen < len(here.candidates) else None
        if scored.candidates.is_unbound:
            most = min(most, MOST_UNBOUND)
        if one and one.agreement.gender.isdisjoint(here.pronoun.agreement.gender):
            most = min(most, MOST_GUESSED)
        sure = min(most, self.ranker.confidence(here, shares, chosen))
        is_sure = sure >= self.least(here.pronoun) and most >= (self.options.precision or 0.0)
        found = one.element if one and is_sure else None
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
        attempts, known = resolution.attempts, self.entities.known.get(entity)
        if isinstance(attempts, LazyAttempts):
            self.heard = (*self.heard, Awaiting(resolution, attempts.scored.here, known))
        if resolution.label is not Label.PLEONASTIC:
            self.insert(found.expression.passed_on_to(pronoun) if found else pronoun, entity)

    def take_back(self, known: ListedEntity, comes: ReferringExpression) -> Resolutions:
        """Resolve anew, once, the pronouns of another gender than `comes` tells of their entity."""
        heard = (*map(self.recalled, self.earlier), *self.heard)
        revised = self.reconsider(heard, known.element.entity, revision.contradicted(comes))
        gone = {each.pronoun.id for each in revised}
        self.earlier, self.heard = (
            tuple(one for one in waiting if one.pronoun.id not in gone)
            for waiting in (self.earlier, self.heard)
        )
        told = known.agreement._replace(gender=comes.agreement.gender)
        self.entities.insert(known._replace(agreement=told, called=None))
        revision.recount(self.entities, revised)
        return revised

    def recalled(self, one: Awaiting) -> Awaiting:
        """Return a pronoun of an earlier utterance, with its attempts made again."""
        one = revision.remembered(one)
        scored = self.rank(one.here, Candidates([*one.here.candidates], [], []))
        attempts = LazyAttempts(scored, one.resolution.entity)
        found = replace(one.resolution, attempts=attempts, nobody=scored.reasons(-1))
        return one._replace(resolution=found)

    def reconsider(self, heard: Heard, entity: Entity, violated: Violated) -> Resolutions:
        """Resolve anew the pronouns that cannot mean an entity, and those resolved by way of it."""
        revised: dict[ExpressionId, Resolution] = {}
        for one in heard:
            found = one.resolution.antecedent
            by_way_of = revised.get(found.expression.id) if found and revised else None
            if by_way_of:
                now = by_way_of.entity or by_way_of.pronoun.referent
                revised[one.pronoun.id] = revision.renamed(one.resolution, now)
            elif found and found.entity == entity and (verdict := violated(one.pronoun)):
                revised[one.pronoun.id] = self.look_up_without(one, found, verdict)
        return tuple(revised.values())

    def revise(self, comes: ReferringExpression, entity: Entity) -> Resolutions:
        """Resolve anew the pronouns that mean `comes`, or that it rules out."""
        listed = self.entities.known[entity]
        is_asked = self.options.cataphora
        found = revision.cataphoric(self.heard, listed, self.tree, self.test) if is_asked else ()
        anew = [self.look_up_with(one, listed) for one in found]
        if anew and (meant := [one for one in anew if one.entity == entity]):
            revised = revision.revisions(self.heard, meant, entity)
            revision.move(self.entities, self.heard, revised)
            self.heard = ()
            return revised
        if comes.kind not in revision.NAMING or Cue.PREDICATE in comes.cues:
            return ()
        violated = revision.named_in_domain(listed.element, self.test)
        revised = self.reconsider(self.heard, entity, violated)
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
