"""An analysis that is told things: who takes which pronouns, what an NER found, what is wrong.

    InformedAnalyst    the analysis, with what is known beforehand

It always follows who speaks to whom (analysis/speech/conversation.py), and here we are both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from hearer.analysis.analyst import Analyst
from hearer.analysis.constraints import agreement
from hearer.analysis.constraints.antecedent_test import is_contra_indexed
from hearer.analysis.expressions.draft import TO_RESOLVE, Draft
from hearer.analysis.lexicon import entries
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.speech.conversation import Conversation
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Constraint,
    Element,
    Entity,
    Familiarity,
    Kind,
    ReferringExpression,
    Verdict,
)
from hearer.model.tree import Tree
from hearer.session.knowledge import NOTHING, ORDINARY, Correction, Given, Knowledge, forms_of

UNSPOKEN = frozenset({Kind.SET, Kind.ELLIPSIS})


class InformedAnalyst(Analyst):
    """An analyst that believes what it is told before what it sees."""

    def __init__(self, knowledge: Knowledge, options: AnalysisOptions) -> None:
        self.knowledge = knowledge
        self._given: dict[int, list[Given]] = {}
        for one in knowledge.given:
            self._given.setdefault(one.utterance, []).append(one)
        self._corrections = {(c.utterance, c.word): c for c in knowledge.corrections}
        self._pointed_at = {c.place for c in knowledge.corrections if c.place}
        self._declared = {
            frozenset(name.lower().split()): forms_of(pronouns)
            for name, pronouns in knowledge.pronouns.items()
        }
        self._rare = frozenset().union(*self._declared.values()) - ORDINARY
        self.entity_at: dict[tuple[int, int], Entity] = {}  # what corrections point at
        super().__init__(replace(options, speakers=True))
        self._conversation = Conversation(
            knowledge.speakers, name_gender=knowledge.name_gender, we_are_both=True
        )

    def copy(self) -> InformedAnalyst:
        other = cast("InformedAnalyst", super().copy())
        other.entity_at = self.entity_at.copy()
        return other

    def _take(self, tree: Tree, found: list[Draft]) -> None:
        super()._take(tree, self._informed(tree, found))

    # Expressions ------------------------------------------------------------------------------

    def _informed(self, tree: Tree, found: list[Draft]) -> list[Draft]:
        """The expressions with what is known of them, and those that were not seen as any."""
        here = self._given.get(tree.utterance.number, ())
        named = {_head_of(tree, one): one for one in here if 1 <= one.first <= len(tree)}
        pronouns = self._rare_pronouns(tree)
        told = [self._told(draft, named.get(draft.head)) for draft in found]
        told = [draft for draft in told if draft.kind in UNSPOKEN or draft.head not in pronouns]
        seen = {draft.head for draft in told if draft.kind not in UNSPOKEN}
        added = [_named(tree, head, one) for head, one in named.items() if head not in seen]
        everything = [*told, *pronouns.values(), *added]
        if len(everything) > len(found) or pronouns:
            everything.sort(key=lambda d: (d.heard_at, d.kind is Kind.SET, d.position))
        return everything

    def _told(self, draft: Draft, given: Given | None) -> Draft:
        if draft.kind in UNSPOKEN:
            return draft
        if given and given.sorts != ANY_SORT:
            return draft._replace(sorts=given.sorts, agreement=_agreeing(draft, given))
        if draft.name and not self.knowledge.name_gender and not _has_gendered_title(draft):
            return draft._replace(agreement=_ungendered(draft))
        return draft

    def _rare_pronouns(self, tree: Tree) -> dict[int, Draft]:
        """*Xe* and the like, where somebody takes them."""
        if not self._rare:
            return {}
        return {
            n: _pronoun(tree, n)
            for n in range(1, len(tree) + 1)
            if tree.forms[n].lower() in self._rare and not self._marks[n]
        }

    # What they refer to -----------------------------------------------------------------------

    def specify(self, draft: Draft) -> ReferringExpression | None:
        number = self._tree.utterance.number
        correction = self._corrections.get((number, draft.head))
        if correction and draft.kind not in UNSPOKEN:
            return self._corrected(draft, correction)
        expression = super().specify(draft)
        if expression is None or draft.kind in UNSPOKEN or draft.is_pronoun:
            return expression
        given = (g for g in self._given.get(number, ()) if _head_of(self._tree, g) == draft.head)
        entity = next((Entity(g.entity) for g in given if g.entity), None)
        return self._as(entity, expression) if entity else expression

    def _corrected(self, draft: Draft, correction: Correction) -> ReferringExpression | None:
        if correction.entity == NOTHING:
            return None
        place = correction.place
        entity = self.entity_at.get(place) if place else Entity(correction.entity)
        expression = super().specify(draft)
        if expression is None or entity is None:  # it points at what was not heard
            return expression
        return replace(self._as(entity, expression), is_pronoun=False)

    def _as(self, entity: Entity, expression: ReferringExpression) -> ReferringExpression:
        is_known = self.memory.entities.get(entity) is not None
        status = Familiarity.EVOKED if is_known else expression.familiarity
        return replace(expression, entity=entity, familiarity=status)

    def realize(
        self, expression: ReferringExpression, entity: Entity | None
    ) -> ReferringExpression:
        realized = super().realize(expression, entity)
        place = (expression.utterance, expression.head)
        if place in self._pointed_at and expression.kind not in UNSPOKEN and realized.entity:
            self.entity_at[place] = realized.entity
        if self.corrects(expression):
            return replace(realized, is_pronoun=True)
        return realized

    def corrects(self, expression: ReferringExpression) -> bool:
        """Whether a pronoun was not resolved but told."""
        return expression.kind in TO_RESOLVE and not expression.is_pronoun

    # The test ---------------------------------------------------------------------------------

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        if self._conversation.excludes(pronoun, candidate):
            return Verdict(Constraint.SPEECH)
        if not self._declared:
            return super().test(pronoun, candidate)
        forms = self._forms(candidate.entity)
        if forms is None:
            is_rare = pronoun.text.lower() in self._rare
            return Verdict(Constraint.AGREEMENT) if is_rare else super().test(pronoun, candidate)
        if pronoun.text.lower() not in forms:
            return Verdict(Constraint.AGREEMENT)
        places = self._places.get(candidate.entity, ())
        return (
            Verdict(Constraint.BINDING) if is_contra_indexed(self._tree, pronoun, places) else None
        )

    def _forms(self, entity: Entity) -> frozenset[str] | None:
        """The pronouns an entity takes, if that was said."""
        known = self.memory.entities.get(entity)
        names = known.name if known else frozenset()
        for name, forms in self._declared.items():
            if name <= names or name == frozenset(entity.lower().split()):
                return forms
        return None


def _head_of(tree: Tree, given: Given) -> int:
    """The word of a span that the others depend on."""
    span = range(given.first, min(given.last, len(tree)) + 1)
    return next((n for n in span if tree.heads[n] not in span), given.first)


def _named(tree: Tree, head: int, given: Given) -> Draft:
    """An expression where only an NER has seen one."""
    last = min(given.last, len(tree))
    forms = tree.forms[given.first : last + 1]
    draft = Draft(
        Kind.NAME,
        " ".join(forms),
        head,
        head,
        given.first,
        last,
        last,
        Agreement(agreement.SINGULAR),
        given.sorts,
        tree.relations[head],
        name=forms,
        lemma=tree.lemmas[head],
    )
    return draft._replace(agreement=_agreeing(draft, given))


def _agreeing(draft: Draft, given: Given) -> Agreement:
    """The agreement of a name whose sort was told."""
    gender = agreement.gender_of("", given.sorts)
    both = gender & draft.agreement.gender
    return draft.agreement._replace(gender=both or gender)


def _has_gendered_title(draft: Draft) -> bool:
    titles = entries("masculine_titles") | entries("feminine_titles")
    return any(word.lower() in titles for word in draft.name)


def _ungendered(draft: Draft) -> Agreement:
    """The agreement of a name that tells neither he nor she."""
    gender = draft.agreement.gender
    is_gendered = not gender.isdisjoint(agreement.HUMAN)
    told = gender | agreement.HUMAN if is_gendered else gender
    return draft.agreement._replace(gender=told)


def _pronoun(tree: Tree, n: int) -> Draft:
    form = tree.forms[n].lower()
    kind = Kind.POSSESSIVE if tree.relations[n] == "nmod:poss" else Kind.PRONOUN
    kind = Kind.REFLEXIVE if form.endswith(("self", "selves")) else kind
    return Draft(kind, form, n, n, n, n, n, UNSPECIFIED, ANY_SORT, tree.relations[n])
