"""Sessions in an SQLite file: a turn that was answered is on the disk.

SqliteStore    keeps them
KIND           what tells that a file is such a store

A turn and the state after it are written in one transaction, before anybody hears the answer. So a
server that is killed loses no turn that it answered, and hears none twice: whoever was waiting
sends the turn again, with its number. One process has the file at a time (hearer.writing.database);
were it not so, the number of a turn would be checked in its transaction all the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from threading import Lock

from hearer.errors import InputError
from hearer.web.stores.base import (
    KeptSession,
    KeptTurn,
    NoSession,
    StoreFails,
    StoreFull,
    require_next,
)
from hearer.writing.database import DatabaseKind, open_database

WAIT = 5  # seconds, for another server on the file: it may be about to stop
FULL = frozenset({"SQLITE_FULL"})
# Texts are bytes: half a character, which JSON can have, is no text to SQLite.
TABLES = """
CREATE TABLE session (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    how TEXT NOT NULL,
    created REAL NOT NULL,
    used REAL NOT NULL,
    turns INTEGER NOT NULL,
    state BLOB NOT NULL
);
CREATE INDEX session_used ON session (used);
CREATE TABLE turn (
    session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    text BLOB NOT NULL,
    speaker BLOB NOT NULL,
    said REAL NOT NULL,
    key TEXT NOT NULL,
    answer BLOB NOT NULL,
    UNIQUE (session, number)
);
CREATE UNIQUE INDEX turn_key ON turn (session, key) WHERE key != '';
"""
KIND = DatabaseKind(called="store of sessions", mark=0x68656172, version=1, tables=TABLES)  # "hear"
SESSION = "SELECT id, how, created, used, turns, state FROM session WHERE id = ?"
TURN = (
    "SELECT turn.number, text, speaker, said, key, answer FROM turn "
    "JOIN session ON session.number = turn.session WHERE id = ? AND "
)


class SqliteStore:
    """Keeps sessions in a file."""

    def __init__(self, path: str | PathLike[str], *, wait: float = WAIT) -> None:
        self._lock = Lock()
        self._database = open_database(path, KIND, wait=wait)
        self._count = self._counted(path)

    @property
    def count(self) -> int:
        """How many sessions there are."""
        return self._count

    def begin(self, session: KeptSession) -> bool:
        said = (session.id, session.how, session.created, session.used, session.turns)
        with self._writing() as database:
            made = database.execute(
                "INSERT OR IGNORE INTO session (id, how, created, used, turns, state) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (*said, session.state),
            ).rowcount
        self._count += made
        return bool(made)

    def find(self, session: str) -> KeptSession | None:
        with self._reading() as database:
            row = database.execute(SESSION, (session,)).fetchone()
        return KeptSession(*row) if row else None

    def add(self, session: str, turn: KeptTurn, state: bytes) -> None:
        texts = (_encoded(turn.text), _encoded(turn.speaker))
        with self._writing() as database:
            row = database.execute("SELECT number, turns FROM session WHERE id = ?", (session,))
            number, turns = row.fetchone() or (None, 0)
            if number is None:
                raise NoSession
            require_next(turn, turns)
            database.execute(
                "INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, turn.number, *texts, turn.said, turn.key, turn.answer),
            )
            database.execute(
                "UPDATE session SET turns = ?, used = ?, state = ? WHERE number = ?",
                (turn.number, turn.said, state, number),
            )

    def turns(self, session: str, *, after: int, most: int) -> list[KeptTurn]:
        with self._reading() as database:
            if not database.execute("SELECT 1 FROM session WHERE id = ?", (session,)).fetchone():
                raise NoSession
            rows = database.execute(
                f"{TURN} turn.number > ? ORDER BY turn.number LIMIT ?", (session, after, most)
            ).fetchall()
        return [_turn(row) for row in rows]

    def turn_of(self, session: str, key: str) -> KeptTurn | None:
        with self._reading() as database:
            row = database.execute(f"{TURN} key = ?", (session, key)).fetchone()
        return _turn(row) if row else None

    def end(self, session: str) -> bool:
        with self._writing() as database:
            gone = database.execute("DELETE FROM session WHERE id = ?", (session,)).rowcount
        self._count -= gone
        return bool(gone)

    def forget(self, *, unused_since: float, most: int) -> list[str]:
        with self._reading() as database:
            rows = database.execute(
                "SELECT id FROM session WHERE used < ? ORDER BY used LIMIT ?", (unused_since, most)
            ).fetchall()
        return [session for (session,) in rows if self.end(session)]

    def close(self) -> None:
        """Write all into the file itself, and let others have it."""
        with self._lock:
            self._database.close()

    def _counted(self, path: str | PathLike[str]) -> int:
        """How many there are; a file that was damaged is found out now, at the start."""
        try:
            (count,) = self._database.execute("SELECT count(*) FROM session").fetchone()
        except sqlite3.Error as error:
            self._database.close()
            raise InputError(f"{fspath(path)!r} is damaged: {error}. It stays as it is.") from error
        return int(count)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The database, for this thread alone."""
        with self._lock:
            try:
                yield self._database
            except sqlite3.Error as error:
                raise _failed(error) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The same in a transaction: all of it is on the disk in the end, or nothing."""
        with self._reading() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:  # a full disk may have ended it already
                    database.execute("ROLLBACK")
                raise


def _failed(error: sqlite3.Error) -> StoreFull | StoreFails:
    if getattr(error, "sqlite_errorname", "") in FULL:
        return StoreFull("The disk with the sessions is full: nothing was kept of this.")
    return StoreFails(f"The sessions cannot be read or written at the moment: {error}.")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _turn(row: tuple[int, bytes, bytes, float, str, bytes]) -> KeptTurn:
    number, text, speaker, said, key, answer = row
    return KeptTurn(
        number=number,
        text=text.decode("utf-8", "surrogatepass"),
        speaker=speaker.decode("utf-8", "surrogatepass"),
        said=said,
        key=key,
        answer=answer,
    )
