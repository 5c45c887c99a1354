"""What the routes share, and how they get it: made once when the application is.

Services    settings, workers, documents heard lately
Shared      what a route says to have them: `async def resolve(..., services: Shared)`
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from hearer.model import Interpretation
from hearer.profiles import DEFAULT
from hearer.web.asking import DocumentHeard
from hearer.web.hearing import HeardLately, Said
from hearer.web.settings import Settings
from hearer.web.working import Deadline, Workers

Result = TypeVar("Result")
FIRST_WORDS = "Anna sings. She is heard."


@dataclass(slots=True)
class Services:
    """What the routes share."""

    settings: Settings
    workers: Workers
    heard: HeardLately
    is_ready: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Services:
        workers = Workers(threads=settings.threads, queue=settings.queue, seconds=settings.seconds)
        return cls(settings, workers, HeardLately(settings.most_words_kept))

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

        def first(deadline: Deadline) -> object:
            return self.heard.hear(Said(FIRST_WORDS), DEFAULT, deadline)

        await self.workers.run(first)
        self.is_ready = True

    def end(self) -> None:
        """Take nothing more, and let go."""
        self.is_ready = False
        self.workers.close()


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Shared = Annotated[Services, Depends(_services)]
