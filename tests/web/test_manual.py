"""/docs: a page for people, which needs nothing from other places."""

from __future__ import annotations

import re
import shlex
from html import unescape
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

from tests.parsers.parses import needs_model

pytestmark = needs_model


def test_every_call_is_on_the_page(client: Any) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    told = client.get("/openapi.json").json()["paths"]
    assert len(told) > 10
    for path, methods in told.items():
        for method in methods:
            assert f"<code><b>{method.upper()}</b> {path}</code></h3>" in page.text


def test_nothing_comes_from_elsewhere(client: Any) -> None:
    page = client.get("/docs").text
    assert re.findall(r'(?:src|href)="([^#"][^"]*)"', page) == [
        "data:,",
        "docs.css",
        "openapi.json",
    ]
    assert "<script" not in page
    assert client.get("/docs.css").headers["content-type"] == "text/css; charset=utf-8"


def test_every_example_works_as_it_stands(client: Any) -> None:
    """But those of sessions, which need one that was begun."""
    examples = [unescape(one) for one in re.findall("<pre><code>(.*?)</code>", page_of(client))]
    calls = [shlex.split(one) for one in examples if "{id}" not in one and "/metrics" not in one]
    assert len(calls) > 12
    for curl, address, *rest in calls:
        assert curl == "curl"
        if "-d" in rest:
            kind = {"Content-Type": "application/json"}
            answer = client.post(address, content=rest[rest.index("-d") + 1], headers=kind)
        else:
            answer = client.get(address)
        assert answer.status_code in {200, 201}, (address, answer.text)


def page_of(client: Any) -> str:
    return str(client.get("/docs").text)
