"""What is counted, and how it is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("httpx", reason="httpx is not installed")
pytest.importorskip("fastapi", reason="hearer[web] is not installed")
pytest.importorskip("prometheus_client", reason="hearer[web] is not installed")

from prometheus_client.parser import text_string_to_metric_families

import hearer
from hearer.web.guards.requests import AnsweredFor
from hearer.web.metrics import Metrics
from tests.parsers.parses import needs_model
from tests.web.asgi import asked
from tests.web.conftest import ANNA


def figures(page: str) -> dict[str, float]:
    """The figures of a page, by name and labels."""
    found = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def answered(method: str, path: str, status: int, route: object = None) -> AnsweredFor:
    scope = {"type": "http", "method": method, "path": path, "route": route}
    return AnsweredFor(scope, id="x", status=status)


def test_requests_are_counted_by_route_and_status() -> None:
    metrics = Metrics()
    for number in range(100):
        metrics.answered(answered("GET", f"/{number}", 404))
        metrics.answered(answered(f"ODD{number}", "/", 405))
    found = figures(metrics.written().decode())
    counted = {name: value for name, value in found.items() if "requests_total" in name}
    assert counted == {
        "hearer_requests_total{method=GET,route=-,status=404}": 100,
        "hearer_requests_total{method=other,route=-,status=405}": 100,
    }
    assert found["hearer_request_seconds_count{route=-}"] == 200


def test_two_applications_count_each_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.answered(answered("GET", "/", 200))
    assert b"hearer_requests_total{" in one.written()
    assert b"hearer_requests_total{" not in other.written()


@needs_model
def test_words_and_pronouns_are_counted() -> None:
    metrics = Metrics()
    metrics.heard([hearer.resolve(ANNA)])
    found = figures(metrics.written().decode())
    assert found["hearer_words_total"] == 10
    assert found["hearer_pronouns_total{label=resolved}"] == 2
    assert found["hearer_pronouns_total{label=pleonastic}"] == 0


def test_a_figure_of_somebody_else_is_read_when_it_is_asked_for() -> None:
    metrics, waiting = Metrics(), [3]
    metrics.watch("waiting", "Who waits.", lambda: waiting[0])
    waiting[0] = 5
    assert figures(metrics.written().decode())["hearer_waiting"] == 5


@needs_model
def test_a_server_shows_what_it_did(client: Any) -> None:
    client.post("/v1/resolve", json={"text": ANNA})
    client.get("/v1/sessions/nobody/turns")
    client.get("/no/such/place")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = figures(answer.text)
    assert found["hearer_requests_total{method=POST,route=/v1/resolve,status=200}"] >= 1
    assert found["hearer_words_total"] >= 10
    assert found["hearer_queue_length"] == 0
    assert found["process_resident_memory_bytes"] > 10_000_000
    names = {"in_work", "sessions", "sockets", "streams", "words_kept"}
    assert {f"hearer_{name}" for name in names} <= set(found)
    routes = set(re.findall(r'route="([^"]*)"', answer.text))
    assert "-" in routes
    assert not [route for route in routes if "nobody" in route or "such" in route]


def test_metrics_are_for_whoever_has_the_token() -> None:
    from hearer.web.app import create
    from hearer.web.settings import Settings

    app = create(Settings(token="secret"))
    assert asked(app, path="/metrics").status_code == 401
    known = asked(app, path="/metrics", headers={"authorization": "Bearer secret"})
    assert known.status_code == 200
    assert asked(app, path="/health").status_code == 200
    assert asked(app, path="/ready").status_code == 503  # nothing has begun
