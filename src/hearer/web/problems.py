"""What is answered when something is wrong: application/problem+json, RFC 9457.

RequestProblem  raised by whoever finds something wrong; its subclasses are where they arise
problem         the answer for a status and a sentence
answer_to       the answer to an error; of_error is what it says, as values
NAMED           the errors that are answered so; any other is a failure of ours
catch           makes an application answer so to every error
documented      the problems that a route may answer with, for its OpenAPI
SCHEMA          the shape of all of them

Whoever asks never sees where in our code something went wrong: that is logged, with an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from hearer.errors import HearerError, InputError, MissingPackage, StrictError, UnknownName
from hearer.harmless import as_json, printable

MEDIA_TYPE = "application/problem+json"
_PARAMETER = re.compile(r"\{[^}]*\}")  # of a path in the OpenAPI
LONGEST_DETAIL = 1_000
MOST_ERRORS = 20  # that are told one by one
Kind = TypeVar("Kind", bound=Exception)
Fields = Mapping[str, object]
NO_FIELDS: Fields = {}

# The errors of hearer, the first that fits: what a program can tell them apart by.
CODES: tuple[tuple[type[HearerError], str], ...] = (
    (UnknownName, "unknown-name"),
    (MissingPackage, "missing-package"),
    (InputError, "unreadable"),
    (StrictError, "strict"),
    (HearerError, "wrong-use"),
)
TOO_MUCH: Mapping[type[Exception], str] = {
    MemoryError: "There is not enough memory for this document.",
    RecursionError: "Something in this document is nested too deeply.",
}
IN_WORDS_OF_THE_WEB = {  # what is advice for Python or a shell, as somebody needs it who sends JSON
    "Parse its text, as in hearer.resolve(document.text).": "Send the text that it was made from, "
    "as text.",
    "write to a folder.": "say which, as in part: 1.",
}
SCHEMA: dict[str, object] = {
    "title": "Problem",
    "description": "What is wrong with a request (RFC 9457).",
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "description": "about:blank: the status tells the kind."},
        "title": {"type": "string", "description": "The status, in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What is wrong, in a sentence."},
        "code": {"type": "string", "description": "The same for programs, as in unknown-name."},
        "id": {"type": "string", "description": "What the server's log names this failure."},
        "errors": {
            "type": "array",
            "description": "All that is wrong with the body, each with its place in it.",
            "items": {
                "type": "object",
                "required": ["place", "message"],
                "properties": {"place": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}
MEANINGS = {
    400: "The body is no JSON.",
    401: "A token is needed, and is missing or wrong.",
    403: "This page or name may not call the server.",
    404: "There is no such thing.",
    405: "There is no such call; the header Allow says which there are.",
    408: "The body took too long to arrive.",
    409: "This is there already, or has changed meanwhile.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "What is asked for cannot be done; the detail says why.",
    429: "Too many requests are waiting: try again after the seconds of Retry-After.",
    500: "Something went wrong here; the server's log has it under the id.",
    503: "The work took longer than is allowed here, or the server is stopping.",
}
ALWAYS = (400, 401, 403, 408, 413, 415, 422, 429, 500, 503)


class RequestProblem(Exception):  # noqa: N818 - it reads as what it is
    """Something is wrong with a request, or with the moment it comes at.

    `again_after` are the seconds after which it may be tried once more.
    """

    def __init__(
        self, status: int, detail: str, *, again_after: int | None = None, **fields: object
    ) -> None:
        super().__init__(detail)
        self.status, self.fields = status, fields
        later = None if again_after is None else {"Retry-After": str(again_after)}
        self.headers: Mapping[str, str] = later or {}


NAMED: tuple[type[Exception], ...] = (RequestProblem, HearerError, *TOO_MUCH)


def problem(
    status: int, detail: str, fields: Fields = NO_FIELDS, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer that says what is wrong."""
    return Response(body(status, detail, fields), status, headers, MEDIA_TYPE)


def answer_to(error: Exception) -> Response:
    """The answer that says what one of the NAMED errors says."""
    if isinstance(error, RequestProblem):
        return problem(error.status, str(error), error.fields, error.headers)
    return Response(as_json(of_error(error)).encode(), 422, media_type=MEDIA_TYPE)


def body(status: int, detail: str, fields: Fields = NO_FIELDS) -> bytes:
    """The same as bytes."""
    return as_json(told(status, detail, fields)).encode()


def told(status: int, detail: str, fields: Fields = NO_FIELDS) -> dict[str, object]:
    """The same as values."""
    title = HTTPStatus(status).phrase
    said = printable(detail)[:LONGEST_DETAIL]
    return {"type": "about:blank", "title": title, "status": status, "detail": said, **fields}


def of_error(error: Exception) -> dict[str, object]:
    """What one of the NAMED errors says, as values: for one document of many, or for a socket."""
    if isinstance(error, RequestProblem):
        return told(error.status, str(error), error.fields)
    if isinstance(error, HearerError):
        return told(422, _said(error), {"code": _code(error)})
    said = next(said for kind, said in TOO_MUCH.items() if isinstance(error, kind))
    return told(422, said, {"code": "too-much"})


def documented(
    *statuses: int, besides: Iterable[int] = ALWAYS
) -> dict[int | str, dict[str, object]]:
    """The problems that a route may answer with."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": MEANINGS[status], "content": {MEDIA_TYPE: schema}}
        for status in sorted({*besides, *statuses})
    }


# Errors to answers ------------------------------------------------------------------------------


def catch(app: FastAPI) -> None:
    """Let an application answer so to every error that has a name."""
    _catch(app, RequestValidationError, _invalid)
    _catch(app, HTTPException, _http)
    for kind in NAMED:
        _catch(app, kind, _named)


def _catch(app: FastAPI, kind: type[Kind], answer: Callable[[Request, Kind], Response]) -> None:
    async def caught(request: Request, error: Exception) -> Response:
        return answer(request, cast(Kind, error))

    app.add_exception_handler(kind, caught)


def _code(error: HearerError) -> str:
    return next(code for kind, code in CODES if isinstance(error, kind))


def _said(error: HearerError) -> str:
    """What is wrong, in words that help whoever sent it."""
    said = str(error)
    for theirs, ours in IN_WORDS_OF_THE_WEB.items():
        said = said.replace(theirs, ours)
    return said


def _named(_: Request, error: Exception) -> Response:
    return answer_to(error)


def _http(request: Request, error: HTTPException) -> Response:
    status, headers = error.status_code, error.headers
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers = {"Allow": ", ".join(_methods(request)) or "GET"}  # pages are not in the schema
    return problem(status, MEANINGS.get(status, str(error.detail)), headers=headers)


def _methods(request: Request) -> list[str]:
    """All methods that an address can be called with; the router itself names those of one call."""
    told = request.app.openapi()["paths"]
    here = (one for one in told if re.fullmatch(_PARAMETER.sub("[^/]+", one), request.url.path))
    return sorted({method.upper() for one in here for method in told[one]})


def _invalid(_: Request, error: RequestValidationError) -> Response:
    """What is wrong with a body, each with its place in it; none of its values."""
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return problem(400, MEANINGS[400], {"code": "no-json"})
    errors = [{"place": _place(one, error.body), "message": _message(one)} for one in found]
    first = errors[0]
    detail = f"{first['place'] or 'The body'}: {first['message']}."
    return problem(422, detail, {"code": "invalid", "errors": errors[:MOST_ERRORS]})


IN_OUR_WORDS = {
    "extra_forbidden": "there is no such field",
    "missing": "this field is needed",
}


def _message(one: Mapping[str, object]) -> str:
    said = str(one["msg"]).removeprefix("Value error, ")
    return IN_OUR_WORDS.get(str(one["type"]), said[:1].lower() + said[1:])


def _place(one: Mapping[str, Any], body: object) -> str:
    """Where something stands: in the body as a JSON pointer, else the name of a parameter."""
    of, *steps = one["loc"]
    if of != "body":
        return str(steps[-1])
    found, value = "", body
    for step in steps:
        if isinstance(value, dict) and (step in value or one["type"] == "missing"):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:  # the name of a type, where a field may be of several
            continue
        found += f"/{step}"
    return printable(found)[:LONGEST_DETAIL]
