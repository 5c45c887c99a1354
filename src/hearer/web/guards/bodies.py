"""How long a body may be, how long it may take to come, and how much may be in it.

Bodies     reads the whole body, within limits, before the routes see anything of it

So no work begins for a request that is still coming in, and a client that sends a byte a second
holds nothing but its own connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.limits import MOST_DIGITS, number_of
from hearer.web.guards.refusals import Refusal, refuse
from hearer.web.guards.shapes import MOST_VALUES, has_too_many

TOO_MANY = Refusal(
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    f"The body has more than {MOST_VALUES:,} values, the most that are taken.",
    code="too-many-values",
)


class Bodies:
    """Reads the whole body, within limits, before the routes see anything of it."""

    def __init__(self, app: ASGIApp, *, most_bytes: int, most_seconds: float) -> None:
        self.app = app
        self.most_bytes = most_bytes
        self.most_seconds = most_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(scope):
            return await self.app(scope, receive, send)
        found = await self.read(scope, receive)
        if isinstance(found, Refusal):
            return await refuse(found, scope, send)
        if found is None:  # the client has gone
            return None
        return await self.app(scope, _again(found, receive), send)

    async def read(self, scope: Scope, receive: Receive) -> bytes | Refusal | None:
        """The body, or why it is not read; none if the client went away over it."""
        if _announced(scope) > self.most_bytes:
            return self._too_long()
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self.most_seconds):
                async for part in _parts(receive):
                    parts.append(part)
                    if sum(map(len, parts)) > self.most_bytes:
                        return self._too_long()
        except TimeoutError:
            detail = f"The body took longer than {self.most_seconds:g} s."
            return Refusal(HTTPStatus.REQUEST_TIMEOUT, detail, code="too-slow")
        except ConnectionResetError:
            return None
        body = b"".join(parts)
        return TOO_MANY if has_too_many(body) else body

    def _too_long(self) -> Refusal:
        detail = f"The body is longer than {self.most_bytes:,} bytes, the most that is taken."
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return Refusal(status, detail, code="too-large")


def _has_body(scope: Scope) -> bool:
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def _announced(scope: Scope) -> int:
    """How long the body will be, as its head says; h11 lets nothing but digits through."""
    said = Headers(scope=scope).get("content-length", "0")
    number = number_of(said)
    return 10**MOST_DIGITS if number is None else number


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError
        yield message.get("body", b"")
        if not message.get("more_body", False):
            return


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, as if it had just come; then what comes, if anything does."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return waiting.pop() if waiting else await receive()

    return given
