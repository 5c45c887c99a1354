"""A real server, and bytes that no ordinary client sends."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from hearer.web.guards import MAX_HEAD
from tests.parsers.parses import needs_model
from tests.web.conftest import Program, running

pytestmark = needs_model
HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
ALIVE = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /v1/resolve HTTP/1.1\r\n" + HEAD
DEEP = b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
MANY = b'{"documents": [' + b'{"x": 1},' * 50_000 + b"1]}"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server with short timeouts and the studio."""
    log = tmp_path_factory.mktemp("server") / "log"
    with running(log, "--studio", body_timeout=1) as program:
        yield program
        assert answer(program, ALIVE).startswith(b"HTTP/1.1 200")
        assert "Traceback" not in program.stderr


def answer(program: Program, *parts: bytes, end: bool = False) -> bytes:
    """Return what is answered until the server closes, or nothing comes for two seconds."""
    found = b""
    with socket.create_connection((program.host, program.port), timeout=2) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            if end:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65_536):
                found += part
        except OSError:  # closed, or silent for two seconds
            pass
    return found


def statuses(found: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", found)]


def sized(body: bytes, head: bytes = POST) -> bytes:
    return head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body


@pytest.mark.parametrize(
    "sent",
    [
        b"", b"\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", b"GET /\x00 HTTP/1.1\r\n" + HEAD + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
        b"GET /" + b"a" * 2 * MAX_HEAD, b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * MAX_HEAD,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * MAX_HEAD,
        POST + b"Content-Length: -1\r\n\r\n", POST + b"Content-Length: 1e3\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}",
    ],
)  # fmt: skip
def test_what_is_not_http_is_a_bad_request_or_nothing(program: Program, sent: bytes) -> None:
    assert set(statuses(answer(program, sent, end=True))) in (set(), {400}, {408})


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Content-Length: 99999999999999999999\r\n\r\n", 413),
        (sized(b" " * 2_000_001), 413),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n186a0\r\n" + b" " * 100_000 + b"\r\n", 408),
        (POST + b"Content-Length: 100\r\n\r\n{", 408),
        (sized(b""), 422),
        (sized(b"{"), 400), (sized(b"\xff\xfe"), 400), (sized(b"\x00"), 400),
        (sized(b"null"), 422), (sized(b'"x"'), 422), (sized(b"[]"), 422), (sized(DEEP), 413),
        (sized(b'{"text": ' + b"9" * 100_000 + b"}"), 400), (sized(b'{"text": NaN}'), 422),
        (sized(b'{"text": 1e999}'), 422), (sized(b'{"text": "\\ud800"}'), 200),
        (sized(b'{"text": "\\u0000"}'), 200), (sized(b'{"text": "a", "text": "b"}'), 200),
        (sized(MANY, POST.replace(b"resolve", b"batch")), 413),
        (sized(b'{"text": "' + b"a" * 200_001 + b'"}'), 413),
        (sized(b'{"text": "' + b"a" * 100_000 + b'"}'), 200),
        (ALIVE.replace(b"Host", b"X: " + b"a" * MAX_HEAD + b"\r\nHost"), 431),
        (ALIVE.replace(b"Host", b"X: y\r\n" * 6_000 + b"Host"), 431),
    ],
)  # fmt: skip
def test_every_body_and_head_has_its_answer(program: Program, sent: bytes, status: int) -> None:
    found = answer(program, sent)
    assert statuses(found) in ([status], [400] if status == 431 else [])  # 400 is that of h11
    assert b"Traceback" not in found
    assert b"site-packages" not in found
    assert b"/hearer/" not in found


def test_requests_in_one_packet_are_answered_one_by_one(program: Program) -> None:
    one = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert statuses(answer(program, one * 20 + ALIVE)) == [200] * 21


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


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd",
        "/static/..%5capp.py", "/static/%00", "/static/index.html%00.js", "/static/%252e%252e/a.py",
        "/static/" + "a" * 5_000, "/static/%ff%fe", "/static/", "/static", "//evil.example/static",
        "/static/....//app.py", "/static/%c0%ae%c0%ae/app.py", "/studio/../v1", "/v1/sessions/%00",
        "/v1/sessions/..%2f..%2fetc", "/v1/sessions/" + "x" * 5_000, "http://evil.example/", "*",
        "/?%zz",
    ],
)  # fmt: skip
def test_no_path_leads_out(program: Program, path: str) -> None:
    sent = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    found = answer(program, sent)
    assert statuses(found)[0] in {200, 307, 400, 404, 405, 414, 422}
    assert b"root:" not in found
    assert b"import " not in found.partition(b"\r\n\r\n")[2] or path == "/?%zz"
    assert str(Path(__file__).parents[2]).encode() not in found
    if statuses(found)[0] == 307:
        assert b"\r\nlocation: http://localhost/" in found
