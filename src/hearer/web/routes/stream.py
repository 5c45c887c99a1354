"""POST /v1/stream: the pronouns of a document as they fall, line by line.

One line of JSON for each, as `hearer resolve --to jsonl` has them, sent while the rest of the text
is not even parsed; or events (text/event-stream), for whoever accepts these. Nothing of the past is
kept, so a book streams through. An error on the way is the last line, {"problem": …}.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, suppress
from time import monotonic
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hearer import parsers
from hearer.analysis.analyst import analyst_for
from hearer.formats.jsonl import PronounLines
from hearer.harmless import as_json
from hearer.hearing import Analysis, Hearer
from hearer.model import Discourse, Word
from hearer.profiles import Profile
from hearer.session.informed import analysis_with
from hearer.web.asking import DocumentHeard
from hearer.web.hearing import opened
from hearer.web.media_types import NDJSON
from hearer.web.pieces import in_pieces
from hearer.web.problems import NAMED, documented, of_error
from hearer.web.services import Shared
from hearer.web.working import left

router = APIRouter(prefix="/v1", tags=["hear"])
HEARTBEAT = 10  # seconds without a line, after which a proxy might think that nobody is there
PARSER = "english"


class StreamForm(NamedTuple):
    """How lines are sent."""

    media_type: str
    line: str
    problem: str
    heartbeat: str
    end: str

    @classmethod
    def accepted(cls, request: Request) -> StreamForm:
        """What whoever asks wants to have."""
        return EVENTS if EVENTS.media_type in request.headers.get("accept", "") else LINES


LINES = StreamForm(NDJSON, line="{}\n", problem="{}\n", heartbeat="\n", end="")
EVENTS = StreamForm(
    media_type="text/event-stream",
    line="data: {}\n\n",
    problem="event: problem\ndata: {}\n\n",
    heartbeat=": still here\n\n",
    end="event: end\ndata: {{}}\n\n",
)
ANSWERS: dict[int | str, dict[str, object]] = {
    200: {"content": {LINES.media_type: {}, EVENTS.media_type: {}}}
}


@router.post("/stream", response_class=Response, responses={**documented(), **ANSWERS})
async def stream(asked: DocumentHeard, request: Request, services: Shared) -> Response:
    """What every pronoun was taken to mean, one line of JSON for each, as it falls."""
    how, knowledge = asked.how, asked.knowledge.known()
    analysis = analyst_for if knowledge is None else analysis_with(knowledge, how)
    with ExitStack() as seated:
        seated.enter_context(services.streams.seat())
        lines = in_pieces(services.workers, _lines(asked, how, analysis))
        first: list[str] = await anext(lines, [])  # what is wrong from the beginning is no stream
        return LineStream(_all(first, lines), StreamForm.accepted(request), seated.pop_all())


# What is said ------------------------------------------------------------------------------------


def _lines(asked: DocumentHeard, how: Profile, analysis: Analysis) -> Iterator[str]:
    """The lines of every word; most words have none."""
    for document in opened(asked.said):
        hearer = Hearer(profile=how, keep=False, analysis=analysis)
        if not document.is_raw:
            hearer.algorithm.needs.check(document, how.algorithm)
        rows = PronounLines(document.name, document.text)
        for word in _words(document):
            yield "".join(rows.fallen(hearer.hear(word)))


def _words(document: Discourse) -> Iterator[Word]:
    """The words of a document; a raw text is parsed as they are asked for."""
    if not document.is_raw:
        yield from document.words
    elif document.text.strip():
        for utterance in parsers.find(PARSER).parse(document.text):
            yield from utterance.words


async def _all(first: list[str], others: AsyncIterator[list[str]]) -> AsyncIterator[list[str]]:
    yield first
    async for lines in others:
        yield lines


# How it is sent ----------------------------------------------------------------------------------


class LineStream(Response):
    """Sends lines as they come, until there are no more or nobody takes them."""

    def __init__(
        self, pieces: AsyncIterator[list[str]], form: StreamForm, seated: ExitStack
    ) -> None:
        super().__init__(media_type=form.media_type)
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-store"
        self.headers["x-accel-buffering"] = "no"  # nginx: every line at once
        self._pieces, self._form, self._seated = pieces, form, seated

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        with self._seated:
            sending = asyncio.create_task(self._sent(send))
            leaving = asyncio.create_task(left(receive))
            try:
                await asyncio.wait({sending, leaving}, return_when="FIRST_COMPLETED")
            finally:
                leaving.cancel()
                sending.cancel()
                with suppress(asyncio.CancelledError):
                    await sending

    async def _sent(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        async with aclosing(self._bodies()) as bodies:
            async for body in bodies:
                await send(_body(body))
        await send(_body(self._form.end.format(), more=False))

    async def _bodies(self) -> AsyncGenerator[str]:
        """What is sent, bit by bit: lines, now and then a sign of life, at last a problem."""
        sent = monotonic()
        coming = asyncio.ensure_future(anext(self._pieces, None))
        try:
            while True:
                await asyncio.wait({coming}, timeout=HEARTBEAT)
                said = ""
                if coming.done():
                    pieces = coming.result()
                    if pieces is None:
                        return
                    said = self._worded(pieces)
                    coming = asyncio.ensure_future(anext(self._pieces, None))
                if said or monotonic() - sent >= HEARTBEAT:
                    sent = monotonic()
                    yield said or self._form.heartbeat
        except NAMED as error:
            yield self._form.problem.format(as_json({"problem": of_error(error)}))
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    def _worded(self, pieces: list[str]) -> str:
        lines = "".join(pieces).split("\n")[:-1]
        return "".join(map(self._form.line.format, lines))


def _body(said: str, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": said.encode(), "more_body": more}
