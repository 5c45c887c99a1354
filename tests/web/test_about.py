"""Calls about the server: probes, lists, OpenAPI, metrics, and the page /docs."""

from __future__ import annotations

import re
import shlex
from html import unescape
from typing import Any

import jsonschema
import pytest
from prometheus_client import generate_latest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats import FORMATS
from hearer.web.application import create
from hearer.web.guards import CSP, protected
from hearer.web.services import Metrics
from hearer.web.settings import Settings
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, in_process

pytestmark = needs_model


def test_it_is_alive_and_ready(client: Any) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ready"}
    assert client.get("/v1/version").json()["hearer"] == hearer.__version__


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
    ("method", "path", "expected"),
    [
        ("GET", "/redoc", (404, None)), ("POST", "/v1/resolve/", (404, None)),
        ("GET", "/v1/resolve", (405, "POST")), ("POST", "/health", (405, "GET")),
        ("OPTIONS", "/v1/sessions/0000000000000000", (405, "DELETE, GET")),
    ],
)  # fmt: skip
def test_an_unknown_call_is_a_problem(client: Any, method: str, path: str, expected: Any) -> None:
    answer = client.request(method, path)
    assert (answer.json()["status"], answer.headers.get("allow")) == expected
    assert answer.status_code == expected[0]
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_schema_has_names_of_calls_and_values_and_the_problems(client: Any) -> None:
    schema = client.get("/openapi.json").json()
    schemas, paths = schema["components"]["schemas"], schema["paths"]
    assert "Problem" in schemas
    fields = schemas["ResolveRequest"]["properties"]
    assert fields["algorithm"]["enum"] == [*ALGORITHMS.names(), None]
    assert fields["profile"]["enum"] == ["default", "paper", None]
    assert set(fields["to"]["enum"]) | set(fields["format"]["enum"]) == {*FORMATS.names(), None}
    names = [call["operationId"] for methods in paths.values() for call in methods.values()]
    assert {"resolve", "why_not", "algorithms"} <= set(names)
    assert len(names) == len(set(names))
    posts = {path: calls["post"] for path, calls in paths.items() if "post" in calls}
    assert "/v1/resolve" in posts
    for path, call in posts.items():
        for status in ("400", "413", "415", "422", "429", "431", "503"):
            content = call["responses"][status]["content"]
            assert list(content) == ["application/problem+json"], (path, status)


@pytest.mark.parametrize("path", ["/v1/resolve", "/v1/why"])
def test_an_answer_fits_its_schema_and_a_changed_one_does_not(client: Any, path: str) -> None:
    openapi = client.get("/openapi.json").json()
    content = openapi["paths"][path]["post"]["responses"]["200"]["content"]
    schema = {**content["application/json"]["schema"], "components": openapi["components"]}
    body = {"text": ANNA} if path == "/v1/resolve" else {"text": ANNA, "pronoun": "she"}
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


def test_the_page_has_every_call_its_style_and_nothing_from_elsewhere(client: Any) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    paths = client.get("/openapi.json").json()["paths"]
    assert len(paths) > 10
    for path, methods in paths.items():
        for method in methods:
            assert f"<h2><code>{method.upper()} {path}</code></h2>" in page.text
    loaded = re.findall(r'(?:src|href)="([^#"][^"]*)"', page.text)
    assert loaded == ["data:,", "docs.css", "openapi.json"]
    assert "<script" not in page.text
    assert page.headers["content-security-policy"] == CSP
    style = client.get("/docs.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    patterns = (r"var\((--[\w-]+)", r"(--[\w-]+)\s*:")
    used, defined = (set(re.findall(pattern, style.text)) for pattern in patterns)
    assert used
    assert used <= defined  # colours.css was missing once


def test_every_example_works(client: Any) -> None:
    """Except those of sessions, which need the id of one."""
    found = re.findall("<pre><code>(.*?)</code>", client.get("/docs").text)
    commands = [shlex.split(unescape(one)) for one in found]
    calls = [one for one in commands if "{id}" not in one[3]]
    assert len(calls) > 12
    for curl, option, method, address, *rest in calls:
        assert (curl, option) == ("curl", "-X")
        body = rest[rest.index("-d") + 1] if "-d" in rest else None
        kind = {"Content-Type": "application/json"} if body else {}
        answer = client.request(method, address, content=body, headers=kind)
        assert answer.status_code in {200, 201}, (address, answer.text)


def test_requests_are_counted_by_method_route_and_status() -> None:
    metrics, other = Metrics(), Metrics()
    for number in range(100):
        metrics.count_request("GET", "-", 404, 0.1)
        metrics.count_request(f"ODD{number}", "-", 405, 0.1)
    lines = generate_latest(metrics.registry).decode().splitlines()
    assert [line for line in lines if line.startswith("hearer_requests_total{")] == [
        'hearer_requests_total{method="GET",route="-",status="404"} 100.0',
        'hearer_requests_total{method="other",route="-",status="405"} 100.0',
    ]
    assert 'hearer_request_seconds_count{route="-"} 200.0' in lines
    assert b"hearer_requests_total{" not in generate_latest(other.registry)  # nothing is global


def test_the_metrics_have_requests_by_declared_route_and_the_state(client: Any) -> None:
    client.post("/v1/resolve", json={"text": ANNA})
    client.get("/v1/sessions/nobody-1234567890/turns")
    client.get("/no/such/place")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'hearer_requests_total{method="POST",route="/v1/resolve",status="200"} ' in answer.text
    found = dict(re.findall(r"(?m)^(\w+) (\S+)$", answer.text))
    assert (found["hearer_queue_length"], found["hearer_in_work"]) == ("0.0", "0.0")
    assert float(found["process_resident_memory_bytes"]) > 10_000_000
    assert {"hearer_sessions", "hearer_sockets", "hearer_words_kept"} <= set(found)
    routes = set(re.findall(r'route="([^"]*)"', answer.text))
    assert {"/v1/sessions/{id}/turns", "-"} <= routes
    assert not [route for route in routes if "nobody" in route or "such" in route]


def test_only_the_probes_need_no_token() -> None:
    settings = Settings(token="secret")
    client = in_process(protected(create(settings), settings))
    assert client.get("/metrics").status_code == 401
    known = client.get("/metrics", headers={"authorization": "Bearer secret"})
    assert known.status_code == 200
    assert client.get("/health").status_code == 200
    assert client.get("/ready").status_code == 503  # the model is not loaded
