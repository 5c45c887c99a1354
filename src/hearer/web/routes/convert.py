"""POST /v1/convert: a document in another format, as it is."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.errors import UsageError
from hearer.formats import FORMATS, Holds, Reading
from hearer.formats.annotation import misread
from hearer.formats.converting import converted, losses, writer
from hearer.web.calls import ConvertAsked
from hearer.web.hearing import only, opened
from hearer.web.problems import documented
from hearer.web.routes.sending import FILES, file_of, refuse_problems
from hearer.web.services import Shared
from hearer.web.working import Deadline

router = APIRouter(prefix="/v1", tags=["convert"], responses=documented())
RAW = "This is raw text, without entities to convert: /v1/resolve finds them."


@router.post("/convert", response_class=Response, responses={200: FILES})
async def convert(asked: ConvertAsked, request: Request, services: Shared) -> Response:
    """A document in another format, with the entities it is annotated with; nothing is resolved.

    The header Hearer-Problems counts what is wrong with it, or has no place in the other format.
    """
    to = FORMATS.find(asked.to)
    writer(to)

    def work(_: Deadline) -> tuple[str, int]:
        reading = _reading(asked)
        was = _format_of(reading)
        lost = () if was == to.name else losses(reading, to=to.name)
        problems = (*reading.problems, *misread(reading), *lost)
        if asked.strict:
            refuse_problems(problems)
        is_same = was == to.name and not to.text_suffix and asked.part is None
        return asked.document if is_same else converted(reading, to=to.name), len(problems)

    content, problems = await services.workers.run(work, request)
    return file_of(content, asked.to, problems=problems)


def _reading(asked: ConvertAsked) -> Reading:
    """The documents that are to be converted."""
    reading = opened(asked.said)
    if asked.part is None:
        return reading
    return Reading([only(reading, asked.part)], path=reading.path, problems=reading.problems)


def _format_of(reading: Reading) -> str:
    """The format that a document was read in."""
    if not reading:
        raise UsageError("There is no document in it.")
    if Holds.RAW_TEXT in FORMATS.find(reading[0].format).holds:
        raise UsageError(RAW)
    return reading[0].format
