"""POST /v1/batch: many documents, one after the other; one that fails does not stop the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import Response

from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.converting import writer, written
from hearer.harmless import as_json
from hearer.web.answers import BatchAnswer
from hearer.web.asking import DocumentAsked
from hearer.web.calls import BatchAsked
from hearer.web.media_types import JSON
from hearer.web.problems import NAMED, RequestProblem, documented, of_error, told
from hearer.web.services import Services, Shared
from hearer.web.working import Deadline, TooBusy

router = APIRouter(prefix="/v1", tags=["hear"], responses=documented())
PATIENCE = 0.05  # seconds between two tries to get a place in the queue
MOST_BYTES = 100_000_000  # of an answer: one of two megabytes may come to three hundred
TOO_LONG = "The answers before it are long already: send fewer documents at once."


@router.post("/batch", response_model=BatchAnswer)
async def batch(asked: BatchAsked, request: Request, services: Shared) -> Response:
    """What every pronoun of each document was taken to mean; or what is wrong with the document.

    Each document has the time that one request has, and takes its turn among all other requests.
    """
    most = services.settings.most_documents
    if len(asked.documents) > most:
        raise RequestProblem(422, f"A batch has no more than {most} documents.", code="too-many")
    writer(FORMATS.find(asked.to))
    _refuse_formats(asked)
    results: list[bytes] = []
    size = 0
    for document in asked.documents:
        if size > MOST_BYTES:
            result = _problem(told(413, TOO_LONG, {"code": "too-much"}))
        else:
            work = _work(asked, document, services)
            result = await _result(services, work, request, waits=bool(results))
        results.append(result)
        size += len(result)
    return Response(b'{"results":[' + b",".join(results) + b"]}", media_type=JSON)


def _refuse_formats(asked: BatchAsked) -> None:
    """Raise if a format is asked for that nobody can read: that is no fault of the document."""
    for name in dict.fromkeys(one.format for one in asked.documents if one.format):
        if FORMATS.find(name).read is None:
            raise UsageError(f"The format {name!r} can be written, not read.")


def _work(
    asked: BatchAsked, document: DocumentAsked, services: Services
) -> Callable[[Deadline], bytes]:
    """What comes of a document, as JSON: it is large, and made on the thread that hears it."""
    how, knowledge = asked.how, asked.knowledge.known()

    def work(deadline: Deadline) -> bytes:
        found = services.heard.hear(document.said, how, deadline, knowledge=knowledge)
        content = written(found, to=asked.to)
        is_json = FORMATS.find(asked.to).name == "json"
        name, content = as_json(document.name), content if is_json else as_json(content)
        said = f'{{"name":{name},"content":{content}}}'
        return said.encode("utf-8", "backslashreplace")  # half a character, as JSON has it

    return work


async def _result(
    services: Services, work: Callable[[Deadline], bytes], request: Request, *, waits: bool
) -> bytes:
    """What one document comes to; once a batch is begun, it waits for its turn."""
    while True:
        try:
            return await services.workers.run(work, request)
        except TooBusy:
            if not waits:
                raise
            await asyncio.sleep(PATIENCE)
        except NAMED as error:
            return _problem(of_error(error))


def _problem(said: dict[str, object]) -> bytes:
    return as_json({"problem": said}).encode()
