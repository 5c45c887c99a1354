"""WS /v1/listen on a real server: what every word changes, and who may not listen."""

from __future__ import annotations

import gc
import json
import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SHUT_RDWR
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")
pytest.importorskip("websockets", reason="hearer[web] is not installed")

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import hearer
from hearer.web.app import bound, create
from hearer.web.settings import Settings
from tests.parsers.parses import needs_model
from tests.web.conftest import served

pytestmark = needs_model
TEXT = "Anna Keller met an old judge. She thanked him, because he had helped her. "


@contextmanager
def opened(address: str, **how: Any) -> Iterator[ClientConnection]:
    place = f"{address.replace('http', 'ws', 1)}/v1/listen"
    with connect(place, proxy=None, close_timeout=1, **how) as socket:
        yield socket


def send(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def until(socket: ClientConnection, last: str) -> list[Any]:
    """All messages up to the one that has this field."""
    found: list[Any] = []
    while not found or last not in found[-1]:
        found.append(json.loads(socket.recv(timeout=20)))
    return found


def lists(listener: hearer.Listener, text: str) -> list[list[list[str]]]:
    """The state after every word, as the library has it."""
    heard = [*listener.hear(text), *listener.finish()]
    return [
        [[str(e.entity), str(e.familiarity), e.status.name, e.expression.text] for e in one.state]
        for one in heard
    ]


# As the library ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_every_word_is_heard_as_the_library_does_however_it_is_cut(address: str, size: int) -> None:
    with opened(address) as socket:
        for start in range(0, len(TEXT), size):
            send(socket, text=TEXT[start : start + size])
        send(socket, end=True)
        heard = [one for one in until(socket, "ended") if "heard" in one]
    listener = hearer.Listener()
    expected = [*listener.hear(TEXT), *listener.finish()]
    assert [(one["heard"], one["end"]) for one in heard] == [(e.written, e.end) for e in expected]
    told = [[list(each.values()) for each in one["state"]] for one in heard]
    shown = [[[e, *rest] for e, _, *rest in one] for one in told]
    assert shown == lists(hearer.Listener(), TEXT)
    changes = [[c["kind"] for c in one["changes"]] for one in heard]
    assert changes == [[str(c.kind) for c in one.changes] for one in expected]
    assert sum(map(len, changes)) >= 4


def test_who_is_meant_is_told_with_names_and_places(address: str) -> None:
    with opened(address) as socket:
        send(socket, text=TEXT)
        heard = [one for one in until(socket, "taken") if "heard" in one]
    (she,) = (c for one in heard for c in one["changes"] if c["pronoun"]["text"] == "She")
    assert (she["kind"], she["name"], she["instead_of"]) == ("new", "Anna Keller", None)
    assert she["pronoun"]["start"] == TEXT.index("She")
    assert heard[-1]["state"][0].keys() == {"entity", "name", "familiarity", "set", "text"}
    assert "Anna Keller" in [each["name"] for each in heard[-1]["state"]]


def test_how_to_hear_is_said_first_and_can_be_said_again(address: str) -> None:
    with opened(address) as socket:
        send(socket, begin={"profile": "paper", "options": {"window": 7}})
        assert until(socket, "begun") == [{"begun": {"algorithm": "s-list", "profile": "paper"}}]
        send(socket, text="Anna met Ben. ")
        assert until(socket, "taken")[-1] == {"taken": 14}
        send(socket, begin={})
        assert until(socket, "begun")[-1]["begun"]["profile"] == "default"
        send(socket, text="She ")
        (heard, taken) = until(socket, "taken")
        assert (heard["heard"], heard["end"], taken) == ("She", 3, {"taken": 4})
        assert heard["changes"][0]["label"] != "resolved"  # of Anna nobody knows any more


def test_beginning_anew_drops_what_is_waiting(address: str) -> None:
    with opened(address) as socket:
        send(socket, text=TEXT * 120)
        send(socket, begin={"profile": "paper"})
        messages = until(socket, "begun")
        while messages[-1]["begun"]["profile"] != "paper":
            messages += until(socket, "begun")
        send(socket, text="She ")
        assert until(socket, "taken")[-1] == {"taken": 4}
    assert {"taken": len(TEXT) * 120} not in messages


def test_what_follows_the_end_is_a_new_paragraph(address: str) -> None:
    with opened(address) as socket:
        send(socket, text="Anna sings")
        send(socket, end=True)
        assert until(socket, "ended")[-1] == {"ended": 10}
        send(socket, text=" She smiles ")
        heard = [one for one in until(socket, "taken") if "heard" in one]
    assert [one["heard"] for one in heard] == [" She", " smiles"]


# Refused ----------------------------------------------------------------------------------------

WRONG: dict[str, tuple[str, int]] = {
    "no JSON": ("{", 400),
    "a number": ("7", 422),
    "nothing": ("{}", 422),
    "two at once": ('{"text": "a ", "end": true}', 422),
    "another field": ('{"say": "a "}', 422),
    "a text that is none": ('{"text": 7}', 422),
    "an end that is none": ('{"end": false}', 422),
    "nested without end": ("[" * 100_000, 400),
    "no such algorithm": ('{"begin": {"algorithm": "none"}}', 422),
    "knowledge": ('{"begin": {"knowledge": {"speakers": ["Anna"]}}}', 422),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_message_is_told_and_the_next_one_heard(address: str, case: str) -> None:
    message, status = WRONG[case]
    with opened(address) as socket:
        socket.send(message)
        (problem,) = until(socket, "problem")
        assert problem["problem"]["status"] == status
        send(socket, begin={})
        send(socket, text="She ")
        assert until(socket, "taken")[-1] == {"taken": 4}


def test_after_a_beginning_that_failed_nobody_listens(address: str) -> None:
    with opened(address) as socket:
        send(socket, begin={"algorithm": "none"})
        send(socket, text="She ")
        first, second = (until(socket, "problem")[-1] for _ in range(2))
    assert "none" in first["problem"]["detail"]
    assert "no listener" in second["problem"]["detail"]


def test_half_a_character_is_heard_and_said_again(address: str) -> None:
    with opened(address) as socket:
        socket.send('{"text": "\\ud800 "}')
        assert until(socket, "heard")[-1]["heard"] == "\ud800"


def test_bytes_are_no_message(address: str) -> None:
    with opened(address) as socket:
        socket.send(b"She ")
        assert until(socket, "problem")[-1]["problem"]["status"] == 400


def test_a_text_has_an_end(address: str) -> None:
    with opened(address) as socket:
        send(socket, text="x" * 100_001)
        messages = until(socket, "problem")
        assert messages[-1]["problem"]["status"] == 413
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_a_page_from_elsewhere_may_not_listen(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, opened(address, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_page_of_our_own_may(address: str) -> None:
    with opened(address, origin=address) as socket:
        send(socket, text="She ")
        assert until(socket, "taken")


def test_a_socket_needs_the_token() -> None:
    token = "a-token-that-is-long-enough-for-anybody"
    known = {"Authorization": f"Bearer {token}"}
    with served(token=token) as address:
        with pytest.raises(InvalidStatus) as refused, opened(address):
            pass
        assert refused.value.response.status_code == 401
        with opened(address, additional_headers=known) as socket:
            send(socket, text="She ")
            assert until(socket, "taken")


def test_others_are_answered_while_somebody_types_much(address: str) -> None:
    with opened(address) as one, opened(address) as other:
        for socket in (one, other):
            send(socket, text=TEXT * 100)
        for _ in range(3):
            answer = httpx.post(f"{address}/v1/resolve", json={"text": TEXT}, timeout=20)
            assert answer.status_code == 200
            assert answer.elapsed.total_seconds() < 10  # all that is typed takes longer


# Limits that are no options ---------------------------------------------------------------------


@contextmanager
def within(**limits: Any) -> Iterator[str]:
    """The address of a server within other limits, on a thread of its own."""
    app = create(Settings(**limits))
    with bound("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, lifespan="on", log_config=None))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(timeout=30)


def test_a_socket_that_says_nothing_is_closed() -> None:
    with within(socket_timeout=0.1) as address, opened(address) as socket:
        assert until(socket, "problem")[-1]["problem"]["code"] == "idle"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1000


def test_sockets_have_a_number() -> None:
    with within(max_sockets=1) as address:
        with opened(address), pytest.raises(InvalidStatus) as refused, opened(address):
            pass
        assert refused.value.response.status_code == 429
        assert json.loads(refused.value.response.body or b"")["code"] == "too-busy"
        time.sleep(0.1)
        with opened(address) as socket:
            send(socket, begin={})
            assert until(socket, "begun")


def test_who_leaves_in_the_middle_leaves_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    with within() as address:
        for _ in range(3):
            with opened(address) as socket:
                send(socket, text=TEXT * 50)
                until(socket, "heard")
                socket.socket.shutdown(SHUT_RDWR)
        ends = time.monotonic() + 20
        while open_sockets(address) and time.monotonic() < ends:
            time.sleep(0.05)
        assert open_sockets(address) == 0
    gc.collect()
    wrong = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert [one.getMessage() for one in wrong if one.name != OURSELVES] == []


OURSELVES = "websockets.client"  # whose socket is torn away under it


def open_sockets(address: str) -> float:
    figures = httpx.get(f"{address}/metrics").text
    (line,) = re.findall(r"^hearer_sockets (\S+)", figures, re.MULTILINE)
    return float(line)
