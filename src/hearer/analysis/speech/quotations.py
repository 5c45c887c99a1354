"""Quotations: which words are direct speech, and who says them to whom.

QuotedWords   marks the words of one utterance after the other, across sentence boundaries
Tag           the words beside a quotation that tell its speaker: "said Mary to John"
not_heard     which of them are left out
find_tag      the tag of the quotations in an utterance, if there is one
subject_of    the subject of a verb, also where it shares that of the clause above
Turn          a quotation, and who says it to whom as far as that is known
Quotations    one turn after the other

The paper leaves out "any elements of direct speech enclosed in double quotes": straight, curly,
angled or TeX's. A quotation may run over several sentences, never over the end of a paragraph:
newspapers open a quotation anew in each paragraph and close only the last one. One that is opened
twice was not closed before; one that is never closed ends with its paragraph, or after `LONGEST`
utterances.

Who says it is the subject of the verb of saying beside it, or follows from turns: it goes on until
its paragraph ends, over all sentences and tags in it. Where a paragraph
begins with a quotation that nobody is said to say, the two who spoke last take turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.expressions.noun_phrase import noun_phrase
from hearer.analysis.lexicon import entries
from hearer.analysis.options import DirectSpeech
from hearer.model import Entity, Utterance
from hearer.model.part import Part
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
NEAR = 3  # words between a quotation and the verb that goes with it
HEARS = frozenset("ask assure beg beseech inform order remind tell warn".split())  # "told John"
LINKS = frozenset({"ccomp", "parataxis", "obj", "dep", "xcomp"})
SHARED = frozenset({"conj", "xcomp", "advcl"})  # clauses that share the subject of the one above


@dataclass(slots=True, eq=False)
class QuotedWords(Part):
    """Follows quotation marks through a discourse."""

    open_for: int = 0  # utterances for which a quotation has been open; 0: none is

    def mark(self, utterance: Utterance) -> tuple[bool, ...]:
        """For each word, and an index 0 that stands for none, whether it is direct speech."""
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
    """Whether a quotation is open after the mark at `index`."""
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
    """The same in other languages, where “ may close and » may open."""
    form = utterance.forms[index]
    if form in STRAIGHT:
        return _opens(utterance, index, is_open)
    return form in ONLY_OPENING or (form not in ONLY_CLOSING and not is_open)


# Who speaks ----------------------------------------------------------------------------------


class Tag(NamedTuple):
    """The heads of those who, by the words beside a quotation, say and hear it."""

    speaker: int
    addressee: int = 0
    text: str = ""  # the words themselves: "said Mary"


class Turn(NamedTuple):
    """A quotation: its number, and who says it to whom. "" is not known yet."""

    number: int
    speaker: Entity | None = None
    addressee: Entity | None = None
    because: str = ""
    is_tagged: bool = False


def find_tag(tree: Tree, marks: tuple[bool, ...]) -> Tag | None:
    """The verb beside a quotation with a subject of its own, best first: see `_fit`."""
    best = min(_verbs(tree, marks), default=None)
    if best is None:
        return None
    _, verb, speaker = best
    return Tag(speaker, _addressee(tree, marks, verb), _text(tree, verb, speaker))


def _text(tree: Tree, verb: int, speaker: int) -> str:
    first, last = noun_phrase(tree, speaker)
    return tree.utterance.text_between(min(verb, first), max(verb, last))


def _verbs(tree: Tree, marks: tuple[bool, ...]) -> Iterator[tuple[int, int, int]]:
    for verb in range(1, len(tree) + 1):
        if marks[verb] or tree.upos[verb] != "VERB":
            continue
        subject = subject_of(tree, verb)
        if subject and not marks[subject]:
            fit = _fit(tree, marks, verb, subject)
            if fit:
                yield fit, verb, subject


def _fit(tree: Tree, marks: tuple[bool, ...], verb: int, subject: int) -> int:
    """1: a verb of saying that the parse links to the quotation; 2: one beside it; 0: neither."""
    if tree.lemmas[verb] not in entries("speech_verbs"):
        return 0
    if _is_linked(tree, marks, verb):
        return 1
    return 2 if _is_beside(marks, verb) or _is_beside(marks, subject) else 0


def _is_linked(tree: Tree, marks: tuple[bool, ...], verb: int) -> bool:
    said = (child for child in tree.children[verb] if tree.bases[child] in LINKS)
    if any(marks[child] for child in said):
        return True
    return tree.bases[verb] in {"parataxis", "dep"} and marks[tree.heads[verb]]


def _is_beside(marks: tuple[bool, ...], n: int) -> bool:
    return any(marks[max(1, n - NEAR) : n + NEAR + 1])


def subject_of(tree: Tree, verb: int) -> int:
    """The subject of a verb, also where it shares that of the clause above."""
    while not (subject := tree.child(verb, "nsubj")) and tree.bases[verb] in SHARED:
        verb = tree.heads[verb]
    return subject


def _addressee(tree: Tree, marks: tuple[bool, ...], verb: int) -> int:
    """Said *to John*; told *John*."""
    for child in tree.children[verb]:
        if marks[child] or tree.upos[child] not in {"PROPN", "NOUN", "PRON"}:
            continue
        if tree.bases[child] == "obl" and tree.preposition(child) == "to":
            return child
        if tree.bases[child] in {"obj", "iobj"} and tree.lemmas[verb] in HEARS:
            return child
    return 0


def is_spoken(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Whether what is quoted is said, not only named: it has a verb, or punctuation of its own."""
    spoken = [n for n, mark in enumerate(marks) if mark and tree.forms[n] not in QUOTES]
    if any(tree.upos[n] in {"VERB", "AUX"} for n in spoken):
        return True
    return bool(spoken) and tree.upos[spoken[-1]] == "PUNCT"


def not_heard(tree: Tree, marks: tuple[bool, ...], how: DirectSpeech) -> tuple[bool, ...]:
    """Which of the words marked as direct speech are left out: all, clauses only, or none."""
    if how is DirectSpeech.CLAUSES and True in marks:
        has_verb = any(mark and tree.upos[n] in {"VERB", "AUX"} for n, mark in enumerate(marks))
        return marks if has_verb else (False,) * len(marks)
    return marks if how is DirectSpeech.SKIP else (False,) * len(marks)


def is_set_off(tree: Tree, marks: tuple[bool, ...]) -> bool:
    """Whether a quotation begins its sentence or follows a colon or comma, as what is said does."""
    first = marks.index(True)
    return first == 1 or tree.forms[first - 1] in {":", ","}


@dataclass(slots=True, eq=False)
class Quotations(Part):
    """Follows who says what, quotation by quotation."""

    turn: Turn | None = None  # of the quotation in this paragraph
    tag: Tag | None = None  # in this utterance
    former: tuple[Entity, ...] = ()  # who spoke in the two turns before, the latest last
    count: int = 0
    is_open: bool = False

    def begin(self, tree: Tree, marks: tuple[bool, ...]) -> None:
        """Take the next utterance, and see whether somebody else takes a turn."""
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
        """Whether what is quoted may have another speaker than what was quoted before."""
        if self.tag is None:
            return not is_set_off(tree, marks)
        return self.turn is not None and self.turn.is_tagged

    def settle(self, **who: Entity | bool | None) -> None:
        if self.turn is not None:
            self.turn = self.turn._replace(**who)  # type: ignore[arg-type]

    def speaks(self, speaker: Entity, because: str) -> None:
        """Note who says this quotation: who goes on speaking goes on speaking to the same."""
        if self.turn is None:
            return
        addressee = self.turn.addressee
        if addressee == speaker:
            addressee = self.former[0] if len(self.former) == 2 else None
        self.turn = self.turn._replace(speaker=speaker, addressee=addressee, because=because)

    def _next(self, *, is_set_off: bool) -> Turn:
        """The next turn: an answer without a tag is that of the other of two."""
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
