"""The server, run until somebody stops it.

serve       serve with some settings, and say where when it is ready
bound       a socket at the address that is asked for, or what is wrong with it
near        a free port near another
browse      open a page in the browser of whoever sits here
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from types import FrameType

import uvicorn

from hearer.errors import UsageError
from hearer.web.app import create
from hearer.web.settings import Settings

STUDIO_PORT = 7878
NEAR = 20  # ports that are tried before any is taken
ENDING = (signal.SIGINT, signal.SIGTERM)


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is told the address."""
    with bound(settings.host, settings.port) as listening:
        address = _address(settings.host, listening.getsockname()[1])
        server = AnnouncedServer(_config(settings), lambda: ready(address))
        with _stopping(server):
            server.run([listening])
    if not server.started:
        raise UsageError("The server could not start.")


class AnnouncedServer(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create(settings),
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        ws_max_size=settings.most_bytes,
        limit_concurrency=settings.most_connections,
        timeout_graceful_shutdown=int(settings.stop_seconds),
    )


@contextmanager
def _stopping(server: uvicorn.Server) -> Iterator[None]:
    """Stop for a signal, and be done: uvicorn raises it again when it has stopped."""

    def stop(_: int, __: FrameType | None) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def browse(address: str) -> None:
    """Open a page in the browser, without waiting for it; where there is none, nothing happens."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


# Addresses ---------------------------------------------------------------------------------------


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address; one that is taken is wrong use, and says so."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
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
