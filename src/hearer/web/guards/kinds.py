"""Only JSON is read: a form of another page cannot send it without asking first (CORS)."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from hearer.web.guards.chain import header
from hearer.web.problems import MEANINGS, problem
from hearer.web.settings import Settings

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
JSON = "application/json"


class Kinds:
    """Answers 415 to whatever body is not JSON."""

    def __init__(self, app: ASGIApp, _: Settings) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in WITH_BODY and not _is_json(scope):
            refused = problem(415, MEANINGS[415], {"code": "no-json"}, {"Accept-Post": JSON})
            await refused(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _is_json(scope: Scope) -> bool:
    kind, _, parameters = header(scope, "content-type").partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    return kind.strip().lower() == JSON and charset in {"", "charset=utf-8"}
