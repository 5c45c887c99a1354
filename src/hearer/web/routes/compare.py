"""POST /v1/compare: what several algorithms make of a document."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.views import comparison
from hearer.web.answers import CompareAnswer
from hearer.web.calls import CompareAsked
from hearer.web.hearing import only
from hearer.web.media_types import HTML, JSON, PLAIN, TSV
from hearer.web.problems import documented
from hearer.web.routes.sending import text_of, texts
from hearer.web.services import Shared
from hearer.web.working import Deadline

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())
KINDS = {"json": JSON, "text": PLAIN, "tsv": TSV, "html": HTML}


@router.post(
    "/compare",
    response_class=Response,
    responses={200: texts(HTML, PLAIN, TSV) | {"model": CompareAnswer | list[CompareAnswer]}},
)
async def compare(asked: CompareAsked, request: Request, services: Shared) -> Response:
    """What several algorithms make of each pronoun, and where they differ and why."""
    said, each, knowledge = asked.said, asked.each, asked.knowledge.known()

    def work(deadline: Deadline) -> str:
        heard = [services.heard.hear(said, how, deadline, knowledge=knowledge) for how in each]
        documents = [*zip(*heard, strict=True)]
        if asked.part is not None:
            documents = [only(documents, asked.part)]
        found = [one for document in documents for one in document]
        return comparison.render(found, to=asked.to, only_differences=asked.only_differences)

    return text_of(await services.workers.run(work, request), KINDS[asked.to])
