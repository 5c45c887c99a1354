"""What the middleware lets through, and how it refuses."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

pytest.importorskip("httpx", reason="httpx is not installed")
pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.web.guards import MAX_HEAD, SECURITY_HEADERS, Guard, Requests, protected
from hearer.web.settings import Settings
from tests.web.asgi import HOME, echo, handshake, requested

JSON = {"content-type": "application/json"}
ELSEWHERE = "https://evil.example"
ACCEPTED = [{"type": "websocket.accept"}]


def guarded(**settings: Any) -> ASGIApp:
    return protected(echo, Settings(**settings))


def is_problem(answer: Any, status: int, code: str) -> bool:
    headers, found = answer.headers, answer.json()
    assert headers["content-type"] == "application/problem+json"
    assert set(found) == {"type", "title", "status", "detail", "code"}
    assert answer.status_code == found["status"]
    return bool((found["status"], found["code"]) == (status, code))


# Hosts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1:65535", "[::1]:8000", "ours.example:1"]
)
def test_a_known_host_is_answered(host: str) -> None:
    app = guarded(hosts=("Ours.example",))
    assert requested(app, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "127.0.0.2", "evil:8000",
        "", "localhost/evil", "local host", "@localhost", "a:b", "[::1",
    ],
)  # fmt: skip
def test_another_host_is_refused(host: str) -> None:
    assert is_problem(requested(guarded(), headers={"host": host}), 400, "host")


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_probes_need_neither_host_nor_token(path: str) -> None:
    app = guarded(token="secret")
    assert requested(app, path=path, headers={"host": "10.0.0.7"}).status_code == 200


def test_a_socket_of_another_host_is_refused() -> None:
    assert handshake(guarded(), host="evil.example")[0]["status"] == 400
    assert handshake(guarded()) == ACCEPTED


# Origins --------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://127.0.0.1:9000", "http://localhost"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS"])
def test_a_page_of_another_origin_cannot_cause_work(origin: str, method: str) -> None:
    answer = requested(guarded(), method, headers={"origin": origin})
    assert is_problem(answer, 403, "origin")
    assert "access-control-allow-origin" not in answer.headers


def test_a_page_of_another_origin_cannot_read_nor_open_a_socket() -> None:
    answer = requested(guarded(), headers={"origin": ELSEWHERE})
    assert "access-control-allow-origin" not in answer.headers
    assert handshake(guarded(), origin=ELSEWHERE)[0]["status"] == 403
    assert handshake(guarded(), origin=HOME) == ACCEPTED
    asked = {"origin": ELSEWHERE, "access-control-request-method": "POST"}
    assert is_problem(requested(guarded(), "OPTIONS", headers=asked), 400, "origin")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": HOME}, {}, {"sec-fetch-site": "same-origin"},
        {"origin": "https://ours.example", "host": "ours.example"},
        {"origin": "https://ours.example", "host": "ours.example:443"},
    ],
)  # fmt: skip
def test_our_own_page_and_programs_may_call(headers: dict[str, str]) -> None:
    app = guarded(hosts=("ours.example",))
    assert requested(app, "POST", headers=headers).status_code == 200


def test_a_browser_that_hides_the_origin_is_asked_for_the_site() -> None:
    hidden = requested(guarded(), "POST", headers={"sec-fetch-site": "cross-site"})
    assert is_problem(hidden, 403, "origin")


def test_a_page_of_an_allowed_origin_may_call_and_read() -> None:
    app = guarded(origins=("https://teach.example",), token="secret")
    page = {"origin": "https://teach.example"}
    answer = requested(app, "POST", headers=page | {"authorization": "Bearer secret"})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://teach.example"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers
    preflight = requested(app, "OPTIONS", headers=page | {"access-control-request-method": "POST"})
    assert preflight.status_code == 200
    assert "authorization" in preflight.headers["access-control-allow-headers"].lower()
    refused = requested(app, "POST", headers=page)
    assert is_problem(refused, 401, "token")
    assert refused.headers["access-control-allow-origin"] == "https://teach.example"
    assert is_problem(requested(app, "POST", headers={"origin": ELSEWHERE}), 403, "origin")


# Token ----------------------------------------------------------------------------------------


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"any:{password}".encode()).decode()


@pytest.mark.parametrize("value", ["Bearer secret", "bearer  secret", basic("secret")])
def test_the_right_token_is_accepted(value: str) -> None:
    app = guarded(token="secret")
    assert requested(app, headers={"authorization": value}).status_code == 200
    assert handshake(app, authorization=value) == ACCEPTED


@pytest.mark.parametrize(
    "value",
    [
        "", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer SECRET", "secret",
        "Basic", "Basic !!!", basic(""), basic("other"), "Digest secret", "Bearer \u00e9",
    ],
)  # fmt: skip
def test_a_wrong_token_is_refused(value: str) -> None:
    app = guarded(token="secret")
    answer = requested(app, headers={"authorization": value.encode("latin-1")})
    assert is_problem(answer, 401, "token")
    schemes = [one.split()[0] for one in answer.headers.get_list("www-authenticate")]
    assert schemes == ["Bearer", "Basic"]
    assert handshake(app)[0]["status"] == 401


# Heads and bodies -----------------------------------------------------------------------------


def test_a_large_head_is_refused_in_one_packet_too() -> None:
    app = guarded()
    for large in ({"headers": {"x-large": "x" * MAX_HEAD}}, {"path": "/v1/x?" + "x" * MAX_HEAD}):
        assert is_problem(requested(app, **large), 431, "head-too-large")
    assert handshake(app, x_large="x" * MAX_HEAD)[0]["status"] == 431
    many = {f"x-{n}": "x" * 1_000 for n in range(33)}
    assert is_problem(requested(app, headers=many), 431, "head-too-large")
    assert requested(app, headers={"x-large": "x" * (MAX_HEAD - 1_000)}).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["application/json", "Application/JSON", "application/json; charset=utf-8",
     'application/json;charset="UTF-8"'],
)  # fmt: skip
def test_json_is_let_through(kind: str) -> None:
    answer = requested(guarded(), "POST", headers={"content-type": kind}, content=b"{}")
    assert answer.content == b"{}"


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/jsonp", "text/plain; application/json", "application/json; charset=utf-16"],
)  # fmt: skip
def test_another_media_type_is_refused(kind: str) -> None:
    answer = requested(guarded(), "POST", headers={"content-type": kind}, content=b"{}")
    assert is_problem(answer, 415, "no-json")


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip", "zstd", "x"])
def test_a_compressed_body_is_refused(coding: str) -> None:
    headers = JSON | {"content-encoding": coding}
    answer = requested(guarded(), "POST", headers=headers, content=b"x")
    assert is_problem(answer, 415, "compressed")


def test_a_request_with_two_ends_is_refused() -> None:
    headers = JSON | {"content-length": "2", "transfer-encoding": "chunked"}
    answer = requested(guarded(), "POST", headers=headers, content=b"{}")
    assert is_problem(answer, 400, "two-lengths")


CHUNKED = (b"transfer-encoding", b"chunked")
KIND = (b"content-type", b"application/json")


def posted(parts: list[bytes], *, pause: float = 0, length: int | None = None) -> list[Message]:
    """Send a body in parts where ten bytes and a tenth of a second are allowed."""
    sent: list[Message] = []
    waiting = [*parts]
    size = CHUNKED if length is None else (b"content-length", str(length).encode())
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [size, KIND]}

    async def receive() -> Message:
        await asyncio.sleep(pause)
        if not waiting:
            return {"type": "http.disconnect"}
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    app = Guard(echo, Settings(max_bytes=10, body_timeout=0.1))
    asyncio.run(app(scope, receive, send))
    return sent


def test_a_body_within_its_limits_arrives_whole() -> None:
    assert posted([b"01234", b"", b"56789"])[1]["body"] == b"0123456789"
    assert posted([b"0123456789"], length=10)[1]["body"] == b"0123456789"


def test_a_body_that_is_too_large_or_too_slow_is_refused() -> None:
    assert posted([b"0123456789", b"x"])[0]["status"] == 413
    assert posted([b"x"], length=11)[0]["status"] == 413
    assert posted([b"x"], length=10**40)[0]["status"] == 413
    assert posted([b"1"] * 9, pause=0.03)[0]["status"] == 408
    assert posted([], length=5) == []  # the client has left


def test_a_body_of_too_many_values_is_refused_and_a_long_text_is_not() -> None:
    app = guarded()
    for many in (
        b"[" + b"{}," * 20_000 + b"1]",
        b'{"a":"b",' * 20_000,
        b"[" * 30_000,
        b'""' * 50_000,
    ):
        answer = requested(app, "POST", headers=JSON, content=many)
        assert is_problem(answer, 413, "too-many-values")
    for few in (
        b'{"text": "' + b'[a], \\"b\\" {c}, \\n' * 50_000 + b'"}',
        b"[" + b"1," * 19_000 + b"1]",
    ):
        assert requested(app, "POST", headers=JSON, content=few).content == few


# Every answer ---------------------------------------------------------------------------------


def test_every_answer_has_the_security_headers() -> None:
    app = guarded()
    refused = requested(app, "POST", content=b"x"), requested(app, headers={"host": "evil"})
    for answer in (requested(app), *refused):
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value
    assert [one.status_code for one in refused] == [415, 400]


def test_an_answer_may_set_its_own_cache_control() -> None:
    async def cached(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body"})

    assert requested(Requests(cached)).headers.get_list("cache-control") == ["no-cache"]


@pytest.mark.parametrize(
    ("given", "is_kept"), [("abc-1.2_3", True), ("", False), ("a b", False), ("x" * 65, False)]
)
def test_a_request_has_an_id(given: str, is_kept: bool) -> None:
    answer = requested(Requests(echo), headers={"x-request-id": given})
    assert (answer.headers["x-request-id"] == given) == is_kept
    assert answer.headers["x-request-id"]


def test_every_request_is_counted() -> None:
    counted: list[tuple[str, str, int]] = []
    app = protected(echo, Settings(), lambda *request: counted.append(request[:3]))
    requested(app, "POST", "/v1/x?text=private", headers=JSON, content=b"private")
    requested(app, headers={"host": "evil"})
    assert counted == [("POST", "-", 200), ("GET", "-", 400)]


def test_an_exception_is_logged_and_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError("in /home/somebody")

    answer = requested(Requests(broken), headers={"x-request-id": "id"})
    assert is_problem(answer, 500, "failed")
    assert "somebody" not in answer.text
    assert "An error in answering id" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_half_an_answer_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        requested(Requests(broken))
    assert "An error in answering" in caplog.text
