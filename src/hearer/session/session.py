"""A conversation, turn after turn, and its state as JSON.

Nothing in the JSON names a class and nothing is executed; a value that does not fit its field
(hearer.model.state) is refused with its place before anything is heard.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Unpack

from hearer import parsers
from hearer.errors import UsageError, require
from hearer.escape import brief, number_and
from hearer.formats.decoding import Lines
from hearer.formats.json_values import loaded
from hearer.hearing import Hearer
from hearer.keywords import HearingOptions
from hearer.model import Discourse, Interpretation, Utterance
from hearer.model import state as states
from hearer.model.state import MisstoredError
from hearer.profiles import Profile, how_to_hear
from hearer.session.informed import analysis_with, unplaced
from hearer.session.knowledge import Knowledge

FORMAT = "hearer-session-5"
OUTDATED = "the only one that this version of hearer reads: begin a new session"
# Errors that a damaged state may lead to, if its values fit their fields.
STUMBLED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
MEMORY = 256  # entities a conversation remembers; a stored state stays small


class Session:
    """Resolves a conversation turn by turn, with its speakers.

    The answers are those of one run over all turns; entities keep their names. The state is
    bounded: `memory` entities, and the state of the algorithm. The options are those of `Hearer`.

    >>> session = Session()
    >>> heard = session.hear("I met Susan Brennan.", speaker="Anna")
    >>> print(*(chain.entity for chain in heard.chains))
    ANNA BRENNAN
    >>> heard = session.hear("Did she win? You must have congratulated her.", speaker="Ben")
    >>> print(*(chain.entity for chain in heard.chains))
    BRENNAN ANNA
    """

    def __init__(
        self,
        *,
        parser: object = "english",
        knowledge: Knowledge | None = None,
        **options: Unpack[HearingOptions],
    ) -> None:
        how = how_to_hear(settings={"memory": MEMORY}, **options)
        analysis = analysis_with(knowledge, how)
        self._knowledge = knowledge or Knowledge()
        self._parser = how.parser(parser)
        self.heard = 0  # utterances
        self._length = 0  # code points
        self._is_restored = False
        self._hearer = Hearer(profile=how, analysis=analysis, names=self._knowledge.names)

    def hear(
        self, turn: str | Utterance | Iterable[Utterance], *, speaker: str = ""
    ) -> Interpretation:
        """Resolve one turn; the result has the text of the turn as its discourse."""
        require(speaker, str, "A speaker has a name, speaker='Anna'")
        said, before = self._discourse(turn, speaker), self._hearer.names.copy()
        try:
            for word in said.words:
                self._hearer.hear(word)
        except STUMBLED as error:
            if not self._is_restored:
                raise
            raise UsageError(
                f"This session cannot continue: its stored state is damaged ({error!r})."
            ) from error
        self.heard += len(said)
        self._length += len(said.text)
        found = self._hearer.finish()
        heard = (one for e in found.expressions for one in (e, *e.members) if one.entity)
        earlier = before.to_repeat({one.referent for one in heard})
        found = replace(found, discourse=said, earlier=earlier)
        self._hearer.forget()
        corrections = [
            one
            for one in self._knowledge.corrections
            if self.heard - len(said) < one.utterance <= self.heard
            and (one.place or (0, 0))[0] <= self.heard
        ]
        return replace(found, problems=(*said.problems, *unplaced(corrections, found)))

    def __repr__(self) -> str:
        return brief(self, f"{self._hearer.how}: {number_and(self.heard, 'utterance')} heard")

    def fork(self) -> Session:
        """Return an independent session in the same state."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _hearer=self._hearer.copy())
        return other

    __copy__ = fork

    def to_json(self) -> str:
        """Return the state as a text of bounded size, for `from_json`."""
        how = self._hearer.how
        course = Course(how.algorithm, how.name, self._knowledge, self.heard, length=self._length)
        try:
            stored = {"format": FORMAT, "course": states.stored(course), "options": how.settings}
            stored["state"] = states.stored(self._hearer)
            return json.dumps(stored, separators=(",", ":"))
        except (TypeError, ValueError) as error:
            raise UsageError(f"This session cannot be stored: {error}.") from error

    @classmethod
    def from_json(cls, text: str, *, parser: object = "english") -> Session:
        """Return a session in the state of `text`, which may be untrusted."""
        require(text, (str, bytes), "A session is the text that session.to_json() gave")
        try:
            stored = _loaded(text)
            course = states.read(Course, stored["course"])
            how = Profile(name=course.profile, algorithm=course.algorithm)
            how = how.with_options(stored["options"])
            session = cls(
                profile=how, parser=parser, knowledge=course.knowledge, memory=how.analysis.memory
            )
            states.restore(session._hearer, stored["state"])
        except MisstoredError as error:
            raise UsageError(f"This is no session: {error}.") from error
        session.heard, session._length = course.heard, course.length
        session._is_restored = True
        return session

    def _discourse(self, turn: str | Utterance | Iterable[Utterance], speaker: str) -> Discourse:
        """Return a turn as a discourse; raw text continues the paragraph of the last turn."""
        first = self.heard + 1
        if not isinstance(turn, str):
            said = tuple(turn) if isinstance(turn, Iterable) else (turn,)
            for one in said:
                require(one, Utterance, "A turn is a text, an Utterance or several of these")
            numbered = enumerate(said, first)
            turns = (replace(u, number=n, speaker=speaker or u.speaker) for n, u in numbered)
            return Discourse(tuple(turns))
        found = parsers.parsed(turn, self._parser)
        utterances = tuple(
            replace(
                u,
                number=n,
                start=self._length + u.start,
                speaker=speaker or u.speaker,
                begins_paragraph=u.begins_paragraph and (n == 1 or n > first),
            )
            for n, u in enumerate(found.utterances, first)
        )
        return replace(found, utterances=utterances)


@dataclass(frozen=True, slots=True)
class Course:
    """How a session is heard and how far it went, as it is stored."""

    algorithm: str
    profile: str
    knowledge: Knowledge
    heard: int
    length: int

    def __post_init__(self) -> None:
        if min(self.heard, self.length) < 0:
            raise MisstoredError("a number is less than nothing", "course")


def _loaded(text: str | bytes) -> dict[str, Any]:
    """Return the JSON of a session, if its outline is right."""
    spelled = text if isinstance(text, str) else text.decode("utf-8", "replace")
    stored, faults = loaded(spelled, halves=True)
    if faults:
        line, column = Lines(spelled).place(faults[0].offset)
        raise MisstoredError(faults[0].message.partition(";")[0], f"line {line}, column {column}")
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise MisstoredError(f"it is not {FORMAT!r}, {OUTDATED}", "format")
    for name in ("course", "options", "state"):
        if not isinstance(stored.get(name), dict):
            raise MisstoredError("there is no such object", name)
    return stored
