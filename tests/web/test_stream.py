"""POST /v1/stream on a real server: lines as they fall, and nobody who is slow holds the others."""

from __future__ import annotations

import json
import socket
import time
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

import httpx

import hearer
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, served

TABLE_3 = (EXAMPLES / "table3.conllu").read_text(encoding="utf-8")
LONG = "Anna met an old judge. She thanked him for the book that he had given her. " * 400
KNOWN = {"pronouns": {"Alex": "they/them"}}


# As the library ---------------------------------------------------------------------------------


@needs_model
def test_the_lines_are_those_of_the_library(client: Any) -> None:
    answer = client.post("/v1/stream", json={"text": LONG[:2000]})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.text == hearer.write(hearer.resolve(LONG[:2000]), to="jsonl")
    assert len(answer.text.splitlines()) > 50


@needs_model
def test_a_document_and_knowledge_are_streamed_too(client: Any) -> None:
    body = {"document": TABLE_3, "format": "conllu", "profile": "paper"}
    found = [
        hearer.resolve(one, profile="paper") for one in hearer.read(EXAMPLES / "table3.conllu")
    ]
    lines = [json.loads(line) for line in client.post("/v1/stream", json=body).text.splitlines()]
    expected = [json.loads(line) for line in hearer.write(found, to="jsonl").splitlines()]
    assert [line["pronoun"] for line in lines] == [line["pronoun"] for line in expected]
    assert [line["entity"] for line in lines] == [line["entity"] for line in expected]
    told = client.post("/v1/stream", json={"text": "Alex met Sam. They waved.", "knowledge": KNOWN})
    assert json.loads(told.text)["name"] == "Alex"


@needs_model
def test_nothing_to_say_is_no_line(client: Any) -> None:
    for text in ("", " \n", "Anna sings."):
        answer = client.post("/v1/stream", json={"text": text})
        assert (answer.status_code, answer.text) == (200, "")


def test_what_is_wrong_from_the_beginning_is_no_stream(client: Any) -> None:
    wrong: list[dict[str, str]] = [
        {"text": ANNA, "algorithm": "none"},
        {"document": "x", "format": "none"},
        {},
    ]
    for body in wrong:
        answer = client.post("/v1/stream", json=body)
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"


# As it falls ------------------------------------------------------------------------------------


@needs_model
def test_the_first_line_comes_long_before_the_last(client: Any) -> None:
    began = time.monotonic()
    with client.stream("POST", "/v1/stream", json={"text": LONG}) as answer:
        lines = answer.iter_lines()
        next(lines)
        first = time.monotonic() - began
        number = 1 + sum(1 for _ in lines)
    assert number == 400 * 4
    assert first < (time.monotonic() - began) / 3


@needs_model
def test_time_that_is_over_is_the_last_line() -> None:
    with served(timeout=0.3, threads=1) as address:
        lines = httpx.post(f"{address}/v1/stream", json={"text": LONG * 5}, timeout=60).text
    *fallen, last = map(json.loads, lines.splitlines())
    assert fallen
    assert all("pronoun" in line for line in fallen)
    assert last["problem"]["status"] == 503
    assert last["problem"]["code"] == "too-long"


@needs_model
def test_whoever_reads_slowly_or_leaves_holds_no_thread() -> None:
    body = json.dumps({"text": LONG * 20}).encode()
    head = b"POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with served(threads=1) as address:
        place = urlsplit(address)
        with socket.create_connection((place.hostname, place.port)) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert slow.recv(12) == b"HTTP/1.1 200"  # and nothing more
            for _ in range(3):
                answer = httpx.post(f"{address}/v1/resolve", json={"text": ANNA}, timeout=20)
                assert answer.status_code == 200
        assert httpx.post(f"{address}/v1/resolve", json={"text": ANNA}).status_code == 200
