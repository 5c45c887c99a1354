"""A database that one process keeps for as long as it runs: an SQLite file.

open_database    a connection to a file that is ours, or to a new one
DatabaseKind     what tells that a file is ours: its mark, its version, and what it has when new

Whether a file is ours is seen from its first bytes, before SQLite touches it: what is something
else stays as it is. A new one begins whole or not at all, and only its owner may read it. While a
process keeps it no other can open it; when the process is gone, however it went, another can.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hearer.errors import InputError, OutputError
from hearer.writing.files import NewFiles
from hearer.writing.places import Name, is_dir, is_stream, place_of, told

MAGIC = b"SQLite format 3\0"
HEADER = 100  # bytes: https://www.sqlite.org/fileformat.html, section 1.3
VERSION_AT, MARK_AT = slice(60, 64), slice(68, 72)
ONLY_OWNER = 0o600
LOCKED = "SQLITE_BUSY"
# FULL: what is committed is on the disk before anybody hears of it, even if the power fails.
SETTINGS = ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


@dataclass(frozen=True, slots=True)
class DatabaseKind:
    """What a database is for."""

    called: str  # in messages
    mark: int  # SQLite's application_id
    version: int  # SQLite's user_version
    tables: str  # what makes them


def open_database(name: Name, kind: DatabaseKind, *, wait: float) -> sqlite3.Connection:
    """A connection for any thread, one at a time; transactions begin where somebody says so.

    Another process that has the file is waited for so many seconds: it may be about to stop.
    """
    place = _place(name)
    if not Path(place).exists() or not Path(place).stat().st_size:
        _begin(place, kind)
    _require_ours(os.fspath(name), place, kind)
    connection = sqlite3.connect(place, timeout=wait, isolation_level=None, check_same_thread=False)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("BEGIN IMMEDIATE")  # it can be written to, and nobody else has it
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(os.fspath(name), kind, error) from error
    return connection


def _place(name: Name) -> str:
    if is_stream(name) or is_dir(name):
        raise OutputError(f"{os.fspath(name)!r} is no file, and a database is one.")
    return place_of(name)


def _begin(place: str, kind: DatabaseKind) -> None:
    """Make a new file, with tables and without rows."""
    for left in (f"{place}-wal", f"{place}-journal"):
        if Path(left).exists():  # SQLite would play it into the new file
            raise InputError(
                f"There is {left!r}, but not the database it goes with: bring that back, or "
                "remove what is left of it."
            )
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(kind.tables)
        empty.execute(f"PRAGMA application_id={kind.mark}")
        empty.execute(f"PRAGMA user_version={kind.version}")
        content = empty.serialize()
    with NewFiles(force=Path(place).exists()) as files, files.new(place) as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), ONLY_OWNER)
        file.write(content)


def _require_ours(name: str, place: str, kind: DatabaseKind) -> None:
    with told(name), Path(place).open("rb") as file:
        header = file.read(HEADER)
    mark = int.from_bytes(header[MARK_AT], "big")
    version = int.from_bytes(header[VERSION_AT], "big")
    if not header.startswith(MAGIC) or mark != kind.mark:
        raise InputError(f"{name!r} is no {kind.called}: choose another name. It stays as it is.")
    if version != kind.version:
        raise InputError(
            f"{name!r} is a {kind.called} of version {version}, and this hearer has version "
            f"{kind.version}: use the hearer that made it, or another file. It stays as it is."
        )


def _unusable(name: str, kind: DatabaseKind, error: sqlite3.Error) -> InputError:
    if getattr(error, "sqlite_errorname", "").startswith(LOCKED):
        return InputError(f"Another process keeps its sessions in {name!r}: stop it first.")
    return InputError(f"{name!r} cannot be used as {kind.called}: {error}.")
