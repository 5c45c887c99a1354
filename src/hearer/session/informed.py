"""An analyst that is told things: who takes which pronouns, who is who, what is wrong.

InformedAnalyst    an analyst that believes what it is told before what it sees
analysis_with      what makes one, for a profile
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from hearer.analysis.analyst import TreeAnalyst, analyst_for
from hearer.analysis.base import Analyst, Beginning, Realized
from hearer.analysis.expressions.draft import TO_RESOLVE, UNSPOKEN
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.speech.conversation import Conversation
from hearer.hearing import Analysis
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Familiarity,
    ReferringExpression,
    Utterance,
    Verdict,
)
from hearer.model.part import Part, given
from hearer.profiles import Profile, require
from hearer.session.informed_reader import InformedReader, head_of
from hearer.session.knowledge import NOTHING, Correction, Knowledge, Told


def analysis_with(knowledge: Knowledge | None, how: Profile) -> Analysis:
    """What makes an analyst with this knowledge; who knows nothing, hears as always."""
    if knowledge is None or knowledge == Knowledge():
        return analyst_for
    if knowledge.speakers:
        require(how, "speakers", wanted_for="Knowing who takes part in a conversation")
    return partial(_informed, knowledge)


def _informed(knowledge: Knowledge, options: AnalysisOptions) -> Analyst:
    inner, told = analyst_for(options), Told.of(knowledge)
    inner.reader = InformedReader(inner.reader, told)
    if options.speakers:
        inner.situation = Conversation(
            expected=knowledge.speakers,
            name_gender=knowledge.name_gender,
            we_are_both=bool(knowledge.speakers),
        )
    return InformedAnalyst(inner, told)


@dataclass(eq=False)
class InformedAnalyst(Part):
    """An analyst that believes what it is told before what `inner` makes out."""

    inner: TreeAnalyst
    told: Told = given()
    entity_at: dict[tuple[int, int], Entity] = field(default_factory=dict)  # what is pointed at

    def begin(self, utterance: Utterance) -> Beginning:
        """Take the next utterance."""
        return self.inner.begin(utterance)

    def leaves_out(self, word: int) -> bool:
        """Whether a word is left out as direct speech."""
        return self.inner.leaves_out(word)

    # What expressions refer to ----------------------------------------------------------------

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        """The expressions heard at a word, with the entities that were told."""
        for expression in self.inner.hear(word):
            correction = self.told.corrections.get((expression.utterance, expression.head))
            if expression.kind in UNSPOKEN:
                yield expression
            elif correction is None:
                yield self._given(expression)
            elif correction.entity != NOTHING:
                yield self._corrected(expression, correction)

    def _given(self, expression: ReferringExpression) -> ReferringExpression:
        """An expression whose entity an NER knows."""
        if expression.is_pronoun:
            return expression
        for one in self.told.given.get(expression.utterance, ()):
            if one.entity and head_of(self.inner.here.tree, one) == expression.head:
                return self._as(Entity(one.entity), expression)
        return expression

    def _corrected(
        self, expression: ReferringExpression, correction: Correction
    ) -> ReferringExpression:
        """An expression that is no pronoun to resolve any more, unless it points at nothing."""
        place = correction.place
        entity = self.entity_at.get(place) if place else Entity(correction.entity)
        return replace(self._as(entity, expression), is_pronoun=False) if entity else expression

    def _as(self, entity: Entity, expression: ReferringExpression) -> ReferringExpression:
        is_known = self.inner.memory.entities.get(entity) is not None
        status = Familiarity.EVOKED if is_known else expression.familiarity
        return replace(expression, entity=entity, familiarity=status)

    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized:
        """Remember what an expression was taken to realize, and what is pointed at."""
        realized, unified = self.inner.realize(expression, entity, instead_of=instead_of)
        place = (expression.utterance, expression.head)
        is_pointed_at = place in self.told.pointed_at and expression.kind not in UNSPOKEN
        if is_pointed_at and realized.entity:
            self.entity_at[place] = realized.entity
        is_told = expression.kind in TO_RESOLVE and not expression.is_pronoun
        return Realized(replace(realized, is_pronoun=True) if is_told else realized, unified)

    # The test ---------------------------------------------------------------------------------

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules `candidate` out: also that it takes other pronouns."""
        forms = self._forms(candidate.entity)
        text = pronoun.text.lower()
        if forms is None:
            is_rare = text in self.told.rare_pronouns
            return TAKES_OTHERS if is_rare else self.inner.test(pronoun, candidate)
        if verdict := self.inner.situation.excludes(pronoun, candidate):
            return verdict
        return self.inner.binding(pronoun, candidate) if text in forms else TAKES_OTHERS

    def _forms(self, entity: Entity) -> frozenset[str] | None:
        """The pronouns an entity takes, if that was said."""
        known = self.inner.memory.entities.get(entity)
        names = known.name if known else frozenset()
        for name, forms in self.told.forms.items():
            if name <= names or name == frozenset(entity.lower().split()):
                return forms
        return None


TAKES_OTHERS = Verdict(Constraint.AGREEMENT)
