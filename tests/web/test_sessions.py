"""/v1/sessions: the answers are those of hearer.Session, and every turn is heard once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import hearer
from tests.parsers.parses import needs_model
from tests.web.conftest import SAID, application, said, served, understood

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


def test_the_answers_are_those_of_the_library(client: Any) -> None:
    assert answers(client, begun(client), len(SAID)) == understood(len(SAID))
    session = begun(client, profile="paper", options={"window": 7})
    assert answers(client, session, 3) == understood(3, profile="paper", window=7)
    found = client.get(session).json()
    assert found["id"] == session.rpartition("/")[2]
    assert (found["algorithm"], found["profile"]) == ("s-list", "paper")
    assert (found["options"], found["turns"]) == ({"window": 7}, 3)
    assert found["created"] <= found["used"] < found["ends"]
    informed = begun(client, knowledge={"speakers": ["Anna", "Ben"]})
    knowledge = hearer.Knowledge(speakers=("Anna", "Ben"))
    assert answers(client, informed, 3) == understood(3, knowledge=knowledge)


def test_the_log_has_every_turn_and_its_answer(client: Any) -> None:
    session = begun(client)
    heard = answers(client, session, 5)
    first = client.get(f"{session}/turns", params={"most": 3}).json()
    assert [turn["number"] for turn in first["turns"]] == [1, 2, 3]
    assert [(turn["text"], turn["speaker"]) for turn in first["turns"]] == list(SAID[:3])
    assert (first["next"], "answer" in first["turns"][0]) == (3, False)
    rest = client.get(f"{session}/turns", params={"after": 3, "answers": True}).json()
    assert [turn["answer"] for turn in rest["turns"]] == heard[3:]
    assert rest["next"] is None


def test_a_repeated_turn_gets_the_stored_answer_and_is_not_heard_again(client: Any) -> None:
    session = begun(client)
    first, again = (client.post(f"{session}/turns", json=said(1)) for _ in range(2))
    assert (again.status_code, again.content) == (200, first.content)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert client.get(session).json()["turns"] == 1
    for wrong in ({"text": "I met Tom."}, {"speaker": "Ben"}, {"number": 3}):
        refused = client.post(f"{session}/turns", json={**said(1), **wrong})
        assert (refused.status_code, refused.json()["code"]) == (409, "turn-taken")
        assert refused.json()["turns"] == 1
    assert client.post(f"{session}/turns", json=said(2)).json() == understood(2)[1]


def test_turns_sent_at_the_same_time_are_heard_one_after_the_other(client: Any) -> None:
    session, turn = begun(client), {"text": "Anna met Ben. She smiled.", "speaker": "Carl"}
    with ThreadPoolExecutor(8) as pool:
        posted = [pool.submit(client.post, f"{session}/turns", json=turn) for _ in range(12)]
        heard = [one.result() for one in posted]
    assert {one.status_code for one in heard} == {200}
    assert sorted(one.json()["number"] for one in heard) == [*range(1, 13)]
    firsts = {one.json()["number"]: one.json()["utterances"][0]["number"] for one in heard}
    assert firsts == {number: 2 * number - 1 for number in range(1, 13)}


def test_an_id_is_random_or_chosen_and_begun_again_with_the_same_options(client: Any) -> None:
    names = {begun(client).rpartition("/")[2] for _ in range(5)}
    assert len(names) == 5
    assert {len(name) for name in names} == {24}
    asked = {"id": "the-one-of-this-test", "profile": "paper"}
    first, again = (client.post("/v1/sessions", json=asked) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = client.post("/v1/sessions", json={"id": asked["id"]})
    assert (other.status_code, other.json()["code"]) == (409, "session-taken")


def test_an_ended_session_is_not_found(client: Any) -> None:
    session = begun(client)
    answers(client, session, 1)
    assert client.delete(session).status_code == 204
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/turns"), ("POST", "/turns")):
        body = said(2) if method == "POST" else None
        gone = client.request(method, f"{session}{path}", json=body)
        assert (gone.status_code, gone.json()["code"]) == (404, "no-session")


@pytest.mark.parametrize(
    ("turn", "status"),
    [
        ({"text": "She won. " * 6_000}, 413),
        ({"speaker": "Anna"}, 422),
        ({"text": "No.", "number": 0}, 422),
        ({"text": "No.", "number": 10**12}, 422),
        ({"text": ["No."]}, 422),
    ],
)
def test_a_wrong_turn_is_refused_and_not_heard(client: Any, turn: Any, status: int) -> None:
    session = begun(client)
    assert client.post(f"{session}/turns", json=turn).status_code == status
    assert client.get(session).json()["turns"] == 0


@pytest.mark.parametrize("text", ["", " \n ", "\u2028", "…", "\x00", "😀 she"])
def test_any_text_can_be_a_turn(client: Any, text: str) -> None:
    session = begun(client)
    heard = client.post(f"{session}/turns", json={"text": text})
    assert (heard.status_code, heard.json()["text"]) == (200, text)
    assert client.get(f"{session}/turns").json()["turns"][0]["text"] == text


def test_a_session_continues_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with served("--store", store) as client:
        session = begun(client)
        heard = answers(client, session, 2)
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]  # the journal is in it
    with application(store=store) as client:
        again = client.post(f"{session}/turns", json=said(2))
        heard.append(client.post(f"{session}/turns", json=said(3)).json())
    assert again.json() == heard[1]
    assert heard == understood(3)
