"""Which other pages may call (CORS), and that no other can (CSRF).

Origins    lets pages of our own through, and those of allowed origins

Without a word all is closed: a page from elsewhere can neither read an answer nor make us work.
What no browser sends (curl, a program) has no Origin, and is not a matter of this guard.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.web.guards.refusals import Refusal, refuse

ANY = "*"
SAFE = frozenset({"GET", "HEAD"})  # nothing happens at these, and nobody else can read the answer
METHODS = "GET, POST, DELETE"
ASKED_WITH = "authorization, content-type, idempotency-key, x-request-id"
SHOWN = "content-disposition, idempotent-replayed, location, retry-after, x-request-id"
AN_HOUR = "3600"
PORTS = {"http": ":80", "https": ":443"}  # which nobody writes
CLOSED = "A page from elsewhere may not call; --allow-origin ORIGIN lets it."
REFUSAL = Refusal(HTTPStatus.FORBIDDEN, CLOSED, code="origin")


class Origins:
    """Lets pages of our own through, and those of allowed origins."""

    def __init__(self, app: ASGIApp, *, allowed: Iterable[str] = ()) -> None:
        self.app = app
        self.allowed = frozenset(origin.lower().rstrip("/") for origin in allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if self.is_allowed(origin):
            return await self._answer(scope, receive, _telling(send, str(origin)))
        if is_foreign(headers) and scope.get("method") not in SAFE:
            return await refuse(REFUSAL, scope, send)
        return await self.app(scope, receive, send)

    def is_allowed(self, origin: str | None) -> bool:
        return origin is not None and (ANY in self.allowed or origin.lower() in self.allowed)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What an allowed page asks, and what its browser asks beforehand."""
        asked = Headers(scope=scope).get("access-control-request-method")
        if scope.get("method") != "OPTIONS" or asked is None:
            return await self.app(scope, receive, send)
        await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
        return await send({"type": "http.response.body"})


PREFLIGHT = [
    (b"access-control-allow-methods", METHODS.encode()),
    (b"access-control-allow-headers", ASKED_WITH.encode()),
    (b"access-control-max-age", AN_HOUR.encode()),
]


def is_foreign(headers: Headers) -> bool:
    """Whether a browser sends this for a page that is not ours."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in {"cross-site", "same-site"}
    # A proxy that speaks TLS for us leaves the scheme behind; the name and port are enough, as the
    # name is one of those we answer to (hosts.py).
    scheme, _, place = origin.lower().partition("://")
    usual = PORTS.get(scheme, "")
    return place.removesuffix(usual) != headers.get("host", "").lower().removesuffix(usual)


def _telling(send: Send, origin: str) -> Send:
    """Sends answers that the page of that origin may read. Never with cookies or passwords."""

    async def told(message: Message) -> None:
        if message["type"].endswith("response.start"):
            headers = MutableHeaders(raw=list(message.get("headers", ())))
            headers["access-control-allow-origin"] = origin
            headers["access-control-expose-headers"] = SHOWN
            headers.add_vary_header("Origin")
            message = {**message, "headers": headers.raw}
        await send(message)

    return told
