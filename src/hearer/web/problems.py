"""Error answers: application/problem+json (RFC 9457) with a code, a message and a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from hearer.errors import HearerError
from hearer.escape import as_json, printable

MEDIA_TYPE = "application/problem+json"
MAX_DETAIL = 1_000  # characters
MAX_ERRORS = 20
# Hints of the library in Python's spelling, and the same for a client that sends JSON.
WEB_HINTS = {
    "Parse its text, as in hearer.resolve(document.text).": "Send its text, as text.",
    "write to a folder.": "say which, as in part: 1.",
}
NO_JSON = "The body is not JSON."
MESSAGES = {"extra_forbidden": "there is no such field", "missing": "this field is needed"}
ALWAYS = (400, 401, 403, 408, 413, 415, 422, 429, 431, 500, 503)


class ProblemDetails(BaseModel, title="Problem"):
    """Why a request failed (RFC 9457): `detail` is the message, `errors` have JSON pointers."""

    type: str
    title: str
    status: int
    detail: str
    code: str = ""
    hint: str = ""
    errors: list[dict[str, str]] = []


class RequestProblem(Exception):  # noqa: N818 - it reads as what it is
    """A request that cannot be answered; `fields` are added to the problem object."""

    def __init__(
        self, status: int, detail: str, code: str, *, retry: int = 0, **fields: object
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.fields = status, code, fields
        self.headers = {"Retry-After": str(retry)} if retry else {}


EXPECTED: tuple[type[Exception], ...] = (RequestProblem, HearerError, MemoryError, RecursionError)


def problem(status: int, detail: str, code: str = "", **fields: object) -> dict[str, object]:
    """Return a problem object."""
    found = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    more = {"code": code, **fields} if code else fields
    return {**found, "detail": printable(detail)[:MAX_DETAIL], **more}


def problem_of(error: Exception) -> dict[str, object]:
    """Return the problem object of one of the EXPECTED exceptions."""
    if isinstance(error, RequestProblem):
        return problem(error.status, str(error), error.code, **error.fields)
    if isinstance(error, HearerError):
        message, hint = error.message, error.hint or ""
        for python, web in WEB_HINTS.items():
            message, hint = message.replace(python, web), hint.replace(python, web)
        return problem(422, message, error.code, **({"hint": hint} if hint else {}))
    return problem(422, "This document is too large, or nested too deeply.", "too-much")


def response(found: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Return the HTTP response for a problem object."""
    return Response(as_json(found).encode(), found["status"], headers, MEDIA_TYPE)


def response_to(error: Exception) -> Response:
    """Return the HTTP response to one of the EXPECTED exceptions."""
    return response(problem_of(error), getattr(error, "headers", None))


def documented(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return the OpenAPI responses for these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in sorted(statuses)
    }


def install(app: FastAPI, routes: Sequence[Any]) -> None:
    """Register handlers so that every expected exception is answered with a problem object."""

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        headers = error.headers
        if headers and "Allow" in headers:  # Starlette names the methods of one route only
            found = [one.methods for one in routes if one.matches(request.scope)[0].value]
            headers = {"Allow": ", ".join(sorted({headers["Allow"]}.union(*found)))}
        return response(problem(error.status_code, f"{error.detail}."), headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return response(_invalid(error.errors(), error.body))

    async def expected(_: Request, error: Exception) -> Response:
        return response_to(error)

    for kind in EXPECTED:
        app.add_exception_handler(kind, expected)


def _invalid(found: Sequence[Any], body: object) -> dict[str, object]:
    """Return the problem object for errors of pydantic: positions and messages, no values."""
    if any(one["type"] == "json_invalid" for one in found):
        return problem(400, NO_JSON, "no-json")
    errors = []
    for one in found[:MAX_ERRORS]:
        text = str(one["msg"]).removeprefix("Value error, ")
        message = MESSAGES.get(one["type"], text[:1].lower() + text[1:])
        errors.append({"place": _place(one, body), "message": message})
    first = errors[0]
    detail = f"{first['place'] or 'The body'}: {first['message']}."
    return problem(422, detail, "invalid", errors=errors)


def _place(one: Mapping[str, Any], body: object) -> str:
    """Return a JSON pointer into the body, or the name of a parameter."""
    part, *steps = one["loc"]
    if part != "body":
        return str(steps[-1])
    pointer, value = "", body
    for step in steps:
        if isinstance(value, dict) and (step in value or one["type"] == "missing"):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:  # the name of a type in a union
            continue
        pointer += f"/{step}"
    return printable(pointer)[:MAX_DETAIL]
