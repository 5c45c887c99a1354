"""POST /v1/trace: the states of the list after every word, as the paper's tables print them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

import hearer
from hearer.model import Interpretation
from hearer.web.calls import TraceAsked
from hearer.web.hearing import only
from hearer.web.media_types import HTML, PLAIN
from hearer.web.problems import documented
from hearer.web.routes.sending import text_of, texts
from hearer.web.services import Shared

router = APIRouter(prefix="/v1", tags=["explain"], responses=documented())
LATEX = "application/x-latex"
KINDS = {"html": HTML, "latex": LATEX, "terminal": PLAIN}


@router.post("/trace", response_class=Response, responses={200: texts(*KINDS.values())})
async def trace(asked: TraceAsked, request: Request, services: Shared) -> Response:
    """The list after every word, and what was tested for each pronoun."""

    def answer(found: list[Interpretation]) -> str:
        return hearer.trace(only(found, asked.part), view=asked.view)

    return text_of(await services.hear(asked, request, answer), KINDS[asked.view])
