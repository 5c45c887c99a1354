"""What the server is and knows: health, readiness, version, algorithms, formats."""

from __future__ import annotations

import asyncio
from functools import cache

from fastapi import APIRouter

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli.convert import algorithm
from hearer.formats import Format
from hearer.formats.converting import known
from hearer.parsers.english.version import model_version
from hearer.profiles import how_to_hear
from hearer.web.answers import AlgorithmAnswer, FormatAnswer, StatusAnswer, VersionAnswer
from hearer.web.media_types import media_type
from hearer.web.problems import RequestProblem, documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Shared

router = APIRouter(tags=["about"], responses=documented(besides=(401, 403, 500)))


@router.get("/health", response_model=StatusAnswer)
async def health() -> JsonAnswer:
    """Whether the server is alive."""
    return JsonAnswer({"status": "ok"})


@router.get("/ready", response_model=StatusAnswer, responses=documented(503, besides=()))
async def ready(services: Shared) -> JsonAnswer:
    """Whether it takes work: its model is loaded, its store answers, it is not stopping."""
    if not services.is_ready:
        raise RequestProblem(503, "The server is starting or stopping.", code="not-ready")
    await asyncio.to_thread(services.require_store)
    return JsonAnswer({"status": "ready"})


@router.get("/v1/version", response_model=VersionAnswer)
async def version() -> JsonAnswer:
    """The version of hearer, and of its English model."""
    return JsonAnswer({"hearer": hearer.__version__, "model": model_version() or None})


@router.get("/v1/algorithms", response_model=list[AlgorithmAnswer])
async def algorithms() -> JsonAnswer:
    """Who can resolve, with their papers; the default is the first."""
    return JsonAnswer(_algorithms())


@cache
def _algorithms() -> list[dict[str, object]]:
    found = [*map(_algorithm, ALGORITHMS.names())]
    return sorted(found, key=lambda one: not one["is_default"])


def _algorithm(name: str) -> dict[str, object]:
    card, how = algorithm(name), how_to_hear(name)
    return {
        "name": name,
        "is_default": card.is_default,
        "summary": card.summary,
        "reference": card.paper,
        "profile": how.name,
        "options": sorted(how.known),
    }


@router.get("/v1/formats", response_model=list[FormatAnswer])
async def formats() -> JsonAnswer:
    """What can be read and written."""
    return JsonAnswer([*map(_format, known())])


def _format(one: Format) -> dict[str, object]:
    return {
        "name": one.name,
        "description": one.description,
        "suffixes": one.suffixes,
        "read": one.read is not None,
        "written": one.write is not None,
        "media_type": media_type(one.name),
    }
