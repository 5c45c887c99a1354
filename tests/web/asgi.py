"""An application that echoes requests, and clients that call it without a network."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOME = "http://127.0.0.1:8000"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the body of the request; accept every socket."""
    if scope["type"] == "websocket":
        return await send({"type": "websocket.accept"})
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    return await send({"type": "http.response.body", "body": body})


def requested(
    app: ASGIApp, method: str = "GET", path: str = "/v1/x", **more: Any
) -> httpx.Response:
    """Return the answer of an application to a request."""

    async def request() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            return await client.request(method, path, **more)

    return asyncio.run(request())


def handshake(app: ASGIApp, **headers: str) -> list[Message]:
    """Return the answer of an application to a client that opens a socket."""
    sent: list[Message] = []
    named = {"host": "127.0.0.1:8000"} | {k.replace("_", "-"): v for k, v in headers.items()}
    scope: Scope = {
        "type": "websocket",
        "path": "/v1/listen",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "extensions": {"websocket.http.response": {}},
    }

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]  # it is a coroutine
    return sent
