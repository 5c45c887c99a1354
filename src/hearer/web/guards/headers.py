"""What browsers are told to keep to, with every answer.

BrowserRules   adds them to answers that do not say otherwise
CONTENT        where a page of ours may have anything from: from here alone
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
RULES = {
    "cache-control": "no-store",  # what was asked is nobody else's business
    "content-security-policy": CONTENT,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class BrowserRules:
    """Adds the rules to answers that do not say otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"].endswith("response.start"):
                headers = MutableHeaders(raw=list(message.get("headers", ())))
                for name, value in RULES.items():
                    headers.setdefault(name, value)
                message = {**message, "headers": headers.raw}
            await send(message)

        await self.app(scope, receive, told)
