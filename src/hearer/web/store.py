"""Sessions and their turns in SQLite: in a file that survives the server, or in memory.

A turn and its state are written in one transaction before the answer is sent.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import fspath
from secrets import token_urlsafe
from threading import Lock
from time import time

import hearer
from hearer.errors import InputError, UsageError
from hearer.escape import as_json
from hearer.session.session import Session
from hearer.web.problems import RequestProblem
from hearer.web.settings import Settings
from hearer.writing.database import USE_ANOTHER, open_database
from hearer.writing.files import Name

LOCK_SECONDS = 5  # to wait for another server that is about to close the file
PAGE_BYTES = 4096
MAX_LIVE = 500  # most recently used sessions that are kept in memory, 25 to 50 kB each
SWEEP = 50  # expired sessions deleted when a session begins
TEXTS = ("utf-8", "surrogatepass")  # as blobs: JSON can have half a surrogate pair, SQLite not
TABLES = """
CREATE TABLE session (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, how TEXT NOT NULL,
    created REAL NOT NULL, used REAL NOT NULL, turns INTEGER NOT NULL, state BLOB NOT NULL);
CREATE INDEX session_used ON session (used);
CREATE TABLE turn (session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
    number INTEGER NOT NULL, text BLOB NOT NULL, speaker BLOB NOT NULL, said REAL NOT NULL,
    answer BLOB NOT NULL, UNIQUE (session, number));
"""


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session between two turns; times are seconds since 1970."""

    id: str
    how: str  # its options, as JSON
    created: float
    used: float
    turns: int = 0
    state: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn and its answer."""

    number: int
    text: str
    speaker: str
    said: float
    answer: bytes = b""


class Store:
    """Tables of sessions and turns; thread-safe. A method that raises has changed nothing."""

    def __init__(self, path: Name = "", *, max_bytes: int = 0, wait: float = LOCK_SECONDS) -> None:
        self._lock = Lock()
        if fspath(path):
            database = open_database(path, "store of sessions", TABLES, wait=wait)
        else:
            database = sqlite3.connect(":memory:", check_same_thread=False)
            database.executescript(TABLES + "PRAGMA foreign_keys=ON;")
            if max_bytes:
                database.execute(f"PRAGMA max_page_count={max_bytes // PAGE_BYTES}")
        self._database, database.isolation_level = database, "IMMEDIATE"
        try:
            self.count()
        except RequestProblem as error:
            database.close()
            raise InputError(f"{fspath(path)!r} is damaged: {USE_ANOTHER}") from error

    def count(self) -> int:
        """Return the number of sessions."""
        with self._open() as database:
            return int(database.execute("SELECT count(*) FROM session").fetchone()[0])

    def begin(self, new: StoredSession) -> bool:
        """Insert a new session; return False if the id exists."""
        row = new.id, new.how, new.created, new.used, new.turns, new.state
        query = "INSERT OR IGNORE INTO session VALUES (NULL, ?, ?, ?, ?, ?, ?)"
        with self._open() as database:
            return bool(database.execute(query, row).rowcount)

    def find(self, name: str) -> StoredSession | None:
        query = "SELECT id, how, created, used, turns, state FROM session WHERE id = ?"
        with self._open() as database:
            row = database.execute(query, (name,)).fetchone()
        return StoredSession(*row) if row else None

    def add(self, name: str, turn: StoredTurn, state: bytes) -> None:
        """Insert the next turn and the state after it."""
        texts = turn.text.encode(*TEXTS), turn.speaker.encode(*TEXTS)
        with self._open() as database:
            found = database.execute("SELECT number, turns FROM session WHERE id = ?", (name,))
            number, turns = found.fetchone() or (None, 0)
            if number is None:
                raise no_session()
            if turn.number != turns + 1:  # another request was faster
                raise turn_taken(f"Turn {turn.number} is not the next: {turns} are there.", turns)
            row = number, turn.number, *texts, turn.said, turn.answer
            database.execute("INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?)", row)
            database.execute(
                "UPDATE session SET turns = ?, used = ?, state = ? WHERE number = ?",
                (turn.number, turn.said, state, number),
            )

    def turns(self, name: str, *, after: int, most: int) -> list[StoredTurn]:
        """Return at most `most` turns after a number, in order."""
        query = (
            "SELECT turn.number, text, speaker, said, answer FROM turn "
            "JOIN session ON session.number = turn.session "
            "WHERE id = ? AND turn.number > ? ORDER BY turn.number LIMIT ?"
        )
        with self._open() as database:
            rows = database.execute(query, (name, after, most)).fetchall()
        return [
            StoredTurn(number, text.decode(*TEXTS), speaker.decode(*TEXTS), said, answer=answer)
            for number, text, speaker, said, answer in rows
        ]

    def end(self, name: str) -> bool:
        """Delete a session and its turns; return False if there is none."""
        with self._open() as database:
            return bool(database.execute("DELETE FROM session WHERE id = ?", (name,)).rowcount)

    def delete_unused(self, since: float) -> None:
        """Delete some sessions that were not used since a time, the oldest first."""
        query = (
            "DELETE FROM session WHERE number IN "
            "(SELECT number FROM session WHERE used < ? ORDER BY used LIMIT ?)"
        )
        with self._open() as database:
            database.execute(query, (since, SWEEP))

    def close(self) -> None:
        with self._lock:
            self._database.close()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Give the database to this thread; commit in the end, or roll back."""
        with self._lock:
            try:
                with self._database as database:
                    yield database
            except sqlite3.Error as error:
                is_full = getattr(error, "sqlite_errorname", "") == "SQLITE_FULL"
                detail = f"The sessions cannot be read or written at the moment: {error}."
                code = "store-full" if is_full else "store-fails"
                raise RequestProblem(503, detail, code, retry=5) from error


class Sessions:
    """Begins sessions and lets them hear turns; one thread at a time for each session."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self._settings = store, settings
        self._live: OrderedDict[tuple[str, float, int], Session] = OrderedDict()

    def begin(self, session: Session, how: str, name: str = "") -> tuple[StoredSession, bool]:
        """Store a new session; return it, and False if it exists with the same options."""
        now, most = time(), self._settings.max_sessions
        self.store.delete_unused(now - self._settings.session_hours * 3600)
        stored = self._unexpired(name) if name else None
        if stored is None:
            if self.store.count() >= most:
                detail = f"There are {most:,} sessions already: end some."
                raise RequestProblem(429, detail, "too-many-sessions", retry=5)
            new = StoredSession(name or token_urlsafe(18), how, now, now, state=_packed(session))
            if self.store.begin(new):
                return new, True
            stored = self.find(new.id)
        if stored.how != how:
            detail = "There is a session of this id with other options."
            raise RequestProblem(409, detail, "session-taken")
        return stored, False

    def find(self, name: str) -> StoredSession:
        """Return a session, or raise 404."""
        stored = self._unexpired(name)
        if stored is None:
            raise no_session()
        return stored

    def _unexpired(self, name: str) -> StoredSession | None:
        stored = self.store.find(name)
        if stored is None or time() < self.expires(stored):
            return stored
        self.store.end(name)
        return None

    def expires(self, stored: StoredSession) -> float:
        """Return the time at which a session is deleted, if it is not used."""
        return stored.used + self._settings.session_hours * 3600

    def hear(
        self, name: str, text: str, speaker: str = "", number: int | None = None
    ) -> tuple[bytes, bool]:
        """Return the answer to a turn as JSON, and True if the turn was heard before."""
        stored, most = self.find(name), self._settings.max_turns
        turns, next_number = stored.turns, stored.turns + 1
        if number is not None and number > next_number:
            raise turn_taken(f"Turn {number} cannot be the next: there are {turns}.", turns)
        if number is not None and number < next_number:
            before = next(iter(self.store.turns(name, after=number - 1, most=1)), None)
            if before is None:  # ended by another request
                raise no_session()
            if (before.text, before.speaker) != (text, speaker):
                raise turn_taken(f"Turn {number} has another text or another speaker.", turns)
            return zlib.decompress(before.answer), True
        if turns >= most:
            raise turn_taken(f"A session has {most:,} turns at most: begin another.", turns)
        # Taken out, so that a turn that fails leaves no changed session behind.
        session = self._live.pop((name, stored.created, turns), None) or _restored(stored)
        found = session.hear(text, speaker=speaker)
        rewritten = as_json(str(hearer.rewrite(found)))
        written = hearer.write(found, to="json").removeprefix("{")
        begins = f'{{\n "number": {next_number},\n "rewritten": {rewritten},'
        answer = (begins + written).encode("utf-8", "surrogateescape")
        turn = StoredTurn(next_number, text, speaker, time(), answer=zlib.compress(answer, 1))
        self.store.add(name, turn, _packed(session))
        self._live[name, stored.created, next_number] = session
        if len(self._live) > MAX_LIVE:
            self._live.popitem(last=False)
        return answer, False


def _restored(stored: StoredSession) -> Session:
    try:
        return Session.from_json(zlib.decompress(stored.state).decode())
    except (UsageError, zlib.error) as error:
        detail = f"This session cannot be restored: {error} End it, and begin another."
        raise RequestProblem(503, detail, "store-fails", retry=5) from error


def _packed(session: Session) -> bytes:
    return zlib.compress(session.to_json().encode(), 1)


def no_session() -> RequestProblem:
    """Return the problem of an unknown or expired session."""
    detail = "There is no such session, or it was not used for too long."
    return RequestProblem(404, detail, "no-session")


def turn_taken(detail: str, turns: int) -> RequestProblem:
    """Return the problem of a turn that cannot be the next one."""
    return RequestProblem(409, detail, "turn-taken", turns=turns)
