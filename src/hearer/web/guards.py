"""ASGI middleware in front of the routes: request ids, security headers, access and limits."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import suppress

from anyio import fail_after
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hearer.web.problems import RequestProblem, problem, response, response_to
from hearer.web.settings import Settings

Count = Callable[[str, str, int, float], None]
ERRORS = logging.getLogger("hearer.web")
PROBES = frozenset({"/health", "/ready"})
MAX_HEAD = 32_768  # bytes of the request line and the headers
MAX_VALUES = 20_000  # in a body: pydantic reports an error for each of them
DISCONNECTED = 499  # nginx's status for a client that left before the answer
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": CSP,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
# Two headers: browsers read one challenge in each.
CHALLENGES = 'Bearer realm="hearer"', 'Basic realm="hearer: any name, the token as password"'
INTERNAL = problem(
    500, "Internal error. The log of the server has it under the id of the request.", "failed"
)
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_JSON = re.compile(r'application/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?', re.IGNORECASE)
# The end of the body ends a string, too, so an unclosed one is scanned once.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)', re.DOTALL)
_PORTS = {"http": ":80", "https": ":443"}


def protected(app: ASGIApp, settings: Settings, count: Count = lambda *_: None) -> ASGIApp:
    """Return the application behind all middleware; `count` is called after every request."""
    guarded = CORSMiddleware(
        Guard(app, settings),
        allow_origins=settings.origins,
        allow_methods=("GET", "POST", "DELETE"),
        allow_headers=("authorization", "content-type", "x-request-id"),
        expose_headers="content-disposition location retry-after x-request-id".split(),
        max_age=3600,
    )
    trusted = TrustedHostMiddleware(guarded, settings.host_names, www_redirect=False)

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        await (guarded if _is_probe(scope) else trusted)(scope, receive, send)

    return Requests(checked, count)


def _is_probe(scope: Scope) -> bool:
    return str(scope.get("path")).removeprefix(scope.get("root_path", "")) in PROBES


class Requests:
    """Gives every request an id, adds the security headers, and counts its answer.

    `count` gets the method, the declared path of the route, the status and the seconds. An
    unexpected exception becomes 500; a refusal of Starlette in plain text a problem object.
    """

    def __init__(self, app: ASGIApp, count: Count = lambda *_: None) -> None:
        self.app, self.count = app, count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        given = Headers(scope=scope).get("x-request-id", "")
        name = given if _ID.fullmatch(given) else secrets.token_hex(8)
        status, is_plain, began = DISCONNECTED, False, time.perf_counter()

        async def decorated(message: Message) -> None:
            nonlocal status, is_plain
            if message["type"].endswith("response.start"):
                status, headers = message["status"], MutableHeaders(scope=message)
                is_plain = status >= 400 and headers.get("content-type", "")[:5] == "text/"
                for header, value in SECURITY_HEADERS.items():
                    headers.setdefault(header, value)
                headers["x-request-id"] = name
            elif message["type"] == "websocket.accept":
                status = 101
            if not is_plain:
                await send(message)
            elif message["type"].endswith("response.body"):
                text = message["body"].decode()
                found = problem(status, f"{text}.", "origin" if "CORS" in text else "host")
                await response(found if status < 500 else INTERNAL)(scope, receive, decorated)

        try:
            await self.app(scope, receive, decorated)
        except Exception:
            ERRORS.exception("An error in answering %s", name)
            if status != DISCONNECTED:  # half an answer was sent: let the server close it
                raise
            await response(INTERNAL)(scope, receive, decorated)
        finally:
            route = str(getattr(scope.get("route"), "path", "-"))
            self.count(scope.get("method", "WS"), route, status, time.perf_counter() - began)
        return None


class Guard:
    """Refuses large heads, other origins, wrong tokens and bodies that are not plain JSON.

    The whole body is read before the route is called, so no work begins for an unfinished request.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.digest = hashlib.sha256(settings.token.encode()).digest() if settings.token else b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        try:
            _check_head(scope, headers)
            self._check_origin(scope, headers)
            self._check_token(scope, headers)
            if scope["type"] == "http":
                receive = await self._received(Request(scope, receive))
        except RequestProblem as refusal:
            answer = response_to(refusal)
            for challenge in CHALLENGES if refusal.status == 401 else ():
                answer.headers.append("www-authenticate", challenge)
            return await answer(scope, receive, send)
        except ClientDisconnect:
            return None
        return await self.app(scope, receive, send)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Refuse what a page of another origin could cause (CSRF); it can read nothing anyway."""
        origin, allowed = headers.get("origin", ""), self.settings.origins
        if scope.get("method") in {"GET", "HEAD"} or "*" in allowed or origin in allowed:
            return
        # A proxy with TLS changes the scheme, so compare name and port only.
        scheme, _, place = origin.lower().partition("://")
        port, own = _PORTS.get(scheme, ""), headers.get("host", "").lower()
        is_foreign = place.removesuffix(port) != own.removesuffix(port)
        if not origin:
            is_foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        if is_foreign:
            detail = "A page of another origin may not call; HEARER_ORIGINS allows it."
            raise RequestProblem(403, detail, "origin")

    def _check_token(self, scope: Scope, headers: Headers) -> None:
        if not self.digest or _is_probe(scope):
            return
        # Digests have one length, so the time of the comparison says nothing about the token.
        digests = (hashlib.sha256(token).digest() for token in _tokens(headers))
        if not any(hmac.compare_digest(digest, self.digest) for digest in digests):
            detail = "This server needs its token: Authorization: Bearer TOKEN."
            raise RequestProblem(401, detail, "token")

    async def _received(self, request: Request) -> Receive:
        """Read the body within the limits; return a `receive` that gives it in one message."""
        most, seconds = self.settings.max_bytes, self.settings.body_timeout
        too_large = RequestProblem(413, f"The body is longer than {most:,} bytes.", "too-large")
        announced = request.headers.get("content-length", "0")
        if len(announced) > len(str(most)) or int(announced) > most:  # h11 checks the digits
            raise too_large
        body = bytearray()
        try:
            with fail_after(seconds):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise too_large
        except TimeoutError:
            detail = f"The body took longer than {seconds:g} s."
            raise RequestProblem(408, detail, "too-slow") from None
        if has_too_many_values(bytes(body)):
            detail = f"The body has more than {MAX_VALUES:,} values."
            raise RequestProblem(413, detail, "too-many-values")
        waiting: list[Message] = [{"type": "http.request", "body": bytes(body)}]

        async def receive() -> Message:
            return waiting.pop() if waiting else await request.receive()

        return receive


def _check_head(scope: Scope, headers: Headers) -> None:
    """Refuse a large head, and a body that is not JSON as it is."""
    # uvicorn limits only heads that arrive in several packets.
    size = len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))
    size += sum(len(name) + len(value) + 4 for name, value in scope["headers"])
    if size > MAX_HEAD:
        detail = f"The head of the request is larger than {MAX_HEAD:,} bytes."
        raise RequestProblem(431, detail, "head-too-large")
    if "content-length" in headers and "transfer-encoding" in headers:
        # Two servers in a row may disagree where such a request ends (request smuggling).
        detail = "A body has a length or comes in chunks, not both."
        raise RequestProblem(400, detail, "two-lengths")
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise RequestProblem(415, "The body must not be compressed.", "compressed")
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if has_body and not _JSON.fullmatch(headers.get("content-type", "")):
        detail = "The body has to be JSON: Content-Type: application/json."
        raise RequestProblem(415, detail, "no-json")


def _tokens(headers: Headers) -> Iterator[bytes]:
    """Yield what the request sends as token: after Bearer, or as password after Basic."""
    for value in headers.getlist("authorization"):
        scheme, _, rest = value.partition(" ")
        if scheme.lower() == "bearer":
            yield rest.strip().encode()
        elif scheme.lower() == "basic":
            with suppress(ValueError):
                yield b64decode(rest.strip()).partition(b":")[2]


def has_too_many_values(body: bytes) -> bool:
    """Return True if a JSON body has more than MAX_VALUES values, without parsing it."""
    if body.count(b'"') - body.count(b'\\"') > 4 * MAX_VALUES:  # two of a key, two of its value
        return True
    rest = _STRING.sub(b"", body)
    return 1 + sum(map(rest.count, (b",", b"[", b"{"))) > MAX_VALUES
