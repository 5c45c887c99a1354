"""Direct speech as it is heard: the quoted words, who says them to whom, and who *I* and *you* are.

A quotation may run over several sentences, but ends with its paragraph or after `LONGEST`
utterances: newspapers open it again in each paragraph. `quotations` attributes those of a text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress
from typing import NamedTuple

from hearer.analysis.current_utterance import CurrentUtterance, Unified
from hearer.analysis.draft import TO_RESOLVE, Draft, Marks, NameWords
from hearer.analysis.memory import Memory
from hearer.analysis.noun_phrase import noun_phrase
from hearer.analysis.options import DirectSpeech
from hearer.escape import brief
from hearer.model.expression import Entity, EntityKind, Kind, Number, Person, ReferringExpression
from hearer.model.lexicon import entries, words
from hearer.model.pronouns import FIRST_PERSON
from hearer.model.resolution import Constraint, Interpretation, Verdict
from hearer.model.state import Stateful, constant
from hearer.model.text import Discourse, Utterance
from hearer.model.tree import VERBS, Tree

OPENING, CLOSING, STRAIGHT, EITHER = words("quotation marks", "opening closing straight either")
QUOTES = OPENING | CLOSING | STRAIGHT | EITHER
LONGEST = 12
NAME, SPEAKER = Kind.NAME, Kind.SPEAKER


@dataclass(slots=True, eq=False)
class QuotedWords(Stateful):
    """Tracks double quotation marks through a discourse."""

    open_for: int = 0  # utterances for which a quotation has been open; 0: none is

    def mark(self, utterance: Utterance) -> Marks:
        """Return for index 0, which is no word, and for each word whether it is direct speech."""
        if utterance.begins_paragraph or self.open_for > LONGEST:
            self.open_for = 0
        is_open = self.open_for > 0
        if not is_open and QUOTES.isdisjoint(utterance.forms):
            return (False,) * (len(utterance) + 1)
        marks = [False]
        for index, form in enumerate(utterance.forms):
            if form in QUOTES:
                is_open = _opens(utterance, index, is_open=is_open)
            marks.append(is_open or form in QUOTES)
        self.open_for = self.open_for + 1 if is_open else 0
        return tuple(marks)


def _opens(utterance: Utterance, index: int, *, is_open: bool) -> bool:
    """Return True if a quotation is open after the mark at `index`."""
    form = utterance.forms[index]
    if form in STRAIGHT:
        hugs_left = index > 0 and utterance.spaces[index - 1] == ""
        hugs_right = utterance.spaces[index] == "" and index + 1 < len(utterance)
        return not is_open if hugs_left == hugs_right else hugs_right
    if utterance.language and form in EITHER:
        return not is_open
    return form in OPENING


def not_heard(tree: Tree, marks: Marks, how: DirectSpeech) -> Marks:
    """Return which of the words in `marks` are ignored: all, those of clauses, or none."""
    # The paper leaves out "any elements of direct speech enclosed in double quotes".
    is_skipped = how is DirectSpeech.SKIP
    if how is DirectSpeech.CLAUSES:
        is_skipped = any(mark and tree.upos[n] in VERBS for n, mark in enumerate(marks))
    return marks if is_skipped else (False,) * len(marks)


# Tags --------------------------------------------------------------------------------------------

NEAR = 3  # words between a quotation and the verb of saying
HEARS, LINKS, SHARED, NOMINALS = words("speech", "hears links shared nominals")
OATHS, CLIPPED, NO_WORDS = words("speech", "oaths clipped no_words")


class Tag(NamedTuple):
    """The heads of the speaker and the addressee in one utterance, 0 if there is none."""

    speaker: int
    addressee: int = 0
    text: str = ""  # "said Mary"


def find_tag(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the words beside a quotation that name its speaker: *said Mary to John*.

    A verb of saying that the parse links to the quotation precedes one that is only near it.
    """
    found, verbs = [], entries("speech_verbs")
    for verb in tree.words:
        if tree.upos[verb] != "VERB" or tree.lemmas[verb] not in verbs or marks[verb]:
            continue
        over = verb  # the clause above may share its subject
        while not tree.child(over, "nsubj") and tree.bases[over] in SHARED:
            over = tree.heads[over]
        # If the parse finds two, as in “Anna,” said *he*, it is the one that is not quoted.
        subjects = tree.related(over, "nsubj")
        subject = next((child for child in subjects if not marks[child]), 0)
        if not subject:
            continue
        linked = tree.related(verb, *LINKS)
        if tree.bases[verb] in {"parataxis", "dep"}:
            linked.append(tree.heads[verb])
        is_linked = any(marks[n] for n in linked)
        near = (n for at in (verb, subject) for n in marks[max(1, at - NEAR) : at + NEAR + 1])
        if is_linked or any(near):
            found.append((not is_linked, verb, subject))
    if not found:
        return None
    _, verb, subject = min(found)
    first, last = noun_phrase(tree, subject)
    text = tree.utterance.text_between(min(verb, first), max(verb, last))
    return Tag(subject, _addressee(tree, marks, verb), text)


def _addressee(tree: Tree, marks: Sequence[bool], verb: int) -> int:
    """Return the head of the addressee: said *to John*; told *John*."""
    for child in tree.children[verb]:
        if marks[child] or tree.upos[child] not in NOMINALS:
            continue
        if tree.bases[child] == "obl" and tree.preposition(child) == "to":
            return child
        if tree.bases[child] in {"obj", "iobj"} and tree.lemmas[verb] in HEARS:
            return child
    return 0


# Who speaks --------------------------------------------------------------------------------------

LookAhead = Callable[[int], Entity | None]  # the entity that the expression of a head will have
TAKES_PART = Verdict(Constraint.SPEECH, "speaks here or is spoken to", "is somebody else")
SPOKEN_OF = Verdict(Constraint.SPEECH, "is spoken of in the quotation", "says it")
MOST = 64  # speakers, and entities talked about, that are remembered
NAME_WORD = re.compile(r"[A-Z]\.|Mc[A-Z][a-z]+|[A-Z]?[^A-Z\s_]+|[A-Z]+\.?(?![a-z])")


class Voice(NamedTuple):
    """The referent of *I*, *you* or *we*, and the reason."""

    entity: Entity
    because: str = ""

    @classmethod
    def of_situation(cls, which: str, whose: str = "") -> Voice:
        """Return I, you or we, known from the situation only: I [Anna]."""
        return cls(Entity(f"{which} [{whose}]" if whose else which, EntityKind.SPEAKER))


class Turn(NamedTuple):
    """A quotation, its speaker and its addressee, None until they are known."""

    number: int
    speaker: Entity | None = None
    addressee: Entity | None = None
    cue: str = ""  # the text of the tag
    spoken_of: tuple[Entity, ...] = ()

    def voice(self, which: str) -> Voice:
        """Return I or you in this quotation; an entity of its own until it is known."""
        if which == "I" and self.speaker:
            said = f"the speaker of this quotation is {self.speaker}: “{self.cue}”"
            return Voice(self.speaker, said if self.cue else "the last two speakers take turns")
        if which == "YOU" and self.addressee:
            speaker = self.speaker or "the speaker"
            return Voice(self.addressee, f"in this quotation {speaker} speaks to {self.addressee}")
        return Voice.of_situation(which, f"quotation {self.number}")


@dataclass(slots=True, eq=False)
class Speech(Stateful):
    """Follows who speaks to whom: the referents of *I* and *you*, and who *she* cannot be.

    Inside a quotation its speaker counts, outside the speaker of the utterance; if neither is
    known, I is the narrator. A quotation whose speaker is named only afterwards ("I am tired," said
    Mary) has an entity of its own until then, and the two are unified.
    """

    is_followed: bool = constant(default=True)  # False: I, you and we are known from the situation
    expected: tuple[str, ...] = constant(default=())  # speakers who are known to take part
    speaker: str = ""  # the latest that the input names
    addressee: str = ""
    entities: dict[str, Entity] = field(default_factory=dict)  # by speaker
    turn: Turn | None = None  # the quotation of this paragraph
    former: tuple[Entity, ...] = ()  # the speakers of the two turns before, the latest last
    count: int = 0
    is_open: bool = False  # the utterance before ended inside a quotation
    tag: Tag | None = None  # in this utterance, like all that follows
    marks: Marks = ()
    has_speaker: bool = False
    label: int = 0  # the head of an utterance that only names its speaker
    is_quoted_line: bool = False  # its speaker is that of the quotation it begins with
    named: tuple[Entity, ...] = ()  # the entities that it names

    def begin(self, here: CurrentUtterance, look_ahead: LookAhead) -> None:
        self.marks, self.named, self.tag = here.spoken, (), None
        speaker = here.tree.utterance.speaker
        if speaker not in {"", self.speaker}:
            others = (name for name in self.expected if name != speaker)
            self.addressee, self.speaker = self.speaker or next(others, ""), speaker
        self.has_speaker = bool(speaker)
        is_label = speaker and here.tree.utterance.text.partition(" (")[0].rstrip(":") == speaker
        self.label = here.tree.child(0, "root") if is_label else 0
        self.is_quoted_line = self.has_speaker and here.spoken[1:2] == (True,)
        for head, draft in here.drafts.items():
            is_said = draft.kind is NAME and here.spoken[head] == self.is_quoted_line
            if is_said and draft.relation == "vocative" and draft.text not in OATHS:
                self.addressee = "" if here.tree.has(head, "conj") else draft.text
        self.addressee = self.addressee if speaker else ""  # nobody is known to hear a narrator
        if self.is_quoted_line:  # a story in GUM: "Oh," I said.
            return
        self.tag = self._begin_turn(here.tree)
        if self.turn is None or self.tag is None:
            return
        self.turn = self.turn._replace(cue=self.tag.text)
        if entity := look_ahead(self.tag.speaker):
            self.turn = self._spoken_by(self.turn, entity)
        if self.tag.addressee and (addressee := look_ahead(self.tag.addressee)):
            self.turn = self.turn._replace(addressee=addressee)

    def _begin_turn(self, tree: Tree) -> Tag | None:
        """Return the tag of an utterance, and begin a turn if it may have another speaker.

        In a paragraph that begins with a quotation without a tag, the last two speakers alternate.
        """
        marks = self.marks
        if tree.utterance.begins_paragraph and not (self.is_open and marks[1:2] == (True,)):
            self._end_turn()
        self.is_open = marks[-1] and tree.forms[-1] not in QUOTES
        quoted = compress(zip(tree.forms, tree.upos, strict=True), marks)
        tags = [upos for form, upos in quoted if form not in QUOTES]
        if not tags or (tags[-1] != "PUNCT" and VERBS.isdisjoint(tags)):
            return None  # a title or a word
        tag, first = find_tag(tree, marks), marks.index(True)
        is_set_off = first == 1 or tree.forms[first - 1] in {":", ","}
        if self.turn and (self.turn.cue if tag else not is_set_off):
            self._end_turn()
        if self.turn is None:
            self.count += 1
            self.turn = Turn(self.count)
            if tag is None and is_set_off and len(self.former) == 2:
                self.turn = Turn(self.count, *self.former)
            elif self.former and (tag or is_set_off):
                self.turn = Turn(self.count, addressee=self.former[-1])
        return tag

    def _end_turn(self) -> None:
        if self.turn is not None:
            speaker, before = self.turn.speaker, self.former[-1:]
            if before != (speaker,):
                self.former = (*before, speaker) if speaker else ()
        self.turn = None

    def _spoken_by(self, turn: Turn, speaker: Entity) -> Turn:
        """Return the turn with its speaker; the addressee is neither this one nor spoken of."""
        addressee = turn.addressee
        if addressee == speaker:
            addressee = self.former[0] if len(self.former) == 2 else None
        if addressee in turn.spoken_of:
            addressee = None
        return turn._replace(speaker=speaker, addressee=addressee)

    def _is_quoted(self, n: int) -> bool:
        """Return True if word `n` belongs to a quotation whose speaker the input does not name."""
        return self.turn is not None and self.marks[n] and not self.is_quoted_line

    def _is_said(self, n: int) -> bool:
        """Return True if the speaker of the utterance says word `n`."""
        return self.marks[n] if self.is_quoted_line else self.has_speaker and not self._is_quoted(n)

    def who(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Voice:
        """Return the referent of I, you or we."""
        which = "YOU"
        if draft.agreement.person is Person.FIRST or draft.head == self.label:
            which = "I" if Number.SINGULAR in draft.agreement.number else "WE"
        if not self.is_followed:
            return Voice.of_situation(which, here.tree.utterance.speaker)
        if self._is_said(draft.head):
            if which == "I":
                return Voice(self._entity(self.speaker, memory), f"the speaker is {self.speaker}")
            # In GUM *we* are mostly others than the speaker and the addressee.
            if which == "WE" or not self.addressee:
                return Voice.of_situation(which, self.speaker)
            entity = self._entity(self.addressee, memory)
            return Voice(entity, f"{self.speaker} speaks to {self.addressee}")
        # In GUM and LitBank one *we* goes through a whole story.
        is_narrated = which == "WE" or not self._is_quoted(draft.head)
        return Voice.of_situation(which) if is_narrated or not self.turn else self.turn.voice(which)

    def _entity(self, speaker: str, memory: Memory) -> Entity:
        """Return the entity of a speaker, a person; the one of that name if it was named before."""
        entity = self.entities.get(speaker)
        if entity is None or not memory.entities.get(entity):
            entity = self.entities[speaker] = memory.speaker(name_of_speaker(speaker), entity)
            if len(self.entities) > MOST:
                del self.entities[next(iter(self.entities))]
        return entity

    def _takes_part(self, expression: ReferringExpression, entity: Entity) -> None:
        """Note who speaks, where the label of a turn or annotation tells."""
        kind, agreement = expression.kind, expression.agreement
        is_called = expression.relation == "vocative"
        if kind is NAME and expression.text == (self.addressee if is_called else self.speaker):
            self.entities.setdefault(expression.text, entity)
        if kind is NAME and not is_called:
            self.named = (*self.named[-MOST:], entity)
        if kind is SPEAKER and self._is_said(expression.head):
            who = self.speaker if agreement.person is Person.FIRST else self.addressee
            if who and Number.PLURAL not in agreement.number:
                self.entities[who] = entity

    def excluded(self, pronoun: ReferringExpression) -> Mapping[Entity, Verdict]:
        """Return those that a third person cannot be: its speaker and its addressee."""
        # Nor does a quotation speak of its speaker: "He is mad," *he* said, are two.
        head, turn, tag = pronoun.head, self.turn, self.tag
        present: list[Entity | None] = []
        if turn and self._is_quoted(head):
            present = [turn.speaker, turn.addressee]
        elif self._is_said(head):
            present = [self.entities.get(self.speaker), self.entities.get(self.addressee)]
            # A speaker does not speak to those whom the utterance names.
            present = present[: 1 if present[1] in self.named else 2]
        # A tag is not quoted.
        spoken_of = turn.spoken_of if turn and tag and head == tag.speaker else ()
        found = {entity: TAKES_PART for entity in present if entity}
        return found | dict.fromkeys(spoken_of, SPOKEN_OF)

    def realized(
        self, expression: ReferringExpression, entity: Entity, memory: Memory
    ) -> Unified | None:
        """Note what an expression realizes; return the speaker or addressee that this reveals."""
        turn, tag = self.turn, self.tag
        if self.speaker:
            self._takes_part(expression, entity)
        if turn is None:
            return None
        kind, head = expression.kind, expression.head
        is_quoted, is_called, which = self._is_quoted(head), expression.relation == "vocative", ""
        is_addressee = tag and head == tag.addressee
        if tag and head == tag.speaker:
            which, self.turn = "I", self._spoken_by(turn, entity)
        elif (is_called and kind is not SPEAKER) if is_quoted else is_addressee:
            which, self.turn = "YOU", turn._replace(addressee=entity)
        elif is_quoted and (kind is NAME or kind in TO_RESOLVE):
            addressee = None if turn.addressee == entity else turn.addressee
            spoken_of = (*turn.spoken_of[-MOST:], entity)
            self.turn = turn._replace(addressee=addressee, spoken_of=spoken_of)
        if not which or self.turn is None:
            return None
        unknown = Turn(turn.number).voice(which).entity
        is_unified = unknown != entity and unknown in memory.entities
        return Unified(unknown, *self.turn.voice(which)) if is_unified else None


def name_of_speaker(speaker: str) -> NameWords:
    """Return the words of a speaker's name, also if they are written as one.

    >>> name_of_speaker("KatieBlake"), name_of_speaker("Anna Maria")
    (('Katie', 'Blake'), ('Anna', 'Maria'))
    """
    return tuple(NAME_WORD.findall(speaker)) or (speaker,)


# The quotations of a document --------------------------------------------------------------------

WordPlace = tuple[int, int]  # the numbers of an utterance and of a word
ENDS_SPEECH = re.compile(r"[.,!?…;:*_)\]–—-][\s\"'’”]+\Z")  # before the closing mark
# A quotation goes on in the next paragraph if that opens it again. A missing mark would invert all
# quotations that follow it, so what is between two straight ones is short.
MARKS = ("“ ” +", "„ “ +", "« » +", "`` '' +", '" " {1,1500}')
DOUBLE = re.compile(
    "|".join(
        rf"{opens}(?:[^{opens}{closes}\n]|\n(?!\s*\n)|\n\s*\n\s*{opens}){most}+{closes}"
        for opens, closes, most in map(str.split, MARKS)
    )
)
# A mark after a letter is an apostrophe; one before a letter would open the next quotation.
APOSTROPHE = rf"['’](?=(?i:{'|'.join(sorted(CLIPPED))}|[0-9]+s?)\b)"  # 'em, 'tis
SINGLE = re.compile(
    rf"(?<!\w)['‘](?=\w|{APOSTROPHE})"
    rf"(?:[^\n'’‘]|(?<=\w)['’]|{APOSTROPHE}|\n(?!\s*\n)|\n\s*\n\s*['‘]){{1,800}}?"
    r"[,.!?…—]['’](?!\w)"
)


class How(StrEnum):
    """The evidence for a speaker."""

    LINE = "line"  # the input names the speaker of the utterance
    TAG = "tag"  # said Anna
    ALTERNATING = "alternating"  # two speakers take turns


@dataclass(frozen=True, slots=True, repr=False)
class Quotation:
    """A text in quotation marks and its speaker, None if it is unknown."""

    start: int  # in code points, with the quotation marks
    end: int
    first: int  # number of the utterance in which it begins
    last: int
    words: int  # without punctuation
    is_spoken: bool  # not only a word or a title
    speaker: Entity | None = None
    name: str = ""  # of the speaker, if the input has it
    how: How | None = None
    cue: str = ""  # the words of the tag: said Mary

    def __repr__(self) -> str:
        return brief(self, f"{self.start}–{self.end} by {self.speaker} ({self.how})")


Quoted = tuple[Quotation, Sequence[WordPlace]]


def quotations(found: Interpretation) -> tuple[Quotation, ...]:
    """Return the quotations of a resolved document in the order of the text.

    >>> from hearer import resolve
    >>> [one.speaker for one in quotations(resolve("“It is late,” said Anna. “Go!” said Tom."))]
    ['ANNA', 'TOM']
    """
    heard = {(e.utterance, e.head): e for e in found.expressions if e.kind is not Kind.SET}
    quoted = list(_quoted(found.discourse))
    turns = _turns(found.discourse, quoted, heard)
    lines = {one.number: one.speaker for one in found.discourse.utterances}
    result = []
    for quotation, inside in quoted:
        one = quotation
        said = [heard[place] for place in inside if place in heard]
        named = (e.entity for e in said if e.kind is Kind.NAME)
        turn = turns.get(one.last) if one.is_spoken else None
        if name := lines[one.first]:
            mine = (e.entity for e in said if FIRST_PERSON.get(e.text.lower()) == "i")
            one = replace(one, speaker=next(mine, None), name=name, how=How.LINE)
        elif turn and (turn.cue or turn.speaker not in {None, *named}):
            how = How.TAG if turn.cue else How.ALTERNATING
            one = replace(one, speaker=turn.speaker, how=how, cue=turn.cue)
        result.append(one)
    return tuple(result)


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans in double or in single quotation marks, whichever has more of them.

    >>> text = "‘Well,’ said Anna, ‘it’s the “boys’ room”.’ ’Twas dark."
    >>> [text[start:end] for start, end in quoted_spans(text)]
    ['‘Well,’', '‘it’s the “boys’ room”.’']
    """
    styles = ([match.span() for match in style.finditer(text)] for style in (DOUBLE, SINGLE))
    return max(styles, key=len)


def _quoted(discourse: Discourse) -> Iterator[Quoted]:
    """Yield the quotations without their speakers, and the places of their words."""
    text, every = discourse.text, [*discourse.words]
    offsets = [word.offset for word in every]
    for start, end in quoted_spans(text):
        quoted = every[bisect_left(offsets, start) : bisect_left(offsets, end)]
        said = [word.upos for word in quoted if word.upos not in NO_WORDS]
        if said:
            is_spoken = bool(ENDS_SPEECH.search(text, start, end) or VERBS.intersection(said))
            inside = [(word.utterance.number, word.number) for word in quoted]
            first, last = inside[0][0], inside[-1][0]
            yield Quotation(start, end, first, last, words=len(said), is_spoken=is_spoken), inside


def _turns(
    discourse: Discourse, quoted: Sequence[Quoted], heard: Mapping[WordPlace, ReferringExpression]
) -> dict[int, Turn]:
    """Return by utterance the turn that `Speech` finds in it."""
    spoken = {place for _, inside in quoted for place in inside}
    going_on = {number for one, _ in quoted for number in range(one.first, one.last)}
    speech, turn_of, turns = Speech(), dict[int, int](), dict[int, Turn]()
    for utterance in discourse.utterances:
        places = [(utterance.number, n) for n in range(len(utterance) + 1)]
        entities = {place[1]: heard[place].entity for place in places if place in heard}
        marks = tuple(place in spoken for place in places)
        speech.begin(CurrentUtterance(Tree(utterance), marks), entities.get)
        speech.is_open = utterance.number in going_on
        if speech.turn:
            turn_of[utterance.number] = speech.turn.number
            turns[speech.turn.number] = speech.turn
    return {number: turns[turn] for number, turn in turn_of.items()}
