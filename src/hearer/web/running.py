"""The server, run until somebody stops it.

serve       serve with some settings, and say where when it is ready
AnnouncedServer
            uvicorn's server, which says when it is ready, and stops for a signal
bound       a socket at the address that is asked for, or what is wrong with it
near        a free port near another
browse      open a page in the browser of whoever sits here

The first signal (SIGTERM, SIGINT) lets what is going on come to its end, for some seconds; the
second ends all at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from types import FrameType
from typing import Any

import uvicorn

from hearer.errors import UsageError
from hearer.web.app import behind_guards, routed
from hearer.web.guards.connections import MOST_HEAD, Patience, connections
from hearer.web.guards.requests import ACCESS
from hearer.web.services import Services
from hearer.web.settings import Settings

STUDIO_PORT = 7878
NEAR = 20  # ports that are tried before any is taken
LAST_WORDS = 2  # seconds in which work that was stopped still gets its answer
KILLED = 128  # and the number of the signal: how shells tell
MOST_OF_A_MESSAGE = 262_144  # bytes, of one that comes through a socket
# How long a thread that works keeps the loop waiting (seconds; Python's own is five times that):
# /health, asked while all threads work, comes in 36 ms and not 84, 99 times of a hundred.
SWITCH = 0.001
LINE = "%(asctime)s %(message)s"
UNSAFE = (
    "Others than this machine reach {host!r}, so requests need a token: --token-file FILE, or the "
    "variable HEARER_TOKEN. If whoever reaches it may call it, say --no-token."
)


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is told the address."""
    if settings.is_open and not (settings.token or settings.no_token):
        raise UsageError(UNSAFE.format(host=settings.host))
    _log(settings)
    sys.setswitchinterval(SWITCH)
    with bound(settings.host, settings.port) as listening:
        address = _address(settings.host, listening.getsockname()[1])
        app = routed(settings)
        config = _config(settings, behind_guards(app))
        server = AnnouncedServer(config, app.state.services, lambda: ready(address))
        server.run([listening])
    if not server.started:
        raise UsageError("The server could not start.")


class AnnouncedServer(uvicorn.Server):
    """A server that says when it is ready, and stops for a signal."""

    def __init__(
        self, config: uvicorn.Config, services: Services, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services, self._ready = services, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """Stop; uvicorn would raise the signal again in the end, and we are done then."""
        if self.should_exit:
            os._exit(KILLED + sig)  # threads that work would be waited for, else
        self.should_exit = True
        self._services.is_ready = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what goes on come to its end, and what takes too long end with an answer."""
        grace = self._services.settings.stop_seconds
        asyncio.get_running_loop().call_later(grace, self._services.workers.stop)
        await super().shutdown(sockets)


def _config(settings: Settings, app: Any) -> uvicorn.Config:
    patience = Patience(settings.patience, settings.most_connections)
    return uvicorn.Config(
        app,
        http=connections(patience),  # type: ignore[arg-type]  # it is only called
        h11_max_incomplete_event_size=MOST_HEAD,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        root_path=settings.root_path,
        ws_max_size=MOST_OF_A_MESSAGE,
        ws_max_queue=8,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=int(settings.stop_seconds) + LAST_WORDS,
    )


def _log(settings: Settings) -> None:
    """Errors go to stderr, and a line for every request if that was asked for."""
    logging.basicConfig(format=LINE, level=logging.ERROR)
    if settings.access_log:
        ACCESS.setLevel(logging.INFO)


def browse(address: str) -> None:
    """Open a page in the browser, without waiting for it; where there is none, nothing happens."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


# Addresses ---------------------------------------------------------------------------------------


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address; one that is taken is wrong use, and says so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio lets small answers go at once (TCP_NODELAY) only where the protocol is said.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        found.close()
        raise UsageError(_unbound(host, port, error)) from error
    return found


def _unbound(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else 0
    if number == EADDRINUSE:
        return f"Port {port} is in use: stop what uses it, or say another, as in --port {port + 1}."
    if number == EACCES:
        return f"Port {port} is not for everybody: say one above 1023, as in --port 8000."
    if number == EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"{host!r} is no address of this machine: 127.0.0.1 is, and 0.0.0.0 is all of them."
    return f"{host!r}, port {port}, cannot be listened at: {error}."


def near(port: int, host: str = "127.0.0.1") -> int:
    """A free port: this one, one of the next, else any."""
    for each in range(port, port + NEAR):
        try:
            bound(host, each).close()
        except UsageError:
            continue
        return each
    return 0


def _address(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"
