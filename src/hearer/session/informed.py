"""An analyst that is told things: who takes which pronouns, who is who, what is wrong.

analysis_with      what makes one, for a profile
InformedAnalyst    believes what it is told before what it sees
InformedReader     the same of what an NER found, and of pronouns that only some take
head_of            the word of a span that the others depend on
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from hearer.analysis.analyst import TreeAnalyst, analyst_for
from hearer.analysis.base import Analyst, Reader, Realized, WrappedAnalyst
from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import TO_RESOLVE, UNSPOKEN, Draft, in_order, short
from hearer.analysis.expressions.nominals import pronoun_kind
from hearer.analysis.lexicon import entries
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.speech.conversation import Conversation
from hearer.analysis.speech.speakers import Speakers
from hearer.errors import UsageError
from hearer.hearing import Analysis
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Constraint,
    Cue,
    Element,
    Entity,
    Familiarity,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Verdict,
)
from hearer.model.part import given
from hearer.model.tree import Tree
from hearer.profiles import Profile, require
from hearer.session.knowledge import NOTHING, Correction, Given, Knowledge, Told

TAKES_OTHERS = Verdict(Constraint.AGREEMENT)


def analysis_with(knowledge: Knowledge | None, how: Profile) -> Analysis:
    """What makes an analyst with this knowledge; who knows nothing, hears as always."""
    said: object = knowledge
    if not isinstance(said, Knowledge | None):
        wrong = type(said).__name__
        raise UsageError(f"Knowledge is given as hearer.Knowledge(pronouns=...), not {wrong}.")
    if knowledge is None or knowledge == Knowledge():
        return analyst_for
    if knowledge.speakers:
        require(how, "speakers", wanted_for="Knowing who takes part in a conversation")
    return partial(_informed, knowledge)


def _informed(knowledge: Knowledge, options: AnalysisOptions) -> Analyst:
    inner, told = analyst_for(options), Told.of(knowledge)
    inner.reader = InformedReader(inner.reader, told)
    if options.speakers:
        speakers = Speakers(expected=knowledge.speakers, name_gender=knowledge.name_gender)
        inner.situation = Conversation(speakers=speakers)
    return InformedAnalyst(inner, told)


@dataclass(eq=False)
class InformedAnalyst(WrappedAnalyst):
    """An analyst that believes what it is told before what `inner` makes out."""

    inner: TreeAnalyst
    told: Told = given()
    entity_at: dict[tuple[int, int], Entity] = field(default_factory=dict)  # what is pointed at

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            correction = self.told.corrections.get((expression.utterance, expression.head))
            if expression.kind in UNSPOKEN:
                yield expression
            elif correction is None:
                yield self._given(expression)
            elif correction.entity != NOTHING:
                yield self._corrected(expression, correction)

    def _given(self, expression: ReferringExpression) -> ReferringExpression:
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
        entity: Entity | None = Entity(correction.entity)
        if correction.is_pointer:
            entity = self.entity_at.get(correction.place) if correction.place else None
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
        realized, unified = self.inner.realize(expression, entity, instead_of=instead_of)
        place = (expression.utterance, expression.head)
        is_pointed_at = place in self.told.pointed_at and expression.kind not in UNSPOKEN
        if is_pointed_at and realized.entity:
            self.entity_at[place] = realized.entity
        to_resolve = expression.kind in TO_RESOLVE or Cue.POINTING in expression.cues
        is_told = to_resolve and not expression.is_pronoun
        return Realized(replace(realized, is_pronoun=True) if is_told else realized, unified)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        forms = self._forms(candidate.entity)
        text = pronoun.text.lower()
        if not forms:
            is_rare = text in self.told.rare_pronouns
            return TAKES_OTHERS if is_rare else self.inner.test(pronoun, candidate)
        if verdict := self.inner.situation.excluded(pronoun).get(candidate.entity):
            return verdict
        return self.inner.binding(pronoun, candidate) if text in forms else TAKES_OTHERS

    def _forms(self, entity: Entity) -> frozenset[str]:
        """The pronouns an entity takes, if that was said."""
        known = self.inner.memory.entities.get(entity)
        names = known.name if known else frozenset()
        return self.told.forms_for(names) or self.told.forms_for(entity.split())


# Reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InformedReader:
    """Reads as `inner` does, with what is known of expressions, and those it does not see."""

    inner: Reader
    told: Told

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        found = self.inner.read(tree, left_out)
        here = self.told.given.get(tree.utterance.number, ())
        named = {head_of(tree, one): one for one in here if 1 <= one.first <= len(tree)}
        rare = self._rare_pronouns(tree, left_out)
        told = [self._told(draft, named.get(draft.head)) for draft in found]
        told = [draft for draft in told if draft.kind in UNSPOKEN or draft.head not in rare]
        seen = {draft.head for draft in told if draft.kind not in UNSPOKEN}
        added = [_named(tree, head, one) for head, one in named.items() if head not in seen]
        return in_order([*told, *rare.values(), *added]) if added or rare else told

    def _told(self, draft: Draft, given: Given | None) -> Draft:
        if draft.kind in UNSPOKEN:
            return draft
        if forms := self.told.forms_for(draft.name or (draft.text,)):
            return draft._replace(agreement=_taking(draft.agreement, forms))
        if given and given.sorts != ANY_SORT:
            return draft._replace(sorts=given.sorts, agreement=_agreeing(draft, given))
        if draft.name and not self.told.name_gender and not _has_gendered_title(draft.name):
            return draft._replace(agreement=_ungendered(draft.agreement))
        return draft

    def _rare_pronouns(self, tree: Tree, left_out: tuple[bool, ...]) -> dict[int, Draft]:
        rare = self.told.rare_pronouns
        return {
            n: short(tree, n, pronoun_kind(tree, n, tree.forms[n].lower()), UNSPECIFIED)
            for n in range(1, len(tree) + 1 if rare else 0)
            if tree.forms[n].lower() in rare and not left_out[n]
        }


def head_of(tree: Tree, given: Given) -> int:
    """The word of a span that the others depend on."""
    span = range(given.first, min(given.last, len(tree)) + 1)
    return next((n for n in span if tree.heads[n] not in span), given.first)


def _named(tree: Tree, head: int, given: Given) -> Draft:
    """An expression where only an NER has seen one."""
    last = min(given.last, len(tree))
    forms = tree.forms[given.first : last + 1]
    draft = short(tree, head, Kind.NAME, Agreement(agreement.SINGULAR))._replace(
        text=" ".join(forms),
        first=given.first,
        last=last,
        heard_at=last,
        sorts=given.sorts,
        name=forms,
        lemma=tree.lemmas[head],
    )
    return draft._replace(agreement=_agreeing(draft, given))


def _agreeing(draft: Draft, given: Given) -> Agreement:
    """The agreement of a name whose sort was told."""
    gender = agreement.gender_of("", given.sorts)
    both = gender & draft.agreement.gender
    return draft.agreement._replace(gender=both or gender)


def _taking(known: Agreement, forms: frozenset[str]) -> Agreement:
    """The agreement of somebody who takes these pronouns; rare ones tell no number or gender."""
    taken = [agreement.PRONOUNS[form] for form in sorted(forms) if form in agreement.PRONOUNS]
    numbers = [each.number for each in taken]
    genders = [each.gender for each in taken if each != agreement.THEY]
    return Agreement(
        frozenset[Number]().union(*numbers) or known.number,
        frozenset[Gender]().union(*genders) or known.gender,
    )


def _has_gendered_title(name: Iterable[str]) -> bool:
    titles = entries("masculine_titles") | entries("feminine_titles")
    return any(word.lower() in titles for word in name)


def _ungendered(known: Agreement) -> Agreement:
    """The agreement of a name that tells neither he nor she."""
    is_gendered = not known.gender.isdisjoint(agreement.HUMAN)
    return known._replace(gender=known.gender | agreement.HUMAN) if is_gendered else known
