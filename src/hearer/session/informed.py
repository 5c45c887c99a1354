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
from hearer.analysis.base import Analyst, Reader, Realized, Unified, WrappedAnalyst
from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import TO_RESOLVE, UNSPOKEN, Draft, in_order, short
from hearer.analysis.expressions.nominals import pronoun_kind
from hearer.analysis.lexicon import entries
from hearer.analysis.memory.memory import label
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
from hearer.names import is_plural
from hearer.profiles import Profile, require
from hearer.session.knowledge import Given, Knowledge
from hearer.session.told import Told

PARTS_OF_WORDS = frozenset({"fixed", "flat", "goeswith"})  # of a name, what is not its head
REFERRING = frozenset({"NOUN", "NUM", "PRON", "PROPN"})
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
    entity_at: dict[tuple[int, int], Entity] = field(default_factory=dict)  # by where one points

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            if expression.kind in UNSPOKEN:
                yield expression
            elif not self.told.is_nothing((expression.utterance, expression.head)):
                yield self._believed(expression)

    def _believed(self, expression: ReferringExpression) -> ReferringExpression:
        """What somebody said of an expression; as it is, if nobody did, or nothing that helps."""
        entity = self._told(expression)
        if entity is None:
            return self._given(expression)
        return replace(self._as(entity, expression), is_pronoun=False, kind_of=None)

    def _told(self, expression: ReferringExpression) -> Entity | None:
        """What somebody said that it refers to; None if nobody did, or it points at nothing."""
        place = expression.utterance, expression.head
        root = self.told.roots.get(place)
        if root is None:
            return None
        if letters := self.told.entity_at(root):
            return self._known(letters, expression)
        if root in self.entity_at:
            return self.entity_at[root]
        return self._new(expression) if self.told.is_new(place) else None

    def _known(self, letters: str, expression: ReferringExpression) -> Entity:
        """The entity of that name: a clause and a set are of another kind than all others."""
        clauses = (clause.referent for clause in expression.clauses)
        known = (*clauses, *self.inner.memory.entities.entries)
        return next((entity for entity in known if entity == letters), Entity(letters))

    def _new(self, expression: ReferringExpression) -> Entity:
        """Somebody or something new, whatever it was taken for."""
        memory, entity = self.inner.memory, expression.entity
        is_fresh = entity is not None and memory.entities.get(entity) is None
        if entity is not None and is_fresh and expression.kind is not Kind.SPEAKER:
            return entity
        draft = self.inner.here.drafts.get(expression.head)
        return memory.new_entity(label(draft) if draft else expression.text.upper())

    def _given(self, expression: ReferringExpression) -> ReferringExpression:
        if expression.is_pronoun:
            return expression
        for one in self.told.given.get(expression.utterance, ()):
            if one.entity and head_of(self.inner.here.tree, one) == expression.head:
                return self._as(Entity(one.entity), expression)
        return expression

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
        self._note(realized, unified)
        to_resolve = expression.kind in TO_RESOLVE or Cue.POINTING in expression.cues
        is_told = to_resolve and not expression.is_pronoun
        return Realized(replace(realized, is_pronoun=True) if is_told else realized, unified)

    def _note(self, realized: ReferringExpression, unified: Unified | None) -> None:
        """Remember what a word means that is pointed at."""
        root = self.told.roots.get((realized.utterance, realized.head))
        if root and realized.entity and realized.kind not in UNSPOKEN:
            self.entity_at[root] = realized.entity
        if unified:
            for place in [at for at, known in self.entity_at.items() if known == unified.was]:
                self.entity_at[place] = unified.now

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
        number = tree.utterance.number
        here = self.told.given.get(number, ())
        named = {head_of(tree, one): one for one in here if 1 <= one.first <= len(tree)}
        rare = self._rare_pronouns(tree, left_out)
        told = [self._told(draft, named.get(draft.head)) for draft in found]
        told = [draft for draft in told if draft.kind in UNSPOKEN or draft.head not in rare]
        seen = {draft.head for draft in told if draft.kind not in UNSPOKEN}
        added = [_named(tree, head, one) for head, one in named.items() if head not in seen]
        seen |= named.keys() | rare.keys()
        unseen = (n for n in self.told.words.get(number, ()) if n not in seen)
        added += [_pointed(tree, n) for n in unseen if _may_refer(tree, n, left_out)]
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


def _may_refer(tree: Tree, n: int, left_out: tuple[bool, ...]) -> bool:
    """Whether a word that nobody took for an expression can be one, if somebody says so."""
    if not 1 <= n <= len(tree) or left_out[n] or tree.bases[n] in PARTS_OF_WORDS:
        return False
    return tree.upos[n] in REFERRING or tree.relations[n] == "nmod:poss"


def _pointed(tree: Tree, n: int) -> Draft:
    """An expression where only somebody who corrects sees one: *it* rains."""
    form = tree.forms[n].lower()
    if agrees := agreement.of_pronoun(form):
        return short(tree, n, pronoun_kind(tree, n, form), agrees)
    number = agreement.PLURAL if is_plural(tree, n) else agreement.SINGULAR
    name = (tree.forms[n],) if tree.upos[n] == "PROPN" else ()
    draft = short(tree, n, Kind.NAME if name else Kind.BARE, Agreement(number))
    return draft._replace(text=tree.forms[n] if name else form, lemma=tree.lemmas[n], name=name)


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
