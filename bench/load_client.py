"""A client for `bench.load`: one connection that is kept, and as little work as possible.

Caller    asks, and takes the answer
Answer    what came back, and how long it took
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Self

IDLE = 3.0  # seconds after which a server may have closed a connection that is kept


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how long it took from the first byte of the question."""

    call: str
    status: int
    seconds: float
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found = json.loads(self.body)
        return found if isinstance(found, dict) else {}

    @property
    def again_after(self) -> float:
        return float(self.headers.get("retry-after", "1"))


class Caller:
    """Asks over one connection, and over a new one where that was closed."""

    def __init__(self, address: str) -> None:
        self.host, _, port = address.partition("//")[2].partition(":")
        self.port = int(port)
        self.session = ""
        self._connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._close()

    async def get(self, path: str, call: str) -> Answer:
        return await self._ask(f"GET {path}", b"", call)

    async def post(self, path: str, body: object, call: str) -> Answer:
        return await self._ask(f"POST {path}", json.dumps(body).encode(), call)

    async def _ask(self, what: str, body: bytes, call: str) -> Answer:
        head = f"{what} HTTP/1.1\r\nHost: {self.host}\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        began = perf_counter()
        reader, writer = await self._connected()
        try:
            writer.write(f"{head}\r\n".encode() + body)
            status, headers = await _head(reader)
            said = await _body(reader, headers)
        except BaseException:
            self._close()
            raise
        self._used = perf_counter()
        return Answer(call, status, seconds=self._used - began, headers=headers, body=said)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._connection and perf_counter() - self._used > IDLE:
            self._close()
        if not self._connection:
            self._connection = await asyncio.open_connection(self.host, self.port, limit=2**24)
        return self._connection

    def _close(self) -> None:
        if self._connection:
            self._connection[1].close()
            self._connection = None


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    found = b""
    while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
        found += (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
    return found
