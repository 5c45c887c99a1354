"""How a request is refused: as a problem of HTTP (RFC 9457), before any route has seen it.

Refusal    status, why, and what else the answer's head says
refuse     sends it; a socket that asked to be opened gets the same answer
is_open    whether a probe asks, without a name and a token
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import Scope, Send

from hearer.web.problems import MEDIA_TYPE, body

OPEN = frozenset({"/health", "/ready"})  # nothing is told but yes or no
Header = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered. `detail` is one whole sentence, and quotes no stranger.

    >>> Refusal(HTTPStatus.UNAUTHORIZED, "A token is needed.", code="token").headers
    ()
    """

    status: HTTPStatus
    detail: str
    code: str
    headers: tuple[Header, ...] = ()


def is_open(scope: Scope) -> bool:
    """Whether whoever looks after the server asks how it does."""
    return str(scope["path"]).removeprefix(scope.get("root_path", "")) in OPEN


async def refuse(refusal: Refusal, scope: Scope, send: Send) -> None:
    """Answer with the refusal. What is left of the body is not waited for: connections.py."""
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", ()):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http.response"
    said = body(refusal.status.value, refusal.detail, {"code": refusal.code})
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(said)).encode()),
        *refusal.headers,
    ]
    start = {"type": f"{kind}.start", "status": refusal.status.value, "headers": headers}
    await send(start)
    await send({"type": f"{kind}.body", "body": said})
