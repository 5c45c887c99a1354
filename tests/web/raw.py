"""A server as a program of its own, and connections to it that send any bytes.

Program     its address, its process, and what it said
running     one, with arguments of `hearer serve`, killed at the end if it still runs
connected   a connection to it
answer      what it answers to some bytes
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

READY = re.compile(r"http://(\S+?):(\d+)")


@dataclass
class Program:
    process: subprocess.Popen[str]
    log: Path
    host: str
    port: int

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


@contextmanager
def running(log: Path, *arguments: str, **variables: str) -> Iterator[Program]:
    words = [sys.executable, "-m", "hearer", "serve", "--port", "0", *arguments]
    with log.open("w") as file:
        process = subprocess.Popen(words, stderr=file, text=True, env={**os.environ, **variables})
    try:
        while not (found := READY.search(log.read_text(encoding="utf-8"))):
            assert process.poll() is None, log.read_text(encoding="utf-8")
        yield Program(process, log, "127.0.0.1", int(found[2]))
    finally:
        process.kill()
        process.wait()


def connected(program: Program) -> socket.socket:
    return socket.create_connection((program.host, program.port), timeout=20)


def answer(program: Program, *parts: bytes) -> bytes:
    """What is answered until the server closes, which it does soon."""
    with connected(program) as connection:
        for part in parts:
            connection.sendall(part)
        return read(connection)


def read(connection: socket.socket) -> bytes:
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    return found
