"""Who I, you and we are, and whom he and she cannot be: in conversations and in quotations.

Conversation     the speakers of utterances (voices.py) and of quotations (quotations.py) together
Unified          what turns out to be one entity, once a speaker is named
introduced_by    the I that a name introduces: "I am Mary"

Inside a quotation its own speaker counts, outside the speaker of the utterance, and where neither
is known, I is whoever tells the story. A quotation whose speaker is told only afterwards ("I am
tired," said Mary) has a speaker of its own until then: see `Unified`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hearer.analysis.expressions.drafts import TO_RESOLVE, Draft
from hearer.analysis.memory.memory import Memory
from hearer.analysis.speech.quotations import Quotations, Tag, Turn
from hearer.analysis.speech.speakers import PERSONS, Voice, Voices, pair_of
from hearer.model import Element, Entity, EntityKind, Kind, ReferringExpression
from hearer.model.tree import Tree

MOST = 64  # entities talked about that are kept in mind
LookAhead = Callable[[int], Entity | None]  # what the expression of a head is known to be


class Unified(NamedTuple):
    """Two entities that turn out to be one."""

    was: Entity
    now: Entity
    because: str


class Conversation:
    """Follows who speaks to whom."""

    def __init__(
        self,
        expected: tuple[str, ...] = (),
        *,
        name_gender: bool = True,
        we_are_both: bool = False,
    ) -> None:
        self.voices = Voices()
        self.quotations = Quotations()
        self._expected = expected  # those who are known to take part
        self._name_gender = name_gender  # whether names tell a gender
        self._we_are_both = we_are_both  # speaker and addressee; in GUM we are mostly others
        self._has_speaker = False  # the utterance says who speaks
        self._marks: tuple[bool, ...] = ()
        self._is_quoted_line = False  # the utterance quotes what its speaker says
        self._named: tuple[Entity, ...] = ()  # entities that are talked about in this utterance
        self._quoted: tuple[Entity, ...] = ()  # entities that are talked about in this turn

    def copy(self) -> Conversation:
        other = Conversation(
            self._expected, name_gender=self._name_gender, we_are_both=self._we_are_both
        )
        other.voices, other.quotations = self.voices.copy(), self.quotations.copy()
        other._has_speaker, other._marks = self._has_speaker, self._marks
        other._is_quoted_line = self._is_quoted_line
        other._named, other._quoted = self._named, self._quoted
        return other

    def begin(self, tree: Tree, marks: tuple[bool, ...], look_ahead: LookAhead) -> None:
        """Take the next utterance; `marks` are true of quoted words."""
        self._has_speaker, self._marks, self._named = bool(tree.utterance.speaker), marks, ()
        self.voices.begin(tree.utterance, self._expected)
        self._is_quoted_line = _is_quoted_line(tree, marks)
        if self._is_quoted_line:
            return
        before = self.quotations.turn
        self.quotations.begin(tree, marks)
        turn, tag = self.quotations.turn, self.quotations.tag
        if turn is None or before is None or turn.number != before.number:
            self._quoted = ()
        if turn is not None and tag is not None:
            self.quotations.settle(is_tagged=True)
            if speaker := look_ahead(tag.speaker):
                self._speaks(speaker, tag)
            if tag.addressee and (addressee := look_ahead(tag.addressee)):
                self.quotations.settle(addressee=addressee)

    def _speaks(self, speaker: Entity, tag: Tag) -> None:
        because = f"the speaker of this quotation is {speaker}: “{tag.text}”"
        self.quotations.speaks(speaker, because)
        self._is_not_spoken_to(self._quoted)

    def _is_not_spoken_to(self, entities: tuple[Entity, ...]) -> None:
        """Whom I speak of I do not speak to."""
        turn = self.quotations.turn
        if turn is not None and turn.addressee in entities:
            self.quotations.settle(addressee=None)

    # Who is meant -----------------------------------------------------------------------------

    def who(self, draft: Draft, memory: Memory) -> Voice:
        """Whom I, you or we refers to."""
        which = PERSONS.get(draft.text.lower(), "YOU")
        if self._is_said(draft.head):
            return self._in_conversation(which, memory)
        if self._is_quoted(draft.head):
            return self._in_quotation(which)
        return Voice(_of_situation(which))

    def _is_quoted(self, n: int) -> bool:
        """Whether word `n` belongs to a quotation whose speaker no line names."""
        return self._marks[n] and self.quotations.turn is not None and not self._is_quoted_line

    def _is_said(self, n: int) -> bool:
        """Whether the speaker of the utterance says word `n`, and nobody that is quoted in it."""
        if not self._has_speaker:
            return False
        return self._marks[n] if self._is_quoted_line else not self._is_quoted(n)

    def _in_quotation(self, which: str) -> Voice:
        turn = self.quotations.turn
        if turn is None or which == "WE":  # in GUM and LitBank one we goes through a whole story
            return Voice(_of_situation(which))
        if which == "I" and turn.speaker:
            return Voice(turn.speaker, turn.because)
        if which == "YOU" and turn.addressee:
            return Voice(turn.addressee, _spoken_to(turn))
        return Voice(self._unknown(which))

    def _unknown(self, which: str) -> Entity:
        """The entity of who speaks or is spoken to in a quotation, until that is known."""
        number = self.quotations.turn.number if self.quotations.turn else 0
        return _of_situation(f"{which} [quotation {number}]")

    def _in_conversation(self, which: str, memory: Memory) -> Voice:
        voices, gendered = self.voices, self._name_gender
        if which == "I":
            return voices.first(memory, is_gendered=gendered)
        found = None
        if which == "YOU":
            found = voices.second(memory, is_gendered=gendered)
        elif self._we_are_both:
            found = voices.both(memory, is_gendered=gendered)
        return found or Voice(_of_situation(f"{which} [{voices.speaker}]"))

    def called(self, draft: Draft) -> Entity | None:
        """Whom a vocative calls, if no name tells: one of two who speak calls the other."""
        is_called = draft.relation == "vocative" and self._is_said(draft.head)
        return self.voices.other if is_called else None

    # Who is not -------------------------------------------------------------------------------

    def excludes(self, pronoun: ReferringExpression, candidate: Element) -> bool:
        """Whether a third person cannot be `candidate`, who speaks here or is spoken to.

        Nor does a quotation speak of who says it: "He is mad," *he* said, are two.
        """
        if not (self._has_speaker or self.quotations.tag or True in self._marks):
            return False  # nobody speaks here
        entity, head = candidate.entity, pronoun.head
        if self._is_quoted(head):
            turn = self.quotations.turn
            return turn is not None and entity in {turn.speaker, turn.addressee}
        if self._is_tag(head) and entity in self._quoted:
            return True
        return self._is_said(head) and entity in self._present()

    def _present(self) -> tuple[Entity | None, ...]:
        """Who speaks and who is spoken to; whom I name I do not speak to."""
        mine, yours = self.voices.present
        return (mine,) if yours in self._named else (mine, yours, pair_of(mine, yours))

    def _is_tag(self, n: int) -> bool:
        return self.quotations.tag is not None and n == self.quotations.tag.speaker

    # What is heard ----------------------------------------------------------------------------

    def realized(
        self, expression: ReferringExpression, entity: Entity, memory: Memory
    ) -> Unified | None:
        """Take note of what an expression realizes, and tell if that settles who speaks."""
        is_name, is_called = expression.kind is Kind.NAME, expression.relation == "vocative"
        if is_name and not is_called:
            self._named = (*self._named[-MOST:], entity)
        if is_called and self._is_said(expression.head):
            self.voices.address(entity)
        if self._is_quoted(expression.head):
            if is_called and expression.kind is not Kind.SPEAKER:
                return self._is_spoken_to(entity, memory)
            if is_name or expression.kind in TO_RESOLVE:
                self._quoted = (*self._quoted[-MOST:], entity)
                self._is_not_spoken_to((entity,))
            return None
        tag = self.quotations.tag
        if tag is not None and expression.head == tag.speaker:
            return self._is_speaker(entity, tag, memory)
        if tag is not None and expression.head == tag.addressee:
            return self._is_spoken_to(entity, memory)
        return None

    def _is_speaker(self, entity: Entity, tag: Tag, memory: Memory) -> Unified | None:
        self._speaks(entity, tag)
        turn = self.quotations.turn
        return self._unified("I", entity, turn.because if turn else "", memory)

    def _is_spoken_to(self, entity: Entity, memory: Memory) -> Unified | None:
        self.quotations.settle(addressee=entity)
        turn = self.quotations.turn
        return self._unified("YOU", entity, _spoken_to(turn) if turn else "", memory)

    def _unified(self, which: str, entity: Entity, because: str, memory: Memory) -> Unified | None:
        unknown = self._unknown(which)
        if unknown == entity or memory.entities.get(unknown) is None:
            return None
        return Unified(unknown, entity, because)


def _of_situation(which: str) -> Entity:
    """I, you or we, known from the situation."""
    return Entity(which, EntityKind.SPEAKER)


def introduced_by(tree: Tree, draft: Draft) -> int:
    """The *I* of "I am Mary" or the *my* of "my name is Mary", or 0."""
    is_named = draft.name and tree.has(draft.head, "cop")
    if not is_named or tree.has(draft.head, "case", "det") or _is_negated(tree, draft.head):
        return 0
    subject = tree.child(draft.head, "nsubj")
    if tree.lemmas[subject] == "name":
        subject = tree.possessor(subject)
    return subject if PERSONS.get(tree.forms[subject].lower()) == "I" else 0


def _is_negated(tree: Tree, n: int) -> bool:
    return any(tree.lemmas[child] in {"not", "n't", "never"} for child in tree.children[n])


def _spoken_to(turn: Turn) -> str:
    return f"in this quotation {turn.speaker or 'the speaker'} speaks to {turn.addressee}"


def _is_quoted_line(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Whether the speaker's line is that of a story, as in GUM: "Oh," I said."""
    return bool(tree.utterance.speaker) and len(marks) > 1 and marks[1]
