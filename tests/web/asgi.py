"""An application that says what it got, behind guards: asked without a network.

echo       answers every request with its method, path and body
asked      what an application answers to a request
handshake  what it answers to who wants a socket
"""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOME = "http://127.0.0.1:8000"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        return await send({"type": "websocket.accept"})
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    return await send({"type": "http.response.body", "body": body})


def asked(app: ASGIApp, method: str = "GET", path: str = "/v1/x", **more: Any) -> httpx.Response:
    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            return await client.request(method, path, **more)

    return asyncio.run(asking())


def handshake(app: ASGIApp, **headers: str) -> list[Message]:
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
