"""The analyst: reads one utterance after the other and says what an algorithm may hear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol, Self

from hearer.analysis.antecedent_test import Asked, contra_indexed, misfits
from hearer.analysis.clauses import clause_head, opens_segment, outline
from hearer.analysis.current_utterance import CurrentUtterance, Unified
from hearer.analysis.describe import PRONOUNS
from hearer.analysis.draft import Draft, Marks
from hearer.analysis.evidence import NOTHING_SHOWN, CueContext
from hearer.analysis.familiarity import familiarity_of
from hearer.analysis.memory import Memory, label, likeness_weights
from hearer.analysis.ones import ONES, Ones
from hearer.analysis.options import AnalysisOptions, Inferrables
from hearer.analysis.reader import TreeReader
from hearer.analysis.speech import QuotedWords, Speech, not_heard
from hearer.analysis.universal import plain
from hearer.binding import BOUND, CORPUS, LAPPIN_LEASS, place_of
from hearer.model import Element, Entity, Outline, ReferringExpression, Utterance, Verdict
from hearer.model.expression import HUMAN, UNSPOKEN, Cue, Expressions, Familiarity
from hearer.model.meaning import offered
from hearer.model.resolution import Constraint, is_about
from hearer.model.state import Stateful, constant
from hearer.model.tree import Tree

# Faster than to call, and to look up.
_new, AGREEMENT, GUESSED = tuple.__new__, Constraint.AGREEMENT, Cue.GUESSED_GENDER
SCALE, LEXICON, EVOKED = tuple(Familiarity), Inferrables.LEXICON, Familiarity.EVOKED


class Beginning(NamedTuple):
    """The answer of `begin`; the outline is made when it is asked for."""

    opens_segment: bool
    outline: Callable[[], Outline]
    tree: Tree
    heard_at: Iterable[int]  # the words at which expressions are heard


class Realized(NamedTuple):
    """An expression with its entity, and two entities that it shows to be one."""

    expression: ReferringExpression
    unified: Unified | None = None


class Analyst(Protocol):
    """The linguistic side of a hearer, one utterance after the other.

    `begin` takes an utterance, and `begin_part` the next part of a long one. `hear` yields the
    expressions heard at a word, each specified when the one before has been realized. `realize`
    says what an expression was taken to realize; a pronoun may be realized again, as another
    entity. `repeat` says what a *one* is if it repeats the noun of an expression.
    """

    def begin(self, utterance: Utterance) -> Beginning: ...
    def begin_part(self, word: int) -> Outline: ...
    def hear(self, word: int) -> Iterable[ReferringExpression]: ...
    def repeat(
        self, one: ReferringExpression, noun: ReferringExpression
    ) -> ReferringExpression: ...
    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized: ...
    def test(self, pronoun: ReferringExpression, candidate: Element, /) -> Verdict | None: ...
    def copy(self) -> Self: ...


class Reader(Protocol):
    """Reads drafts off a tree, in the order they are heard, except for words `left_out`."""

    def read(self, tree: Tree, left_out: Marks) -> list[Draft]: ...


@dataclass(eq=False)
class WrappedAnalyst(Stateful):
    """Passes calls on to `inner`. A subclass changes what is heard or how it is tested."""

    inner: Analyst

    def begin(self, utterance: Utterance) -> Beginning:
        return self.inner.begin(utterance)

    def begin_part(self, word: int) -> Outline:
        return self.inner.begin_part(word)

    def hear(self, word: int) -> Iterable[ReferringExpression]:
        return self.inner.hear(word)

    def repeat(self, one: ReferringExpression, noun: ReferringExpression) -> ReferringExpression:
        return self.inner.repeat(one, noun)

    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized:
        return self.inner.realize(expression, entity)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        return self.inner.test(pronoun, candidate)


def analyst_for(options: AnalysisOptions) -> TreeAnalyst:
    """Return an analyst with the parts that the options ask for."""
    return TreeAnalyst(
        options,
        reader=TreeReader(options),
        memory=Memory(options.memory, likeness_weights() if options.likeness else {}),
        situation=Speech(options.speakers),
        context=CueContext() if options.cues else None,
    )


@dataclass(slots=True, eq=False)
class TreeAnalyst(Stateful):
    """Reads the trees of utterances. Its state is bounded by `options.memory`."""

    options: AnalysisOptions = constant()
    reader: Reader = constant(kw_only=True)
    memory: Memory = field(kw_only=True)
    situation: Speech = field(kw_only=True)
    context: CueContext | None = field(kw_only=True)
    ones: Ones = field(default_factory=Ones)
    quoted_words: QuotedWords = field(default_factory=QuotedWords)
    here: CurrentUtterance = field(default_factory=CurrentUtterance)
    is_beginning: bool = False  # a paragraph has begun, and nothing of it was heard
    familiarity: Callable[..., Familiarity] = constant(default=familiarity_of)
    # Of the last pronoun, until an expression is heard.
    asked: Asked | None = constant(default=None)

    def begin(self, utterance: Utterance) -> Beginning:
        """Take the next utterance, and say whether it opens a segment."""
        self.asked = None
        utterance = plain(utterance) if utterance.language else utterance
        tree = Tree(utterance)
        if self.context:
            self.context.begin(tree)
        spoken = self.quoted_words.mark(utterance)
        left_out = not_heard(tree, spoken, self.options.direct_speech)
        found = self.reader.read(tree, left_out)
        before, self.here = self.here, CurrentUtterance.of(tree, found, spoken, left_out)
        if self.options.inferrables is LEXICON:
            self.here.nouns_before = frozenset(draft.lemma for draft in before.drafts.values())
        if self.situation.is_followed:
            self.situation.begin(self.here, self._expected)
        begins = utterance.begins_paragraph or self.is_beginning
        self.is_beginning = begins and not found
        opens = opens_segment(tree, found, self.options, begins_paragraph=begins)
        return Beginning(opens, partial(outline, tree.part(1), left_out), tree, self.here.by_word)

    def begin_part(self, word: int) -> Outline:
        """Start the part of a long utterance at `word`: nothing before it binds."""
        self.asked, self.here.places = None, {}
        return outline(self.here.tree.part(word), self.here.left_out)

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        return filter(None, map(self.specify, self.here.by_word.get(word, ())))

    def specify(self, draft: Draft) -> ReferringExpression | None:
        """Return the expression with its status and, if known, its entity.

        Return None if it evokes an expression that is left out.
        """
        here, memory = self.here, self.memory
        if self.options.ones and (kinds := self.ones.kinds(here, draft)):
            draft = here.drafts[draft.head] = draft._replace(points=False)
            return self._expression(draft, None, EVOKED, kinds=kinds)
        if draft.is_pronoun:
            return self._expression(draft, None, EVOKED)
        if draft.members:
            return self._set(draft)
        if draft.evokes:
            if not draft.is_predicate:
                shared = here.shared(draft)
                return shared and self._expression(draft, shared.entity, EVOKED)
            if person := here.described_by(draft):
                return self._described(draft, person)
        if draft.speaks or draft.head == self.situation.label:
            voice = self.situation.who(here, draft, memory)
            return self._expression(draft, voice.entity, EVOKED, because=voice.because)
        name = here.names.get(draft.head)
        entity = memory.find(here.tree, name, None) if name else None
        entity = entity or memory.find(here.tree, draft, here.possessor(draft))
        status = self.familiarity(here, draft, memory, self.options, is_known=entity is not None)
        return self._expression(draft, entity or memory.new_entity(label(draft)), status)

    def _described(self, predicate: Draft, person: Entity) -> ReferringExpression | None:
        """Return the predicate of a person if it is a name; else only remember it for later."""
        said = self._expression(predicate, person, EVOKED)
        if predicate.name:
            return said
        self.memory.note(person, said)
        self.memory.index(person, self.here.tree, predicate, self.here.possessor(predicate))
        return None

    def _expected(self, head: int) -> Entity | None:
        """Return the entity that the expression of this head will have, as far as it is known."""
        draft = self.here.drafts.get(head)
        if draft is None or draft.is_pronoun or draft.evokes:
            return None
        if draft.speaks:
            return self.situation.who(self.here, draft, self.memory).entity
        return self.memory.find(self.here.tree, draft, None)

    def _set(self, draft: Draft) -> ReferringExpression | None:
        """Return a set: as new as its newest member, known if its members were named before."""
        realized = self.here.realized
        members = tuple(realized[n] for n in draft.members if n in realized)
        if len(members) < 2:
            return None
        evoked = realized.get(draft.evokes)
        known = evoked.entity if evoked else self.memory.set_of(members)
        entity = known or Entity.of_set(str(member.entity) for member in members)
        newest = max((member.familiarity for member in members), key=SCALE.index)
        return self._expression(draft, entity, EVOKED if known else newest, members=members)

    def _expression(  # noqa: PLR0913 - what a draft does not know
        self,
        draft: Draft,
        entity: Entity | None,
        status: Familiarity,
        *,
        members: Expressions = (),
        because: str = "",
        kinds: Expressions = (),
    ) -> ReferringExpression:
        tree, utterance, agreement = self.here.tree, self.here.tree.utterance, draft.agreement
        shown = self.context.of(tree, draft) if self.context else NOTHING_SHOWN
        governor, cues, clauses, nothing, why = shown
        known = self.memory.entities.get(entity) if entity and GUESSED in cues else None
        if known and len(known.nominal.gender) == 1:  # Robin is my *aunt*. Robin left
            agreement, cues = known.nominal, cues - {GUESSED}
        head, is_pronoun = draft.head, entity is None  # all others have an entity
        meaning = utterance.meaning(head)
        start, end = tree.span(draft.first, draft.last)
        return ReferringExpression(  # in the order of its fields: keywords take three times as long
            draft.text, utterance.number, draft.position, is_pronoun, entity, status, draft.kind,
            agreement, draft.sorts, draft.relation, draft.first, draft.last, draft.heard_at,
            clause_head(tree, head), members, governor, cues, clauses, kinds, because or why,
            meaning if is_pronoun else offered(meaning), nothing, head, start, end,
        )  # fmt: skip

    def repeat(self, one: ReferringExpression, noun: ReferringExpression) -> ReferringExpression:
        """Return a *one* as what its noun was said of before, if definite, or as something new."""
        here, n, lemma, known = self.here, one.head, dict(self.ones.nouns)[noun], None
        agreement = one.agreement._replace(gender=noun.agreement.gender)
        draft = here.drafts[n]._replace(lemma=lemma, agreement=agreement, sorts=noun.sorts)
        here.drafts[n] = draft
        if one.text.lower() in ONES and here.tree.lemmas[here.tree.child(n, "det")] == "the":
            known = self.memory.find(here.tree, draft, None)
        status = EVOKED if known else Familiarity.INFERRABLE
        return self._expression(draft, known or self.memory.new_entity(lemma.upper()), status)

    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized:
        here, memory = self.here, self.memory
        self.asked = None
        entity = entity or expression.referent
        if expression.utterance != here.tree.utterance.number:  # a pronoun that is revised later
            memory.note(entity, expression)
            return Realized(expression.realizing(entity))
        head = expression.head
        before, draft = here.realized.get(head), here.drafts.get(head)
        if before and before.is_pronoun and before.entity:
            places = here.places.get(before.entity, [])
            here.places[before.entity] = [one for one in places if one.head != head]
        if expression.entity != entity:
            expression = expression.realizing(entity)
        memory.note(entity, expression)
        here.realize(expression, entity, draft)
        if expression.kind in UNSPOKEN:
            return _new(Realized, (expression, None))
        if draft and draft.lemma:
            if self.options.ones:
                self.ones.note(expression, here.tree, draft)
            memory.index(entity, here.tree, draft, here.possessor(draft))
        speech = self.situation
        unified = speech.realized(expression, entity, memory) if speech.is_followed else None
        return _new(Realized, (expression, unified))

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        asked, entity = self._ask(pronoun), candidate.entity
        known = self.memory.entities.get(entity) or candidate.expression
        unfit = asked.misfits
        if self.options.sortal:
            unfit = misfits(unfit.pronoun, self.options.strictness, known.sorts)
        verdict = unfit[known.agreement]
        if entity not in asked.beside and not asked.is_bound:
            return verdict
        if entity in asked.excluded or is_about(verdict, AGREEMENT):
            return asked.excluded.get(entity, verdict)
        return self.binding(pronoun, candidate) or verdict

    def binding(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """Return the verdict of binding alone."""
        theory, here = CORPUS if self.options.control else LAPPIN_LEASS, self.here
        places = here.places_for(pronoun, candidate)
        return contra_indexed(here.tree, self._ask(pronoun), places, theory)

    def _ask(self, pronoun: ReferringExpression) -> Asked:
        """Return what the test needs of a pronoun, whatever the candidate; made once for each."""
        if self.asked and self.asked.pronoun is pronoun:
            return self.asked
        place, places = place_of(self.here.tree, pronoun), self.here.places
        is_bound = pronoun.kind in BOUND or pronoun.head in self.here.realized
        # *He* or *she*: each is tested with its own gender, and tells none of its antecedent.
        own = PRONOUNS.get(pronoun.text) if pronoun.agreement.gender == HUMAN else None
        unfit = misfits(own or pronoun.agreement, self.options.strictness)
        told = self.situation.excluded(pronoun) if self.situation.is_followed else {}
        self.asked = Asked(pronoun, told, unfit, {*told, *places}, place=place, is_bound=is_bound)
        return self.asked
