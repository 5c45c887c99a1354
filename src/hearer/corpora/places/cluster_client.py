"""A Dask client: to a cluster that is started here, to a scheduler, or one that somebody has.

client_for     the client that `on` says; what was opened for it is closed with `opened`
ClusterError   a cluster does not answer, has no workers, or such as hear otherwise than we do
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

from hearer.corpora.places.cluster_here import ClusterHere
from hearer.errors import HearerError, MissingPackage, UsageError
from hearer.harmless import quoted

if TYPE_CHECKING:
    from distributed import Client

HERE = "dask"
SCHEMES = ("tcp://", "tls://")
ANSWER = 5.0  # seconds that a scheduler has to answer


class ClusterError(HearerError):
    """A cluster does not answer, has no workers, or such as hear otherwise than we do."""


def client_for(on: object, workers: int, memory: int | None, opened: ExitStack) -> Client:
    """The client that `on` says: "dask", "tcp://host:8786", "tls://host:8786" or a Client."""
    if not _is_installed():
        raise MissingPackage("distributed", "A Dask cluster")
    here = None
    if on == HERE:  # while it starts, we import what we need ourselves
        here = ClusterHere(workers, memory=memory)
        opened.callback(here.close)
    from distributed import Client

    if here:
        return _connected(here.address, opened)
    if isinstance(on, Client):
        return _that_waits(on)
    address = str(on)
    if not address.startswith(SCHEMES):
        raise UsageError(
            f"A corpus is heard on 'dask' or on a scheduler ('tcp://host:8786'), "
            f"not on {quoted(address)}."
        )
    return _connected(address, opened)


def _is_installed() -> bool:
    try:
        return find_spec("distributed") is not None
    except ImportError:
        return False


def _that_waits(client: Client) -> Client:
    if client.asynchronous:
        raise UsageError("A corpus is heard on a Client that is not asynchronous.")
    return client


def _connected(address: str, opened: ExitStack) -> Client:
    from distributed import Client
    from distributed.utils import silence_logging_cmgr

    opened.enter_context(silence_logging_cmgr(logging.CRITICAL))
    try:
        _ask(address)
        client = Client(address, timeout=ANSWER, set_as_default=False, name="hearer")
    except MemoryError as error:  # the first bytes, read as a length
        raise ClusterError(f"What answers at {address} is no Dask scheduler.") from error
    except Exception as error:
        why = str(error).partition("\n")[0] or type(error).__name__
        raise ClusterError(f"No Dask scheduler answers at {address}: {why}") from error
    opened.callback(client.close)
    return client


def _ask(address: str) -> None:
    """Ask a scheduler who it is. A client that cannot connect is not easily got rid of."""
    from distributed.core import rpc
    from distributed.security import Security

    async def asked() -> None:
        arguments = Security().get_connection_args("client")
        async with rpc(address, timeout=ANSWER, connection_args=arguments) as scheduler:
            await asyncio.wait_for(scheduler.identity(), ANSWER)

    with ThreadPoolExecutor(1) as thread:  # a notebook has a loop at work in its own thread
        thread.submit(asyncio.run, asked()).result()
