"""Calls about documents: resolve, rewrite, why, why-not, trace and compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

import hearer
from hearer.escape import as_json
from hearer.formats import FORMATS
from hearer.formats.converting import writer, written
from hearer.model import Problem
from hearer.views import comparison
from hearer.web import models
from hearer.web.documents import only
from hearer.web.problems import ALWAYS, RequestProblem, documented
from hearer.web.services import Shared, on_thread

JSON = "application/json"
NDJSON = "application/x-ndjson"
PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
TSV = "text/tab-separated-values; charset=utf-8"
MEDIA_TYPES = {".json": JSON, ".jsonl": NDJSON, ".html": HTML, ".tsv": TSV}
COMPARISONS = {"json": JSON, "text": PLAIN, "tsv": TSV, "html": HTML}
VIEWS = {"html": HTML, "latex": "application/x-latex", "terminal": PLAIN}
MAX_PROBLEMS = 100
MAX_BATCH_BYTES = 100_000_000  # of an answer: a body of 2 MB may become 300
INTERPRETATION = {"$ref": "#/components/schemas/Interpretation"}
OTHER_JSON = {"description": "Another format in JSON.", "not": {"required": ["schema"]}}


def _texts(*kinds: str) -> dict[str, Any]:
    """Return the OpenAPI response for texts of some media types."""
    content: Any = {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in kinds}
    return {"description": "OK", "content": content}


FILES = _texts(PLAIN, HTML, TSV, NDJSON)
SEVERAL = {"type": "array", "items": INTERPRETATION}
FILES["content"][JSON] = {"schema": {"anyOf": [INTERPRETATION, SEVERAL, OTHER_JSON]}}
TRACES, COMPARED = _texts(*VIEWS.values()), _texts(HTML, PLAIN, TSV)
COMPARED["content"][JSON] = {"schema": {"type": ["object", "array"]}}
router = APIRouter(prefix="/v1", responses=documented(*ALWAYS))


class JsonAnswer(JSONResponse):
    """JSON of any text: lone surrogates are escaped."""

    def render(self, content: object) -> bytes:
        return as_json(content, separators=(",", ":")).encode()


def media_type(format_name: str) -> str:
    """Return the media type of a format, by its suffixes."""
    suffixes = FORMATS.find(format_name).suffixes
    return next((MEDIA_TYPES[one] for one in suffixes if one in MEDIA_TYPES), PLAIN)


def _text(content: str, kind: str, headers: dict[str, str] | None = None) -> Response:
    """Return a text; bytes that are not UTF-8 are sent as they were read."""
    return Response(content.encode("utf-8", "surrogateescape"), headers=headers, media_type=kind)


def _file(content: str, to: str, problems: Sequence[Problem], *, strict: bool) -> Response:
    """Return a document in a format; raise 422 if it has problems and `strict` is set."""
    if strict and problems:
        errors = [
            {"place": f"{one.line}:{one.column}", "message": f"{one.code} {one.message}"}
            for one in problems[:MAX_PROBLEMS]
        ]
        raise RequestProblem(422, str(problems[0]), "strict", errors=errors)
    return _text(content, media_type(to), {"Hearer-Problems": str(len(problems))})


@router.post("/resolve", tags=["hear"], response_class=Response, responses={200: FILES})
@on_thread
def resolve(body: models.ResolveRequest, services: Shared) -> Response:
    """Resolve every pronoun, and answer in any format that can be written."""
    writer(FORMATS.find(body.to))  # before the work
    found = services.resolve(body)
    problems = [problem for one in found for problem in one.problems]
    return _file(written(found, to=body.to), body.to, problems, strict=body.strict)


@router.post("/rewrite", tags=["hear"], response_model=dict[str, Any])
@on_thread
def rewrite(body: models.RewriteRequest, services: Shared) -> JsonAnswer:
    """Replace pronouns by the names of their entities.

    `edits` are code points of the original and of the new text, `left` the pronouns that stayed.
    """
    return JsonAnswer(hearer.rewrite(only(services.resolve(body)), every=body.every).as_json())


@router.post("/why", tags=["explain"], response_model=hearer.Explanation)
@on_thread
def why(body: models.WhyRequest, services: Shared) -> JsonAnswer:
    """Explain why a pronoun was resolved to its antecedent: all candidates and constraints."""
    one = only(services.resolve(body))
    return JsonAnswer(asdict(one.why(body.question, which=body.which)))


@router.post("/why-not", tags=["explain"], response_model=hearer.Explanation)
@on_thread
def why_not(body: models.WhyNotRequest, services: Shared) -> JsonAnswer:
    """Explain why a pronoun was not resolved to another entity."""
    one = only(services.resolve(body))
    explanation = one.why_not(body.question, body.candidate, which=body.which)
    return JsonAnswer(asdict(explanation))


@router.post("/trace", tags=["explain"], response_class=Response, responses={200: TRACES})
@on_thread
def trace(body: models.TraceRequest, services: Shared) -> Response:
    """Show the list after every word, and the tests for each pronoun."""
    return _text(hearer.trace(only(services.resolve(body)), view=body.view), VIEWS[body.view])


@router.post("/compare", tags=["hear"], response_class=Response, responses={200: COMPARED})
@on_thread
def compare(body: models.CompareRequest, services: Shared) -> Response:
    """Compare the answers of several algorithms for each pronoun, with their reasons."""
    profiles, knowledge = body.profiles(), body.knowledge.knowledge()
    found = [services.documents.resolve(body.source, one, knowledge) for one in profiles]
    documents = [*zip(*found, strict=True)]
    if body.part is not None:
        documents = [only(documents, body.part)]
    several = [one for document in documents for one in document]
    content = comparison.render(several, to=body.to, only_differences=body.only_differences)
    return _text(content, COMPARISONS[body.to])
