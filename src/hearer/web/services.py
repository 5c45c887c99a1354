"""What the routes share, made once for each application: settings, threads, caches, metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, TypeVar
from weakref import WeakValueDictionary

from anyio import Lock, Semaphore, to_thread
from fastapi import Depends, Request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest
from starlette.requests import HTTPConnection

import hearer
from hearer.model import Interpretation, Label
from hearer.profiles import DEFAULT
from hearer.web.documents import DocumentCache, Source
from hearer.web.models import DocumentRequest
from hearer.web.problems import RequestProblem
from hearer.web.settings import Settings
from hearer.web.store import Sessions, Store
from hearer.web.work import Workers

Result = TypeVar("Result")
FIRST_TEXT = "Anna sings. She is heard."
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS", "WS"})
MAX_WAITING_TURNS = 16  # for one session


class Metrics:
    """Counters and gauges of one application, for Prometheus.

    Labels are bounded: a route is its declared path, other paths are "-".
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter = partial(Counter, registry=self.registry)
        by_route = ("method", "route", "status")
        self._requests = counter("hearer_requests", "Requests answered.", by_route)
        self._words = counter("hearer_words", "Words resolved.")
        self._pronouns = counter("hearer_pronouns", "Pronouns by label.", ("label",))
        name, about = "hearer_request_seconds", "Seconds until the answer."
        registry = self.registry
        self._seconds = Histogram(name, about, ("route",), buckets=BUCKETS, registry=registry)
        info = Gauge("hearer_info", "The version.", ("version",), registry=self.registry)
        info.labels(hearer.__version__).set(1)
        for label in Label:
            self._pronouns.labels(label.value)
        ProcessCollector(registry=self.registry)

    def gauge(self, name: str, description: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when it is read."""
        Gauge(f"hearer_{name}", description, registry=self.registry).set_function(value)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()
        if method != "WS":  # a socket may be open for hours
            self._seconds.labels(route).observe(seconds)

    def count_resolved(self, several: Iterable[Interpretation]) -> None:
        for found in several:
            self._words.inc(sum(map(len, found.discourse.utterances)))
            for resolution in found.resolutions:
                self._pronouns.labels(resolution.label.value).inc()

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return bytes(generate_latest(self.registry))


class Services:
    """Shared objects of one application."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.is_ready = settings, False
        self.metrics = Metrics()
        self.workers = Workers(
            threads=settings.worker_threads, queue=settings.queue, timeout=settings.timeout
        )
        self.documents = DocumentCache(
            settings.max_cached_words,
            max_characters=settings.max_characters,
            count=self.metrics.count_resolved,
        )
        store = Store(settings.store, max_bytes=settings.max_session_bytes)
        self.sessions = Sessions(store, settings, self.metrics.count_resolved)
        self.sockets = Semaphore(settings.max_sockets)
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        gauge = self.metrics.gauge
        gauge("queue_length", "Requests that wait.", lambda: self.workers.waiting)
        gauge("in_work", "Requests in work.", lambda: len(self.workers.running))
        gauge("words_kept", "Words of cached documents.", lambda: self.documents.words)
        gauge("sessions", "Stored sessions.", lambda: store.count)
        gauge("sockets", "Open sockets.", lambda: settings.max_sockets - self.sockets.value)

    async def resolve(
        self,
        body: DocumentRequest,
        request: Request,
        then: Callable[[list[Interpretation]], Result],
    ) -> Result:
        """Resolve the document of a request and return what `then` makes of it, on a thread."""
        profile, knowledge = body.resolved_profile(), body.knowledge.knowledge()

        def work() -> Result:
            return then(self.documents.resolve(body.source, profile, knowledge))

        return await self.workers.run(work, request)

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


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Shared = Annotated[Services, Depends(_services)]
