"""Connections that mean no good: a real server, and bytes that no client of good will sends."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from hearer.web.guards.connections import MOST_HEAD
from tests.parsers.parses import needs_model
from tests.web.raw import Program, answer, connected, read, running

pytestmark = needs_model
HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
ALIVE = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /v1/resolve HTTP/1.1\r\n" + HEAD
ANSWERED = b'hearer_requests_total{method="POST",route="/v1/resolve",status="200"} 1.0'
DEEP = b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
MANY = b'{"documents": [' + b'{"x": 1},' * 50_000 + b"1]}"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server with little patience: short clocks, few connections, the studio."""
    log = tmp_path_factory.mktemp("server") / "log"
    with running(log, "--studio", "--most-connections", "50", "--patience", "1") as program:
        yield program
        assert answer(program, ALIVE).startswith(b"HTTP/1.1 200")
        assert "Traceback" not in program.said


def statuses(said: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", said)]


def metrics(program: Program) -> bytes:
    return answer(program, ALIVE.replace(b"/health", b"/metrics"))


def drip(connection: socket.socket, said: bytes) -> None:
    for byte in said:
        connection.sendall(bytes([byte]))
        time.sleep(0.05)


def sized(body: bytes, head: bytes = POST) -> bytes:
    return head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body


# Silence --------------------------------------------------------------------------------------


def test_who_says_nothing_is_not_waited_for(program: Program) -> None:
    with connected(program) as silent, connected(program) as half:
        half.sendall(b"POST /v1/resolve HTTP/1.1\r\nHost: local")
        began = time.monotonic()
        assert read(silent) == b""
        assert read(half) == b""
        assert 0.5 < time.monotonic() - began < 10


def test_a_head_that_drips_is_not_waited_for(program: Program) -> None:
    with connected(program) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        found = b""
        while b"ok" not in found:  # the head and the body may come one after the other
            found += slow.recv(65_536)
        began = time.monotonic()
        with pytest.raises(OSError, match=r"(Broken pipe|reset)"):
            drip(slow, b"GET /health HTTP/1.1\r\nX-Long: " + b"x" * 1_000)
        assert time.monotonic() - began < 10


def test_a_body_that_drips_is_refused(program: Program) -> None:
    with connected(program) as slow:
        slow.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        assert statuses(read(slow)) == [408]


def test_who_does_not_stop_sending_after_a_refusal_is_cut_off(program: Program) -> None:
    with connected(program) as endless:
        endless.sendall(b"POST /v1/resolve HTTP/1.1\r\nHost: evil\r\nContent-Length: 99999\r\n\r\n")
        assert statuses(endless.recv(65_536)) == [421]
        with pytest.raises(OSError, match=r"(Broken pipe|reset)"):
            drip(endless, b"x" * 400)


def test_many_silent_connections_keep_nobody_out(program: Program) -> None:
    silent = [connected(program) for _ in range(300)]
    for one in silent[::2]:
        one.sendall(POST + b"Content-Length: 100\r\n\r\n{")
    try:
        for _ in range(5):
            assert statuses(answer(program, ALIVE)) == [200]
    finally:
        for one in silent:
            one.close()


def test_who_does_not_read_is_cut_off(program: Program) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.connect((program.host, program.port))
        text = b"Anna met a judge. She won. " * 500
        deaf.sendall(sized(b'{"text": "' + text + b'"}'))
        deaf.settimeout(20)
        while b"hearer_in_work 1.0" in metrics(program) or ANSWERED not in metrics(program):
            time.sleep(0.1)
        assert len(read(deaf)) < 2_000_000  # it had more to say


# Bytes of all kinds ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        b"", b"\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", b"GET /\x00 HTTP/1.1\r\n" + HEAD + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
        b"GET /" + b"a" * 2 * MOST_HEAD, b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * MOST_HEAD,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * MOST_HEAD,
        POST + b"Content-Length: -1\r\n\r\n", POST + b"Content-Length: 1e3\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}",
    ],
)  # fmt: skip
def test_what_is_no_http_is_a_bad_request_or_nothing(program: Program, said: bytes) -> None:
    assert set(statuses(answer(program, said))) in (set(), {400}, {408})


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Content-Length: 99999999999999999999\r\n\r\n", 413),
        (sized(b" " * 2_000_001), 413),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n186a0\r\n" + b" " * 100_000 + b"\r\n", 408),
        (sized(b""), 422),
        (sized(b"{"), 400), (sized(b"\xff\xfe"), 400), (sized(b"\x00"), 400),
        (sized(b"null"), 422), (sized(b'"x"'), 422), (sized(b"[]"), 422), (sized(DEEP), 413),
        (sized(b'{"text": ' + b"9" * 100_000 + b"}"), 400), (sized(b'{"text": NaN}'), 422),
        (sized(b'{"text": 1e999}'), 422), (sized(b'{"text": "\\ud800"}'), 200),
        (sized(b'{"text": "\\u0000"}'), 200), (sized(b'{"text": "a", "text": "b"}'), 200),
        (sized(MANY, POST.replace(b"resolve", b"batch")), 413),
        (sized(b'{"text": "' + b"a" * 200_001 + b'"}'), 413),
        (sized(b'{"text": "' + b"a" * 100_000 + b'"}'), 200),
    ],
)  # fmt: skip
def test_a_body_of_any_kind_has_its_answer(program: Program, said: bytes, status: int) -> None:
    found = answer(program, said)
    assert statuses(found) == [status]
    assert b"Traceback" not in found
    assert b"site-packages" not in found
    assert b"/hearer/" not in found


def test_a_second_request_in_one_packet_is_a_request_of_its_own(program: Program) -> None:
    one = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert statuses(answer(program, one * 20 + ALIVE)) == [200] * 21


# Paths ----------------------------------------------------------------------------------------


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
    said = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    found = answer(program, said)
    assert statuses(found)[0] in {200, 307, 400, 404, 405, 414, 422}
    assert b"root:" not in found
    assert b"import " not in found.partition(b"\r\n\r\n")[2] or path == "/?%zz"
    assert str(Path(__file__).parents[2]).encode() not in found
    if statuses(found)[0] == 307:
        assert b"\r\nlocation: http://localhost/" in found
