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
    wrong = ("/nothing", "GET", 404), ("/v1/resolve", "GET", 405), ("/health", "POST", 405)
    for path, method, status in wrong:
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


def test_the_names_that_can_be_said_are_in_the_schema(client: Any) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    fields = schemas["ResolveAsked"]["properties"]
    assert fields["algorithm"]["enum"] == [*ALGORITHMS.names(), None]
    assert fields["profile"]["enum"] == ["default", "paper", None]
    assert set(fields["to"]["enum"]) | set(fields["format"]["enum"]) == {*FORMATS.names(), None}


def test_calls_have_names_of_their_own_for_programs(client: Any) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    names = [call["operationId"] for methods in paths.values() for call in methods.values()]
    assert {"post_resolve", "post_why_not", "get_algorithms"} <= set(names)
    assert len(names) == len(set(names))


def test_all_methods_of_an_address_are_allowed(client: Any) -> None:
    answer = client.put("/v1/sessions/0000000000000000/turns")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


def test_a_slash_too_many_leads_nowhere(client: Any) -> None:
    answer = client.post("/v1/resolve/", json={"text": "Anna."})
    assert answer.status_code == 404
