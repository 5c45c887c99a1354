"""Direct speech as it is heard: the quoted words, who says them to whom, and who *I* and *you* are.

A quotation may run over several sentences, but ends with its paragraph or after `LONGEST`
utterances: newspapers open it again in each paragraph. The module `quotations` attributes the
quotations of a whole document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from hearer.analysis import describe
from hearer.analysis.current_utterance import CurrentUtterance, Marks, Unified
from hearer.analysis.describe import PERSON
from hearer.analysis.draft import TO_RESOLVE, Draft
from hearer.analysis.memory.memory import Known, Memory, Recent, name_keys
from hearer.analysis.noun_phrase import noun_phrase
from hearer.analysis.options import DirectSpeech
from hearer.lexicon import entries, words
from hearer.model import (
    Agreement,
    Constraint,
    Entity,
    EntityKind,
    Kind,
    Number,
    Person,
    ReferringExpression,
    Utterance,
    Verdict,
)
from hearer.model.pronouns import FIRST_PERSON
from hearer.model.state import Part, given
from hearer.model.tree import Tree

OPENING, STRAIGHT = words("quotation marks", "opening"), words("quotation marks", "straight")
EITHER = words("quotation marks", "either")
QUOTES = OPENING | STRAIGHT | EITHER | words("quotation marks", "closing")
LONGEST = 12
VERBS = frozenset({"VERB", "AUX"})


@dataclass(slots=True, eq=False)
class QuotedWords(Part):
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
    """Return which of the words in `marks` are ignored: all, those of clauses, or none.

    The paper leaves out "any elements of direct speech enclosed in double quotes".
    """
    is_skipped = how is DirectSpeech.SKIP
    if how is DirectSpeech.CLAUSES:
        is_skipped = any(mark and tree.upos[n] in VERBS for n, mark in enumerate(marks))
    return marks if is_skipped else (False,) * len(marks)


# Tags --------------------------------------------------------------------------------------------

NEAR = 3  # words between a quotation and the verb of saying
HEARS = words("speech", "hears")
LINKS = frozenset({"ccomp", "parataxis", "obj", "dep", "xcomp"})
SHARED = frozenset({"conj", "xcomp", "advcl"})  # clauses that share the subject of the one above
NOMINALS = frozenset({"PROPN", "PRON", "NOUN"})


class Tag(NamedTuple):
    """The heads of the speaker and the addressee in one utterance, 0 if there is none."""

    speaker: int
    addressee: int = 0
    text: str = ""  # "said Mary"

    @classmethod
    def at(cls, tree: Tree, verb: int, subject: int, addressee: int = 0) -> Tag:
        first, last = noun_phrase(tree, subject)
        text = tree.utterance.text_between(min(verb, first), max(verb, last))
        return cls(subject, addressee, text)


def find_tag(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the words beside a quotation that name its speaker: *said Mary to John*.

    A verb of saying that the parse links to the quotation precedes one that is only near it.
    """
    found, verbs = [], entries("speech_verbs")
    for verb in range(1, len(tree) + 1):
        if tree.upos[verb] != "VERB" or tree.lemmas[verb] not in verbs or marks[verb]:
            continue
        subject = _subject(tree, verb, marks)
        if not subject or marks[subject]:
            continue
        linked = [child for child in tree.children[verb] if tree.bases[child] in LINKS]
        if tree.bases[verb] in {"parataxis", "dep"}:
            linked.append(tree.heads[verb])
        is_linked = any(marks[n] for n in linked)
        near = (n for at in (verb, subject) for n in marks[max(1, at - NEAR) : at + NEAR + 1])
        if is_linked or any(near):
            found.append((not is_linked, verb, subject))
    if not found:
        return None
    _, verb, subject = min(found)
    return Tag.at(tree, verb, subject, _addressee(tree, marks, verb))


def _subject(tree: Tree, verb: int, marks: Sequence[bool]) -> int:
    """Return the subject of a verb, or of the clause above if both share it; 0 if there is none.

    If the parse finds two, as in “Anna,” said *he*, it is the one that is not quoted.
    """
    while not (subject := tree.child(verb, "nsubj")) and tree.bases[verb] in SHARED:
        verb = tree.heads[verb]
    subjects = (child for child in tree.children[verb] if tree.bases[child] == "nsubj")
    return next((child for child in subjects if not marks[child]), subject)


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
NEGATIONS = frozenset({"not", "n't", "never"})
MOST = 64  # speakers, and entities talked about, that are remembered
NAME_WORD = re.compile(r"[A-Z]\.|Mc[A-Z][a-z]+|[A-Z]?[^A-Z\s_]+|[A-Z]+(?![a-z])")


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
    because: str = ""
    is_tagged: bool = False
    spoken_of: tuple[Entity, ...] = ()

    def voice(self, which: str) -> Voice:
        """Return I or you in this quotation; an entity of its own until it is known."""
        if which == "I" and self.speaker:
            return Voice(self.speaker, self.because)
        if which == "YOU" and self.addressee:
            speaker = self.speaker or "the speaker"
            return Voice(self.addressee, f"in this quotation {speaker} speaks to {self.addressee}")
        return Voice.of_situation(which, f"quotation {self.number}")


@dataclass(eq=False)
class Speech(Part):
    """Follows who speaks to whom: the referents of *I* and *you*, and who *she* cannot be.

    Inside a quotation its speaker counts, outside the speaker of the utterance; if neither is
    known, I is the narrator. A quotation whose speaker is named only afterwards ("I am tired," said
    Mary) has an entity of its own until then, and the two are unified.
    """

    is_followed: bool = given(default=True)  # False: I, you and we are known from the situation
    expected: tuple[str, ...] = given(default=())  # speakers who are known to take part
    speaker: str = ""  # the latest that the input names
    addressee: str = ""
    entities: Recent[str, Entity] = field(default_factory=partial(Recent, MOST))  # by speaker
    turn: Turn | None = None  # the quotation of this paragraph
    former: tuple[Entity, ...] = ()  # the speakers of the two turns before, the latest last
    count: int = 0
    is_open: bool = False  # the utterance before ended inside a quotation
    tag: Tag | None = None  # in this utterance, like all that follows
    marks: Marks = ()
    has_speaker: bool = False
    is_quoted_line: bool = False  # its speaker is that of the quotation it begins with
    named: tuple[Entity, ...] = ()  # the entities that it names

    def begin(self, here: CurrentUtterance, look_ahead: LookAhead) -> None:
        """Take the next utterance."""
        self.marks, self.named, self.tag = here.spoken, (), None
        if not self.is_followed:
            return
        speaker = here.tree.utterance.speaker
        if speaker not in {"", self.speaker}:
            others = (name for name in self.expected if name != speaker)
            self.addressee, self.speaker = self.speaker or next(others, ""), speaker
        self.has_speaker = bool(speaker)
        self.is_quoted_line = self.has_speaker and here.spoken[1:2] == (True,)
        if self.is_quoted_line:  # a story in GUM: "Oh," I said.
            return
        self.tag = self._begin_turn(here.tree)
        if self.turn is None or self.tag is None:
            return
        self.turn = self.turn._replace(is_tagged=True)
        if entity := look_ahead(self.tag.speaker):
            self.turn = self._spoken_by(self.turn, self.tag, entity)
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
        quoted = [n for n, mark in enumerate(marks) if mark and tree.forms[n] not in QUOTES]
        has_verb = any(tree.upos[n] in VERBS for n in quoted)
        if not quoted or not (has_verb or tree.upos[quoted[-1]] == "PUNCT"):
            return None  # a title or a word
        tag, first = find_tag(tree, marks), marks.index(True)
        is_set_off = first == 1 or tree.forms[first - 1] in {":", ","}
        if self.turn and (self.turn.is_tagged if tag else not is_set_off):
            self._end_turn()
        if self.turn is None:
            self.count += 1
            self.turn = Turn(self.count)
            if tag is None and is_set_off and len(self.former) == 2:
                because = "{} and {} take turns".format(*self.former)
                self.turn = Turn(self.count, *self.former, because)
            elif self.former and (tag or is_set_off):
                self.turn = Turn(self.count, addressee=self.former[-1])
        return tag

    def _end_turn(self) -> None:
        if self.turn is not None:
            speaker, before = self.turn.speaker, self.former[-1:]
            if before != (speaker,):
                self.former = (*before, speaker) if speaker else ()
        self.turn = None

    def _spoken_by(self, turn: Turn, tag: Tag, speaker: Entity) -> Turn:
        """Return the turn with its speaker; the addressee is neither this one nor spoken of."""
        addressee = turn.addressee
        if addressee == speaker:
            addressee = self.former[0] if len(self.former) == 2 else None
        if addressee in turn.spoken_of:
            addressee = None
        because = f"the speaker of this quotation is {speaker}: “{tag.text}”"
        return turn._replace(speaker=speaker, addressee=addressee, because=because)

    def _is_quoted(self, n: int) -> bool:
        """Return True if word `n` belongs to a quotation whose speaker the input does not name."""
        return self.marks[n] and self.turn is not None and not self.is_quoted_line

    def _is_said(self, n: int) -> bool:
        """Return True if the speaker of the utterance says word `n`."""
        return self.marks[n] if self.is_quoted_line else self.has_speaker and not self._is_quoted(n)

    def who(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Voice:
        """Return the referent of I, you or we."""
        which = "YOU"
        if draft.agreement.person is Person.FIRST:
            which = "I" if Number.SINGULAR in draft.agreement.number else "WE"
        if not self.is_followed:
            return Voice.of_situation(which, here.tree.utterance.speaker)
        if self._is_said(draft.head):
            return self._in_line(which, memory)
        # In GUM and LitBank one *we* goes through a whole story.
        is_narrated = which == "WE" or not self._is_quoted(draft.head)
        return Voice.of_situation(which) if is_narrated or not self.turn else self.turn.voice(which)

    def _in_line(self, which: str, memory: Memory) -> Voice:
        """Return the referent where the input names the speaker."""
        if which == "I":
            return Voice(self._entity(self.speaker, memory), f"the speaker is {self.speaker}")
        # In GUM *we* are mostly others than the speaker and the addressee.
        if not self.addressee or (which == "WE" and not self.expected):
            return Voice.of_situation(which, self.speaker)
        entity = self._entity(self.addressee, memory)
        if which == "WE":
            entity = _pair(self._entity(self.speaker, memory), entity)
            if memory.entities.get(entity) is None:
                memory.entities.put(entity, Known(describe.THEY, PERSON))
        return Voice(entity, f"{self.speaker} speaks to {self.addressee}")

    def _entity(self, speaker: str, memory: Memory) -> Entity:
        """Return the entity of a speaker, a person; the one of that name if it was named before."""
        entity = self.entities.get(speaker)
        if entity and memory.entities.get(entity):
            return entity
        name = name_of_speaker(speaker)
        lower = tuple(word.lower() for word in name)
        if not entity:
            named = memory.by_name.get(" ".join(lower))
            entity = named or memory.new_entity(" ".join(name).upper())
            self.entities.put(speaker, entity)
        gender = describe.name_gender(lower) or describe.HUMAN
        if known := memory.entities.get(entity):
            gender = (known.agreement.gender & describe.HUMAN) or gender
        agrees = Agreement(describe.SINGULAR, gender)
        memory.entities.put(entity, Known(agrees, PERSON, frozenset(lower)))
        for key in name_keys(name):
            memory.by_name.put(key, entity)
        return entity

    def introducing(self, here: CurrentUtterance, draft: Draft) -> int:
        """Return the head of the *I* of "I am Mary" or the *my* of "my name is Mary", or 0."""
        tree, n = here.tree, draft.head
        is_named = draft.name and tree.has(n, "cop") and not tree.has(n, "case", "det")
        if not is_named or not self.is_followed:
            return 0
        if not NEGATIONS.isdisjoint(tree.lemmas[child] for child in tree.children[n]):
            return 0
        subject = tree.child(n, "nsubj")
        if tree.lemmas[subject] == "name":
            subject = tree.possessor(subject)
        return subject if FIRST_PERSON.get(tree.forms[subject].lower()) == "i" else 0

    def find(self, here: CurrentUtterance, draft: Draft) -> Entity | None:
        """Return the person that is introduced, or called by one of two speakers (*Mom!*)."""
        if introduced := here.realized.get(self.introducing(here, draft)):
            return introduced.entity
        is_called = draft.relation == "vocative" and self._is_said(draft.head)
        are_two = self.entities.entries.keys() == {self.speaker, self.addressee}
        return self.entities.get(self.addressee) if is_called and are_two else None

    def excluded(self, pronoun: ReferringExpression) -> Mapping[Entity, Verdict]:
        """Return those that a third person cannot be: its speaker and its addressee.

        Nor does a quotation speak of its speaker: "He is mad," *he* said, are two.
        """
        head, turn, tag = pronoun.head, self.turn, self.tag
        if turn and self._is_quoted(head):
            return _all_of((turn.speaker, turn.addressee), TAKES_PART)
        found: dict[Entity, Verdict] = {}
        if self._is_said(head):
            mine, yours = self.entities.get(self.speaker), self.entities.get(self.addressee)
            # A speaker does not speak to those whom the utterance names.
            present = (mine,) if yours in self.named else (mine, yours, _pair(mine, yours))
            found = _all_of(present, TAKES_PART)
        if turn and tag and head == tag.speaker:
            found |= _all_of(turn.spoken_of, SPOKEN_OF)
        return found

    def realized(
        self, expression: ReferringExpression, entity: Entity, memory: Memory
    ) -> Unified | None:
        """Note what an expression realizes; return the speaker or addressee that this reveals."""
        kind, head, turn, tag = expression.kind, expression.head, self.turn, self.tag
        is_name, is_called = kind is Kind.NAME, expression.relation == "vocative"
        if is_name and not is_called:
            self.named = (*self.named[-MOST:], entity)
        if is_called and self._is_said(head):
            for speaker, known in self.entities.entries.items():
                if known == entity and speaker != self.speaker:
                    self.addressee = speaker
        if turn is None:
            return None
        is_quoted = self._is_quoted(head)
        is_addressee = not is_quoted and tag is not None and head == tag.addressee
        if tag and head == tag.speaker and not is_quoted:
            which, self.turn = "I", self._spoken_by(turn, tag, entity)
        elif is_addressee or (is_quoted and is_called and kind is not Kind.SPEAKER):
            which, self.turn = "YOU", turn._replace(addressee=entity)
        elif is_quoted and (is_name or kind in TO_RESOLVE):
            addressee = None if turn.addressee == entity else turn.addressee
            spoken_of = (*turn.spoken_of[-MOST:], entity)
            self.turn = turn._replace(addressee=addressee, spoken_of=spoken_of)
            return None
        else:
            return None
        unknown = Turn(turn.number).voice(which).entity
        is_unified = unknown != entity and memory.entities.get(unknown) is not None
        return Unified(unknown, *self.turn.voice(which)) if is_unified else None


def name_of_speaker(speaker: str) -> tuple[str, ...]:
    """Return the words of a speaker's name, also if they are written as one.

    >>> name_of_speaker("KatieBlake"), name_of_speaker("Anna Maria")
    (('Katie', 'Blake'), ('Anna', 'Maria'))
    """
    return tuple(NAME_WORD.findall(speaker)) or (speaker,)


def _pair(one: Entity | None, other: Entity | None) -> Entity:
    return Entity.of_set(sorted((one or "", other or "")))


def _all_of(entities: Iterable[Entity | None], verdict: Verdict) -> dict[Entity, Verdict]:
    return {entity: verdict for entity in entities if entity is not None}
