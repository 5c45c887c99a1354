"""What nobody has named: an answer without a trace of our code, and a line in the log."""

from __future__ import annotations

import logging
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.web.problems import problem
from hearer.web.settings import Settings

LOG = logging.getLogger("hearer.web")
SAID = "Something went wrong here. It is in the server's log under this id."


class Failures:
    """Answers 500 where something fails that has no name; the log has all of it, under an id."""

    def __init__(self, app: ASGIApp, _: Settings) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            name = uuid4().hex[:12]
            LOG.exception("%s %s failed: %s", scope["method"], ascii(scope["path"]), name)
            if begun:  # nothing can be taken back: whoever reads sees that it ends too soon
                raise
            await problem(500, SAID, {"code": "failed", "id": name})(scope, receive, send)
