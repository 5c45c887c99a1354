"""Where the server listens, its limits, and what it allows: safe unless somebody says otherwise.

Settings    all of it
Opened      a document that the studio begins with
LOOPBACK    the address that only programs on this machine can reach
MOST_CHARACTERS
            of a raw text, if nobody says otherwise
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address

from hearer.options import changed

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - told apart, not listened at
# About 40,000 words: ten seconds alone on one core, and twice that where all threads are at work.
MOST_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that the studio begins with: read by whoever starts it, never by a request."""

    name: str
    content: str
    format: str = ""  # "": raw text


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs.

    >>> Settings().host, Settings().is_open
    ('127.0.0.1', False)
    """

    host: str = LOOPBACK
    port: int = 8000  # 0 is any that is free
    token: str = ""  # what a request must bear; none has to if this is empty
    origins: tuple[str, ...] = ()  # pages of others that may call it from a browser (CORS)
    no_token: bool = False  # whether it may be open to others without one
    hosts: tuple[str, ...] = ()  # names it is called by besides those of this machine
    store: str = ""  # the file that sessions are kept in; "": in memory
    studio: bool = False  # whether the studio is served, too
    opened: Opened | None = None
    access_log: bool = False  # a line for every request, without anything that was said

    # Limits: docs/server.md says what is answered at each of them.
    most_bytes: int = 2_000_000  # of a body
    most_characters: int = MOST_CHARACTERS  # of a raw text
    seconds: float = 60  # for the work on one request
    threads: int = 2
    queue: int = 64  # requests that wait for a thread
    most_words_kept: int = 100_000  # of documents heard lately, together: 1.3 kB a word
    most_documents: int = 1_000  # in a batch
    most_sessions: int = 100_000  # at a time
    most_session_bytes: int = 1_000_000_000  # of all that are in memory
    session_hours: float = 24  # that a session is kept without being used
    most_turns: int = 10_000  # of a session
    most_turn: int = 50_000  # characters of a turn
    most_streams: int = 100  # that go on at a time
    most_sockets: int = 100  # that are open at a time
    most_live: int = 100_000  # characters that a socket hears
    socket_seconds: float = 600  # that a socket is open without a word
    most_connections: int = 1_000
    patience: float = 30  # seconds until a body is there, or some of an answer is read
    stop_seconds: float = 10  # for what is going on when the server is stopped
    root_path: str = ""  # where a proxy has put the server, as in /hearer
    proxies: tuple[str, ...] = ()  # whose word for who asks (X-Forwarded-For) is taken

    @classmethod
    def from_environment(cls, **given: object) -> Settings:
        """Return settings; a value that is not given, or None, is read from HEARER_<NAME>."""
        values = {name: value for name, value in given.items() if value is not None}
        settings = cls(**values)  # type: ignore[arg-type]
        for field in fields(cls):
            text = os.environ.get(f"HEARER_{field.name.upper()}")
            if text is None or field.name in values or field.name == "opened":
                continue
            if isinstance(field.default, tuple):
                settings = replace(settings, **{field.name: tuple(text.split(","))})  # type: ignore[arg-type]
            else:
                settings = changed(settings, {field.name: text})
        return settings

    @property
    def is_open(self) -> bool:
        """Whether others than this machine can reach it."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() != "localhost"

    @property
    def names(self) -> tuple[str, ...]:
        """What it is called by, besides the names of every loopback."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return self.hosts if self.host in EVERYWHERE else (own, *self.hosts)
