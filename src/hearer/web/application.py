"""The application, and the process that serves it until SIGINT or SIGTERM."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from errno import EADDRINUSE
from importlib.resources import files
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import hearer
from hearer.errors import UsageError
from hearer.web import guards, problems
from hearer.web.routes import about, hear, live, sessions, studio
from hearer.web.services import Services
from hearer.web.settings import Settings

ROUTERS = (hear.router, live.router, sessions.router, about.router)
STUDIO_PORT = 7878
# Seconds until a busy thread yields to the event loop: /health answers within 36 instead of 84 ms.
SWITCH_INTERVAL = 0.001


def create(settings: Settings) -> FastAPI:
    """Return the application without middleware; `guards.protected` adds it."""
    app = FastAPI(
        title="hearer",
        version=hearer.__version__,
        description="Resolve the pronouns of a text, and explain every resolution.",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.services = Services(settings)
    problems.install(app, [route for router in ROUTERS for route in router.routes])
    for router in ROUTERS:
        app.include_router(router)
    if settings.studio:
        app.include_router(studio.router)
        studio.mount_pages(app)
    app.openapi = lambda: _openapi(app, settings)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    services: Services = app.state.services
    await services.start()
    try:
        yield
    finally:
        services.stop()


def _openapi(app: FastAPI, settings: Settings) -> dict[str, Any]:
    """Return the OpenAPI with the schema of our JSON format, of problems, and of the token."""
    if not app.openapi_schema:
        schema = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        components = schema.setdefault("components", {})
        own = {"Problem": problems.ProblemDetails.model_json_schema()}
        components.setdefault("schemas", {}).update(_format_schemas() | own)
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}, *(() if settings.token else ({},))]
        for path in guards.PROBES:
            schema["paths"][path]["get"]["security"] = []
        app.openapi_schema = schema
    return app.openapi_schema


def _format_schemas() -> dict[str, Any]:
    """Return the JSON Schema of the format json, its definitions as components."""
    text = files("hearer.formats").joinpath("interpretation.schema.json").read_text("utf-8")
    text = re.sub(r"#/\$defs/(\w+)", r"#/components/schemas/Interpretation_\1", text)
    schema = json.loads(text)
    parts = {f"Interpretation_{name}": part for name, part in schema.pop("$defs").items()}
    whole = {name: schema[name] for name in schema if name not in {"$schema", "$id"}}
    return {"Interpretation": whole, **parts}


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal; call `ready` with the address when requests are accepted."""
    settings.require_safe()
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.ERROR)
    sys.setswitchinterval(SWITCH_INTERVAL)
    with bound(settings.host, settings.port) as listening:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{listening.getsockname()[1]}"
        app = create(settings)
        services: Services = app.state.services
        config = uvicorn.Config(
            guards.protected(app, settings, services.metrics.count_request),
            http="h11",
            h11_max_incomplete_event_size=guards.MAX_HEAD,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            root_path=settings.root_path.rstrip("/"),
            limit_concurrency=settings.max_connections,
            timeout_graceful_shutdown=int(settings.stop_timeout) + 2,  # to answer cancelled work
            ws_max_size=262_144,
            ws_max_queue=8,
            ws_per_message_deflate=False,
        )
        server = Server(config, services, lambda: ready(address))
        server.run([listening])
    if not server.started:
        raise UsageError("The server could not start.")


class Server(uvicorn.Server):
    """Calls `ready` after the start, and exits with 0 after a signal."""

    def __init__(
        self, config: uvicorn.Config, services: Services, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services, self._ready = services, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop on the first signal; uvicorn would raise the signal again after the shutdown."""
        if self.should_exit:
            os._exit(128 + sig)  # without waiting for threads
        self.should_exit = True
        self._services.is_ready = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Cancel work that is not finished in time, so that its requests are still answered."""
        delay = self._services.settings.stop_timeout
        asyncio.get_running_loop().call_later(delay, self._services.workers.stop)
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address, or raise UsageError with the reason."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only if the protocol is given.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        found.close()
        if getattr(error, "errno", None) == EADDRINUSE:
            message = f"Port {port} is in use: choose another, as in --port {port + 1}."
        else:
            message = f"The server cannot listen at {host!r}, port {port}: {error}."
        raise UsageError(message) from error
    return found


def free_port(port: int) -> int:
    """Return the port if it is free, else 0, which means any free port."""
    try:
        bound("127.0.0.1", port).close()
    except UsageError:
        return 0
    return port
