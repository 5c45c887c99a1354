"""POST /v1/resolve: what every pronoun of a document was taken to mean."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.formats import FORMATS
from hearer.formats.converting import writer, written
from hearer.web.asking import ResolveAsked
from hearer.web.problems import documented
from hearer.web.routes.sending import file_of
from hearer.web.services import Shared
from hearer.web.working import Deadline

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())


@router.post("/resolve", response_class=Response)
async def resolve(asked: ResolveAsked, request: Request, services: Shared) -> Response:
    """What every pronoun was taken to mean, in any format that can be written."""
    how, said, knowledge = asked.how, asked.said, asked.knowledge.known()
    writer(FORMATS.find(asked.to))  # refused before anything is heard

    def work(deadline: Deadline) -> str:
        found = services.heard.hear(said, how, deadline, knowledge=knowledge)
        return written(found, to=asked.to)

    return file_of(await services.workers.run(work, request), asked.to)
