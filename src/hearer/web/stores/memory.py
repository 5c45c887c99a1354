"""Sessions in memory: gone with the server, and bounded in bytes.

MemoryStore    keeps them, the one used longest ago first
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from itertools import takewhile
from threading import Lock

from hearer.web.stores.base import KeptSession, KeptTurn, NoSession, StoreFull, require_next

# Python's own for the objects of a session and of a turn, measured.
SESSION_BYTES, TURN_BYTES = 1_200, 500


class MemoryStore:
    """Keeps sessions as bytes, up to `most_bytes` of them."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._bytes = most_bytes, 0
        self._kept: OrderedDict[str, tuple[KeptSession, list[KeptTurn]]] = OrderedDict()
        self._lock = Lock()

    @property
    def count(self) -> int:
        """How many sessions there are."""
        return len(self._kept)

    @property
    def size(self) -> int:
        """About how many bytes all of it takes."""
        return self._bytes

    def begin(self, session: KeptSession) -> bool:
        with self._lock:
            if session.id in self._kept:
                return False
            self._take(_size(session))
            self._kept[session.id] = session, []
        return True

    def find(self, session: str) -> KeptSession | None:
        found = self._kept.get(session)
        return found[0] if found else None

    def add(self, session: str, turn: KeptTurn, state: bytes) -> None:
        with self._lock:
            kept, turns = self._found(session)
            require_next(turn, kept.turns)
            self._take(_size_of(turn) + len(state) - len(kept.state))
            turns.append(turn)
            after = replace(kept, turns=turn.number, used=turn.said, state=state)
            self._kept[session] = after, turns
            self._kept.move_to_end(session)

    def turns(self, session: str, *, after: int, most: int) -> list[KeptTurn]:
        with self._lock:
            return self._found(session)[1][after : after + most]

    def turn_of(self, session: str, key: str) -> KeptTurn | None:
        with self._lock:
            turns = self._found(session)[1]
            return next((turn for turn in reversed(turns) if turn.key == key), None)

    def end(self, session: str) -> bool:
        with self._lock:
            return self._forget(session)

    def forget(self, *, unused_since: float, most: int) -> list[str]:
        with self._lock:
            kept = (one for one, _ in self._kept.values())
            old = takewhile(lambda one: one.used < unused_since, kept)
            gone = [one.id for one, _ in zip(old, range(most), strict=False)]
            return [one for one in gone if self._forget(one)]

    def close(self) -> None:
        """Nothing is open."""

    def _found(self, session: str) -> tuple[KeptSession, list[KeptTurn]]:
        found = self._kept.get(session)
        if found is None:
            raise NoSession
        return found

    def _take(self, size: int) -> None:
        if size > 0 and self._bytes + size > self._most:
            raise StoreFull(
                f"Sessions may have {self._most:,} bytes of memory, and these are taken: end some."
            )
        self._bytes += size

    def _forget(self, session: str) -> bool:
        found = self._kept.pop(session, None)
        if found:
            self._bytes -= _size(found[0]) + sum(map(_size_of, found[1]))
        return found is not None


def _size(session: KeptSession) -> int:
    return SESSION_BYTES + len(session.how) + len(session.state)


def _size_of(turn: KeptTurn) -> int:
    return TURN_BYTES + len(turn.answer) + 4 * len(turn.text) + len(turn.speaker) + len(turn.key)
