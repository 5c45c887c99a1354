"""What a guard is, and how an application is put behind several.

Guard      from an application and the settings to the application behind the guard
guarded    an application behind several guards
header     of a request; "" if there is none
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.types import ASGIApp, Scope

from hearer.web.settings import Settings

Guard = Callable[[ASGIApp, Settings], ASGIApp]


def guarded(app: ASGIApp, guards: Sequence[Guard], settings: Settings) -> ASGIApp:
    """The application behind the guards, the first of them outermost."""
    for guard in reversed(guards):
        app = guard(app, settings)
    return app


def header(scope: Scope, name: str) -> str:
    """A header of a request; "" if there is none."""
    wanted = name.lower().encode("latin-1")
    found = (value for key, value in scope["headers"] if key == wanted)
    return str(next(found, b"").decode("latin-1"))
