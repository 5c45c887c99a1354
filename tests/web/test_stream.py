"""POST /v1/stream: lines while the text is read, and slow clients that block nobody."""

from __future__ import annotations

import json
import socket
import time
from typing import Any
from urllib.parse import urlsplit

import httpx

import hearer
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA, application, served

pytestmark = needs_model
TABLE_3 = EXAMPLES / "table3.conllu"
LONG = "Anna met an old judge. She thanked him for the book that he had given her. " * 400
KNOWN = {"pronouns": {"Alex": "they/them"}}


def test_the_lines_are_those_of_the_library(client: Any) -> None:
    answer = client.post("/v1/stream", json={"text": LONG[:2000]})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert answer.text == hearer.write(hearer.resolve(LONG[:2000]), to="jsonl")
    assert len(answer.text.splitlines()) > 50
    for text in ("", " \n", "Anna sings."):  # no pronoun, no line
        answer = client.post("/v1/stream", json={"text": text})
        assert (answer.status_code, answer.text) == (200, "")


def test_a_document_and_knowledge_are_streamed_too(client: Any) -> None:
    document = TABLE_3.read_text(encoding="utf-8")
    body: dict[str, Any] = {"document": document, "format": "conllu", "profile": "paper"}
    found = [hearer.resolve(one, profile="paper") for one in hearer.read(TABLE_3)]
    lines = [json.loads(line) for line in client.post("/v1/stream", json=body).text.splitlines()]
    expected = [json.loads(line) for line in hearer.write(found, to="jsonl").splitlines()]
    assert [line["pronoun"] for line in lines] == [line["pronoun"] for line in expected]
    assert [line["entity"] for line in lines] == [line["entity"] for line in expected]
    body = {"text": "Alex met Sam. They waved.", "knowledge": KNOWN}
    assert json.loads(client.post("/v1/stream", json=body).text)["name"] == "Alex"


def test_a_timeout_is_the_last_line() -> None:
    with application(timeout=0.3) as client:
        text = client.post("/v1/stream", json={"text": LONG * 5}).text
    *lines, last = map(json.loads, text.splitlines())
    assert lines
    assert all("pronoun" in line for line in lines)
    assert (last["problem"]["status"], last["problem"]["code"]) == (503, "too-long")


def test_the_first_line_comes_long_before_the_last(remote: httpx.Client) -> None:
    began = time.monotonic()
    with remote.stream("POST", "/v1/stream", json={"text": LONG}) as answer:
        lines = answer.iter_lines()
        next(lines)
        first = time.monotonic() - began
        number = 1 + sum(1 for _ in lines)
    assert number == 400 * 4
    assert first < (time.monotonic() - began) / 3


def test_a_client_that_reads_slowly_or_leaves_occupies_no_thread() -> None:
    body = json.dumps({"text": LONG * 20}).encode()
    head = b"POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with served(threads=1) as client:
        place = urlsplit(str(client.base_url))
        with socket.create_connection((place.hostname, place.port)) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert slow.recv(12) == b"HTTP/1.1 200"  # and nothing more
            for _ in range(3):
                assert client.post("/v1/resolve", json={"text": ANNA}).status_code == 200
        assert client.post("/v1/resolve", json={"text": ANNA}).status_code == 200
