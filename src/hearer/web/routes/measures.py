"""GET /metrics: what the server counts, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from hearer.web.metrics import MEDIA_TYPE
from hearer.web.problems import documented
from hearer.web.services import Shared

router = APIRouter(tags=["about"], responses=documented(besides=(401, 403, 500)))


@router.get("/metrics", response_class=Response)
async def metrics(services: Shared) -> Response:
    """What the server counts: requests, time, queue, words, memory."""
    return Response(services.metrics.written(), media_type=MEDIA_TYPE)
