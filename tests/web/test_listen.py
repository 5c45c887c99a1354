"""The WebSocket /v1/listen: what every word changes, and what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SHUT_RDWR
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import hearer
from tests.cases import cases
from tests.parsers.parses import needs_model
from tests.web.conftest import LISTEN, Program, application, handshake

pytestmark = needs_model
TEXT = "Anna Keller met an old judge. She thanked him, because he had helped her. "


@contextmanager
def opened(client: Any) -> Iterator[Any]:
    with client.websocket_connect(LISTEN) as socket:
        yield socket


def until(socket: Any, last: str) -> list[Any]:
    """Return all messages up to the one that has this field."""
    found: list[Any] = []
    while not found or last not in found[-1]:
        found.append(socket.receive_json())
    return found


def close_code(socket: Any) -> int:
    message = socket.receive()
    assert message["type"] == "websocket.close"
    return int(message["code"])


def state(element: Any, names: Any) -> list[str]:
    name, status = names.get(element.entity, ""), element.status.name
    return [element.entity, name, str(element.familiarity), status, element.expression.text]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_every_word_is_heard_as_by_the_library_however_the_text_is_cut(
    client: Any, size: int
) -> None:
    with opened(client) as socket:
        for start in range(0, len(TEXT), size):
            socket.send_json({"text": TEXT[start : start + size]})
        socket.send_json({"end": True})
        heard = [one for one in until(socket, "ended") if "heard" in one]
    listener = hearer.Listener()
    expected = [*listener.hear(TEXT), *listener.finish()]
    assert [(one["heard"], one["end"]) for one in heard] == [(e.written, e.end) for e in expected]
    states = [[[*each.values()] for each in one["state"]] for one in heard]
    assert states == [[state(e, one.names) for e in one.state] for one in expected]
    changes = [[c["kind"] for c in one["changes"]] for one in heard]
    assert changes == [[str(c.kind) for c in one.changes] for one in expected]
    assert sum(map(len, changes)) >= 4
    (she,) = (c for one in heard for c in one["changes"] if c["pronoun"]["text"] == "She")
    assert (she["kind"], she["name"], she["instead_of"]) == ("new", "Anna Keller", None)
    assert she["pronoun"]["start"] == TEXT.index("She")
    assert "Anna Keller" in [each["name"] for each in heard[-1]["state"]]


def test_begin_chooses_the_algorithm_and_forgets_the_text(client: Any) -> None:
    with opened(client) as socket:
        socket.send_json({"begin": {"profile": "paper", "options": {"window": 7}}})
        assert until(socket, "begun") == [{"begun": {"algorithm": "s-list", "profile": "paper"}}]
        socket.send_json({"text": "Anna met Ben. "})
        assert until(socket, "taken")[-1] == {"taken": 14}
        socket.send_json({"begin": {}})
        assert until(socket, "begun")[-1]["begun"]["profile"] == "default"
        socket.send_json({"text": "She "})
        heard, taken = until(socket, "taken")
        assert (heard["heard"], heard["end"], taken) == ("She", 3, {"taken": 4})
        assert heard["changes"][0]["label"] != "resolved"  # Anna is forgotten


def test_begin_drops_the_messages_before_it(client: Any) -> None:
    with opened(client) as socket:
        socket.send_json({"text": TEXT * 120})
        socket.send_json({"text": "Ben "})  # waits in the queue
        socket.send_json({"begin": {"profile": "paper"}})
        messages = until(socket, "begun")
        while messages[-1]["begun"]["profile"] != "paper":
            messages += until(socket, "begun")
        socket.send_json({"text": "She "})
        assert until(socket, "taken")[-1] == {"taken": 4}
    assert not [one for one in messages if "taken" in one]


def test_the_text_after_an_end_is_a_new_paragraph(client: Any) -> None:
    with opened(client) as socket:
        for message in ({"text": "Anna sings"}, {"end": True}, {"text": " She smiles "}):
            socket.send_json(message)
        assert until(socket, "ended")[-1] == {"ended": 10}
        heard = [one["heard"] for one in until(socket, "taken")[:-1]]
    assert heard == [" She", " smiles"]


@cases(__file__)
def test_a_wrong_message_is_answered_and_the_next_one_heard(
    client: Any, message: str, status: int
) -> None:
    with opened(client) as socket:
        socket.send_text(message)
        (problem,) = until(socket, "problem")
        assert problem["problem"]["status"] == status
        socket.send_json({"begin": {}})
        socket.send_json({"text": "She "})
        assert until(socket, "taken")[-1] == {"taken": 4}


def test_a_begin_that_failed_leaves_no_listener(client: Any) -> None:
    with opened(client) as socket:
        socket.send_json({"begin": {"algorithm": "none"}})
        socket.send_json({"text": "She "})
        first, second = (until(socket, "problem")[-1] for _ in range(2))
    assert "none" in first["problem"]["detail"]
    assert "no listener" in second["problem"]["detail"]


def test_bytes_deep_nesting_and_lone_surrogates_cause_no_internal_error(client: Any) -> None:
    with opened(client) as socket:
        socket.send_bytes(b"She ")
        socket.send_text("[" * 100_000)
        assert [until(socket, "problem")[-1]["problem"]["status"] for _ in "ab"] == [400, 400]
        socket.send_text('{"text": "\\ud800 "}')
        assert until(socket, "heard")[-1]["heard"] == "\ud800"


def test_a_text_that_is_too_long_closes_the_socket(client: Any) -> None:
    with opened(client) as socket:
        socket.send_json({"text": "x" * 100_001})
        assert until(socket, "problem")[-1]["problem"]["status"] == 413
        assert close_code(socket) == 1009


def test_other_requests_are_answered_while_much_is_typed(client: Any) -> None:
    with opened(client) as one, opened(client) as other:
        for socket in (one, other):
            socket.send_json({"text": TEXT * 100})
        for _ in range(3):
            answer = client.post("/v1/resolve", json={"text": TEXT})
            assert answer.status_code == 200
            assert answer.elapsed.total_seconds() < 10  # the whole text takes longer


def test_an_idle_socket_is_closed_and_the_number_of_sockets_is_limited() -> None:
    with application(socket_timeout=0.1) as client, opened(client) as socket:
        assert until(socket, "problem")[-1]["problem"]["code"] == "idle"
        assert close_code(socket) == 1000
    with application(max_sockets=1, max_live_characters=10) as client:
        with opened(client):
            refusal = handshake(client)
        assert (refusal.status_code, refusal.json()["code"]) == (429, "too-busy")
        time.sleep(0.1)
        with opened(client) as socket:
            for _ in range(2):  # the limit is that of one text
                socket.send_json({"begin": {}})
                socket.send_json({"text": "She She "})
                assert until(socket, "taken")[-1] == {"taken": 8}


def test_a_client_that_leaves_in_the_middle_leaves_nothing_behind(
    program: Program, remote: httpx.Client
) -> None:
    place = f"ws://{program.host}:{program.port}/v1/listen"
    for _ in range(3):
        with connect(place, proxy=None, close_timeout=1) as socket:
            socket.send(json.dumps({"text": TEXT * 50}))
            while "heard" not in json.loads(socket.recv(timeout=20)):
                pass
            socket.socket.shutdown(SHUT_RDWR)
    ends = time.monotonic() + 20
    while "\nhearer_sockets 0.0\n" not in remote.get("/metrics").text:
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert len(program.stderr.splitlines()) == 1  # no error was logged
