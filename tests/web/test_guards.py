"""What the guards let through, and how they refuse."""

from __future__ import annotations

import asyncio
import base64
import logging

import pytest

pytest.importorskip("httpx", reason="httpx is not installed")
pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from starlette.types import Message, Receive, Scope, Send

from hearer.web.guards.bodies import Bodies
from hearer.web.guards.chain import guarded
from hearer.web.guards.headers import RULES, BrowserRules
from hearer.web.guards.hosts import Hosts
from hearer.web.guards.media import Media
from hearer.web.guards.origins import Origins
from hearer.web.guards.requests import AnsweredFor, Requests
from hearer.web.guards.token import Token
from hearer.web.settings import Settings
from tests.web.asgi import HOME, asked, echo, handshake

JSON = {"content-type": "application/json"}
ELSEWHERE = "https://evil.example"


def is_problem(answer: object, status: int, code: str) -> bool:
    headers, told = answer.headers, answer.json()  # type: ignore[attr-defined]
    assert headers["content-type"] == "application/problem+json"
    assert set(told) == {"type", "title", "status", "detail", "code"}
    return bool((told["status"], told["code"]) == (status, code))


# Hosts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1:65535", "[::1]:8000", "ours.example:1"]
)
def test_a_known_name_is_answered(host: str) -> None:
    assert asked(Hosts(echo, allowed=["Ours.example"]), headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "127.0.0.2", "evil:8000"],
)
def test_another_name_is_not(host: str) -> None:
    assert is_problem(asked(Hosts(echo), headers={"host": host}), 421, "host")


@pytest.mark.parametrize("host", ["", "localhost/evil", "local host", "@localhost", "a:b", "[::1"])
def test_what_is_no_name_is_wrong(host: str) -> None:
    assert is_problem(asked(Hosts(echo), headers={"host": host}), 400, "host")


def test_two_names_are_one_too_many() -> None:
    two = [("host", "localhost"), ("host", "evil.example")]
    assert is_problem(asked(Hosts(echo), headers=two), 400, "host")


@pytest.mark.parametrize("path", ["/health", "/ready"])
def test_probes_need_neither_name_nor_token(path: str) -> None:
    app = Token(Hosts(echo), token="secret")
    assert asked(app, path=path, headers={"host": "10.0.0.7"}).status_code == 200


def test_a_socket_under_another_name_is_refused() -> None:
    assert handshake(Hosts(echo), host="evil.example")[0]["status"] == 421
    assert handshake(Hosts(echo)) == [{"type": "websocket.accept"}]


# Origins --------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://127.0.0.1:9000", "http://localhost"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS"])
def test_a_page_from_elsewhere_cannot_make_us_work(origin: str, method: str) -> None:
    answer = asked(Origins(echo), method, headers={"origin": origin})
    assert is_problem(answer, 403, "origin")
    assert "access-control-allow-origin" not in answer.headers


def test_a_page_from_elsewhere_cannot_open_a_socket() -> None:
    assert handshake(Origins(echo), origin=ELSEWHERE)[0]["status"] == 403
    assert handshake(Origins(echo), origin=HOME) == [{"type": "websocket.accept"}]


def test_a_page_from_elsewhere_can_read_nothing() -> None:
    answer = asked(Origins(echo), headers={"origin": ELSEWHERE})
    assert "access-control-allow-origin" not in answer.headers


def test_our_own_page_and_programs_can() -> None:
    assert asked(Origins(echo), "POST", headers={"origin": HOME}).status_code == 200
    assert asked(Origins(echo), "POST").status_code == 200


@pytest.mark.parametrize("host", ["ours.example", "ours.example:443"])
def test_our_own_page_behind_tls_can(host: str) -> None:
    told = {"origin": "https://ours.example", "host": host}
    assert asked(Origins(echo), "POST", headers=told).status_code == 200


def test_a_browser_that_hides_the_origin_is_asked_where_the_page_is() -> None:
    hidden = asked(Origins(echo), "POST", headers={"sec-fetch-site": "cross-site"})
    assert is_problem(hidden, 403, "origin")
    ours = asked(Origins(echo), "POST", headers={"sec-fetch-site": "same-origin"})
    assert ours.status_code == 200


def test_an_allowed_page_can_call_and_read() -> None:
    app = Origins(echo, allowed=["https://teach.example/"])
    told = {"origin": "https://teach.example"}
    answer = asked(app, "POST", headers=told)
    assert answer.headers["access-control-allow-origin"] == "https://teach.example"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers
    before = asked(app, "OPTIONS", headers=told | {"access-control-request-method": "POST"})
    assert before.status_code == 204
    assert "content-type" in before.headers["access-control-allow-headers"]
    assert is_problem(asked(app, "POST", headers={"origin": ELSEWHERE}), 403, "origin")


# Token ----------------------------------------------------------------------------------------


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"any:{password}".encode()).decode()


@pytest.mark.parametrize("said", ["Bearer secret", "bearer  secret", basic("secret")])
def test_who_knows_the_token_is_answered(said: str) -> None:
    answer = asked(Token(echo, token="secret"), headers={"authorization": said})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        "", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer SECRET", "secret",
        "Basic", "Basic !!!", basic(""), basic("other"), "Digest secret", "Bearer \u00e9",
    ],
)  # fmt: skip
def test_who_does_not_know_it_is_not(said: str) -> None:
    answer = asked(Token(echo, token="secret"), headers={"authorization": said.encode("latin-1")})
    assert is_problem(answer, 401, "token")
    assert answer.headers.get_list("www-authenticate")[0] == 'Bearer realm="hearer"'


def test_a_socket_needs_the_token_and_may_name_it_as_a_subprotocol() -> None:
    app = Token(echo, token="a/secret?")
    named = base64.urlsafe_b64encode(b"a/secret?").decode().rstrip("=")
    accepted = [{"type": "websocket.accept"}]
    assert handshake(app, sec_websocket_protocol=f"hearer, hearer.token.{named}") == accepted
    assert handshake(app, authorization="Bearer a/secret?") == accepted
    for wrong in ("hearer", "hearer.token.", "hearer.token.x", "hearer.token.c2VjcmV0"):
        assert handshake(app, sec_websocket_protocol=wrong)[0]["status"] == 401
    told = {"sec-websocket-protocol": f"hearer.token.{named}"}
    assert asked(app, headers=told).status_code == 401  # of a socket only


# Media ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    ["application/json", "Application/JSON", "application/json; charset=utf-8",
     'application/json;charset="UTF-8"'],
)  # fmt: skip
def test_json_is_let_through(kind: str) -> None:
    answer = asked(Media(echo), "POST", headers={"content-type": kind}, content=b"{}")
    assert answer.content == b"{}"


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/jsonp", "text/plain; application/json", "application/json; charset=utf-16"],
)  # fmt: skip
def test_nothing_else_is(kind: str) -> None:
    answer = asked(Media(echo), "POST", headers={"content-type": kind}, content=b"{}")
    assert is_problem(answer, 415, "no-json")


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip", "zstd", "x"])
def test_what_is_compressed_is_refused(coding: str) -> None:
    told = JSON | {"content-encoding": coding}
    assert is_problem(asked(Media(echo), "POST", headers=told, content=b"x"), 415, "compressed")


def test_a_request_with_two_ends_is_refused() -> None:
    told = JSON | {"content-length": "2", "transfer-encoding": "chunked"}
    assert is_problem(asked(Media(echo), "POST", headers=told, content=b"{}"), 400, "two-lengths")


# Bodies ---------------------------------------------------------------------------------------


def posted(parts: list[bytes], *, pause: float = 0, length: int | None = None) -> list[Message]:
    """What ten bytes a tenth of a second let through."""
    sent: list[Message] = []
    waiting = [*parts]
    size = [] if length is None else [(b"content-length", str(length).encode())]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": size or [CHUNKED]}

    async def receive() -> Message:
        await asyncio.sleep(pause)
        if not waiting:
            return {"type": "http.disconnect"}
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(Bodies(echo, most_bytes=10, most_seconds=0.1)(scope, receive, send))
    return sent


CHUNKED = (b"transfer-encoding", b"chunked")


def test_a_body_within_its_limits_arrives_whole() -> None:
    assert posted([b"01234", b"", b"56789"])[1]["body"] == b"0123456789"
    assert posted([b"0123456789"], length=10)[1]["body"] == b"0123456789"


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not() -> None:
    assert posted([b"0123456789", b"x"])[0]["status"] == 413
    assert posted([b"x"], length=11)[0]["status"] == 413
    assert posted([b"x"], length=10**40)[0]["status"] == 413


def test_a_body_of_too_many_values_is_refused_and_a_long_text_is_not() -> None:
    app = Bodies(echo, most_bytes=2_000_000, most_seconds=60)
    for many in (
        b"[" + b"{}," * 20_000 + b"1]",
        b'{"a":"b",' * 20_000,
        b"[" * 30_000,
        b'""' * 50_000,
    ):
        answer = asked(app, "POST", headers=JSON, content=many)
        assert is_problem(answer, 413, "too-many-values")
    for few in (
        b'{"text": "' + b'[a], \\"b\\" {c}, \\n' * 50_000 + b'"}',
        b"[" + b"1," * 19_000 + b"1]",
    ):
        assert asked(app, "POST", headers=JSON, content=few).content == few


def test_a_body_that_drips_is_refused() -> None:
    assert posted([b"1"] * 9, pause=0.03)[0]["status"] == 408


def test_nobody_is_answered_who_has_left_over_the_body() -> None:
    assert posted([], length=5) == []


# Headers and log ------------------------------------------------------------------------------


def test_every_answer_tells_browsers_what_to_keep_to() -> None:
    app = guarded(echo, Settings())
    refused = asked(app, "POST", content=b"x")
    for answer in (asked(app), refused):
        for name, value in RULES.items():
            assert answer.headers[name] == value
    assert refused.status_code == 415


def test_an_answer_may_have_its_own_rule() -> None:
    async def cached(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body"})

    answer = asked(BrowserRules(cached))
    assert answer.headers.get_list("cache-control") == ["no-cache"]


@pytest.mark.parametrize(
    ("given", "is_kept"), [("abc-1.2_3", True), ("", False), ("a b", False), ("x" * 65, False)]
)
def test_a_request_has_an_id(given: str, is_kept: bool) -> None:
    answer = asked(Requests(echo), headers={"x-request-id": given})
    assert (answer.headers["x-request-id"] == given) == is_kept
    assert answer.headers["x-request-id"]


def test_the_log_has_a_line_for_a_request_and_nothing_of_what_it_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "hearer.web")
    told: list[AnsweredFor] = []
    app = guarded(echo, Settings(), tell=told.append)
    path = "/v1/%0A%1b[31m" + "x" * 500 + "?text=private"
    asked(app, "POST", path, headers=JSON | {"x-request-id": "id"}, content=b"private")
    line = caplog.messages[0].split()
    assert line[:3] == ["127.0.0.1", "POST", "/v1/%0A%1B%5B31m" + "x" * 70]
    assert line[3:6] == ["200", "7", "B"]
    assert line[7:] == ["ms", "id"]
    assert (told[0].route, told[0].status) == ("-", 200)
    assert "private" not in caplog.text


def test_an_error_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError("in /home/somebody")

    answer = asked(Requests(broken), headers={"x-request-id": "id"})
    assert is_problem(answer, 500, "failed")
    assert "somebody" not in answer.text
    assert "An error in answering id" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_half_an_answer_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asked(Requests(broken))
    assert "An error in answering" in caplog.text
