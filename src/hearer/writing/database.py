"""Open an SQLite file that one process owns while it runs."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from hearer.errors import InputError, OutputError
from hearer.writing.files import Name, NewFiles, is_dir, is_stream, os_errors, place_of

MARK, VERSION = 0x68656172, 2  # "hear": SQLite's application_id and user_version
USE_ANOTHER = "give the name of a new file. This one is not changed."
MAGIC = b"SQLite format 3\0"
VERSION_AT, MARK_AT = slice(60, 64), slice(68, 72)  # https://www.sqlite.org/fileformat.html, 1.3
# With synchronous=FULL a committed transaction survives a power failure.
SETTINGS = ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def open_database(name: Name, called: str, tables: str, *, wait: float) -> sqlite3.Connection:
    """Open a database, or make one. The connection may be used by any thread.

    Wait up to `wait` seconds for another process that has it. A file of another kind is refused
    by its header, before SQLite touches it.
    """
    path = os.fspath(name)
    if is_stream(name) or is_dir(name):
        raise OutputError(f"{path!r} is no file, and a database is one.")
    place = place_of(name)
    if not Path(place).exists() or not Path(place).stat().st_size:
        _create(place, tables)
    with os_errors(path), Path(place).open("rb") as file:
        header = file.read(100)
    mark, version = (int.from_bytes(header[at], "big") for at in (MARK_AT, VERSION_AT))
    found = f"a {called} of version {version}, and this version of hearer reads {VERSION}"
    if not header.startswith(MAGIC) or mark != MARK:
        found = f"no {called}"
    if found.startswith("no") or version != VERSION:
        raise InputError(f"{path!r} is {found}: {USE_ANOTHER}")
    connection = sqlite3.connect(place, timeout=wait, isolation_level=None, check_same_thread=False)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("BEGIN IMMEDIATE")  # fails if another process has the file
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        message = f"{path!r} cannot be used as {called}: {error}."
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            message = f"Another process has {path!r}: stop it first."
        raise InputError(message) from error
    return connection


def _create(place: str, tables: str) -> None:
    """Write a database with empty tables that only its owner can read."""
    for left in (f"{place}-wal", f"{place}-journal"):
        if Path(left).exists():  # SQLite would apply it to the new file
            raise InputError(f"There is {left!r}, but not its database: restore or remove it.")
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(tables)
        empty.execute(f"PRAGMA application_id={MARK}")
        empty.execute(f"PRAGMA user_version={VERSION}")
        content = empty.serialize()
    with NewFiles(force=Path(place).exists()) as files, files.new(place) as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), 0o600)
        file.write(content)
