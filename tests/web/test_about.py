"""What the server says of itself."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats import FORMATS
from tests.parsers.parses import needs_model

pytestmark = needs_model


def test_it_is_alive_and_ready(client: Any) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ready"}


def test_it_knows_its_version(client: Any) -> None:
    assert client.get("/v1/version").json()["hearer"] == hearer.__version__


def test_all_algorithms_and_formats_are_listed(client: Any) -> None:
    algorithms = client.get("/v1/algorithms").json()
    assert {one["name"] for one in algorithms} == set(ALGORITHMS.names())
    assert [one["name"] for one in algorithms if one["is_default"]] == [algorithms[0]["name"]]
    (bfp,) = (one for one in algorithms if one["name"] == "bfp")
    assert bfp["reference"].startswith("Susan E. Brennan")
    assert all(one["summary"].endswith(".") for one in algorithms)
    formats = client.get("/v1/formats").json()
    assert {one["name"] for one in formats} == set(FORMATS.names())
    assert all(one["read"] or one["written"] for one in formats)


def test_what_is_not_there_is_a_problem(client: Any) -> None:
    for path, method, status in (("/nothing", "GET", 404), ("/v1/resolve", "GET", 405)):
        answer = client.request(method, path)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status


def test_every_call_documents_its_problems(client: Any) -> None:
    schema = client.get("/openapi.json").json()
    assert "Problem" in schema["components"]["schemas"]
    posts = {path: calls["post"] for path, calls in schema["paths"].items() if "post" in calls}
    assert "/v1/resolve" in posts
    for path, call in posts.items():
        for status in ("400", "413", "415", "422", "429", "503"):
            content = call["responses"][status]["content"]
            assert list(content) == ["application/problem+json"], (path, status)


def test_nothing_of_other_places_is_asked_for(client: Any) -> None:
    assert client.get("/redoc").status_code == 404
    assert "server" not in client.get("/health").headers


def test_the_studio_has_examples_to_begin_with(client: Any) -> None:
    examples = client.get("/studio/examples").json()
    assert examples
    assert all(("text" in one) != ("document" in one) for one in examples)
