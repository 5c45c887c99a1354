"""Who I, you and we are, and whom he and she cannot be: in conversations and in quotations.

Conversation    the speakers of utterances (voices.py) and of quotations (quotations.py) together

Inside a quotation its own speaker counts, outside the speaker of the utterance, and where neither
is known, I is whoever tells the story. A quotation whose speaker is told only afterwards ("I am
tired," said Mary) has a speaker of its own until then: see `Unified`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hearer.analysis.coreference import Memory
from hearer.analysis.expressions import TO_RESOLVE, Draft
from hearer.analysis.quotations import Quotations, Tag
from hearer.analysis.trees import Tree
from hearer.analysis.voices import PERSONS, Voice, Voices, pair_of
from hearer.model import Element, Kind, ReferringExpression

LookAhead = Callable[[int], str | None]  # the entity that the expression of a head is known to be


class Unified(NamedTuple):
    """Two entities that turn out to be one."""

    was: str
    now: str
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
        self._named: tuple[str, ...] = ()  # entities that are talked about in this utterance
        self._quoted: tuple[str, ...] = ()  # entities that are talked about in this turn

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

    def _speaks(self, speaker: str, tag: Tag) -> None:
        because = f"the speaker of this quotation is {speaker}: “{tag.text}”"
        self.quotations.speaks(speaker, because)

    # Who is meant -----------------------------------------------------------------------------

    def who(self, draft: Draft, memory: Memory) -> Voice:
        """Whom I, you or we refers to."""
        which = PERSONS.get(draft.text.lower(), "YOU")
        if self._is_said(draft.head):
            return self._in_conversation(which, memory)
        if self._is_quoted(draft.head):
            return self._in_quotation(which)
        return Voice(which)

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
        assert turn is not None  # noqa: S101
        known = {"I": turn.speaker, "YOU": turn.addressee}.get(which)
        if known:
            return Voice(known, turn.because)
        if which == "WE":
            return Voice("WE")
        return Voice(self._unknown(which), "it is not known yet who speaks here")

    def _unknown(self, which: str) -> str:
        turn = self.quotations.turn
        assert turn is not None  # noqa: S101
        return f"{which} [quotation {turn.number}]"

    def _in_conversation(self, which: str, memory: Memory) -> Voice:
        voices, gendered = self.voices, self._name_gender
        if which == "I":
            return voices.first(memory, is_gendered=gendered)
        found = None
        if which == "YOU":
            found = voices.second(memory, is_gendered=gendered)
        elif self._we_are_both:
            found = voices.both(memory, is_gendered=gendered)
        return found or Voice(f"{which} [{voices.speaker}]")

    # Who is not -------------------------------------------------------------------------------

    def excludes(self, pronoun: ReferringExpression, candidate: Element) -> bool:
        """Whether a third person cannot be `entity`, who speaks here or is spoken to.

        Nor does a quotation speak of who says it: "He is mad," *he* said, are two.
        """
        entity, head = candidate.entity, pronoun.head
        if self._is_quoted(head):
            turn = self.quotations.turn
            return turn is not None and entity in {turn.speaker, turn.addressee}
        if self._is_tag(head) and entity in self._quoted:
            return True
        return self._is_said(head) and entity in self._present()

    def _present(self) -> tuple[str | None, ...]:
        """Who speaks and who is spoken to; whom I name I do not speak to."""
        mine, yours = self.voices.present
        return (mine,) if yours in self._named else (mine, yours, pair_of(mine, yours))

    def _is_tag(self, n: int) -> bool:
        return self.quotations.tag is not None and n == self.quotations.tag.speaker

    # What is heard ----------------------------------------------------------------------------

    def realized(
        self, expression: ReferringExpression, entity: str, memory: Memory
    ) -> tuple[Unified, ...]:
        """Take note of what an expression realizes, and tell what turns out to be one."""
        if expression.kind is Kind.NAME and expression.relation != "vocative":
            self._named = (*self._named, entity)
        turn, tag = self.quotations.turn, self.quotations.tag
        if turn is None:
            return ()
        head = expression.head
        if self._is_quoted(head):
            if expression.relation == "vocative" and expression.kind is not Kind.SPEAKER:
                return self._settle("YOU", entity, memory)
            if expression.kind in TO_RESOLVE or expression.kind is Kind.NAME:
                self._quoted = (*self._quoted, entity)
            return ()
        if tag is None:
            return ()
        if head == tag.speaker:
            return self._settle("I", entity, memory)
        return self._settle("YOU", entity, memory) if head == tag.addressee else ()

    def _settle(self, which: str, entity: str, memory: Memory) -> tuple[Unified, ...]:
        unknown = self._unknown(which)
        if which == "I" and self.quotations.tag:
            self._speaks(entity, self.quotations.tag)
        elif which == "YOU":
            self.quotations.settle(addressee=entity)
        if memory.entities.get(unknown) is None or unknown == entity:
            return ()
        turn = self.quotations.turn
        return (Unified(unknown, entity, turn.because if turn else ""),)


def _is_quoted_line(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Whether the speaker's line is that of a story: it begins or ends with what is quoted."""
    return bool(tree.utterance.speaker) and len(marks) > 1 and marks[1]
