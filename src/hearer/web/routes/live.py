"""Answers while the text is typed: the WebSocket /v1/listen (docs/server.md)."""

from __future__ import annotations

import json
from asyncio import Queue
from collections.abc import Iterator
from contextlib import suppress

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from hearer.errors import HearerError, UsageError
from hearer.escape import as_json
from hearer.session.listener import Guess, Heard, Listener
from hearer.web.models import AlgorithmModel, KnowledgeModel, LiveMessage
from hearer.web.problems import RequestProblem, problem_of, response_to
from hearer.web.services import Services, Shared

router = APIRouter(prefix="/v1", tags=["hear"])
MAX_MESSAGES = 1_000  # that wait for one socket
AT_ONCE = 2_000  # characters of a text that are heard in one go
SEND_SECONDS = 30  # for a client to read a message
CLOSE_CODES: dict[object, int] = {408: 1000, 413: 1009}  # by status: RFC 6455, section 7.4
LATER = 1013
SHOWN = ("pronoun", "antecedent", "entity", "name", "label", "confidence")


@router.websocket("/listen")
async def listen(socket: WebSocket, services: Shared) -> None:
    """Hear a text while it is typed."""
    try:
        services.sockets.acquire_nowait()
    except anyio.WouldBlock:
        busy = RequestProblem(429, "Too many sockets are open already.", "too-busy", retry=5)
        await socket.send_denial_response(response_to(busy))
        return
    live = LiveText(socket, services)
    try:
        await socket.accept()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live.receive)
            tasks.start_soon(live.answer)
    except* RequestProblem as group:
        found = problem_of(group.exceptions[0])
        with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            await live.send({"problem": found})
            await socket.close(CLOSE_CODES.get(found["status"], LATER))
    except* (WebSocketDisconnect, TimeoutError):
        pass  # the client has gone, or does not read
    finally:
        services.sockets.release()


class LiveText:
    """Receives messages of one socket, and answers them in order."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self._workers, self._settings = socket, services.workers, services.settings
        self._queue: Queue[tuple[int, LiveMessage]] = Queue(MAX_MESSAGES)
        self._current = anyio.CancelScope()
        self._begins = 0
        self._received = self._heard = 0  # characters since the beginning
        self._listener: Listener | None = None
        self._is_begun = False

    async def receive(self) -> None:
        """Put messages into the queue with the number of `begin` messages before them."""
        while True:
            message = await self._message()
            if message is None:
                continue
            if message.begin is not None:
                self._current.cancel()
                self._begins, self._received = self._begins + 1, 0
            self._received += len(message.text or "")
            if self._received > self._settings.max_live_characters:
                detail = f"A socket takes {self._settings.max_live_characters:,} characters."
                raise RequestProblem(413, detail, "too-large")
            await self._queue.put((self._begins, message))

    async def _message(self) -> LiveMessage | None:
        """Return the next message; answer one that is wrong."""
        try:
            with anyio.fail_after(self._settings.socket_timeout):
                received = await self._socket.receive_text()
            message = LiveMessage.model_validate(json.loads(received))
            if len(message.model_fields_set) == 1:
                return message
            problem = RequestProblem(422, "A message has one of begin, text, end.", "invalid")
        except TimeoutError:
            detail = "There was no message for too long."
            raise RequestProblem(408, detail, "idle") from None
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = "".join(f"/{step}" for step in first["loc"]) or "The message"
            problem = RequestProblem(422, f"{place}: {first['msg']}", "invalid")
        except (KeyError, ValueError, RecursionError):  # bytes, or not JSON
            problem = RequestProblem(400, "A message is one object of JSON, as text.", "no-json")
        await self.send({"problem": problem_of(problem)})
        return None

    async def answer(self) -> None:
        """Answer message after message; skip and cancel those before the last `begin`."""
        while True:
            begins, message = await self._queue.get()
            if begins < self._begins:
                continue
            with anyio.CancelScope() as self._current:
                try:
                    await self._answer(message)
                except HearerError as error:
                    await self.send({"problem": problem_of(error)})

    async def _answer(self, message: LiveMessage) -> None:
        if message.begin is not None or not self._is_begun:
            await self._begin(message.begin or AlgorithmModel())
        if message.begin is not None:
            return
        if self._listener is None:
            raise UsageError("There is no listener: begin in another way.")
        text = message.text or ""
        self._heard += len(text)
        for start in range(0, len(text), AT_ONCE):
            await self._send_all(self._listener.hear(text[start : start + AT_ONCE]))
        if message.end:
            await self._send_all(self._listener.finish())
        await self.send({"ended" if message.end else "taken": self._heard})

    async def _begin(self, options: AlgorithmModel) -> None:
        self._listener, self._heard, self._is_begun = None, 0, True
        if options.knowledge != KnowledgeModel():
            raise UsageError("Live text takes no knowledge.")
        profile = options.resolved_profile()
        self._listener = await self._workers.run(lambda: Listener(profile=profile))
        await self.send({"begun": {"algorithm": profile.algorithm, "profile": profile.name}})

    async def _send_all(self, several: Iterator[Heard]) -> None:
        async for piece in self._workers.pieces(several, waits=True):
            for heard in piece:
                await self.send(_row(heard))
                await anyio.sleep(0)  # let `receive` notice that the client has gone

    async def send(self, message: dict[str, object]) -> None:
        """Send a message, or raise TimeoutError if the client does not read."""
        with anyio.fail_after(SEND_SECONDS):
            await self._socket.send_text(as_json(message, separators=(",", ":")))


def _row(heard: Heard) -> dict[str, object]:
    """Return what is sent for a word."""
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
    changes = []
    for change in heard.changes:
        before = _guess(change.instead_of) if change.instead_of else None
        changes.append({"kind": str(change.kind), **_guess(change.guess), "instead_of": before})
    return {"heard": heard.written, "end": heard.end, "state": state, "changes": changes}


def _guess(guess: Guess) -> dict[str, object]:
    return {name: guess.row[name] for name in SHOWN}
