"""Calls about the server itself, its metrics, and the page /docs."""

from __future__ import annotations

import re
import shlex
from html import unescape
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

import jsonschema
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats import FORMATS
from hearer.web.app import create
from hearer.web.guards import CSP, protected
from hearer.web.services import Metrics
from hearer.web.settings import Settings
from tests.parsers.parses import needs_model
from tests.web.asgi import requested
from tests.web.conftest import ANNA

pytestmark = needs_model


def test_it_is_alive_and_ready(client: Any) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ready"}
    assert client.get("/v1/version").json()["hearer"] == hearer.__version__
    assert "server" not in client.get("/health").headers


def test_all_algorithms_and_formats_are_listed(client: Any) -> None:
    algorithms = client.get("/v1/algorithms").json()
    assert {one["name"] for one in algorithms} == set(ALGORITHMS.names())
    assert [one["name"] for one in algorithms if one["is_default"]] == [algorithms[0]["name"]]
    (bfp,) = (one for one in algorithms if one["name"] == "bfp")
    assert bfp["reference"].startswith("Susan E. Brennan")
    assert all(one["summary"].endswith(".") for one in algorithms)
    formats = {one["name"]: one for one in client.get("/v1/formats").json()}
    assert set(formats) == set(FORMATS.names())
    for name, one in formats.items():
        of = FORMATS.find(name)
        assert (one["read"], one["written"]) == (of.read is not None, of.write is not None)
        assert one["suffixes"] == [*of.suffixes]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404), ("GET", "/redoc", 404), ("POST", "/v1/resolve/", 404),
        ("GET", "/v1/resolve", 405), ("POST", "/health", 405),
    ],
)  # fmt: skip
def test_an_unknown_call_is_a_problem(client: Any, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == answer.json()["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert ("allow" in answer.headers) == (status == 405)


def test_the_studio_has_examples(client: Any) -> None:
    examples = client.get("/studio/examples").json()
    assert examples
    assert all(("text" in one) != ("document" in one) for one in examples)


# OpenAPI ----------------------------------------------------------------------------------------


def test_every_call_documents_its_problems(client: Any) -> None:
    schema = client.get("/openapi.json").json()
    assert "Problem" in schema["components"]["schemas"]
    posts = {path: calls["post"] for path, calls in schema["paths"].items() if "post" in calls}
    assert "/v1/resolve" in posts
    for path, call in posts.items():
        for status in ("400", "413", "415", "422", "429", "431", "503"):
            content = call["responses"][status]["content"]
            assert list(content) == ["application/problem+json"], (path, status)


def test_the_names_of_algorithms_profiles_and_formats_are_in_the_schema(client: Any) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    fields = schemas["ResolveRequest"]["properties"]
    assert fields["algorithm"]["enum"] == [*ALGORITHMS.names(), None]
    assert fields["profile"]["enum"] == ["default", "paper", None]
    assert set(fields["to"]["enum"]) | set(fields["format"]["enum"]) == {*FORMATS.names(), None}


def test_calls_have_names_for_generated_clients(client: Any) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    names = [call["operationId"] for methods in paths.values() for call in methods.values()]
    assert {"resolve", "why_not", "algorithms"} <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("path", "one"), [("/v1/resolve", True), ("/v1/why", False)])
def test_an_answer_fits_its_schema_and_another_does_not(client: Any, path: str, one: bool) -> None:
    openapi = client.get("/openapi.json").json()
    content = openapi["paths"][path]["post"]["responses"]["200"]["content"]
    schema = {**content["application/json"]["schema"], "components": openapi["components"]}
    body = {"text": ANNA} if one else {"text": ANNA, "pronoun": "she"}
    answer = client.post(path, json=body).json()
    jsonschema.validate(answer, schema)
    wrong = {**answer, "resolutions": [{}], "tested": 7}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)


def test_the_token_is_a_security_scheme() -> None:
    openapi = create(Settings(token="secret")).openapi()
    assert openapi["components"]["securitySchemes"] == {
        "token": {"type": "http", "scheme": "bearer"}
    }
    assert openapi["security"] == [{"token": []}]
    assert openapi["paths"]["/health"]["get"]["security"] == []
    assert create(Settings()).openapi()["security"] == [{"token": []}, {}]  # not required


# The page ---------------------------------------------------------------------------------------


def test_every_call_is_on_the_page(client: Any) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    paths = client.get("/openapi.json").json()["paths"]
    assert len(paths) > 10
    for path, methods in paths.items():
        for method in methods:
            assert f"<h2><code>{method.upper()} {path}</code></h2>" in page.text


def test_the_page_loads_nothing_from_elsewhere_and_has_its_style(client: Any) -> None:
    page = client.get("/docs")
    loaded = re.findall(r'(?:src|href)="([^#"][^"]*)"', page.text)
    assert loaded == ["data:,", "docs.css", "openapi.json"]
    assert "<script" not in page.text
    assert page.headers["content-security-policy"] == CSP
    style = client.get("/docs.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    used, defined = (
        set(re.findall(pattern, style.text)) for pattern in (r"var\((--[\w-]+)", r"(--[\w-]+)\s*:")
    )
    assert used
    assert used <= defined  # colours.css was missing once


def test_every_example_works(client: Any) -> None:
    """Except those of sessions, which need one that was begun."""
    found = re.findall("<pre><code>(.*?)</code>", client.get("/docs").text)
    commands = [shlex.split(unescape(one)) for one in found]
    calls = [one for one in commands if "{id}" not in one[1] and one[1] != "-X"]
    assert len(calls) > 12
    for curl, address, *rest in calls:
        assert curl == "curl"
        if "-d" in rest:
            kind = {"Content-Type": "application/json"}
            answer = client.post(address, content=rest[rest.index("-d") + 1], headers=kind)
        else:
            answer = client.get(address)
        assert answer.status_code in {200, 201}, (address, answer.text)


# Metrics ----------------------------------------------------------------------------------------


def figures(page: str) -> dict[str, float]:
    """The figures of a page, by name and labels."""
    found = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_requests_are_counted_by_method_route_and_status() -> None:
    metrics, other = Metrics(), Metrics()
    for number in range(100):
        metrics.count_request("GET", "-", 404, 0.1)
        metrics.count_request(f"ODD{number}", "-", 405, 0.1)
    found = figures(generate_latest(metrics.registry).decode())
    counted = {name: value for name, value in found.items() if "requests_total" in name}
    assert counted == {
        "hearer_requests_total{method=GET,route=-,status=404}": 100,
        "hearer_requests_total{method=other,route=-,status=405}": 100,
    }
    assert found["hearer_request_seconds_count{route=-}"] == 200
    assert b"hearer_requests_total{" not in generate_latest(other.registry)  # nothing is global


def test_a_server_shows_what_it_did(client: Any) -> None:
    client.post("/v1/resolve", json={"text": ANNA})
    client.get("/v1/sessions/nobody-1234567890/turns")
    client.get("/no/such/place")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = figures(answer.text)
    assert found["hearer_requests_total{method=POST,route=/v1/resolve,status=200}"] >= 1
    assert found["hearer_queue_length"] == found["hearer_in_work"] == 0
    assert found["process_resident_memory_bytes"] > 10_000_000
    assert {"hearer_sessions", "hearer_sockets", "hearer_words_kept"} <= set(found)
    routes = set(re.findall(r'route="([^"]*)"', answer.text))
    assert "/v1/sessions/{id}/turns" in routes
    assert "-" in routes
    assert not [route for route in routes if "nobody" in route or "such" in route]


def test_the_probes_alone_need_no_token() -> None:
    settings = Settings(token="secret")
    app = protected(create(settings), settings)
    assert requested(app, path="/metrics").status_code == 401
    known = requested(app, path="/metrics", headers={"authorization": "Bearer secret"})
    assert known.status_code == 200
    assert requested(app, path="/health").status_code == 200
    assert requested(app, path="/ready").status_code == 503  # the model is not loaded
