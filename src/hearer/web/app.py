"""The server as one application: what can be called, behind its guards.

create      an application from settings, behind its guards
routed      the same without them
ROUTERS     what can be called; STUDIO besides, where the studio is served
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.types import ASGIApp

import hearer
from hearer.web.guards.chain import guarded
from hearer.web.problems import SCHEMA, catch
from hearer.web.routes import (
    about,
    batch,
    compare,
    convert,
    film,
    listen,
    manual,
    measures,
    resolve,
    rewrite,
    sessions,
    stream,
    studio,
    trace,
    why,
)
from hearer.web.services import Services
from hearer.web.settings import Settings

ROUTERS: tuple[APIRouter, ...] = (
    resolve.router,
    why.router,
    rewrite.router,
    trace.router,
    compare.router,
    convert.router,
    batch.router,
    stream.router,
    listen.router,
    sessions.router,
    about.router,
    measures.router,
    manual.router,
)
STUDIO: tuple[APIRouter, ...] = (studio.router, film.router)
DESCRIPTION = "Who is meant by each pronoun of a text, and why."


def create(settings: Settings) -> ASGIApp:
    """The application behind its guards; `routed` is the same without them."""
    return behind_guards(routed(settings))


def behind_guards(app: FastAPI) -> ASGIApp:
    """An application behind its guards."""
    services: Services = app.state.services
    return guarded(app, services.settings, tell=services.metrics.answered)


def routed(settings: Settings) -> FastAPI:
    """All that can be called."""
    app = FastAPI(
        title="hearer",
        version=hearer.__version__,
        description=DESCRIPTION,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_called,
    )
    app.state.services = Services.of(settings)
    catch(app)
    for router in (*ROUTERS, *(STUDIO if settings.studio else ())):
        app.include_router(router)
    if settings.studio:
        studio.pages(app)
    _document(app)
    return app


def _called(route: APIRoute) -> str:
    """What a call is called in programs that are made from the OpenAPI: post_why_not."""
    words = re.findall(r"[a-z]+", route.path_format.removeprefix("/v1"))
    return "_".join([*sorted(method.lower() for method in route.methods or ()), *words])


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    services: Services = app.state.services
    await services.begin()
    try:
        yield
    finally:
        services.end()


def _document(app: FastAPI) -> None:
    """Let the OpenAPI have the shape of what is wrong."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
            )
            schema.setdefault("components", {}).setdefault("schemas", {})["Problem"] = SCHEMA
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI has it done
