"""WS /v1/listen: text as it is typed, and what every word changes.

What is sent, one object of JSON a message:

    {"begin": {…}}      from nothing, with algorithm, profile and options; may come again
    {"text": "She "}    some more text, cut anywhere
    {"end": true}       the end of the text; what comes after it is a new paragraph

What is answered:

    {"begun": {"algorithm": …, "profile": …}}
    {"heard": " She", "end": 17, "state": […], "changes": […]}    for every word
    {"taken": 17}       all of a text was heard that are whole words: so many characters came so far
    {"ended": 17}       so was the end
    {"problem": {…}}    something is wrong; what cannot go on is closed

Who may open a socket is a matter of the guards. The work goes piece by piece through the same queue
as all other; while much is waiting no more is read, so that whoever sends has to wait.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from hearer.errors import HearerError, UsageError
from hearer.harmless import as_json
from hearer.session.live import Change, Guess, Heard, Listener
from hearer.web.asking import Body, HowAsked, KnowledgeSaid
from hearer.web.pieces import in_pieces
from hearer.web.problems import RequestProblem, answer_to, of_error
from hearer.web.services import Services, Shared
from hearer.web.working import Deadline

router = APIRouter()
SUBPROTOCOL = "hearer"
MOST_WAITING = 20_000  # characters that wait to be heard before any more is read
MOST_MESSAGES = 1_000  # that wait
AT_ONCE = 2_000  # characters of a text that are heard in one go
SLOWEST = 30  # seconds that whoever reads may take
SHOWN = ("pronoun", "antecedent", "entity", "name", "label", "confidence")
NORMAL, TOO_LONG, LATER = 1000, 1009, 1013  # why a socket is closed: RFC 6455, section 7.4


class LiveMessage(Body):
    """What somebody sends: one of these."""

    begin: HowAsked | None = None
    text: str | None = None
    end: Literal[True] | None = None


class Closing(Exception):  # noqa: N818 - it reads as what it is
    """The socket cannot go on."""

    def __init__(self, said: RequestProblem, code: int) -> None:
        super().__init__(str(said))
        self.said, self.code = said, code


@router.websocket("/v1/listen")
async def listen(socket: WebSocket, services: Shared) -> None:
    """Hear text as it is typed."""
    try:
        with services.sockets.seat():
            offered = socket.scope.get("subprotocols", ())
            await socket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
            await _until_it_ends(socket, services)
    except RequestProblem as refused:
        await socket.send_denial_response(answer_to(refused))


async def _until_it_ends(socket: WebSocket, services: Services) -> None:
    typed = Typed(socket, services)
    tasks = {asyncio.create_task(typed.read()), asyncio.create_task(typed.hear())}
    try:
        done, _ = await asyncio.wait(tasks, return_when="FIRST_COMPLETED")
        for task in done:
            task.result()
    except Closing as closing:
        await typed.close(closing)
    except (WebSocketDisconnect, TimeoutError):
        pass  # nobody is there any more, or nobody reads
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Typed:
    """Reads what somebody types, and has it heard."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self._services = socket, services
        self._waiting: asyncio.Queue[LiveMessage] = asyncio.Queue(MOST_MESSAGES)
        self._characters = 0  # that wait
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._going: asyncio.Task[None] | None = None
        self._listener: Listener | None = None
        self._taken = 0
        self._is_asked = False  # somebody has said how to hear

    # Reading ---------------------------------------------------------------------------------

    async def read(self) -> None:
        """Take messages as they come, as long as there is room for them."""
        while True:
            message = await self._message()
            if message is None:
                continue
            if message.begin is not None:
                self._drop()
            self._characters += len(message.text or "")
            if self._characters >= MOST_WAITING:
                self._has_room.clear()
            await self._waiting.put(message)
            await self._has_room.wait()

    async def _message(self) -> LiveMessage | None:
        try:
            async with asyncio.timeout(self._services.settings.socket_seconds):
                received = await self._socket.receive_text()
        except TimeoutError:
            said = "Nothing was said for too long."
            raise Closing(RequestProblem(408, said, code="idle"), NORMAL) from None
        except KeyError:  # bytes
            await self._wrong(RequestProblem(400, "A message is text.", code="no-json"))
            return None
        return await self._understood(received)

    async def _understood(self, received: str) -> LiveMessage | None:
        """One of the messages that there are; else what is wrong with it is said."""
        try:
            message = LiveMessage.model_validate(json.loads(received))
        except (ValueError, RecursionError) as error:
            await self._wrong(_misunderstood(error))
            return None
        if len(message.model_fields_set) != 1:
            said = "A message has one of begin, text, end."
            await self._wrong(RequestProblem(422, said, code="invalid"))
            return None
        return message

    def _drop(self) -> None:
        """Begin anew: what was said before matters no more."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._characters = 0
        if self._going:
            self._going.cancel()

    # Hearing ---------------------------------------------------------------------------------

    async def hear(self) -> None:
        """Have message after message heard."""
        while True:
            message = await self._waiting.get()
            self._going = asyncio.create_task(self._heard(message))
            try:
                await asyncio.wait({self._going})
            finally:  # whoever is gone is not heard any further
                self._going.cancel()
                await asyncio.gather(self._going, return_exceptions=True)
            if not self._going.cancelled():
                self._going.result()
            self._characters = max(0, self._characters - len(message.text or ""))
            if self._characters < MOST_WAITING:
                self._has_room.set()

    async def _heard(self, message: LiveMessage) -> None:
        try:
            if message.begin is not None:
                await self._begin(message.begin)
            elif message.text is not None:
                await self._hear(message.text)
            else:
                await self._tell_all((await self._listening()).finish())
                await self._send({"ended": self._taken})
        except HearerError as error:
            await self._send({"problem": of_error(error)})
        except RequestProblem as said:
            raise Closing(said, LATER) from said

    async def _begin(self, asked: HowAsked) -> None:
        self._listener, self._taken, self._is_asked = None, 0, True
        if asked.knowledge != KnowledgeSaid():
            raise UsageError("What is typed is heard without knowledge.")
        how = asked.how

        def work(_: Deadline) -> Listener:
            return Listener(profile=how)

        self._listener = await self._services.workers.run(work)
        await self._send({"begun": {"algorithm": how.algorithm, "profile": how.name}})

    async def _listening(self) -> Listener:
        if not self._listener and not self._is_asked:
            await self._begin(HowAsked())
        if not self._listener:
            raise UsageError("Nobody listens: begin in another way.")
        return self._listener

    async def _hear(self, text: str) -> None:
        listener, most = await self._listening(), self._services.settings.most_live
        self._taken += len(text)
        if self._taken > most:
            said = f"A socket hears {most:,} characters: open another, or begin anew."
            raise Closing(RequestProblem(413, said, code="too-large"), TOO_LONG)
        for start in range(0, len(text), AT_ONCE):
            await self._tell_all(listener.hear(text[start : start + AT_ONCE]))
        await self._send({"taken": self._taken})

    async def _tell_all(self, several: Iterator[Heard]) -> None:
        async for piece in in_pieces(self._services.workers, several, is_begun=True):
            for heard in piece:
                await self._send(_row(heard))
                await asyncio.sleep(0)  # so that it is noticed where nobody is there any more

    # Saying ----------------------------------------------------------------------------------

    async def _send(self, said: dict[str, object]) -> None:
        async with asyncio.timeout(SLOWEST):
            await self._socket.send_text(as_json(said, separators=(",", ":")))

    async def _wrong(self, said: RequestProblem) -> None:
        await self._send({"problem": of_error(said)})

    async def close(self, closing: Closing) -> None:
        """Say why, and go."""
        with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            await self._wrong(closing.said)
            await self._socket.close(closing.code)


def _misunderstood(error: Exception) -> RequestProblem:
    if not isinstance(error, ValidationError):
        return RequestProblem(400, "A message is one object of JSON.", code="no-json")
    first = error.errors(include_url=False, include_input=False)[0]
    place = "".join(f"/{step}" for step in first["loc"])
    return RequestProblem(422, f"{place or 'The message'}: {first['msg']}", code="invalid")


# What is told of a word --------------------------------------------------------------------------


def _row(heard: Heard) -> dict[str, object]:
    state = [
        {
            "entity": element.entity,
            "name": heard.names.get(element.entity, ""),
            "familiarity": str(element.familiarity),
            "set": element.status.name,
            "text": element.expression.text,
        }
        for element in heard.state
    ]
    changes = [_change(change) for change in heard.changes]
    return {"heard": heard.written, "end": heard.end, "state": state, "changes": changes}


def _change(change: Change) -> dict[str, object]:
    before = _guess(change.instead_of) if change.instead_of else None
    return {"kind": str(change.kind), **_guess(change.guess), "instead_of": before}


def _guess(guess: Guess) -> dict[str, object]:
    return {name: guess.row[name] for name in SHOWN}
