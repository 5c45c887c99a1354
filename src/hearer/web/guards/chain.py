"""How an application is put behind all guards, as the settings say.

guarded    the application behind its guards
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp

from hearer.web.guards.answers import Answers
from hearer.web.guards.bodies import Bodies
from hearer.web.guards.headers import BrowserRules
from hearer.web.guards.hosts import Hosts
from hearer.web.guards.media import Media
from hearer.web.guards.origins import Origins
from hearer.web.guards.requests import AnsweredFor, Requests
from hearer.web.guards.token import Token
from hearer.web.settings import Settings


def guarded(
    app: ASGIApp, settings: Settings, *, tell: Callable[[AnsweredFor], None] | None = None
) -> ASGIApp:
    """The application behind its guards, from the inside out; `tell` hears of every request."""
    app = Bodies(app, most_bytes=settings.most_bytes, most_seconds=settings.patience)
    app = Media(app)
    if settings.token:
        app = Token(app, token=settings.token)
    app = Origins(app, allowed=settings.origins)
    app = Hosts(app, allowed=settings.names)
    app = Answers(BrowserRules(app))
    return Requests(app, tell=tell)
