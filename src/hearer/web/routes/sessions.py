"""/v1/sessions: conversations, turn by turn.

What was understood of a turn is what `hearer.Session` gives, as JSON, with the number of the turn;
offsets and utterances count through the whole conversation. A turn that is sent again with its
number, or with its Idempotency-Key, is answered as before and not heard twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query
from pydantic import Field
from starlette.responses import Response

from hearer.errors import UsageError
from hearer.harmless import as_json
from hearer.session.session import MEMORY, Session
from hearer.web.answers import SessionAnswer, TurnAnswer, TurnsAnswer
from hearer.web.asking import Body, Counted, HowAsked
from hearer.web.media_types import JSON
from hearer.web.problems import RequestProblem, documented
from hearer.web.routes.sending import JsonAnswer
from hearer.web.services import Services, Shared
from hearer.web.stores.base import KeptSession, KeptTurn
from hearer.web.stores.conversations import TurnHeard, TurnSaid, unpacked
from hearer.web.working import Deadline

router = APIRouter(prefix="/v1/sessions", tags=["sessions"], responses=documented())
MOST_MEMORY = 2_000  # entities that a session may be asked to remember
MOST_TURNS = 100  # of the log, at a time
SessionId = Annotated[
    str, Path(alias="id", pattern=r"^[A-Za-z0-9_-]{16,64}$", description="What /v1/sessions gave.")
]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        description="Anything that is another one for every turn: then it is heard once.",
    ),
]


class SessionAsked(HowAsked):
    """How a session hears."""

    id: str = Field(
        default="",
        pattern=r"^([A-Za-z0-9_-]{16,64})?$",
        description="What to call it; else it gets an id that nobody can guess.",
    )


class TurnAsked(Body):
    """What somebody says."""

    text: str = Field(examples=["I met Susan Brennan."])
    speaker: str = Field(default="", max_length=200, examples=["Anna"])
    number: Counted | None = Field(
        default=None, description="The how many-th turn it is: sent again, it is heard once."
    )


@router.post(
    "",
    status_code=201,
    response_model=SessionAnswer,
    responses={200: {"model": SessionAnswer, "description": "It was there."}, **documented(409)},
)
async def begin(asked: SessionAsked, services: Shared) -> JsonAnswer:
    """Begin a session."""

    def work(_: Deadline) -> tuple[KeptSession, bool]:
        return services.sessions.begin(_session(asked), _told(asked), asked.id)

    kept, is_new = await services.workers.run(work)
    place = {"Location": f"{router.prefix}/{kept.id}"}
    return JsonAnswer(_summary(kept, services), 201 if is_new else 200, headers=place)


@router.get("/{id}", response_model=SessionAnswer, responses=documented(404))
async def tell(session: SessionId, services: Shared) -> JsonAnswer:
    """How a session hears, and how far it went."""
    kept = await services.workers.run(lambda _: services.sessions.find(session))
    return JsonAnswer(_summary(kept, services))


@router.delete("/{id}", status_code=204, response_class=Response, responses=documented(404))
async def end(session: SessionId, services: Shared) -> Response:
    """Forget a session and all that was said in it."""
    await services.workers.run(lambda _: services.sessions.end(session))
    return Response(status_code=204)


@router.post("/{id}/turns", response_model=TurnAnswer, responses=documented(404, 409))
async def say(session: SessionId, asked: TurnAsked, services: Shared, key: Key = "") -> Response:
    """What is understood of the next turn.

    A turn that was heard already, by its number or its key, is answered as before.
    """
    most = services.settings.most_turn
    if len(asked.text) > most:
        raise RequestProblem(413, f"A turn has {most:,} characters at most.", code="turn-too-long")
    said = TurnSaid(text=asked.text, speaker=asked.speaker, number=asked.number, key=key)

    def work(deadline: Deadline) -> TurnHeard:
        deadline.check()
        return services.sessions.say(session, said)

    async with services.turnstile.alone(session):
        # Nobody else may have the session before the thread is done with it: so the work goes on
        # even when whoever asked has left. They may ask again.
        heard = await services.workers.run(work)
    again = {"Idempotent-Replayed": "true"} if heard.again else None
    return Response(heard.answer, media_type=JSON, headers=again)


@router.get("/{id}/turns", response_model=TurnsAnswer, responses=documented(404))
async def log(
    session: SessionId,
    services: Shared,
    *,
    after: Annotated[int, Query(ge=0, lt=10**9, description="The turns after this one.")] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_TURNS, description="So many at a time.")] = MOST_TURNS,
    answers: Annotated[bool, Query(description="With what was understood of each.")] = False,
) -> Response:
    """What was said, turn by turn; `next` is where to go on, or null."""

    def work(_: Deadline) -> bytes:
        kept = services.sessions.find(session)
        found = services.sessions.turns(session, after=after, most=most)
        last = after + len(found)
        return _log(found, last if found and last < kept.turns else None, answers=answers)

    return Response(await services.workers.run(work), media_type=JSON)


# Beginning ---------------------------------------------------------------------------------------


def _session(asked: SessionAsked) -> Session:
    """The session that is asked for, if it can be kept."""
    if asked.knowledge.names:
        raise UsageError("A session calls entities as they are called: names are for documents.")
    memory = asked.options.get("memory", MEMORY)
    if not isinstance(memory, int) or not 1 <= memory <= MOST_MEMORY:
        raise UsageError(f"A session remembers from 1 to {MOST_MEMORY:,} entities.")
    return Session(profile=asked.how, knowledge=asked.knowledge.known(), memory=memory)


def _told(asked: SessionAsked) -> str:
    """What it was asked for with, as JSON: the same words for the same thing."""
    how = asked.how
    said = asked.model_dump(include={"options", "knowledge"}, exclude_defaults=True)
    both = {"algorithm": how.algorithm, "profile": how.name, "options": {}, "knowledge": {}}
    return as_json({**both, **said})


# Telling -----------------------------------------------------------------------------------------


def _summary(kept: KeptSession, services: Services) -> dict[str, object]:
    return {
        "id": kept.id,
        **json.loads(kept.how),
        "turns": kept.turns,
        "created": _time(kept.created),
        "used": _time(kept.used),
        "ends": _time(services.sessions.ends(kept)),
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _log(turns: Sequence[KeptTurn], further: int | None, *, answers: bool) -> bytes:
    """The log as JSON; answers are put in as they are."""
    rows = b",\n".join(_row(turn, with_answer=answers) for turn in turns)
    return b'{"turns":[\n%b\n],\n"next":%b}\n' % (rows, as_json(further).encode())


def _row(turn: KeptTurn, *, with_answer: bool) -> bytes:
    said = {
        "number": turn.number,
        "text": turn.text,
        "speaker": turn.speaker,
        "said": _time(turn.said),
    }
    row = as_json(said).encode()
    if not with_answer:
        return row
    return b'%b, "answer": %b}' % (row.removesuffix(b"}"), unpacked(turn.answer).strip())
