"""Sessions that hear turns, each turn once however often it is sent.

Conversations    begins sessions, lets them hear turns, and keeps them in a store
SessionLimits    how many, how long
TurnSaid         a turn as it is sent
TurnHeard        what was understood of it

A session is restored from its kept state; those that spoke lately are at hand as they are, for
that costs more than a turn does. Whatever goes wrong with a turn, the session is as it was.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from threading import Lock
from time import time

import hearer
from hearer.errors import UsageError
from hearer.session.session import Session
from hearer.web.problems import RequestProblem
from hearer.web.stores.base import (
    KeptSession,
    KeptTurn,
    NoSession,
    Store,
    StoreFails,
    StoreFull,
    TurnTaken,
)

ID_BYTES = 18  # of chance: nobody guesses 144 bits
SWEEP_SECONDS = 5  # between two looks for what is old
SWEPT = 50  # of those that are forgotten at a time
FASTEST = 1  # of zlib's levels: the next ones are a tenth smaller, and take twice as long


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLimits:
    """How many sessions there may be, and for how long."""

    most: int = 100_000
    most_turns: int = 10_000  # of one session
    hours: float = 24  # that one is kept without being used
    most_live: int = 256  # that are at hand as they are


@dataclass(frozen=True, slots=True)
class TurnSaid:
    """A turn as it is sent; its number or its key tells that it is sent again."""

    text: str
    speaker: str = ""
    number: int | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class TurnHeard:
    """What was understood of a turn, as JSON; `again`: it was heard before."""

    number: int
    answer: bytes
    again: bool = False


class Conversations:
    """Begins sessions and lets them hear turns; any thread may ask, one for each session.

    `tell` hears of what was understood.
    """

    def __init__(
        self,
        store: Store,
        limits: SessionLimits,
        tell: Callable[[Sequence[hearer.Interpretation]], None] | None = None,
    ) -> None:
        self._store, self._limits, self._tell = store, limits, tell
        self._live: OrderedDict[str, tuple[int, Session]] = OrderedDict()
        self._lock = Lock()
        self._swept = 0.0

    @property
    def count(self) -> int:
        """How many sessions there are."""
        return self._store.count

    def begin(self, session: Session, how: str, name: str = "") -> tuple[KeptSession, bool]:
        """Keep a new session: it, and whether it is new; asked for again it is the same."""
        self._sweep()
        if name and (kept := self._unforgotten(name)):
            return _same(kept, how), False
        if self._store.count >= self._limits.most:
            said = f"There are {self._limits.most:,} sessions already: end some."
            raise StoreFull(said, status=429, code="too-many-sessions")
        now = time()
        kept = KeptSession(
            id=name or token_urlsafe(ID_BYTES),
            how=how,
            created=now,
            used=now,
            state=packed(session.to_json().encode()),
        )
        if not self._store.begin(kept):  # somebody else, just now
            return _same(self.find(kept.id), how), False
        return kept, True

    def find(self, name: str) -> KeptSession:
        """A session that is there."""
        kept = self._unforgotten(name)
        if kept is None:
            raise NoSession
        return kept

    def ends(self, kept: KeptSession) -> float:
        """When it is forgotten, unless somebody uses it."""
        return kept.used + self._limits.hours * 3600

    def say(self, name: str, said: TurnSaid) -> TurnHeard:
        """Let a session hear a turn, or say again what it understood."""
        self._sweep()
        kept = self.find(name)
        if again := self._again(kept, said):
            return again
        if kept.turns >= self._limits.most_turns:
            most = f"A session has {self._limits.most_turns:,} turns at most: begin another."
            raise TurnTaken(most, turns=kept.turns)
        session = self._restored(kept)
        number = kept.turns + 1
        found = session.hear(said.text, speaker=said.speaker)
        answer = _numbered(number, found)
        turn = KeptTurn(
            number=number,
            text=said.text,
            speaker=said.speaker,
            said=time(),
            key=said.key,
            answer=packed(answer),
        )
        self._store.add(name, turn, packed(session.to_json().encode()))
        self._keep_live(name, number, session)
        if self._tell:
            self._tell([found])
        return TurnHeard(number, answer)

    def turns(self, name: str, *, after: int, most: int) -> list[KeptTurn]:
        """The log of a session, from some turn on."""
        self.find(name)
        return self._store.turns(name, after=after, most=most)

    def end(self, name: str) -> None:
        """Forget a session and all its turns."""
        with self._lock:
            self._live.pop(name, None)
        if not self._store.end(name):
            raise NoSession

    def close(self) -> None:
        self._store.close()

    # Once ------------------------------------------------------------------------------------

    def _again(self, kept: KeptSession, said: TurnSaid) -> TurnHeard | None:
        """What was understood, if this was heard already; what cannot be the next is refused."""
        before = self._store.turn_of(kept.id, said.key) if said.key else None
        if before is None and said.number is not None:
            if said.number > kept.turns + 1:
                gap = f"Turn {said.number} would leave a gap: {kept.turns} were heard."
                raise TurnTaken(gap, turns=kept.turns)
            before = next(iter(self._store.turns(kept.id, after=said.number - 1, most=1)), None)
        if before is None:
            return None
        is_same = (before.text, before.speaker) == (said.text, said.speaker)
        if not is_same or said.number not in {None, before.number}:
            raise TurnTaken(f"Turn {before.number} was something else.", turns=kept.turns)
        return TurnHeard(before.number, unpacked(before.answer), again=True)

    # At hand ---------------------------------------------------------------------------------

    def _restored(self, kept: KeptSession) -> Session:
        """The session, to hear the next turn; until that is kept it is not at hand."""
        with self._lock:
            turns, session = self._live.pop(kept.id, (0, None))
        if session is not None and turns == kept.turns:
            return session
        try:
            return Session.from_json(unpacked(kept.state).decode())
        except (UsageError, zlib.error) as error:
            raise StoreFails(f"This session cannot go on, as it was kept: {error}") from error

    def _keep_live(self, name: str, turns: int, session: Session) -> None:
        with self._lock:
            self._live[name] = turns, session
            while len(self._live) > self._limits.most_live:
                self._live.popitem(last=False)

    # Old -------------------------------------------------------------------------------------

    def _unforgotten(self, name: str) -> KeptSession | None:
        kept = self._store.find(name)
        if kept is None or time() < self.ends(kept):
            return kept
        self._store.end(name)
        return None

    def _sweep(self) -> None:
        """Forget what nobody has used for long, a few at a time."""
        now = time()
        if 0 <= now - self._swept < SWEEP_SECONDS:
            return
        self._swept = now
        since = now - self._limits.hours * 3600
        for gone in self._store.forget(unused_since=since, most=SWEPT):
            with self._lock:
                self._live.pop(gone, None)


def packed(content: bytes) -> bytes:
    """The same in a quarter of the bytes."""
    return zlib.compress(content, FASTEST)


def unpacked(content: bytes) -> bytes:
    """What was packed."""
    return zlib.decompress(content)


def _same(kept: KeptSession, how: str) -> KeptSession:
    """A session that is there already, if it was begun in the same way."""
    if kept.how != how:
        said = "There is a session of this id, and it was begun otherwise."
        raise RequestProblem(409, said, code="session-taken")
    return kept


def _numbered(number: int, found: hearer.Interpretation) -> bytes:
    """What was understood as hearer writes it, with the number of the turn in front."""
    written = hearer.write(found, to="json").removeprefix("{")
    return f'{{\n "number": {number},{written}'.encode("utf-8", "surrogateescape")
