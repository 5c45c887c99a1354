"""Calls about the server: probes, version, algorithms, formats, metrics, and the page /docs."""

from __future__ import annotations

import shlex
from functools import cache
from importlib.resources import files
from typing import Any

import anyio
from fastapi import APIRouter, Request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from starlette.responses import Response

import hearer
from hearer.algorithms import ALGORITHMS, described
from hearer.escape import as_json
from hearer.formats.converting import known
from hearer.parsers.english import model_version
from hearer.profiles import DEFAULT, how_to_hear
from hearer.report.html import asset, escaped
from hearer.web.problems import RequestProblem, documented
from hearer.web.routes.hear import HTML, JsonAnswer, media_type
from hearer.web.services import Shared

Rows = list[dict[str, Any]]
router = APIRouter(tags=["about"], responses=documented(401, 403, 431, 500))
STATIC = files("hearer.web") / "static"


@router.get("/health", response_model=dict[str, str])
async def health() -> JsonAnswer:
    """Answer as long as the process lives."""
    return JsonAnswer({"status": "ok"})


@router.get("/ready", response_model=dict[str, str], responses=documented(503))
async def ready(services: Shared) -> JsonAnswer:
    """Answer 200 if the model is loaded, the store can be read and the server is not stopping."""
    if not services.is_ready:
        raise RequestProblem(503, "The server is starting or stopping.", "not-ready")
    await anyio.to_thread.run_sync(services.sessions.store.find, "-")
    return JsonAnswer({"status": "ready"})


@router.get("/v1/version", response_model=dict[str, str | None])
async def version() -> JsonAnswer:
    """Return the versions of hearer and of its English model."""
    return JsonAnswer({"hearer": hearer.__version__, "model": model_version() or None})


@router.get("/v1/algorithms", response_model=Rows)
async def algorithms() -> JsonAnswer:
    """List the algorithms with their papers, the default first."""
    return JsonAnswer(_algorithms())


@cache
def _algorithms() -> Rows:
    found: Rows = []
    for name in sorted(ALGORITHMS.names(), key=lambda name: name != DEFAULT.algorithm):
        profile, (summary, paper) = how_to_hear(name), described(name)
        one = {"name": name, "is_default": name == DEFAULT.algorithm, "summary": summary}
        more = {"reference": paper, "profile": profile.name, "options": sorted(profile.known)}
        found.append({**one, **more})
    return found


@router.get("/v1/formats", response_model=Rows)
async def formats() -> JsonAnswer:
    """List the formats that can be read and written."""
    found = [
        {
            "name": one.name,
            "description": one.description,
            "suffixes": one.suffixes,
            "read": one.read is not None,
            "written": one.write is not None,
            "media_type": media_type(one.name),
        }
        for one in known()
    ]
    return JsonAnswer(found)


@router.get("/metrics", response_class=Response)
async def metrics(services: Shared) -> Response:
    """Return requests, times, queue, words and memory, for Prometheus."""
    return Response(generate_latest(services.metrics.registry), media_type=CONTENT_TYPE_PLAIN_0_0_4)


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """Return a page without scripts: every call of the OpenAPI with a command to try."""
    openapi, calls = request.app.openapi(), []
    page = (STATIC / "docs.html").read_text(encoding="utf-8")
    for path, methods in openapi["paths"].items():
        for method, call in methods.items():
            name, url = f"{method.upper()} {path}", str(request.base_url).rstrip("/") + path
            content = call.get("requestBody", {}).get("content", {}).get("application/json", {})
            model = str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
            words = ["curl", "-X", method.upper(), url]
            if model:
                example = openapi["components"]["schemas"][model].get("examples", [{}])[0]
                words += ["-H", "Content-Type: application/json", "-d", as_json(example)]
            text = escaped(str(call.get("description", "")))
            calls.append(
                f"<section><h2><code>{escaped(name)}</code></h2>\n<p>{text}</p>\n"
                f"<pre><code>{escaped(shlex.join(words))}</code></pre></section>\n"
            )
    return Response(page.replace("{calls}", "".join(calls)), media_type=HTML)


@router.get("/docs.css", include_in_schema=False)
async def style() -> Response:
    """Return the style sheet of the page."""
    own = (STATIC / "manual.css").read_text(encoding="utf-8")
    content = asset("colours.css") + asset("page.css") + own
    return Response(content, media_type="text/css; charset=utf-8")
