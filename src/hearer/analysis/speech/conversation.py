"""The referents of *I*, *you* and *we*, and who *he* and *she* cannot be, by who speaks to whom.

Inside a quotation its speaker counts, outside the speaker of the utterance; if neither is known, I
is the narrator. A quotation whose speaker is named only afterwards ("I am tired," said Mary) has an
entity of its own until then, and the two are unified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hearer.analysis.current_utterance import CurrentUtterance, Marks, Unified
from hearer.analysis.draft import TO_RESOLVE, Draft
from hearer.analysis.memory.memory import Memory
from hearer.analysis.speech.quotations import Quotations, Turn
from hearer.analysis.speech.situation import (
    NOBODY,
    LookAhead,
    Situation,
    Voice,
    introduced_by,
    of_situation,
    person_of,
)
from hearer.analysis.speech.speakers import Speakers, pair_of
from hearer.analysis.speech.tags import Tag
from hearer.model import Constraint, Entity, Kind, ReferringExpression, Verdict
from hearer.model.tree import Tree

TAKES_PART = Verdict(Constraint.SPEECH, "speaks here or is spoken to", "is somebody else")
SPOKEN_OF = Verdict(Constraint.SPEECH, "is spoken of in the quotation", "says it")
MOST = 64  # entities talked about that are kept in mind


@dataclass(eq=False)
class Conversation(Situation):
    """Follows who speaks to whom."""

    speakers: Speakers = field(default_factory=Speakers)
    quotations: Quotations = field(default_factory=Quotations)
    has_speaker: bool = False  # the utterance says who speaks
    marks: Marks = ()
    is_marked: bool = False  # any word is
    is_quoted_line: bool = False  # the utterance quotes what its speaker says
    named: tuple[Entity, ...] = ()  # entities that are talked about in this utterance
    quoted: tuple[Entity, ...] = ()  # entities that are talked about in this turn

    def begin(self, here: CurrentUtterance, look_ahead: LookAhead) -> None:
        tree, marks = here.tree, here.spoken
        self.has_speaker, self.marks, self.named = bool(tree.utterance.speaker), marks, ()
        self.is_marked = True in marks
        self.speakers.begin(tree.utterance)
        self.is_quoted_line = _is_quoted_line(tree, marks)
        if self.is_quoted_line:
            return
        before = self.quotations.turn
        self.quotations.begin(tree, marks)
        turn, tag = self.quotations.turn, self.quotations.tag
        if turn is None or before is None or turn.number != before.number:
            self.quoted = ()
        if turn is not None and tag is not None:
            self.quotations.settle(is_tagged=True)
            if speaker := look_ahead(tag.speaker):
                self._speaks(speaker, tag)
            if tag.addressee and (addressee := look_ahead(tag.addressee)):
                self.quotations.settle(addressee=addressee)

    def _speaks(self, speaker: Entity, tag: Tag) -> None:
        because = f"the speaker of this quotation is {speaker}: “{tag.text}”"
        self.quotations.speaks(speaker, because)
        self._is_not_spoken_to(self.quoted)

    def _is_not_spoken_to(self, entities: tuple[Entity, ...]) -> None:
        """Whom I speak of I do not speak to."""
        turn = self.quotations.turn
        if turn is not None and turn.addressee in entities:
            self.quotations.settle(addressee=None)

    def who(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Voice:  # noqa: ARG002
        which = person_of(draft)
        if self._is_said(draft.head):
            told = self.speakers.who(which, memory)
            return told or Voice(of_situation(which, self.speakers.speaker))
        if self._is_quoted(draft.head):
            return self._in_quotation(which)
        return Voice(of_situation(which))

    def _is_quoted(self, n: int) -> bool:
        """Whether word `n` belongs to a quotation whose speaker no line names."""
        return self.marks[n] and self.quotations.turn is not None and not self.is_quoted_line

    def _is_said(self, n: int) -> bool:
        """Whether the speaker of the utterance says word `n`, and nobody that is quoted in it."""
        if not self.has_speaker:
            return False
        return self.marks[n] if self.is_quoted_line else not self._is_quoted(n)

    def _in_quotation(self, which: str) -> Voice:
        turn = self.quotations.turn
        if turn is None or which == "WE":  # in GUM and LitBank one we goes through a whole story
            return Voice(of_situation(which))
        if which == "I" and turn.speaker:
            return Voice(turn.speaker, turn.because)
        if which == "YOU" and turn.addressee:
            return Voice(turn.addressee, _spoken_to(turn))
        return Voice(self._unknown(which))

    def _unknown(self, which: str) -> Entity:
        """The entity of who speaks or is spoken to in a quotation, until that is known."""
        number = self.quotations.turn.number if self.quotations.turn else 0
        return of_situation(which, f"quotation {number}")

    def find(self, here: CurrentUtterance, draft: Draft) -> Entity | None:
        speaker = here.realized.get(introduced_by(here, draft))
        return speaker.entity if speaker else self._called(draft)

    def introducing(self, here: CurrentUtterance, draft: Draft) -> int:
        return introduced_by(here, draft)

    def _called(self, draft: Draft) -> Entity | None:
        """Whom a vocative calls, if no name tells: one of two who speak calls the other."""
        is_called = draft.relation == "vocative" and self._is_said(draft.head)
        return self.speakers.other if is_called else None

    def excluded(self, pronoun: ReferringExpression) -> Mapping[Entity, Verdict]:
        """Whom a third person cannot be, since they speak here or are spoken to.

        Nor does a quotation speak of who says it: "He is mad," *he* said, are two.
        """
        if not (self.has_speaker or self.quotations.tag or self.is_marked):
            return NOBODY  # speaks here
        head, turn = pronoun.head, self.quotations.turn
        if turn is not None and self._is_quoted(head):
            return _all_of((turn.speaker, turn.addressee), TAKES_PART)
        taking_part = _all_of(self._present(), TAKES_PART) if self._is_said(head) else {}
        return taking_part | (_all_of(self.quoted, SPOKEN_OF) if self._is_tag(head) else {})

    def _present(self) -> tuple[Entity | None, ...]:
        """Who speaks and who is spoken to; whom I name I do not speak to."""
        mine, yours = self.speakers.present
        return (mine,) if yours in self.named else (mine, yours, pair_of(mine, yours))

    def _is_tag(self, n: int) -> bool:
        return self.quotations.tag is not None and n == self.quotations.tag.speaker

    def realized(
        self, expression: ReferringExpression, entity: Entity, memory: Memory
    ) -> Unified | None:
        is_name, is_called = expression.kind is Kind.NAME, expression.relation == "vocative"
        if is_name and not is_called:
            self.named = (*self.named[-MOST:], entity)
        if is_called and self._is_said(expression.head):
            self.speakers.address(entity)
        if self._is_quoted(expression.head):
            if is_called and expression.kind is not Kind.SPEAKER:
                return self._is_spoken_to(entity, memory)
            if is_name or expression.kind in TO_RESOLVE:
                self.quoted = (*self.quoted[-MOST:], entity)
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


def _all_of(entities: Iterable[Entity | None], verdict: Verdict) -> dict[Entity, Verdict]:
    return {entity: verdict for entity in entities if entity is not None}


def _spoken_to(turn: Turn) -> str:
    return f"in this quotation {turn.speaker or 'the speaker'} speaks to {turn.addressee}"


def _is_quoted_line(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Whether the speaker's line is that of a story, as in GUM: "Oh," I said."""
    return bool(tree.utterance.speaker) and len(marks) > 1 and marks[1]
