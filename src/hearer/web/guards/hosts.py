"""Which names this server answers to (against DNS rebinding).

Hosts      lets through what is asked under a known name
host_name  the name in a Host header, without its port

A page of a stranger can give its own name our address, and is then, to the browser, of one origin
with us. What gives it away is the Host header: it says the stranger's name, not ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from hearer.web.guards.refusals import Refusal, is_open, refuse

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ANY = "*"  # for those who say so: a proxy before us that checks the names itself

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{1,5})?")


def host_name(host: bytes) -> str | None:
    """The name in a Host header; none where there is none in it.

    >>> host_name(b"LocalHost:8000"), host_name(b"[::1]:80"), host_name(b"a/b"), host_name(b"")
    ('localhost', '[::1]', None, None)
    """
    found = _HOST.fullmatch(host.decode("latin-1").lower())
    return found["name"].rstrip(".") if found else None


class Hosts:
    """Lets through what is asked under a known name, and whoever only asks whether we live."""

    def __init__(self, app: ASGIApp, *, allowed: Iterable[str] = ()) -> None:
        self.app = app
        self.allowed = frozenset(name.lower() for name in (*LOOPBACK, *allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None if scope["type"] == "lifespan" else self.refusal(scope)
        if refusal is not None:
            return await refuse(refusal, scope, send)
        return await self.app(scope, receive, send)

    def refusal(self, scope: Scope) -> Refusal | None:
        if ANY in self.allowed or is_open(scope):
            return None
        named = [value for name, value in scope["headers"] if name == b"host"]
        host = host_name(named[0]) if len(named) == 1 else None
        if host is None:
            return Refusal(HTTPStatus.BAD_REQUEST, NO_NAME, code="host")
        if host not in self.allowed:
            return Refusal(HTTPStatus.MISDIRECTED_REQUEST, UNKNOWN, code="host")
        return None


NO_NAME = "A request has one Host header, with a name in it."
UNKNOWN = "This server does not answer to that name; --allow-host NAME lets it."
