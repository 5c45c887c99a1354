"""What the server counts, for Prometheus.

Metrics    counters and gauges of one application; written() is the page that Prometheus reads

Nothing is global: several applications of one process count each for itself. There are only so
many labels: a route is named as it is declared (/v1/sessions/{id}), and what is no route is "-".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

import hearer
from hearer.model import Interpretation, Label
from hearer.web.guards.requests import AnsweredFor

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS", "WS"})
OTHER = "other"


class Metrics:
    """What one application counts."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        by_route = ("method", "route", "status")
        self._requests = Counter(
            "hearer_requests", "Requests answered.", by_route, registry=registry
        )
        self._seconds = Histogram(
            "hearer_request_seconds",
            "How long an answer took.",
            ("route",),
            buckets=SECONDS,
            registry=registry,
        )
        self._words = Counter("hearer_words", "Words heard.", registry=registry)
        self._pronouns = Counter(
            "hearer_pronouns", "Pronouns heard, by what became of them.", ("label",),
            registry=registry,
        )  # fmt: skip
        about = Gauge("hearer_info", "The version that runs.", ("version",), registry=registry)
        about.labels(hearer.__version__).set(1)
        for label in Label:
            self._pronouns.labels(label.value)
        ProcessCollector(registry=registry)

    def watch(self, name: str, about: str, figure: Callable[[], float]) -> None:
        """Show a figure that somebody else keeps, as it is when it is asked for."""
        Gauge(f"hearer_{name}", about, registry=self._registry).set_function(figure)

    def answered(self, request: AnsweredFor) -> None:
        """Count a request."""
        method = request.method if request.method in METHODS else OTHER
        self._requests.labels(method, request.route, str(request.status)).inc()
        if request.method != "WS":  # a socket is open as long as somebody types
            self._seconds.labels(request.route).observe(request.seconds)

    def heard(self, several: Iterable[Interpretation]) -> None:
        """Count what was understood."""
        for found in several:
            self._words.inc(sum(map(len, found.discourse.utterances)))
            for resolution in found.resolutions:
                self._pronouns.labels(resolution.label.value).inc()

    def written(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return bytes(generate_latest(self._registry))
