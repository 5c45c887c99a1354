"""Calls for conversations, turn by turn: /v1/sessions."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from hearer.errors import UsageError
from hearer.escape import as_json
from hearer.session.session import MEMORY, Session
from hearer.web.models import SESSION_ID, SessionRequest, TurnRequest
from hearer.web.problems import ALWAYS, RequestProblem, documented
from hearer.web.routes.hear import INTERPRETATION, JSON, JsonAnswer
from hearer.web.services import Services, Shared, on_thread
from hearer.web.store import StoredSession, StoredTurn, no_session

router = APIRouter(prefix="/v1/sessions", tags=["sessions"], responses=documented(*ALWAYS))
MAX_MEMORY = 2_000  # entities
MAX_PAGE = 100  # turns
SessionId = Annotated[str, Path(alias="id", pattern=f"^{SESSION_ID}$")]
TURN: dict[int | str, dict[str, Any]] = {200: {"content": {JSON: {"schema": INTERPRETATION}}}}
SESSION = dict[str, Any]  # id, algorithm, profile, options, knowledge, turns, created, used, ends
BEGUN: dict[int | str, dict[str, Any]] = {200: {"model": SESSION}, **documented(409)}


@router.post("", status_code=201, response_model=SESSION, responses=BEGUN)
@on_thread
def begin(body: SessionRequest, services: Shared) -> JsonAnswer:
    """Begin a session; 200 if it exists with the same options."""
    if body.knowledge.names:
        raise UsageError("A session takes no names of entities: names are for documents.")
    memory = body.options.get("memory", MEMORY)
    if not isinstance(memory, int) or not 1 <= memory <= MAX_MEMORY:
        raise UsageError(f"A session remembers from 1 to {MAX_MEMORY:,} entities.")
    profile, knowledge = body.resolved_profile(), body.knowledge.knowledge()
    given = body.model_dump(include={"options", "knowledge"}, exclude_defaults=True)
    names = {"algorithm": profile.algorithm, "profile": profile.name}
    options = as_json({**names, "options": {}, "knowledge": {}, **given})
    session = Session(profile=profile, knowledge=knowledge, memory=memory)
    stored, is_new = services.sessions.begin(session, options, body.id)
    headers = {"Location": f"{router.prefix}/{stored.id}"}
    return JsonAnswer(_summary(stored, services), 201 if is_new else 200, headers=headers)


@router.get("/{id}", response_model=SESSION, responses=documented(404))
@on_thread
def show(session: SessionId, services: Shared) -> JsonAnswer:
    """Show the options of a session and its number of turns."""
    return JsonAnswer(_summary(services.sessions.find(session), services))


@router.delete("/{id}", status_code=204, response_class=Response, responses=documented(404))
@on_thread
def end(session: SessionId, services: Shared) -> Response:
    """Delete a session and its turns."""
    if not services.sessions.store.end(session):
        raise no_session()
    return Response(status_code=204)


@router.post("/{id}/turns", response_class=Response, responses={**TURN, **documented(404, 409)})
async def hear(session: SessionId, body: TurnRequest, services: Shared) -> Response:
    """Resolve the next turn; if its number is an earlier one, return the stored answer."""
    most = services.settings.max_turn_characters
    if len(body.text) > most:
        raise RequestProblem(413, f"A turn has {most:,} characters at most.", "turn-too-long")
    work = partial(services.sessions.hear, session, body.text, body.speaker, body.number)
    # The work goes on if the client disconnects: nothing else may use the session meanwhile.
    async with services.session_lock(session):
        answer, is_repeated = await services.workers.run(work)
    headers = {"Idempotent-Replayed": "true"} if is_repeated else None
    return Response(answer, media_type=JSON, headers=headers)


@router.get("/{id}/turns", response_model=dict[str, Any], responses=documented(404))
@on_thread
def log(
    session: SessionId,
    services: Shared,
    *,
    after: Annotated[int, Query(ge=0, lt=10**9)] = 0,
    most: Annotated[int, Query(ge=1, le=MAX_PAGE)] = MAX_PAGE,
    answers: bool = False,
) -> Response:
    """List turns and, if asked for, their answers; `next` is `after` for the next page, or null."""
    stored = services.sessions.find(session)
    found = services.sessions.store.turns(session, after=after, most=most)
    last = after + len(found)
    further = last if found and last < stored.turns else None
    rows = b",\n".join(_row(turn, with_answer=answers) for turn in found)
    content = b'{"turns":[\n%b\n],\n"next":%b}\n' % (rows, as_json(further).encode())
    return Response(content, media_type=JSON)


def _summary(stored: StoredSession, services: Services) -> dict[str, object]:
    times = {"created": _time(stored.created), "used": _time(stored.used)}
    ends = _time(services.sessions.expires(stored))
    return {"id": stored.id, **json.loads(stored.how), "turns": stored.turns, **times, "ends": ends}


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _row(turn: StoredTurn, *, with_answer: bool) -> bytes:
    said = _time(turn.said)
    row = {"number": turn.number, "text": turn.text, "speaker": turn.speaker, "said": said}
    written = as_json(row).encode()
    if not with_answer:
        return written
    return b'%b, "answer": %b}' % (written.removesuffix(b"}"), zlib.decompress(turn.answer).strip())
