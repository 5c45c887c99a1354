"""The middleware: hosts, origins, tokens, heads and bodies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from hearer.web.guards import MAX_HEAD, SECURITY_HEADERS, Guard, Requests, protected
from hearer.web.settings import Settings
from tests.cases import cases
from tests.web.conftest import handshake, in_process

JSON = {"content-type": "application/json"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the body of the request; accept every socket."""
    if scope["type"] == "websocket":
        return await send({"type": "websocket.accept"})
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    return await send({"type": "http.response.body", "body": body})


def guarded(**settings: Any) -> Any:
    """Return a client of the echo behind all middleware."""
    return in_process(protected(echo, Settings(**settings)))


def is_problem(answer: Any, status: int, code: str) -> bool:
    headers, found = answer.headers, answer.json()
    assert headers["content-type"] == "application/problem+json"
    assert set(found) == {"type", "title", "status", "detail", "code"}
    assert answer.status_code == found["status"]
    return bool((found["status"], found["code"]) == (status, code))


@cases(__file__)
def test_a_request_is_let_through_or_refused(
    settings: dict[str, Any], request_line: str, headers: dict[str, str], body: str, answer: str
) -> None:
    client = guarded(**settings)
    given = {name: value.encode("latin-1") for name, value in headers.items()}
    found = client.request(*request_line.split(), headers=given, content=body.encode())
    if answer == "200":
        assert (found.status_code, found.text) == (200, body)
    else:
        status, code = answer.split()
        assert is_problem(found, int(status), code)
        assert "access-control-allow-origin" not in found.headers
    if found.status_code == 401:
        schemes = [one.split()[0] for one in found.headers.get_list("www-authenticate")]
        assert schemes == ["Bearer", "Basic"]


@cases(__file__)
def test_a_socket_is_accepted_or_refused(
    settings: dict[str, Any], headers: dict[str, str], status: int
) -> None:
    refusal = handshake(guarded(**settings), headers)
    assert (refusal.status_code if refusal else 101) == status


def test_a_page_of_an_allowed_origin_may_call_and_read() -> None:
    client = guarded(origins=("https://teach.example",), token="secret")
    page = {"origin": "https://teach.example"}
    answer = client.post("/v1/x", headers=page | {"authorization": "Bearer secret"})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://teach.example"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers
    asked = page | {"access-control-request-method": "POST"}
    preflight = client.options("/v1/x", headers=asked)
    assert preflight.status_code == 200
    assert "authorization" in preflight.headers["access-control-allow-headers"].lower()
    refused = client.post("/v1/x", headers=page)
    assert is_problem(refused, 401, "token")
    assert refused.headers["access-control-allow-origin"] == "https://teach.example"


def test_a_large_head_is_refused_in_one_packet_too() -> None:
    client = guarded()
    large = {"x-large": "x" * MAX_HEAD}
    many = {f"x-{n}": "x" * 1_000 for n in range(33)}
    for path, headers in (("/v1/x", large), ("/v1/x?" + "x" * MAX_HEAD, {}), ("/v1/x", many)):
        assert is_problem(client.get(path, headers=headers), 431, "head-too-large")
    assert handshake(client, large).status_code == 431
    smaller = {"x-large": "x" * (MAX_HEAD - 1_000)}
    assert client.get("/v1/x", headers=smaller).status_code == 200


def posted(parts: list[bytes], *, pause: float = 0, length: int | None = None) -> list[Message]:
    """Send a body in parts where ten bytes and a tenth of a second are allowed."""
    sent: list[Message] = []
    waiting = [*parts]
    size = (b"content-length", str(length).encode())
    headers = [
        size if length is not None else (b"transfer-encoding", b"chunked"),
        (b"content-type", b"application/json"),
    ]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}

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


def test_a_body_within_its_limits_arrives_and_another_is_refused() -> None:
    assert posted([b"01234", b"", b"56789"])[1]["body"] == b"0123456789"
    assert posted([b"0123456789"], length=10)[1]["body"] == b"0123456789"
    assert posted([b"0123456789", b"x"])[0]["status"] == 413
    assert posted([b"x"], length=11)[0]["status"] == 413
    assert posted([b"x"], length=10**40)[0]["status"] == 413
    assert posted([b"1"] * 9, pause=0.03)[0]["status"] == 408
    assert posted([], length=5) == []  # the client has left


def test_a_body_with_too_many_values_is_refused_and_a_long_text_is_not() -> None:
    client = guarded()
    objects, keys = b"[" + b"{}," * 20_000 + b"1]", b'{"a":"b",' * 20_000
    for many in (objects, keys, b"[" * 30_000, b'""' * 50_000):
        answer = client.post("/v1/x", headers=JSON, content=many)
        assert is_problem(answer, 413, "too-many-values")
    text = b'{"text": "' + b'[a], \\"b\\" {c}, \\n' * 50_000 + b'"}'
    for few in (text, b"[" + b"1," * 19_000 + b"1]"):
        assert client.post("/v1/x", headers=JSON, content=few).content == few


def test_every_answer_has_the_security_headers_and_is_counted() -> None:
    counted: list[tuple[str, str, int]] = []
    app = protected(echo, Settings(), lambda *request: counted.append(request[:3]))
    client = in_process(app)
    answers = [
        client.post("/v1/x?text=private", headers=JSON, content=b"private"),
        client.post("/v1/x", content=b"x"),
        client.get("/v1/x", headers={"host": "evil"}),
    ]
    for answer in answers:
        assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert counted == [("POST", "-", 200), ("POST", "-", 415), ("GET", "-", 400)]


def test_a_request_has_an_id_and_an_answer_may_set_its_own_headers() -> None:
    async def cached(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body"})

    for given, is_kept in (("abc-1.2_3", True), ("", False), ("a b", False), ("x" * 65, False)):
        answer = in_process(Requests(cached)).get("/", headers={"x-request-id": given})
        assert (answer.headers["x-request-id"] == given) == is_kept
        assert answer.headers["x-request-id"]
        assert answer.headers.get_list("cache-control") == ["no-cache"]


def test_an_exception_is_logged_and_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/half":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError("in /home/somebody")

    client = in_process(Requests(broken))
    answer = client.get("/", headers={"x-request-id": "id"})
    assert is_problem(answer, 500, "failed")
    assert "somebody" not in answer.text
    assert "An error in answering id" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    scope = {"type": "http", "method": "GET", "path": "/half", "headers": []}
    with pytest.raises(ZeroDivisionError):  # the server closes the connection
        asyncio.run(Requests(broken)(scope, None, _ignore))  # type: ignore[arg-type]


async def _ignore(message: Message) -> None:
    """Send nothing."""
