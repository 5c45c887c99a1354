"""The analyst: reads one utterance after the other and says what an algorithm may hear.

TreeAnalyst    made of parts: who reads, what is remembered, who speaks, what is familiar
analyst_for    one put together from options: a part that is off is not there
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from hearer.analysis.base import Beginning, Reader, Realized
from hearer.analysis.constraints.antecedent_test import (
    NO_NAME,
    Asked,
    contra_indexed,
    disagrees,
    misfits,
    strictness_for,
)
from hearer.analysis.expressions.clauses import opens_segment, outline
from hearer.analysis.expressions.context import NOTHING_SHOWN, CueContext
from hearer.analysis.expressions.draft import UNSPOKEN, Draft
from hearer.analysis.expressions.reader import TreeReader
from hearer.analysis.here import Here
from hearer.analysis.memory.familiarity import Inferring, Statuses
from hearer.analysis.memory.memory import Known, Memory, label
from hearer.analysis.memory.ones import Ones
from hearer.analysis.memory.weighing_memory import WeighingMemory
from hearer.analysis.options import AnalysisOptions, Inferrables
from hearer.analysis.speech import QuotedWords, Speech, not_heard
from hearer.analysis.universal import plain
from hearer.binding import BOUND, CORPUS, LAPPIN_LEASS
from hearer.model import (
    ANY_SORT,
    Element,
    Entity,
    Familiarity,
    Kind,
    Outline,
    ReferringExpression,
    Utterance,
    Verdict,
)
from hearer.model.meaning import offered
from hearer.model.state import Part, given
from hearer.model.tree import Tree

SCALE = tuple(Familiarity)


def analyst_for(options: AnalysisOptions) -> TreeAnalyst:
    """An analyst with the parts that the options ask for."""
    infers = options.inferrables is not Inferrables.NONE
    return TreeAnalyst(
        options,
        reader=TreeReader(options),
        memory=(WeighingMemory if options.likeness else Memory)(options.memory),
        statuses=(Inferring if infers else Statuses)(options),
        situation=Speech(is_followed=options.speakers),
        context=CueContext() if options.cues else None,
        ones=Ones() if options.ones else None,
    )


@dataclass(eq=False)
class TreeAnalyst(Part):
    """The linguistic side of a hearer. What it knows of a discourse grows no larger than asked."""

    options: AnalysisOptions = given()
    reader: Reader = given(kw_only=True)
    memory: Memory = field(kw_only=True)
    statuses: Statuses = field(kw_only=True)
    situation: Speech = field(kw_only=True)
    context: CueContext | None = field(kw_only=True)
    ones: Ones | None = field(kw_only=True)
    quoted_words: QuotedWords = field(default_factory=QuotedWords)
    here: Here = field(default_factory=Here)
    is_beginning: bool = False  # a paragraph has begun, and nothing of it was heard
    asked: Asked | None = given(default=None)  # until something else is heard

    def begin(self, utterance: Utterance) -> Beginning:
        """Take the next utterance, and say whether it opens a segment."""
        self.asked = None
        utterance = plain(utterance)
        tree = Tree(utterance)
        if self.context:
            self.context.begin(tree)
        spoken = self.quoted_words.mark(utterance)
        left_out = not_heard(tree, spoken, self.options.direct_speech)
        found = self.reader.read(tree, left_out)
        self.statuses.begin(found)
        self.here = Here.of(tree, found, spoken=spoken, left_out=left_out)
        self.situation.begin(self.here, self._expected)
        begins = utterance.begins_paragraph or self.is_beginning
        self.is_beginning = begins and not found
        opens = opens_segment(tree, found, self.options, begins_paragraph=begins)
        return Beginning(opens, partial(self._outline, 1), tree)

    def breathe(self, word: int) -> Beginning:
        """Go on with the breath that begins at `word`: what stands before it binds nothing."""
        self.asked, self.here.places = None, {}
        return Beginning(False, partial(self._outline, word), self.here.tree)

    def _outline(self, word: int) -> Outline:
        return outline(self.here.tree.breath(word), self.here.clauses, self.here.left_out)

    def hear(self, word: int) -> Iterator[ReferringExpression] | tuple[()]:
        """The expressions heard at a word, in order, each when the one before is realized."""
        drafts = self.here.by_word.get(word)
        return filter(None, map(self.specify, drafts)) if drafts else ()

    def leaves_out(self, word: int) -> bool:
        return self.here.left_out[word]

    # What an expression refers to -------------------------------------------------------------

    def specify(self, draft: Draft) -> ReferringExpression | None:
        """The expression with status and, if known, entity; None if it evokes what is left out."""
        if self.ones and (one := self.ones.another(self.here, draft, self.memory)):
            return replace(self._expression(*one[:3]), kind_of=one.kind_of)
        if draft.is_pronoun:
            return self._expression(draft, None, Familiarity.EVOKED)
        if draft.members:
            return self._set(draft)
        if draft.evokes:
            if not draft.is_predicate or self.here.needs_a_noun(draft.evokes):
                return self._evoking(draft)
            if person := self.here.told_of(draft):
                return self._told(draft, person)
        if draft.speaks:
            voice = self.situation.who(self.here, draft, self.memory)
            return self._expression(draft, voice.entity, Familiarity.EVOKED, because=voice.because)
        entity, was_heard = self._found(draft), partial(self.memory.has_heard, self.here.tree)
        status = self.statuses.of(
            self.here, draft, is_known=entity is not None, was_heard=was_heard
        )
        return self._expression(draft, entity or self.memory.new_entity(label(draft)), status)

    def _told(self, predicate: Draft, person: Entity) -> ReferringExpression | None:
        """What is said of somebody: a name; all else is only remembered for later."""
        said = self._expression(predicate, person, Familiarity.EVOKED)
        if predicate.name:
            return said
        self.memory.note(person, said)
        self.memory.index(person, self.here.tree, predicate, self.here.possessor(predicate))
        return None

    def _found(self, draft: Draft) -> Entity | None:
        """The entity that a noun phrase is known to realize: whoever knows is asked in turn."""
        here = self.here
        name = here.names.get(draft.head)
        return (
            (self.memory.find(here.tree, name, None) if name else None)
            or self.memory.find(here.tree, draft, here.possessor(draft))
            or self.situation.find(here, draft)
        )

    def _evoking(self, draft: Draft) -> ReferringExpression | None:
        introduced = self.situation.introducing(self.here, draft) if draft.is_predicate else 0
        shared = self.here.shared(draft, introduced)
        return self._expression(draft, shared.entity, Familiarity.EVOKED) if shared else None

    def _expected(self, head: int) -> Entity | None:
        """The entity that an expression of this utterance is known to have once it is heard."""
        draft = self.here.drafts.get(head)
        if draft is None or draft.is_pronoun or draft.evokes:
            return None
        if draft.speaks:
            return self.situation.who(self.here, draft, self.memory).entity
        return self.memory.find(self.here.tree, draft, None)

    def _set(self, draft: Draft) -> ReferringExpression | None:
        """A set: as new as its newest member, known if the same members were named before."""
        realized = self.here.realized
        members = tuple(realized[n] for n in draft.members if n in realized)
        if len(members) < 2:
            return None
        known = self.here.entity_at(draft.evokes) or self.memory.find(self.here.tree, draft, None)
        known = known or self.memory.set_of(members)
        entity = known or Entity.of_set(str(member.entity) for member in members)
        newest = max((member.familiarity for member in members), key=SCALE.index)
        status = Familiarity.EVOKED if known else newest
        return self._expression(draft, entity, status, members=members)

    def _expression(
        self,
        draft: Draft,
        entity: Entity | None,
        status: Familiarity,
        *,
        members: tuple[ReferringExpression, ...] = (),
        because: str = "",
    ) -> ReferringExpression:
        here, shown = self.here, NOTHING_SHOWN
        if self.context:
            shown = self.context.of(here.tree, draft, is_speech=here.spoken[draft.head])
        meaning = here.tree.utterance.meaning(draft.counts or draft.head)
        return ReferringExpression(
            text=draft.text,
            utterance=here.number,
            position=draft.position,
            is_pronoun=draft.is_pronoun,
            entity=entity,
            familiarity=status,
            kind=draft.kind,
            agreement=draft.agreement,
            sorts=draft.sorts,
            relation=draft.relation,
            first=draft.first,
            last=draft.last,
            heard_at=draft.heard_at,
            clause=here.clauses[draft.head],
            members=members,
            lemma=shown.lemma,
            governor=shown.governor,
            cues=shown.cues,
            clauses=shown.clauses,
            because=because or shown.because,
            meaning=meaning if draft.is_pronoun else offered(meaning),
            nothing=shown.nothing,
            hangs_on=draft.head if draft.kind is Kind.ZERO else 0,
        )

    # What it was taken to realize -------------------------------------------------------------

    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized:
        self.asked = None
        entity = entity or expression.referent
        if instead_of is not None:
            self.here.take_back(self.memory, expression, instead_of, instead=entity)
        if expression.entity != entity:
            expression = expression.realizing(entity)
        here, head = self.here, expression.head
        draft = here.drafts.get(head)
        here.teach(self.memory, expression, entity)
        here.put(head, expression, entity)
        if expression.kind in UNSPOKEN:
            return Realized(expression)
        if draft and draft.lemma:
            if self.ones:
                self.ones.note(expression, here.tree, draft)
            self.memory.index(entity, here.tree, draft, here.possessor(draft))
        return Realized(expression, self.situation.realized(expression, entity, self.memory))

    # The test ---------------------------------------------------------------------------------

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        asked = self.asked
        if asked is None or asked.pronoun is not pronoun:
            asked = self.asked = self._ask(pronoun)
        entity = candidate.entity
        if entity in asked.excluded:
            return asked.excluded[entity]
        known = self.memory.entities.entries.get(entity)
        if known is None:
            known = Known(candidate.expression.agreement, candidate.expression.sorts)
        sorts = known.sorts if self.options.sortal else ANY_SORT
        unfit = asked.misfits[known.agreement, sorts, known.name != NO_NAME]
        may_bind = asked.is_bound or entity in self.here.places
        if not may_bind or disagrees(unfit):
            return unfit
        return self.binding(pronoun, candidate) or unfit

    def _ask(self, pronoun: ReferringExpression) -> Asked:
        is_bound = pronoun.kind in BOUND or pronoun.head in self.here.realized
        unfit = misfits(pronoun.agreement, strictness_for(pronoun, self.options.strictness))
        return Asked(pronoun, self.situation.excluded(pronoun), unfit, is_bound=is_bound)

    def binding(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules `candidate` out by where the two stand, whatever else is known."""
        theory = CORPUS if self.options.control else LAPPIN_LEASS
        return contra_indexed(self.here.tree, pronoun, self.here.around(pronoun, candidate), theory)
