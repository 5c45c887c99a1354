"""A conversation: turn after turn, and the state in between.

Session    hears turns; snapshot, fork, roll back; to_json and from_json between requests
Snapshot   what a session can be rolled back to
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Unpack

from hearer import parsers
from hearer.errors import UsageError
from hearer.keywords import Options
from hearer.model import Discourse, Interpretation, Utterance
from hearer.profiles import how_to_hear
from hearer.session.informed import InformedHearer
from hearer.session.knowledge import Correction, Given, Knowledge
from hearer.session.state import dump, restore

FORMAT = "hearer-session-1"
MEMORY = 256  # entities a conversation remembers; a stored state stays small


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a session at some moment."""

    hearer: InformedHearer
    heard: int
    length: int


class Session:
    """Keeps what was understood across turns, and who I, you and we are.

    The answers are those of one run over all turns; entities keep their names. What is kept is
    bounded: `memory` entities, and what the algorithm itself remembers.

    >>> session = Session()
    >>> anna = Utterance.of("I/PRON/nsubj/2 met/VERB/root/0 Brennan/PROPN/obj/2")
    >>> _ = session.hear(anna, speaker="Anna")
    >>> found = session.hear(Utterance.of("She/PRON/nsubj/2 won/VERB/root/0"), speaker="Ben")
    >>> found.resolutions[0].entity
    'BRENNAN'
    """

    def __init__(
        self,
        *,
        algorithm: str | None = None,
        profile: str | None = None,
        parser: object = "english",
        knowledge: Knowledge | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._settings = {"algorithm": algorithm, "profile": profile}
        self._options: dict[str, object] = {"memory": MEMORY, **options}
        self._knowledge = knowledge or Knowledge()
        self._parser = parser
        self._heard = 0  # utterances
        self._length = 0  # code points
        self._hearer = InformedHearer(
            knowledge=self._knowledge, profile=how_to_hear(algorithm, profile, self._options)
        )

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
        other._settings, other._options = self._settings, self._options
        other._knowledge, other._parser = self._knowledge, self._parser
        other.roll_back(self.snapshot())
        return other

    # Between requests -------------------------------------------------------------------------

    def to_json(self) -> str:
        """The whole state as text, of bounded size; `from_json` goes on from there."""
        state = {
            "format": FORMAT,
            **self._settings,
            "options": self._options,
            "knowledge": _told(self._knowledge),
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
        """A session that goes on where `text` was made."""
        try:
            state = json.loads(text)
        except ValueError as error:
            raise UsageError(f"This is no session: {error}.") from error
        if not isinstance(state, dict) or state.get("format") != FORMAT:
            raise UsageError(f"This is no session: its format is not {FORMAT!r}.")
        session = cls(
            algorithm=state["algorithm"],
            profile=state["profile"],
            parser=parser,
            knowledge=_knowledge(state["knowledge"]),
            **state["options"],
        )
        restore(session._hearer, state["state"])
        session._heard, session._length = state["heard"], state["length"]
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


def _told(knowledge: Knowledge) -> dict[str, object]:
    return {
        "pronouns": dict(knowledge.pronouns),
        "given": [asdict(one) for one in knowledge.given],
        "corrections": [asdict(one) for one in knowledge.corrections],
        "name_gender": knowledge.name_gender,
        "speakers": list(knowledge.speakers),
    }


def _knowledge(told: Mapping[str, object]) -> Knowledge:
    values: dict[str, object] = dict(told)
    values["given"] = tuple(Given(**one) for one in values["given"])  # type: ignore[attr-defined]
    values["corrections"] = tuple(Correction(**one) for one in values["corrections"])  # type: ignore[attr-defined]
    values["speakers"] = tuple(values["speakers"])  # type: ignore[arg-type]
    return Knowledge(**values)  # type: ignore[arg-type]
