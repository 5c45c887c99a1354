"""Settings of the server: given by the caller, else by HEARER_* variables, else the defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address

from hearer.algorithms.base import changed
from hearer.errors import UsageError

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ALL_ADDRESSES = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not bound
UNSAFE = (
    "Other machines can reach {host!r}, so the server needs a token: --token-file FILE, or the "
    "variable HEARER_TOKEN. HEARER_NO_TOKEN=true allows access without one."
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A document that the studio shows first."""

    name: str
    content: str
    format: str = ""  # "" for raw text


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Address, access and limits of a server."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0 for any free port
    token: str = ""  # required in every request, unless empty
    no_token: bool = False  # allow other machines to call without a token
    hosts: tuple[str, ...] = ()  # accepted in Host, besides the loopback names
    origins: tuple[str, ...] = ()  # pages of these origins may call (CORS)
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded headers are trusted
    root_path: str = ""  # path prefix that a proxy removes
    store: str = ""  # SQLite file for sessions; "" for memory
    studio: bool = False
    opened: Opened | None = None

    threads: int = 0  # 0 for the number of cores
    queue: int = 64  # requests that wait for a thread
    timeout: float = 60  # seconds of work for one request
    body_timeout: float = 30  # seconds until the body has arrived
    stop_timeout: float = 10  # seconds to finish requests after a signal
    max_connections: int = 1_000
    max_bytes: int = 2_000_000  # of a body
    max_characters: int = 200_000  # of a raw text: ten seconds on one idle core
    max_sockets: int = 100
    max_live_characters: int = 100_000  # received over one socket
    socket_timeout: float = 600  # seconds without a message
    max_sessions: int = 100_000
    max_session_bytes: int = 1_000_000_000  # of all sessions in memory
    max_turns: int = 10_000  # of a session
    max_turn_characters: int = 50_000
    session_hours: float = 24  # until an unused session is deleted
    max_cached_words: int = 100_000  # in cached documents: about 1.3 kB a word

    def __post_init__(self) -> None:
        if self.token and (not self.token.isascii() or len(self.token.split()) != 1):
            raise UsageError("The token has to be one word of ASCII characters.")

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, **given: object
    ) -> Settings:
        """Return settings; a value that is not given, or None, is read from HEARER_<NAME>."""
        environment = os.environ if environment is None else environment
        settings = cls()
        for field in fields(cls):
            text = environment.get(f"HEARER_{field.name.upper()}")
            if text is not None and isinstance(field.default, tuple):
                several = tuple(one.strip() for one in text.split(","))
                settings = replace(settings, **{field.name: several})  # type: ignore[arg-type]
            elif text is not None and field.name != "opened":
                settings = changed(settings, {field.name: text.strip()})
        values = {name: value for name, value in given.items() if value is not None}
        return replace(settings, **values)  # type: ignore[arg-type]

    @property
    def is_public(self) -> bool:
        """True if other machines can reach the server."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() != "localhost"

    @property
    def host_names(self) -> list[str]:
        """All host names that the server answers to."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        bound = () if self.host in ALL_ADDRESSES else (own,)
        return [*LOOPBACK, *bound, *self.hosts]

    def require_safe(self) -> None:
        """Raise UsageError if other machines could call the server without a token."""
        if self.is_public and not (self.token or self.no_token):
            raise UsageError(UNSAFE.format(host=self.host))
