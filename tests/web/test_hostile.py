"""Bytes that no ordinary client sends, to a server in a process of its own."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from tests.cases import cases
from tests.parsers.parses import needs_model
from tests.web.conftest import Program, expanded, running

pytestmark = needs_model
ALIVE = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def answer(program: Program, *parts: bytes, end: bool = False) -> bytes:
    """Return the answer until the server closes, or is silent for five seconds."""
    found = b""
    with socket.create_connection((program.host, program.port), timeout=5) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            if end:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65_536):
                found += part
        except OSError:  # closed, or silent
            pass
    return found


def statuses(found: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", found)]


def request(text: str) -> bytes:
    """Return the bytes of a request in the table; POST and SIZED stand for heads."""
    sent = expanded(text).encode("latin-1", "backslashreplace").decode("unicode_escape")
    head = "POST /v1/resolve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += "Content-Type: application/json\r\n"
    if sent.startswith("SIZED "):
        body = sent.removeprefix("SIZED ")
        sent = f"POST Content-Length: {len(body)}\r\n\r\n{body}"
    return sent.replace("POST ", head, 1).encode("latin-1")


@cases(__file__)
def test_invalid_http_is_a_bad_request_or_closed(program: Program, sent: str) -> None:
    assert set(statuses(answer(program, request(sent), end=True))) in (set(), {400}, {408})


@cases(__file__)
def test_every_body_and_head_has_its_status(program: Program, sent: str, status: int) -> None:
    found = answer(program, request(sent))
    # h11 answers 400; a server that closes before it has read everything may reset its answer.
    assert statuses(found) in ([status], {431: [400], 413: []}.get(status))
    assert b"Traceback" not in found
    assert b"site-packages" not in found
    assert b"/hearer/" not in found


def test_requests_in_one_packet_are_answered_one_by_one(program: Program) -> None:
    one = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    found = answer(program, one * 20 + ALIVE)
    assert statuses(found) == [200] * 21
    assert b"\r\nserver:" not in found


def test_more_connections_than_allowed_are_refused(tmp_path: Path) -> None:
    with running(tmp_path / "log", max_connections=3) as program:
        silent = [socket.create_connection((program.host, program.port)) for _ in range(3)]
        assert statuses(answer(program, ALIVE)) == [503]
        for one in silent:
            one.close()
        for _ in range(50):
            if statuses(answer(program, ALIVE)) == [200]:
                return
    pytest.fail("The connections that were closed still count.")


@cases(__file__)
def test_no_path_leaves_the_folder_of_static_files(program: Program, path: str) -> None:
    line = f"GET {expanded(path)} HTTP/1.1"
    found = answer(program, f"{line}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert statuses(found)[0] in {200, 307, 400, 404, 405, 414, 422}
    assert b"root:" not in found
    assert b"import " not in found.partition(b"\r\n\r\n")[2] or path == "/?%zz"
    assert str(Path(__file__).parents[2]).encode() not in found
    if statuses(found)[0] == 307:
        assert b"\r\nlocation: http://localhost/" in found
