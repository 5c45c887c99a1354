"""Direct speech as it is heard: the words in double quotes, and who says them to whom.

The paper leaves out "any elements of direct speech enclosed in double quotes". A quotation may run
over several sentences, but ends with its paragraph or after `LONGEST` utterances: newspapers open
it again in each paragraph. Its speaker is the subject of the verb of saying beside it, for the
whole paragraph; where a paragraph begins with a quotation without a tag, the last two speakers
take turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.options import DirectSpeech
from hearer.analysis.speech.tags import Tag, find_tag
from hearer.model import Entity, Utterance
from hearer.model.state import Part
from hearer.model.tree import Tree

OPENING = frozenset({"“", "``", "«", "„"})
CLOSING = frozenset({"”", "''", "»"})
STRAIGHT = frozenset({'"', "＂"})
QUOTES = OPENING | CLOSING | STRAIGHT
# In other languages most marks open or close: German „…“ and »…«, Swedish ”…”.
ONLY_OPENING = frozenset({"``", "„", "「", "『"})
ONLY_CLOSING = frozenset({"''", "」", "』"})
ANYWHERE = QUOTES | ONLY_OPENING | ONLY_CLOSING | {"״"}
LONGEST = 12


@dataclass(slots=True, eq=False)
class QuotedWords(Part):
    """Tracks quotation marks through a discourse."""

    open_for: int = 0  # utterances for which a quotation has been open; 0: none is

    def mark(self, utterance: Utterance) -> tuple[bool, ...]:
        """Return for index 0, which is no word, and for each word whether it is direct speech."""
        if utterance.begins_paragraph or self.open_for > LONGEST:
            self.open_for = 0
        is_open = self.open_for > 0
        quotes, opens = (ANYWHERE, _toggles) if utterance.language else (QUOTES, _opens)
        if not is_open and quotes.isdisjoint(utterance.forms):
            return (False,) * (len(utterance) + 1)
        marks = [False]
        for index, form in enumerate(utterance.forms):
            if form in quotes:
                is_open = opens(utterance, index, is_open)
                marks.append(True)
            else:
                marks.append(is_open)
        self.open_for = self.open_for + 1 if is_open else 0
        return tuple(marks)


def _opens(utterance: Utterance, index: int, is_open: bool) -> bool:  # noqa: FBT001
    """Return True if a quotation is open after the mark at `index`."""
    form = utterance.forms[index]
    if form in OPENING:
        return True
    if form in CLOSING:
        return False
    hugs_left = index > 0 and utterance.spaces[index - 1] == ""
    hugs_right = utterance.spaces[index] == "" and index + 1 < len(utterance)
    if hugs_left == hugs_right:
        return not is_open
    return hugs_right


def _toggles(utterance: Utterance, index: int, is_open: bool) -> bool:  # noqa: FBT001
    """Do the same for other languages, where “ may close and » may open."""
    form = utterance.forms[index]
    if form in STRAIGHT:
        return _opens(utterance, index, is_open)
    return form in ONLY_OPENING or (form not in ONLY_CLOSING and not is_open)


# Who speaks ----------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A quotation: its number, its speaker and its addressee, None until they are known."""

    number: int
    speaker: Entity | None = None
    addressee: Entity | None = None
    because: str = ""
    is_tagged: bool = False


def is_spoken(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Return True for speech, not a mere name: it has a verb or ends with punctuation."""
    spoken = [n for n, mark in enumerate(marks) if mark and tree.forms[n] not in QUOTES]
    if any(tree.upos[n] in {"VERB", "AUX"} for n in spoken):
        return True
    return bool(spoken) and tree.upos[spoken[-1]] == "PUNCT"


def not_heard(tree: Tree, marks: tuple[bool, ...], how: DirectSpeech) -> tuple[bool, ...]:
    """Return which of the words in `marks` are ignored: all, those of clauses, or none."""
    if how is DirectSpeech.CLAUSES and True in marks:
        has_verb = any(mark and tree.upos[n] in {"VERB", "AUX"} for n, mark in enumerate(marks))
        return marks if has_verb else (False,) * len(marks)
    return marks if how is DirectSpeech.SKIP else (False,) * len(marks)


def is_set_off(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Return True if the quotation begins its sentence or follows a colon or a comma."""
    first = marks.index(True)
    return first == 1 or tree.forms[first - 1] in {":", ","}


@dataclass(slots=True, eq=False)
class Quotations(Part):
    """Tracks the speaker and the addressee, quotation by quotation."""

    turn: Turn | None = None  # of the quotation in this paragraph
    tag: Tag | None = None  # in this utterance
    former: tuple[Entity, ...] = ()  # who spoke in the two turns before, the latest last
    count: int = 0
    is_open: bool = False

    def begin(self, tree: Tree, marks: tuple[bool, ...]) -> None:
        """Begin the next utterance, and a new turn if its speaker may be another."""
        self.tag = None
        is_quoted = any(marks)
        goes_on = self.is_open and is_quoted and marks[1]
        if tree.utterance.begins_paragraph and not goes_on:
            self._end_turn()
        self.is_open = marks[-1] and tree.forms[-1] not in QUOTES
        if not is_quoted or not is_spoken(tree, marks):
            return
        self.tag = find_tag(tree, marks)
        if self._is_by_another(tree, marks):
            self._end_turn()
        if self.turn is None:
            self.count += 1
            self.turn = self._next(is_set_off=is_set_off(tree, marks))

    def _is_by_another(self, tree: Tree, marks: tuple[bool, ...]) -> bool:
        """Return True if the quotation may have another speaker than the one before."""
        if self.tag is None:
            return not is_set_off(tree, marks)
        return self.turn is not None and self.turn.is_tagged

    def settle(self, **who: Entity | bool | None) -> None:
        if self.turn is not None:
            self.turn = self.turn._replace(**who)  # type: ignore[arg-type]

    def speaks(self, speaker: Entity, because: str) -> None:
        """Set the speaker of this turn; the addressee stays unless it is the speaker."""
        if self.turn is None:
            return
        addressee = self.turn.addressee
        if addressee == speaker:
            addressee = self.former[0] if len(self.former) == 2 else None
        self.turn = self.turn._replace(speaker=speaker, addressee=addressee, because=because)

    def _next(self, *, is_set_off: bool) -> Turn:
        """Return the next turn; without a tag, the last two speakers alternate."""
        if self.tag is None and not is_set_off:
            return Turn(self.count)
        if self.tag is None and len(self.former) == 2:
            speaker, addressee = self.former
            return Turn(self.count, speaker, addressee, f"{speaker} and {addressee} take turns")
        return Turn(self.count, addressee=self.former[-1] if self.former else None)

    def _end_turn(self) -> None:
        if self.turn is None:
            return
        speaker = self.turn.speaker
        if not speaker:
            self.former = ()
        elif self.former[-1:] != (speaker,):
            self.former = (*self.former[-1:], speaker)
        self.turn = None
