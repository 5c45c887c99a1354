"""What the routes share, and how they get it: made once when the application is.

Services    settings, workers, documents heard lately, sessions, what is counted
Shared      what a route says to have them: `async def resolve(..., services: Shared)`
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from hearer.model import Interpretation
from hearer.profiles import DEFAULT
from hearer.web.asking import DocumentHeard
from hearer.web.hearing import HeardLately, Said
from hearer.web.metrics import Metrics
from hearer.web.seats import Seats
from hearer.web.settings import Settings
from hearer.web.stores.base import NoSession, Store
from hearer.web.stores.conversations import Conversations, SessionLimits
from hearer.web.stores.memory import MemoryStore
from hearer.web.stores.turnstile import Turnstile
from hearer.web.working import Deadline, Workers

Result = TypeVar("Result")
FIRST_WORDS = "Anna sings. She is heard."
SECONDS_TO_LOAD = 600


@dataclass(slots=True)
class Services:
    """What the routes share."""

    settings: Settings
    workers: Workers
    heard: HeardLately
    metrics: Metrics
    sessions: Conversations
    turnstile: Turnstile
    streams: Seats
    sockets: Seats
    is_ready: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Services:
        workers = Workers(threads=settings.threads, queue=settings.queue, seconds=settings.seconds)
        metrics = Metrics()
        heard = HeardLately(
            settings.most_words_kept,
            most_characters=settings.most_characters,
            tell=metrics.heard,
        )
        services = cls(
            settings=settings,
            workers=workers,
            heard=heard,
            metrics=metrics,
            sessions=_sessions(settings, metrics),
            turnstile=Turnstile(),
            streams=Seats(settings.most_streams, "streams"),
            sockets=Seats(settings.most_sockets, "sockets"),
        )
        services.watch()
        return services

    def watch(self) -> None:
        """Let what comes and goes be seen."""
        watch, workers = self.metrics.watch, self.workers
        watch("queue_length", "Requests that wait.", lambda: workers.waiting)
        watch("in_work", "Requests that are worked on.", lambda: workers.working)
        watch("words_kept", "Words of documents heard lately.", lambda: self.heard.words)
        watch("sessions", "Sessions that are kept.", lambda: self.sessions.count)
        watch("sockets", "Sockets that are open.", lambda: self.sockets.taken)
        watch("streams", "Streams that are open.", lambda: self.streams.taken)

    async def hear(
        self,
        asked: DocumentHeard,
        request: Request,
        then: Callable[[list[Interpretation]], Result],
    ) -> Result:
        """What comes of a document when it was heard; all of it is work for a thread."""
        said, how, knowledge = asked.said, asked.how, asked.knowledge.known()

        def work(deadline: Deadline) -> Result:
            return then(self.heard.hear(said, how, deadline, knowledge=knowledge))

        return await self.workers.run(work, request)

    async def begin(self) -> None:
        """Load the model now, and not while the first who asks is waiting."""

        def first(_: Deadline) -> object:
            return self.heard.hear(Said(FIRST_WORDS), DEFAULT, Deadline(SECONDS_TO_LOAD))

        await self.workers.run(first)
        self.is_ready = True

    def require_store(self) -> None:
        """Raise if sessions cannot be read at the moment; nobody is called by that name."""
        with suppress(NoSession):
            self.sessions.find("-")

    def end(self) -> None:
        """Take nothing more, and let go."""
        self.is_ready = False
        self.workers.close()
        self.sessions.close()


def _sessions(settings: Settings, metrics: Metrics) -> Conversations:
    limits = SessionLimits(
        most=settings.most_sessions, most_turns=settings.most_turns, hours=settings.session_hours
    )
    return Conversations(_store(settings), limits, tell=metrics.heard)


def _store(settings: Settings) -> Store:
    if not settings.store:
        return MemoryStore(settings.most_session_bytes)
    from hearer.web.stores.sqlite import SqliteStore

    return SqliteStore(settings.store)


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Shared = Annotated[Services, Depends(_services)]
