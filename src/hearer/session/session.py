"""A conversation: turn after turn, and the state in between.

Session          hears turns; snapshot, fork, roll back; to_json and from_json between requests
Snapshot         what a session can be rolled back to
StoredSession    a session as it is stored
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Unpack

from hearer import parsers
from hearer.errors import UsageError
from hearer.hearing import Hearer
from hearer.keywords import Options
from hearer.model import Discourse, Interpretation, Utterance
from hearer.model.storing import Json, MisstoredError, codec
from hearer.profiles import Profile, how_to_hear
from hearer.session.informed import analysis_with
from hearer.session.knowledge import Knowledge
from hearer.session.state import dump, restore

FORMAT = "hearer-session-2"
MEMORY = 256  # entities a conversation remembers; a stored state stays small


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a session at some moment."""

    hearer: Hearer
    heard: int
    length: int


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
        self._hearer = Hearer(profile=how, analysis=analysis_with(knowledge, how))

    def hear(
        self, turn: str | Utterance | Iterable[Utterance], *, speaker: str = ""
    ) -> Interpretation:
        """Hear one turn: what was understood of it, with its text as the discourse."""
        said = self._discourse(turn, speaker)
        for word in said.words:
            self._hearer.hear(word)
        self._heard += len(said)
        self._length += len(said.text)
        return replace(self._hearer.hand_over(), discourse=said, problems=said.problems)

    @property
    def heard(self) -> int:
        """How many utterances were heard."""
        return self._heard

    # Going back and sideways ------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The state now, to roll back to."""
        return Snapshot(self._hearer.copy(), self._heard, self._length)

    def roll_back(self, snapshot: Snapshot) -> None:
        """Forget what was heard since `snapshot`; it can be rolled back to again."""
        self._hearer = snapshot.hearer.copy()
        self._heard, self._length = snapshot.heard, snapshot.length

    def fork(self) -> Session:
        """A session in the same state that goes on independently."""
        other = Session.__new__(Session)
        other._knowledge, other._parser = self._knowledge, self._parser
        other.roll_back(self.snapshot())
        return other

    # Between requests -------------------------------------------------------------------------

    def to_json(self) -> str:
        """The whole state as text, of bounded size; `from_json` goes on from there."""
        how = self._hearer.how
        state = {
            "format": FORMAT,
            "algorithm": how.algorithm,
            "profile": how.name,
            "options": how.settings,
            "knowledge": KNOWLEDGE.write(self._knowledge),
            "heard": self._heard,
            "length": self._length,
            "state": dump(self._hearer),
        }
        try:
            return json.dumps(state, separators=(",", ":"))
        except TypeError as error:
            raise UsageError(f"The options of this session cannot be stored: {error}.") from error

    @classmethod
    def from_json(cls, text: str, *, parser: object = "english") -> Session:
        """A session that goes on where `text` was made; text of strangers does no harm."""
        try:
            state = StoredSession.read(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise UsageError(f"This is no session: {error}.") from error
        how = Profile(name=state.profile, algorithm=state.algorithm).with_options(state.options)
        session = cls(
            profile=how, parser=parser, knowledge=state.knowledge, memory=how.analysis.memory
        )
        restore(session._hearer, state.state)
        session._heard, session._length = state.heard, state.length
        return session

    def _discourse(self, turn: str | Utterance | Iterable[Utterance], speaker: str) -> Discourse:
        """The turn as utterances, numbered on from what was heard before."""
        if isinstance(turn, str):
            return self._parsed(turn, speaker)
        given = (turn,) if isinstance(turn, Utterance) else tuple(turn)
        numbered = enumerate(given, start=self._heard + 1)
        return Discourse(
            tuple(replace(u, number=n, speaker=speaker or u.speaker) for n, u in numbered)
        )

    def _parsed(self, text: str, speaker: str) -> Discourse:
        """A turn begins no paragraph: what is said goes on with what was said before."""
        parsed = tuple(parsers.find(self._parser).parse(text)) if text.strip() else ()
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
        before = text[: parsed[0].start] if parsed else text
        return Discourse(utterances, before=before)


KNOWLEDGE = codec(Knowledge)
TEXT, COUNT = codec(str), codec(int)


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session as it is stored, checked field by field."""

    algorithm: str
    profile: str
    options: Mapping[str, str | int | float | bool | None]
    knowledge: Knowledge
    heard: int
    length: int
    state: Json

    @classmethod
    def read(cls, stored: Json) -> StoredSession:
        """What json.loads gave, if it is a session."""
        if not isinstance(stored, dict) or stored.get("format") != FORMAT:
            raise MisstoredError(f"its format is not {FORMAT!r}")
        if missing := [field.name for field in fields(cls) if field.name not in stored]:
            raise MisstoredError(f"{missing[0]!r} is missing")
        options = stored["options"]
        if not isinstance(options, dict) or any(map(_is_nested, options.values())):
            raise MisstoredError("its options are no plain values")
        return cls(
            algorithm=TEXT.read(stored["algorithm"], 0),
            profile=TEXT.read(stored["profile"], 0),
            options=options,
            knowledge=KNOWLEDGE.read(stored["knowledge"], 0),
            heard=COUNT.read(stored["heard"], 0),
            length=COUNT.read(stored["length"], 0),
            state=stored["state"],
        )


def _is_nested(value: Json) -> bool:
    return isinstance(value, (list, dict))
