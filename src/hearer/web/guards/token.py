"""Who may call at all: whoever knows the token.

Token      lets through who knows it, and whoever only asks whether we live

A program says `Authorization: Bearer TOKEN`. A browser has no way to say that for a page, so the
token is taken as the password of HTTP Basic, too, under any name: the browser asks for it, and
sends it with what the page does. Other pages cannot make use of that (origins.py). A program that
opens a socket and cannot say either names it among its subprotocols, as
`hearer.token.TOKEN`, with the token in URL-safe base64.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
from base64 import b64decode, urlsafe_b64decode
from collections.abc import Iterator
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from hearer.web.guards.refusals import Refusal, is_open, refuse

REFUSAL = Refusal(
    HTTPStatus.UNAUTHORIZED,
    "This server wants its token: Authorization: Bearer TOKEN.",
    code="token",
    headers=(
        (b"www-authenticate", b'Bearer realm="hearer"'),
        (b"www-authenticate", b'Basic realm="hearer: any name, the token as password"'),
    ),
)


SUBPROTOCOL = b"hearer.token."


class Token:
    """Lets through who knows the token, and whoever only asks whether we live."""

    def __init__(self, app: ASGIApp, *, token: str) -> None:
        self.app = app
        self.hash = _hash(token.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_open(scope) or self.is_known(scope):
            return await self.app(scope, receive, send)
        return await refuse(REFUSAL, scope, send)

    def is_known(self, scope: Scope) -> bool:
        # Hashes are of one length, so that the time it takes tells nothing of the token.
        return any(hmac.compare_digest(_hash(said), self.hash) for said in _tokens(scope))


def _hash(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


def _tokens(scope: Scope) -> Iterator[bytes]:
    """What stands where the token is to stand."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            yield _token_in(value)
        elif name == b"sec-websocket-protocol" and scope["type"] == "websocket":
            yield from map(_token_named, value.split(b","))


def _token_in(authorization: bytes) -> bytes:
    scheme, _, said = authorization.partition(b" ")
    if scheme.lower() == b"bearer":
        return said.strip()
    if scheme.lower() != b"basic":
        return b""
    try:
        return b64decode(said.strip(), validate=True).partition(b":")[2]
    except binascii.Error:
        return b""


def _token_named(subprotocol: bytes) -> bytes:
    said = subprotocol.strip()
    if not said.startswith(SUBPROTOCOL):
        return b""
    try:
        return urlsafe_b64decode(said.removeprefix(SUBPROTOCOL) + b"==")
    except binascii.Error:
        return b""
