"""Long answers are sent piece by piece, so that nobody else waits for them.

Answers    cuts what is long

A server that takes thirty megabytes at once copies them at once, and answers nobody meanwhile. And
a piece is sent when the one before it was taken: whoever does not read is found out at the first.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PIECE = 500_000  # bytes: some milliseconds


class Answers:
    """Cuts what is long."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def cut(message: Message) -> None:
            body = message.get("body") or b""
            if len(body) <= PIECE or message["type"] != "http.response.body":
                return await send(message)
            for at in range(0, len(body), PIECE):
                is_last = at + PIECE >= len(body)
                more = not is_last or message.get("more_body", False)
                await send({**message, "body": body[at : at + PIECE], "more_body": more})
            return None

        await self.app(scope, receive, cut)
