"""What the routes share, made once for each application: settings, threads, caches, metrics."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from inspect import Parameter, signature
from typing import Annotated, TypeVar
from weakref import WeakValueDictionary

from anyio import Lock, Semaphore, to_thread
from fastapi import Depends, Request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from starlette.requests import HTTPConnection

from hearer.model import Interpretation
from hearer.profiles import DEFAULT
from hearer.web.documents import DocumentCache, Source, only
from hearer.web.models import DocumentRequest
from hearer.web.problems import RequestProblem
from hearer.web.settings import Settings
from hearer.web.store import Sessions, Store
from hearer.web.work import Workers

Result = TypeVar("Result")
FIRST_TEXT = "Anna sings. She is heard."
METHODS = frozenset("GET HEAD POST DELETE OPTIONS WS".split())
MAX_WAITING_TURNS = 16  # for one session


class Metrics:
    """Counters of one application, for Prometheus; a path that is no route is "-"."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        labels = ["method", "route", "status"]
        self._requests = Counter("hearer_requests", "Answered.", labels, registry=own)
        name = "hearer_request_seconds"
        self._seconds = Histogram(name, "Seconds.", ["route"], registry=own)
        ProcessCollector(registry=own)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()
        if method != "WS":  # a socket may be open for hours
            self._seconds.labels(route).observe(seconds)


class Services:
    """Shared objects of one application."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.is_ready, self.metrics = settings, False, Metrics()
        threads = settings.threads or os.cpu_count() or 1
        self.workers = Workers(threads, queue=settings.queue, timeout=settings.timeout)
        words, characters = settings.max_cached_words, settings.max_characters
        self.documents = DocumentCache(words, max_characters=characters)
        store = Store(settings.store, max_bytes=settings.max_session_bytes)
        self.sessions = Sessions(store, settings)
        self.sockets = Semaphore(settings.max_sockets)
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        gauges: dict[str, Callable[[], float]] = {
            "queue_length": lambda: self.workers.waiting,
            "in_work": lambda: len(self.workers.running),
            "words_kept": lambda: self.documents.words,
            "sessions": store.count,
            "sockets": lambda: settings.max_sockets - self.sockets.value,
        }
        for name, value in gauges.items():
            gauge = Gauge(f"hearer_{name}", "See docs/server.md.", registry=self.metrics.registry)
            gauge.set_function(value)

    def resolve(self, body: DocumentRequest) -> list[Interpretation]:
        """Resolve the documents of a request, or the one that it names."""
        knowledge = body.knowledge.knowledge()
        found = self.documents.resolve(body.source, body.resolved_profile(), knowledge)
        return found if body.part is None else [only(found, body.part)]

    def session_lock(self, name: str) -> Lock:
        """Return the lock of a session; raise 429 if too many turns wait for it."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = Lock()
        if lock.statistics().tasks_waiting >= MAX_WAITING_TURNS:
            detail = f"{MAX_WAITING_TURNS} turns are waiting already."
            raise RequestProblem(429, detail, "too-busy", retry=1)
        return lock

    async def start(self) -> None:
        """Load the model before the first request."""
        await to_thread.run_sync(self.documents.resolve, Source(FIRST_TEXT), DEFAULT)
        self.is_ready = True

    def stop(self) -> None:
        self.is_ready = False
        self.workers.stop()
        self.sessions.store.close()


async def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Shared = Annotated[Services, Depends(_services)]


def on_thread(work: Callable[..., Result]) -> Callable[..., Awaitable[Result]]:
    """Run a route that blocks on a worker thread; cancel it when its client disconnects."""

    @wraps(work)
    async def route(*, request: Request, **values: object) -> Result:
        services: Services = request.app.state.services
        return await services.workers.run(partial(work, **values), request)

    own = signature(work)
    request = Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request)
    parameters = [*own.parameters.values(), request]
    route.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    return route
