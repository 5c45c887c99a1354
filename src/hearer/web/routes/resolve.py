"""POST /v1/resolve: what every pronoun of a document was taken to mean."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.formats import FORMATS
from hearer.formats.converting import writer, written
from hearer.model import Interpretation, Problem
from hearer.web.calls import ResolveAsked
from hearer.web.hearing import only
from hearer.web.problems import documented
from hearer.web.routes.sending import FILES, file_of, refuse_problems
from hearer.web.services import Shared

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())


@router.post("/resolve", response_class=Response, responses={200: FILES})
async def resolve(asked: ResolveAsked, request: Request, services: Shared) -> Response:
    """What every pronoun was taken to mean, in any format that can be written."""
    writer(FORMATS.find(asked.to))  # refused before anything is heard

    def answer(found: list[Interpretation]) -> tuple[str, int]:
        found = found if asked.part is None else [only(found, asked.part)]
        problems = problems_of(found)
        if asked.strict:
            refuse_problems(problems)
        return written(found, to=asked.to), len(problems)

    content, problems = await services.hear(asked, request, answer)
    return file_of(content, asked.to, problems=problems)


def problems_of(found: list[Interpretation]) -> list[Problem]:
    """All that is wrong with the documents."""
    return [problem for one in found for problem in one.problems]
