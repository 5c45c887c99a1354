"""What the routes share, and how they get it: made once when the application is.

Services    settings, workers, documents heard lately, what is counted
Shared      what a route says to have them: `async def resolve(..., services: Shared)`
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from hearer.web.hearing import HeardLately
from hearer.web.metrics import Metrics
from hearer.web.settings import Settings
from hearer.web.working import Deadline, Workers

FIRST_WORDS = "Anna sings. She is heard."


@dataclass(slots=True)
class Services:
    """What the routes share."""

    settings: Settings
    workers: Workers
    heard: HeardLately
    metrics: Metrics
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
        metrics.watch("queue_length", "Requests that wait.", lambda: workers.waiting)
        metrics.watch("in_work", "Requests that are worked on.", lambda: workers.working)
        metrics.watch("words_kept", "Words of documents heard lately.", lambda: heard.words)
        return cls(settings, workers, heard, metrics)

    async def begin(self) -> None:
        """Load the model now, and not while the first who asks is waiting."""
        from hearer.profiles import DEFAULT
        from hearer.web.hearing import Said

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
