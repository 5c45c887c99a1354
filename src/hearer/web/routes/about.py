"""What the server is and knows: health, readiness, version, algorithms, formats."""

from __future__ import annotations

from inspect import getdoc

from fastapi import APIRouter

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats.converting import known
from hearer.parsers.english.version import model_version
from hearer.profiles import how_to_hear
from hearer.web.problems import RequestProblem, documented
from hearer.web.routes.sending import JsonAnswer, media_type
from hearer.web.services import Shared

router = APIRouter(tags=["about"], responses=documented(besides=(401, 403, 500)))


@router.get("/health", response_class=JsonAnswer)
async def health() -> JsonAnswer:
    """Whether the server is alive."""
    return JsonAnswer({"status": "ok"})


@router.get("/ready", response_class=JsonAnswer, responses=documented(503, besides=()))
async def ready(services: Shared) -> JsonAnswer:
    """Whether it takes work: its model is loaded, and it is not stopping."""
    if not services.is_ready:
        raise RequestProblem(503, "The server is starting or stopping.", code="not-ready")
    return JsonAnswer({"status": "ready"})


@router.get("/v1/version", response_class=JsonAnswer)
async def version() -> JsonAnswer:
    """The version of hearer, and of its English model."""
    return JsonAnswer({"hearer": hearer.__version__, "model": model_version() or None})


@router.get("/v1/algorithms", response_class=JsonAnswer)
async def algorithms() -> JsonAnswer:
    """Who can resolve, with the profile that goes with each."""
    return JsonAnswer([_algorithm(name) for name in ALGORITHMS.names()])


def _algorithm(name: str) -> dict[str, object]:
    how = how_to_hear(name)
    summary = (getdoc(ALGORITHMS.find(name)) or "").partition("\n")[0]
    options = sorted(how.known)
    return {"name": name, "summary": summary, "profile": how.name, "options": options}


@router.get("/v1/formats", response_class=JsonAnswer)
async def formats() -> JsonAnswer:
    """What can be read and written."""
    return JsonAnswer(
        [
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
    )
