"""Every request has an id and a line in the log; errors are logged, and never shown.

Requests     numbers, measures and logs
AnsweredFor  what the line says: no text, no body, no query

    127.0.0.1 POST /v1/resolve 200 1532 B 41 ms 3f2a9c0d1e5b4a67
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.web.guards.refusals import Refusal, refuse

ACCESS = logging.getLogger("hearer.web.access")
ERRORS = logging.getLogger("hearer.web")

LONGEST_PATH = 80  # of one that is no route of ours
NO_ROUTE = "-"
GONE = 499  # the client went away before it was answered; so nginx calls it
FAILED = "Something went wrong here. The log of the server says more, under the id of the request."
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(slots=True)
class AnsweredFor:
    """A request, and how it was answered."""

    scope: Scope
    id: str
    began: float = field(default_factory=time.perf_counter)
    status: int = 0
    bytes: int = 0

    @property
    def route(self) -> str:
        """The route's own name (/v1/sessions/{id}), so that there are only so many."""
        return str(getattr(self.scope.get("route"), "path", NO_ROUTE))

    @property
    def method(self) -> str:
        return str(self.scope.get("method", "WS"))

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def __str__(self) -> str:
        client = _harmless((self.scope.get("client") or ("-",))[0])  # a proxy may say anything
        path = self.route if self.route != NO_ROUTE else _harmless(self.scope["path"])
        took = f"{self.seconds * 1000:.0f} ms"
        return f"{client} {self.method} {path} {self.status} {self.bytes} B {took} {self.id}"


def _harmless(said: str) -> str:
    """What may be anything, as one short word of a log."""
    return quote(said[:LONGEST_PATH], safe="/:", errors="replace")


class Requests:
    """Numbers, measures and logs requests; `tell` hears of each when it is over."""

    def __init__(self, app: ASGIApp, *, tell: Callable[[AnsweredFor], None] | None = None) -> None:
        self.app = app
        self.tell = tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        asked = AnsweredFor(scope, id=_id_of(scope))
        scope.setdefault("state", {})["request_id"] = asked.id
        try:
            await self._answer(asked, receive, _watched(asked, send))
        finally:
            asked.status = asked.status or GONE
            ACCESS.info("%s", asked)
            if self.tell is not None:
                self.tell(asked)
        return None

    async def _answer(self, asked: AnsweredFor, receive: Receive, send: Send) -> None:
        try:
            await self.app(asked.scope, receive, send)
        except Exception:
            ERRORS.exception("An error in answering %s", asked.id)
            if asked.status:  # half an answer is worse than none: the server closes the connection
                raise
            refusal = Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, FAILED, code="failed")
            await refuse(refusal, asked.scope, send)


def _id_of(scope: Scope) -> str:
    """The id that a proxy or the client gave, if it looks like one; else a new one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else secrets.token_hex(8)


def _watched(asked: AnsweredFor, send: Send) -> Send:
    async def seen(message: Message) -> None:
        if message["type"].endswith("response.start"):
            asked.status = message["status"]
            named = (b"x-request-id", asked.id.encode())
            message = {**message, "headers": [*message.get("headers", ()), named]}
        elif message["type"] == "websocket.accept":
            asked.status = HTTPStatus.SWITCHING_PROTOCOLS.value
        asked.bytes += len(message.get("body", b""))
        await send(message)

    return seen
