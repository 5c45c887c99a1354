"""A conversation, turn after turn, and its state as JSON.

States are derived from the fields of their parts (model/state.py): nothing in the JSON names a
class, nothing is executed, and a value that does not fit its field is refused with its place
before anything is heard.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Unpack

from hearer import parsers
from hearer.errors import UsageError, require
from hearer.formats.decoding import Lines
from hearer.formats.json_values import loaded
from hearer.harmless import brief, number_and
from hearer.hearing import Hearer
from hearer.keywords import Options
from hearer.model import Discourse, Interpretation, Utterance
from hearer.model import state as states
from hearer.model.state import Json, MisstoredError
from hearer.profiles import Profile, how_to_hear
from hearer.session.informed import analysis_with, of_turn
from hearer.session.knowledge import Knowledge

FORMAT = "hearer-session-2"
VERSION = 3  # of the state of a hearer
# What is wrong in itself is refused before; but not all that a stranger writes can be told then.
STUMBLED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
MEMORY = 256  # entities a conversation remembers; a stored state stays small


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a session at some moment."""

    hearer: Hearer
    heard: int
    length: int

    def __repr__(self) -> str:
        return brief(self, f"after {number_and(self.heard, 'utterance')}")


class Session:
    """Keeps what was understood across turns, and who I, you and we are.

    The answers are those of one run over all turns; entities keep their names. What is kept is
    bounded: `memory` entities, and what the algorithm itself remembers.

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
        algorithm: str | None = None,
        profile: Profile | str | None = None,
        parser: object = "english",
        knowledge: Knowledge | None = None,
        **options: Unpack[Options],
    ) -> None:
        how = how_to_hear(algorithm, profile, {"memory": MEMORY, **options})
        self._knowledge = knowledge or Knowledge()
        self._parser = parser
        self._heard = 0  # utterances
        self._length = 0  # code points
        self._is_restored = False
        self._hearer = Hearer(profile=how, analysis=analysis_with(knowledge, how))

    def hear(
        self, turn: str | Utterance | Iterable[Utterance], *, speaker: str = ""
    ) -> Interpretation:
        """Hear one turn: what was understood of it, with its text as the discourse."""
        require(speaker, str, "A speaker has a name, speaker='Anna'")
        said = self._discourse(turn, speaker)
        try:
            for word in said.words:
                self._hearer.hear(word)
        except STUMBLED as error:
            if not self._is_restored:
                raise
            raise UsageError(
                f"This session cannot go on: what it was restored from is damaged ({error!r})."
            ) from error
        self._heard += len(said)
        self._length += len(said.text)
        found = replace(self._hearer.finish(), discourse=said, problems=said.problems)
        found = of_turn(found, self._knowledge, self._hearer)
        self._hearer.forget()
        return found

    @property
    def heard(self) -> int:
        return self._heard

    def __repr__(self) -> str:
        return brief(self, f"{self._hearer.how}: {number_and(self._heard, 'utterance')} heard")

    # Going back and sideways ------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        return Snapshot(self._hearer.copy(), self._heard, self._length)

    def roll_back(self, snapshot: Snapshot) -> None:
        """Forget what was heard since `snapshot`; it can be rolled back to again."""
        require(snapshot, Snapshot, "A session goes back to what session.snapshot() gave")
        self._hearer = snapshot.hearer.copy()
        self._heard, self._length = snapshot.heard, snapshot.length

    def fork(self) -> Session:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.roll_back(self.snapshot())
        return other

    def __copy__(self) -> Session:
        return self.fork()

    # Between requests -------------------------------------------------------------------------

    def to_json(self) -> str:
        """The whole state as text, of bounded size; `from_json` goes on from there."""
        how = self._hearer.how
        course = Course(
            algorithm=how.algorithm,
            profile=how.name,
            knowledge=self._knowledge,
            heard=self._heard,
            length=self._length,
        )
        stored = {
            "format": FORMAT,
            "course": states.stored(course),
            "options": how.settings,
            "state": dump(self._hearer),
        }
        try:
            return json.dumps(stored, separators=(",", ":"))
        except TypeError as error:
            raise UsageError(f"The options of this session cannot be stored: {error}.") from error

    @classmethod
    def from_json(cls, text: str, *, parser: object = "english") -> Session:
        """A session that goes on where `text` was made; text of strangers does no harm."""
        require(text, (str, bytes), "A session is the text that session.to_json() gave")
        try:
            stored = _loaded(text)
            course = states.read(Course, stored["course"])
            _check_places(stored["state"], course)
        except MisstoredError as error:
            raise UsageError(f"This is no session: {error}.") from error
        how = Profile(name=course.profile, algorithm=course.algorithm)
        how = how.with_options(stored["options"])
        session = cls(
            profile=how, parser=parser, knowledge=course.knowledge, memory=how.analysis.memory
        )
        restore(session._hearer, stored["state"])
        session._heard, session._length = course.heard, course.length
        session._is_restored = True
        return session

    def _discourse(self, turn: str | Utterance | Iterable[Utterance], speaker: str) -> Discourse:
        """Return a turn as a discourse; its text begins no paragraph but goes on with the last."""
        if not isinstance(turn, str):
            said = tuple(turn) if isinstance(turn, Iterable) else (turn,)
            for one in said:
                require(one, Utterance, "A turn is a text, an Utterance or several of these")
            numbered = enumerate(said, start=self._heard + 1)
            return Discourse(
                tuple(replace(u, number=n, speaker=speaker or u.speaker) for n, u in numbered)
            )
        if not turn.strip():
            return Discourse((), before=turn)
        parser = parsers.find(self._parser)
        parsed = tuple(parser.parse(turn))
        utterances = tuple(
            replace(
                u,
                number=n,
                start=self._length + u.start,
                speaker=speaker,
                begins_paragraph=u.begins_paragraph and (n == 1 or n > self._heard + 1),
            )
            for n, u in enumerate(parsed, start=self._heard + 1)
        )
        before = turn[: parsed[0].start] if parsed else turn
        return Discourse(utterances, before=before, parser=parsers.signature(parser))


# Stored ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """How a session is heard and how far it went, as it is stored."""

    algorithm: str
    profile: str
    knowledge: Knowledge
    heard: int
    length: int


def _loaded(text: str | bytes) -> dict[str, Any]:
    """Return the JSON of a session, if its outline is right."""
    spelled = text if isinstance(text, str) else text.decode("utf-8", "replace")
    stored, faults = loaded(spelled, halves=True)
    if faults:
        line, column = Lines(spelled).place(faults[0].offset)
        message = faults[0].message.partition(";")[0]
        raise MisstoredError(message, f"line {line}, column {column}")
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise MisstoredError(f"this is not {FORMAT!r}", "format")
    for name in ("course", "options", "state"):
        if not isinstance(stored.get(name), dict):
            raise MisstoredError("there is no such object", name)
    for name, value in stored["options"].items():
        if isinstance(value, (list, dict)):
            raise MisstoredError("this is no plain value", f"options.{name}")
    return stored


def _check_places(state: Json, course: Course) -> None:
    """Refuse negative numbers, and utterances that were not heard yet."""
    for name, number in (("heard", course.heard), ("length", course.length)):
        if number < 0:
            raise MisstoredError(f"{number} is less than nothing", f"course.{name}")
    for place, utterance in _utterances(state, "state"):
        if utterance > course.heard:
            raise MisstoredError(f"{utterance}, and {course.heard} were heard", place)


def _utterances(state: Json, place: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers of utterances in a state, each with its place in the JSON."""
    if isinstance(state, dict):
        if isinstance(number := state.get("utterance"), int):
            yield f"{place}.utterance", number
        for name, value in state.items():
            yield from _utterances(value, f"{place}.{name}")
    elif isinstance(state, list):
        for n, value in enumerate(state):
            if isinstance(value, (list, dict)):
                yield from _utterances(value, f"{place}[{n}]")


def dump(hearer: Hearer) -> dict[str, Json]:
    """What `hearer` needs to go on; what it keeps of the past is not part of it."""
    try:
        return {"version": VERSION, **states.stored(hearer)}
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"The state of {hearer.how.algorithm} cannot be stored: {error}."
        ) from error


def restore(hearer: Hearer, state: Json) -> None:
    """Let a new hearer, made with the same options, go on from `state`."""
    version = state.get("version") if isinstance(state, dict) else None
    if not isinstance(state, dict) or version != VERSION:
        raise UsageError(f"This state has version {version!r}, not {VERSION}.")
    try:
        unnamed = {"names": states.stored(hearer.names)}  # what was stored before had no names
        own = {name: state[name] for name in state if name != "version"}
        states.restore(hearer, {**unnamed, **own})
    except MisstoredError as error:
        raise UsageError(f"This is no state of a session: {error}.") from error
