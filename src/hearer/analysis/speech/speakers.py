"""Speaker and addressee of each utterance, where the input names the speakers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from hearer.analysis import describe
from hearer.analysis.describe import PERSON
from hearer.analysis.memory.memory import Known, Memory, Recent, name_keys
from hearer.analysis.speech.situation import Voice
from hearer.model import Agreement, Entity, Gender, Utterance
from hearer.model.state import Part, given

MOST_SPEAKERS = 64
WORD = re.compile(r"[A-Z]\.|Mc[A-Z][a-z]+|[A-Z]?[^A-Z\s_]+|[A-Z]+(?![a-z])")


@dataclass(slots=True, eq=False)
class Speakers(Part):
    """Follows who speaks to whom: I is the speaker, you whoever spoke before, we are both."""

    expected: tuple[str, ...] = given(default=())  # those who are known to take part
    name_gender: bool = given(default=True)  # whether names tell a gender
    speaker: str = ""
    addressee: str = ""
    entities: Recent[str, Entity] = field(default_factory=partial(Recent, MOST_SPEAKERS))

    def begin(self, utterance: Utterance) -> None:
        if utterance.speaker in {"", self.speaker}:
            return
        others = (name for name in self.expected if name != utterance.speaker)
        self.addressee = self.speaker or next(others, "")
        self.speaker = utterance.speaker

    @property
    def present(self) -> tuple[Entity | None, Entity | None]:
        """The entities of the speaker and the addressee, where they have any."""
        mine, yours = map(self.entities.get, self._pair)
        return mine, yours

    @property
    def _pair(self) -> tuple[str, str]:
        return self.speaker, self.addressee

    @property
    def other(self) -> Entity | None:
        """The entity of the addressee where only two speak."""
        speakers = self.entities.entries.keys()
        return self.entities.get(self.addressee) if speakers == set(self._pair) else None

    def address(self, entity: Entity) -> None:
        """Note that somebody is called: "Anna, did you see that?"."""
        for speaker, known in self.entities.entries.items():
            if known == entity and speaker != self.speaker:
                self.addressee = speaker

    def who(self, which: str, memory: Memory) -> Voice | None:
        """Who I, you or we is, if it is known who is spoken to; in GUM we are mostly others."""
        if which == "I":
            return Voice(self._entity(self.speaker, memory), f"the speaker is {self.speaker}")
        if not self.addressee or (which == "WE" and not self.expected):
            return None
        if which == "YOU":
            entity = self._entity(self.addressee, memory)
        else:
            entity = pair_of(*[self._entity(each, memory) for each in self._pair])
            if memory.entities.get(entity) is None:
                memory.entities.put(entity, Known(describe.THEY, PERSON))
        return Voice(entity, f"{self.speaker} speaks to {self.addressee}")

    def _entity(self, speaker: str, memory: Memory) -> Entity:
        """The entity of a speaker: the one of that name if it was named before."""
        name = name_of_speaker(speaker)
        words = tuple(word.lower() for word in name)
        entity = self.entities.get(speaker)
        if entity is not None and memory.entities.get(entity) is not None:
            return entity
        if entity is None:
            entity = memory.by_name.get(" ".join(words)) or memory.new_entity(
                " ".join(name).upper()
            )
            self.entities.put(speaker, entity)
        told = describe.name_gender(words) if self.name_gender else None
        memory.entities.put(entity, _person(memory.entities.get(entity), told, words))
        for key in name_keys(name):
            memory.by_name.put(key, entity)
        return entity


def _person(known: Known | None, told: frozenset[Gender] | None, words: tuple[str, ...]) -> Known:
    """What is known of a speaker: whoever speaks is a person, whatever a name was taken for."""
    gender = told or describe.HUMAN
    if known is not None:
        gender = (known.agreement.gender & describe.HUMAN) or gender
    return Known(Agreement(describe.SINGULAR, gender), PERSON, frozenset(words))


def name_of_speaker(speaker: str) -> tuple[str, ...]:
    """The words of a speaker's name, also where they are written as one.

    >>> name_of_speaker("KatieBlake"), name_of_speaker("Anna Maria")
    (('Katie', 'Blake'), ('Anna', 'Maria'))
    """
    return tuple(WORD.findall(speaker)) or (speaker,)


def pair_of(one: Entity | None, other: Entity | None) -> Entity:
    """The set of two, called the same whoever of them speaks."""
    return Entity.of_set(sorted((one or "", other or "")))
