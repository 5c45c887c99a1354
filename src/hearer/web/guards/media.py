"""JSON only, and not compressed.

Media      lets bodies through that are plain JSON

A form of a stranger's page can send text, never `application/json` without asking first; and what
is compressed may be a thousand times as long as it looks.
"""

from __future__ import annotations

import re
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hearer.web.guards.refusals import Refusal, refuse

_JSON = re.compile(r'application/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?', re.IGNORECASE)

NOT_JSON = "The body has to be JSON: Content-Type: application/json."
COMPRESSED = "The body must not be compressed."
TWO_LENGTHS = "A body has a length or comes in pieces, not both."


class Media:
    """Lets bodies through that are plain JSON."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self.refusal(scope) if scope["type"] == "http" else None
        if refusal is not None:
            return await refuse(refusal, scope, send)
        return await self.app(scope, receive, send)

    def refusal(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # Two servers in a row may disagree where such a request ends (request smuggling).
            return Refusal(HTTPStatus.BAD_REQUEST, TWO_LENGTHS, code="two-lengths")
        if headers.get("content-encoding", "identity").lower() != "identity":
            return _unsupported(COMPRESSED, "compressed")
        # What has no body is for the router to refuse: there may be no such call at all.
        if _has_body(headers) and not _JSON.fullmatch(headers.get("content-type", "")):
            return _unsupported(NOT_JSON, "no-json")
        return None


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _unsupported(detail: str, code: str) -> Refusal:
    accepted = ((b"accept-post", b"application/json"), (b"accept-encoding", b"identity"))
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    return Refusal(status, detail, code=code, headers=accepted)
