"""The analyst: reads one utterance after the other and says what an algorithm may hear.

Analyst.begin      take the next utterance; does it open a segment?
Analyst.heard_at   the expressions heard at a word
Analyst.specify    an expression with its entity, if that is known, and its status
Analyst.realize    remember what an expression was taken to realize
Analyst.unified    two entities that this shows to be one
Analyst.revise     remember that it realizes something else
Analyst.test       the antecedent test that algorithms are given
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import attrgetter

from hearer.analysis.constraints.antecedent_test import mismatch, violated
from hearer.analysis.constraints.sorts import is_personal_name
from hearer.analysis.expressions import told_clauses as events
from hearer.analysis.expressions.clauses import clause_heads, outline
from hearer.analysis.expressions.cues import cues_of, governor
from hearer.analysis.expressions.drafts import Draft, drafts
from hearer.analysis.expressions.names import is_titled
from hearer.analysis.memory.familiarity import (
    Evidence,
    anchor_of,
    familiarity,
    is_part_of,
)
from hearer.analysis.memory.memory import Known, Memory, name_words
from hearer.analysis.memory.naming import Nameless
from hearer.analysis.memory.segments import opens_segment
from hearer.analysis.memory.weighing_memory import WeighingMemory
from hearer.analysis.options import AnalysisOptions, DirectSpeech, Inferrables
from hearer.analysis.speech.conversation import Conversation, Unified, introduced_by
from hearer.analysis.speech.quoted_words import Speech
from hearer.analysis.speech.speakers import PERSONS, Voice
from hearer.model import (
    ANY_SORT,
    Constraint,
    Cue,
    Element,
    Entity,
    EntityKind,
    Familiarity,
    Kind,
    Outline,
    ReferringExpression,
    Utterance,
    Verdict,
    Word,
)
from hearer.model.binding import BOUND, TreePlace, place_of
from hearer.model.tree import NO_TREE, Tree

SCALE = tuple(Familiarity)
Told = tuple[ReferringExpression | None, ReferringExpression | None]
MOST_PLACES = 64  # of one entity in one utterance that binding looks at


class Analyst:
    """The linguistic side of a hearer. What it knows of a discourse grows no larger than asked."""

    def __init__(self, options: AnalysisOptions) -> None:
        self.options = options
        self.memory = (WeighingMemory if options.likeness else Memory)(options.memory)
        self._nameless = Nameless()
        self._speech = Speech()
        self._conversation = Conversation()
        self._unified: Unified | None = None
        self._recent_nouns: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self._marks: tuple[bool, ...] = (False,)  # of what is left out as direct speech
        self._spoken: tuple[bool, ...] = (False,)  # of what is direct speech
        self._clauses_told: Told = (None, None)  # by the last utterance and by this one
        self._take(NO_TREE, [])

    def copy(self) -> Analyst:
        other = copy(self)
        other.memory, other._speech = self.memory.copy(), self._speech.copy()
        other._nameless = self._nameless.copy()
        other._conversation = self._conversation.copy()
        other._realized = self._realized.copy()
        other._sets = self._sets.copy()
        other._thought = self._thought.copy()
        other._places = {entity: list(places) for entity, places in self._places.items()}
        return other

    # One utterance after the other ------------------------------------------------------------

    def begin(self, utterance: Utterance) -> bool:
        """Take the next utterance, and say whether it opens a segment."""
        tree = Tree(utterance)
        if self.options.cues:
            self._clauses_told = (self._clauses_told[1], events.main_clause(tree))
        self._marks = self._speech_in(tree)
        found = drafts(tree, self._marks, self.options)
        self._take(tree, found)
        if self.options.speakers:
            self._conversation.begin(tree, self._spoken, self._expected)
        return opens_segment(tree, found, self.options)

    def _take(self, tree: Tree, found: list[Draft]) -> None:
        if self.options.inferrables is not Inferrables.NONE:
            self._recent_nouns = (self._recent_nouns[1], frozenset(draft.lemma for draft in found))
        self._tree = tree
        self._clauses = clause_heads(tree)
        self._drafts = {draft.head: draft for draft in found if draft.kind not in UNSPOKEN}
        self._by_word: dict[int, list[Draft]] = {}
        for draft in found:
            self._by_word.setdefault(draft.heard_at, []).append(draft)
        self._realized: dict[int, ReferringExpression] = {}  # by head
        self._sets: dict[int, ReferringExpression] = {}  # by the head of the first member
        self._places: dict[Entity, list[TreePlace]] = {}
        self._thought: dict[int, Known] = {}  # by head, of what a cataphor seemed to mean

    def _speech_in(self, tree: Tree) -> tuple[bool, ...]:
        marks = self._speech.mark(tree.utterance)
        self._spoken = marks
        if self.options.direct_speech is DirectSpeech.SKIP:
            return marks
        if self.options.direct_speech is DirectSpeech.CLAUSES and _has_verb(tree, marks):
            return marks
        return (False,) * len(marks)

    def outline(self) -> Outline:
        """The utterance and its clauses."""
        return outline(self._tree, self._clauses, self._marks)

    def heard_at(self, word: int) -> Sequence[Draft]:
        """The expressions heard at a word, in order."""
        return self._by_word.get(word, ())

    def is_silent(self, word: Word) -> bool:
        """Whether nothing is heard at a word of this utterance, and it is not the last."""
        utterance, number = word
        return (
            utterance is self._tree.utterance
            and number not in self._by_word
            and number != len(self._clauses) - 1
        )

    # What an expression refers to -------------------------------------------------------------

    def specify(self, draft: Draft) -> ReferringExpression | None:
        """The expression with status and, if known, entity; None if it evokes what is left out."""
        if draft.is_pronoun:
            return self._expression(draft, None, Familiarity.EVOKED)
        if draft.evokes and (not draft.is_predicate or self._needs_a_noun(draft.evokes)):
            return self._evoking(draft)
        if draft.kind is Kind.SPEAKER:
            voice = self._speaker(draft)
            return self._expression(draft, voice.entity, Familiarity.EVOKED, because=voice.because)
        if draft.members:
            return self._set(draft)
        possessor = self._possessor(draft)
        entity = self.memory.find(self._tree, draft, possessor)
        if entity is None and self.options.speakers:
            entity = self._voice_of(draft)
        if entity is None and self.options.naming:
            entity = self._nameless.find(self._tree, draft, self._places)
        status = self._status(draft, is_known=entity is not None)
        return self._expression(draft, entity or self.memory.new_entity(label(draft)), status)

    def realize(
        self, expression: ReferringExpression, entity: Entity | None
    ) -> ReferringExpression:
        """Remember that `expression` was taken to realize `entity`, and return it so."""
        entity = entity or expression.entity or Entity.unknown(expression.id)
        realized = expression
        if expression.entity != entity:
            realized = _with_entity(expression, entity)
        head = expression.head
        draft = self._drafts.get(head)
        if Cue.AHEAD in expression.cues and (known := self.memory.entities.get(entity)):
            self._thought[head] = known
        self._note(entity, expression)
        if expression.kind is Kind.SET:
            self._sets[head] = realized
        elif expression.kind not in UNSPOKEN:
            self._realized[head] = realized
            if draft and draft.lemma:
                self.memory.index(entity, self._tree, draft, self._possessor(draft))
        places = self._places.setdefault(entity, [])
        says_what_it_is = draft is not None and draft.is_predicate
        if len(places) < MOST_PLACES and not says_what_it_is:  # binding looks at the subject
            places.append(place_of(self._tree, expression))
        if self.options.speakers and expression.kind not in UNSPOKEN:
            self._unified = self._conversation.realized(expression, entity, self.memory)
        return realized

    def _note(self, entity: Entity, expression: ReferringExpression) -> None:
        """Remember what an expression says of an entity, and who still has no name."""
        self.memory.note(entity, expression)
        if self.options.naming:
            known = self.memory.entities.get(entity)
            self._nameless.note(entity, expression, has_name=bool(known and known.name))

    def unified(self) -> Unified | None:
        """What turned out to be the same entity as the expression realized last, told once."""
        unified, self._unified = self._unified, None
        return unified

    def revise(
        self, pronoun: ReferringExpression, before: Entity, entity: Entity
    ) -> ReferringExpression:
        """Remember that a pronoun realizes `entity`, not `before` as was thought."""
        place = place_of(self._tree, pronoun)
        if place in self._places.get(before, ()):
            self._places[before].remove(place)
        if known := self._thought.get(pronoun.head):
            self.memory.forget(before, pronoun, known)
        possessed = self._realized.get(self._tree.heads[pronoun.head])
        if possessed and possessed.entity:
            self.memory.give(possessed.entity, before, entity)
        return self.realize(pronoun, entity)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint that `candidate` violates as antecedent of `pronoun`, or None."""
        options, entity = self.options, candidate.entity
        if options.speakers and self._conversation.excludes(pronoun, candidate):
            return Verdict(Constraint.SPEECH)
        known = self.memory.entities.entries.get(entity)
        if known is None:
            known = Known(candidate.expression.agreement, candidate.expression.sorts)
        if not options.sortal:
            known = known._replace(sorts=ANY_SORT)
        places: Sequence[TreePlace] = self._places.get(entity, ())
        if pronoun.head in self._realized:  # it was heard before, and the candidate only comes
            places = [*places, place_of(self._tree, candidate.expression)]
        if places or pronoun.kind in BOUND:
            return violated(self._tree, pronoun, known, places, options.strictness)
        return mismatch(pronoun.agreement, known, options.strictness)  # nothing can bind it

    # Helpers of specify -----------------------------------------------------------------------

    def _needs_a_noun(self, subject: int) -> bool:
        """Whether a subject has only been called *this* or *it*: its predicate says what it is."""
        realized = self._realized.get(subject)
        return realized is not None and (
            realized.kind is Kind.DEMONSTRATIVE
            or (realized.entity is not None and realized.entity.is_unknown)
        )

    def _evoking(self, draft: Draft) -> ReferringExpression | None:
        shared = self._realized.get(draft.evokes)
        if draft.kind is Kind.ELLIPSIS or draft.is_predicate:
            shared = self._sets.get(draft.evokes, shared)
        if self.options.speakers and draft.is_predicate:  # "my name is Mary": it is mine
            shared = self._realized.get(introduced_by(self._tree, draft), shared)
        if shared is None:
            return None
        return self._expression(draft, shared.entity, Familiarity.EVOKED)

    def _speaker(self, draft: Draft) -> Voice:
        """I, we and you are known from the situation; who they are depends on who speaks."""
        if self.options.speakers:
            return self._conversation.who(draft, self.memory)
        which = PERSONS.get(draft.text.lower(), "YOU")
        speaker = self._tree.utterance.speaker
        letters = f"{which} [{speaker}]" if speaker else which
        return Voice(Entity(letters, EntityKind.SPEAKER))

    def _voice_of(self, draft: Draft) -> Entity | None:
        """Who is introduced ("I am Mary") or called ("Mom!"), where that tells who it is."""
        speaker = self._realized.get(introduced_by(self._tree, draft))
        return speaker.entity if speaker else self._conversation.called(draft)

    def _expected(self, head: int) -> Entity | None:
        """The entity that an expression of this utterance is known to have once it is heard."""
        draft = self._drafts.get(head)
        if draft is None or draft.is_pronoun or draft.evokes:
            return None
        if draft.kind is Kind.SPEAKER:
            return self._speaker(draft).entity
        return self.memory.find(self._tree, draft, None)

    def _set(self, draft: Draft) -> ReferringExpression | None:
        """A set: as new as its newest member, known if the same members were named before."""
        members = tuple(self._realized[n] for n in draft.members if n in self._realized)
        if len(members) < 2:
            return None
        entity = Entity.of_set(str(member.entity) for member in members)
        status = max((member.familiarity for member in members), key=SCALE.index)
        if self.memory.entities.get(entity):
            status = Familiarity.EVOKED
        return self._expression(draft, entity, status, members)

    def _status(self, draft: Draft, *, is_known: bool) -> Familiarity:
        evidence = Evidence(self._tree, draft, is_known, self._anchor_status, self._is_part)
        return familiarity(evidence, self.options)

    def _anchor_status(self, draft: Draft) -> Familiarity | None:
        """The status of what anchors an expression; if that comes later, the one it will have."""
        anchor = anchor_of(self._tree, draft.head, self.options.anchors)
        if anchor in self._realized:
            return self._realized[anchor].familiarity
        later = self._drafts.get(anchor)
        if later is None or later.head <= draft.head:
            return None
        known = self.memory.find(self._tree, later, None)
        return self._status(later, is_known=known is not None)

    def _is_part(self, draft: Draft) -> bool:
        if self.options.inferrables is Inferrables.NONE:
            return False
        before, now = self._recent_nouns
        return any(is_part_of(draft.lemma, whole) for whole in sorted(before | now))

    def _possessor(self, draft: Draft) -> Entity | None:
        possessor = self._tree.possessor(draft.head)
        realized = self._realized.get(possessor)
        return realized.entity if realized else None

    def _expression(
        self,
        draft: Draft,
        entity: Entity | None,
        status: Familiarity,
        members: tuple[ReferringExpression, ...] = (),
        because: str = "",
    ) -> ReferringExpression:
        return ReferringExpression(
            draft.text,
            self._tree.utterance.number,
            draft.position,
            draft.is_pronoun,
            entity,
            status,
            draft.kind,
            draft.agreement,
            draft.sorts,
            draft.relation,
            draft.first,
            draft.last,
            draft.heard_at,
            self._clauses[draft.head],
            members,
            *self._context(draft),
            because,
        )

    def _context(self, draft: Draft) -> tuple[str, str, frozenset[Cue], ReferringExpression | None]:
        """Lemma, governor, cues and a clause that may be meant, where they are asked for."""
        if not self.options.cues:
            return "", "", NO_CUES, None
        cues = cues_of(self._tree, draft, is_speech=self._spoken[draft.head])
        event = None
        if not cues.isdisjoint(events.CUES):
            event = events.event_of(self._tree, draft.head, self._clauses_told[0])
        return draft.lemma, governor(self._tree, draft), cues, event


NO_CUES: frozenset[Cue] = frozenset()
UNSPOKEN = frozenset({Kind.SET, Kind.ELLIPSIS})


def label(draft: Draft) -> str:
    """What an entity is called after: CURTIS for "Mr. Curtis", JUDGE for "a judge"."""
    if not draft.name:
        return draft.text.upper()
    words = name_words(draft.name)
    is_person = is_titled(draft.name) or is_personal_name(words)
    return (words[-1] if is_person else " ".join(words)).upper()


def _has_verb(tree: Tree, marks: tuple[bool, ...]) -> bool:
    return any(mark and tree.upos[n] in {"VERB", "AUX"} for n, mark in enumerate(marks))


def _with_entity(expression: ReferringExpression, entity: Entity) -> ReferringExpression:
    values = list(_VALUES(expression))
    values[_ENTITY] = entity
    return ReferringExpression(*values)


_VALUES = attrgetter(*ReferringExpression.__slots__)  # dataclasses.replace costs twice as much
_ENTITY = ReferringExpression.__slots__.index("entity")
