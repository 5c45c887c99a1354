"""/v1/sessions on a real server: turn by turn as hearer.Session, each turn once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

import httpx

import hearer
from tests.parsers.parses import needs_model
from tests.web.conftest import served
from tests.web.conversation import SAID, said, understood

pytestmark = needs_model


def begun(client: Any, **how: object) -> str:
    answer = client.post("/v1/sessions", json=how)
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/sessions/{name}"
    return f"/v1/sessions/{name}"


def answers(client: Any, session: str, turns: int) -> list[Any]:
    posted = [client.post(f"{session}/turns", json=said(n)) for n in range(1, turns + 1)]
    assert {one.status_code for one in posted} == {200}
    return [one.json() for one in posted]


# As the library ---------------------------------------------------------------------------------


def test_turns_are_understood_as_a_session_of_the_library_does(client: Any) -> None:
    session = begun(client)
    assert answers(client, session, len(SAID)) == understood(len(SAID))


def test_a_session_hears_as_it_was_asked_to(client: Any) -> None:
    known = {"speakers": ["Anna", "Ben"]}
    session = begun(client, profile="paper", options={"window": 7})
    assert answers(client, session, 3) == understood(3, profile="paper", window=7)
    informed = begun(client, knowledge=known)
    knowledge = hearer.Knowledge(speakers=("Anna", "Ben"))
    assert answers(client, informed, 3) == understood(3, knowledge=knowledge)


def test_a_session_tells_how_it_hears_and_how_far_it_went(client: Any) -> None:
    session = begun(client, profile="paper", options={"window": 7})
    answers(client, session, 2)
    told = client.get(session).json()
    assert told["id"] == session.rpartition("/")[2]
    assert (told["algorithm"], told["profile"]) == ("s-list", "paper")
    assert (told["options"], told["turns"]) == ({"window": 7}, 2)
    assert told["created"] <= told["used"] < told["ends"]


def test_the_log_has_every_turn_and_what_was_understood_of_it(client: Any) -> None:
    session = begun(client)
    heard = answers(client, session, 5)
    first = client.get(f"{session}/turns", params={"most": 3}).json()
    assert [turn["number"] for turn in first["turns"]] == [1, 2, 3]
    assert [(turn["text"], turn["speaker"]) for turn in first["turns"]] == list(SAID[:3])
    assert first["next"] == 3
    rest = client.get(f"{session}/turns", params={"after": 3, "answers": True}).json()
    assert [turn["answer"] for turn in rest["turns"]] == heard[3:]
    assert rest["next"] is None


def test_an_id_is_random(client: Any) -> None:
    names = {begun(client).rpartition("/")[2] for _ in range(5)}
    assert len(names) == 5
    assert {len(name) for name in names} == {24}


# Once -------------------------------------------------------------------------------------------


def test_a_turn_that_is_sent_again_is_answered_as_before_and_not_heard_twice(client: Any) -> None:
    session = begun(client)
    first = client.post(f"{session}/turns", json=said(1))
    again = client.post(f"{session}/turns", json=said(1))
    assert (again.status_code, again.content) == (200, first.content)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert client.get(session).json()["turns"] == 1
    assert client.post(f"{session}/turns", json=said(2)).json() == understood(2)[1]


@pytest.mark.parametrize(
    "turn",
    [
        {"number": 1, "text": "I met Tom.", "speaker": "Anna"},
        {"number": 1, "text": SAID[0][0], "speaker": "Ben"},
        {"number": 3, "text": "Too early.", "speaker": "Ben"},
    ],
)
def test_another_turn_of_that_number_and_a_gap_are_refused(client: Any, turn: Any) -> None:
    session = begun(client)
    answers(client, session, 1)
    refused = client.post(f"{session}/turns", json=turn)
    assert (refused.status_code, refused.json()["code"]) == (409, "turn-taken")
    assert refused.json()["turns"] == 1


def test_turns_that_come_at_once_are_heard_one_after_the_other(address: str) -> None:
    with httpx.Client(base_url=address, timeout=60) as client:
        session, turn = begun(client), {"text": "Anna met Ben. She smiled.", "speaker": "Carl"}
        with ThreadPoolExecutor(8) as pool:
            posted = [pool.submit(client.post, f"{session}/turns", json=turn) for _ in range(12)]
            heard = [one.result() for one in posted]
    assert {one.status_code for one in heard} == {200}
    assert sorted(one.json()["number"] for one in heard) == [*range(1, 13)]
    firsts = {one.json()["number"]: one.json()["utterances"][0]["number"] for one in heard}
    assert firsts == {number: 2 * number - 1 for number in range(1, 13)}


def test_a_session_that_is_begun_again_is_the_same(client: Any) -> None:
    asked = {"id": "the-one-of-this-test", "profile": "paper"}
    first, again = (client.post("/v1/sessions", json=asked) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = client.post("/v1/sessions", json={"id": asked["id"]})
    assert (other.status_code, other.json()["code"]) == (409, "session-taken")


# Refused ----------------------------------------------------------------------------------------


def test_what_is_ended_is_not_there_any_more(client: Any) -> None:
    session = begun(client)
    answers(client, session, 1)
    assert client.delete(session).status_code == 204
    for gone in (
        client.get(session),
        client.delete(session),
        client.get(f"{session}/turns"),
        client.post(f"{session}/turns", json=said(2)),
    ):
        assert (gone.status_code, gone.json()["code"]) == (404, "no-session")


REFUSED: dict[str, tuple[dict[str, object], int, str]] = {
    "no such algorithm": ({"algorithm": "sslist"}, 422, "s-list"),
    "no such option": ({"options": {"windoww": 1}}, 422, "window"),
    "memory without end": ({"options": {"memory": 10**8}}, 422, "2,000 entities"),
    "names": ({"knowledge": {"names": {"ANNA": "Anna Keller"}}}, 422, "names are for documents"),
    "an id to guess": ({"id": "1"}, 422, "/id"),
    "a field that is none": ({"how": {}}, 422, "/how"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_session_that_cannot_be_is_refused(client: Any, case: str) -> None:
    asked, status, detail = REFUSED[case]
    refused = client.post("/v1/sessions", json=asked)
    assert refused.status_code == status
    assert refused.headers["content-type"] == "application/problem+json"
    assert detail in refused.json()["detail"]


WRONG_TURNS: dict[str, tuple[dict[str, object], int]] = {
    "too long": ({"text": "She won. " * 6_000}, 413),
    "no text": ({"speaker": "Anna"}, 422),
    "a number that is none": ({"text": "No.", "number": 0}, 422),
    "a number too many": ({"text": "No.", "number": 10**12}, 422),
    "a text that is none": ({"text": ["No."]}, 422),
}


@pytest.mark.parametrize("case", WRONG_TURNS)
def test_a_turn_that_cannot_be_is_refused_and_nothing_heard(client: Any, case: str) -> None:
    turn, status = WRONG_TURNS[case]
    session = begun(client)
    assert client.post(f"{session}/turns", json=turn).status_code == status
    assert client.get(session).json()["turns"] == 0


@pytest.mark.parametrize("text", ["", " \n ", "\u2028", "…", "\x00", "😀 she"])
def test_an_odd_turn_is_a_turn(client: Any, text: str) -> None:
    session = begun(client)
    heard = client.post(f"{session}/turns", json={"text": text})
    assert (heard.status_code, heard.json()["text"]) == (200, text)
    assert client.get(f"{session}/turns").json()["turns"][0]["text"] == text


# In a file --------------------------------------------------------------------------------------


def test_a_session_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with served("--store", store) as address, httpx.Client(base_url=address, timeout=60) as client:
        session = begun(client)
        heard = answers(client, session, 2)
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]  # all is in it
    with served("--store", store) as address, httpx.Client(base_url=address, timeout=60) as client:
        again = client.post(f"{session}/turns", json=said(2))
        heard.append(client.post(f"{session}/turns", json=said(3)).json())
    assert again.json() == heard[1]
    assert heard == understood(3)


def test_a_store_that_is_none_is_told_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary", encoding="utf-8")
    with (
        pytest.raises(AssertionError, match="is no store of sessions"),
        served("--store", str(tmp_path / "diary.txt")),
    ):
        pass
    assert (tmp_path / "diary.txt").read_text(encoding="utf-8") == "Dear diary"
