"""What a store is: sessions, and the log of their turns.

Store           keeps them; any thread may call it
KeptSession     a session between two turns
KeptTurn        a turn, as it was said and answered
require_next    that a turn is the next one
NoSession, TurnTaken, StoreFull, StoreFails
                what is answered when something is not as it should be
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from hearer.web.problems import RequestProblem

AGAIN_AFTER = 5  # seconds until a store may work again


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A session between two turns."""

    id: str
    how: str  # JSON: what it was begun with
    created: float  # seconds since 1970, as `used`
    used: float
    turns: int = 0
    state: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A turn, as it was said and answered."""

    number: int
    text: str
    speaker: str
    said: float
    key: str = ""  # the header Idempotency-Key
    answer: bytes = field(default=b"", repr=False)


class Store(Protocol):
    """Keeps sessions. What raises has changed nothing."""

    @property
    def count(self) -> int:
        """How many sessions there are."""
        ...

    def begin(self, session: KeptSession) -> bool:
        """Keep a new session; False, and nothing is changed, if there is one of its id."""
        ...

    def find(self, session: str) -> KeptSession | None: ...

    def add(self, session: str, turn: KeptTurn, state: bytes) -> None:
        """Keep a turn and the state after it, both or neither; it is the next, or is refused."""
        ...

    def turns(self, session: str, *, after: int, most: int) -> list[KeptTurn]:
        """The turns after one, in order, so many at most."""
        ...

    def turn_of(self, session: str, key: str) -> KeptTurn | None:
        """The turn that was sent with this key."""
        ...

    def end(self, session: str) -> bool:
        """Forget a session; False if there is none."""
        ...

    def forget(self, *, unused_since: float, most: int) -> list[str]:
        """Forget sessions that nobody has used since then, so many at most: their ids."""
        ...

    def close(self) -> None: ...


class NoSession(RequestProblem):
    """There is none of this id, or not any more."""

    def __init__(self) -> None:
        said = "There is no such session, or it was not used for too long."
        super().__init__(404, said, code="no-session")


class TurnTaken(RequestProblem):
    """A turn cannot be the next: its number is another one's, or there is a gap before it."""

    def __init__(self, detail: str, *, turns: int) -> None:
        super().__init__(409, detail, code="turn-taken", turns=turns)


class StoreFull(RequestProblem):
    """No more can be kept."""

    def __init__(self, detail: str, *, status: int = 503, code: str = "store-full") -> None:
        super().__init__(status, detail, again_after=AGAIN_AFTER, code=code)


class StoreFails(RequestProblem):
    """The store cannot be read or written at the moment."""

    def __init__(self, detail: str) -> None:
        super().__init__(503, detail, again_after=AGAIN_AFTER, code="store-fails")


def require_next(turn: KeptTurn, turns: int) -> None:
    """Raise unless a turn is the next one: somebody else may have been quicker."""
    if turn.number != turns + 1:
        raise TurnTaken(f"Turn {turn.number} is not the next: {turns} are there.", turns=turns)
