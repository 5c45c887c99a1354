"""Conversations over their stores: limits, what is at hand, and what fails in the middle."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from hearer.session.session import Session
from hearer.web.problems import RequestProblem
from hearer.web.stores.base import KeptTurn, NoSession, Store, StoreFails, StoreFull, TurnTaken
from hearer.web.stores.conversations import Conversations, SessionLimits, TurnSaid, packed
from hearer.web.stores.memory import MemoryStore
from hearer.web.stores.sqlite import SqliteStore
from hearer.web.stores.turnstile import Turnstile
from tests.parsers.parses import needs_model
from tests.web.conversation import SAID, Answer, understood

pytestmark = needs_model
HOW = '{"profile": "default"}'


def conversations(store: Store | None = None, **limits: float) -> Conversations:
    return Conversations(store or MemoryStore(10**9), SessionLimits(**limits))  # type: ignore[arg-type]


def begun(kept: Conversations) -> str:
    return kept.begin(Session(), HOW)[0].id


def say(kept: Conversations, name: str, number: int) -> Answer:
    text, speaker = SAID[(number - 1) % len(SAID)]
    heard = kept.say(name, TurnSaid(text, speaker, number))
    answer: Answer = json.loads(heard.answer)
    return answer


def test_those_that_are_not_at_hand_go_on_as_if_they_were() -> None:
    kept = conversations(most_live=1)
    names = [begun(kept) for _ in range(3)]
    heard = [[say(kept, name, number) for name in names] for number in range(1, 5)]
    assert heard == [[one] * 3 for one in understood(4)]


def test_one_too_many_is_refused_until_another_is_ended() -> None:
    kept = conversations(most=2)
    first, _ = begun(kept), begun(kept)
    with pytest.raises(StoreFull) as full:
        begun(kept)
    assert (full.value.status, full.value.fields["code"]) == (429, "too-many-sessions")
    assert full.value.headers["Retry-After"]
    kept.end(first)
    begun(kept)


def test_a_session_that_nobody_uses_is_forgotten() -> None:
    kept = conversations(hours=0.1 / 3600)
    name = begun(kept)
    say(kept, name, 1)
    time.sleep(0.15)
    with pytest.raises(NoSession):
        say(kept, name, 2)
    assert kept.count == 0


def test_those_that_nobody_uses_make_room() -> None:
    kept = conversations(most=2, hours=0.05 / 3600)
    kept._swept = -1e9
    begun(kept), begun(kept)
    time.sleep(0.1)
    kept._swept = -1e9  # as if some seconds had passed
    begun(kept)
    assert kept.count == 1


def test_a_session_has_an_end() -> None:
    kept = conversations(most_turns=2)
    name = begun(kept)
    say(kept, name, 1), say(kept, name, 2)
    with pytest.raises(TurnTaken, match="2 turns at most"):
        say(kept, name, 3)
    assert say(kept, name, 2) == understood(2)[1]


def test_a_turn_that_cannot_be_kept_was_not_heard(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        kept = conversations(store)
        name = begun(kept)
        say(kept, name, 1)
        store._database.execute("PRAGMA query_only=ON")
        with pytest.raises(StoreFails):
            say(kept, name, 2)
        store._database.execute("PRAGMA query_only=OFF")
        assert [say(kept, name, number) for number in (1, 2, 3)] == understood(3)


def test_a_turn_of_another_server_on_the_same_store_is_neither_lost_nor_doubled() -> None:
    store = MemoryStore(10**9)
    here, there = conversations(store), conversations(store)
    name = begun(here)
    heard = [say((here, there)[number % 2], name, number) for number in range(1, 6)]
    assert heard == understood(5)
    stale = here.find(name)
    say(there, name, 6)
    with pytest.raises(TurnTaken):
        store.add(name, KeptTurn(stale.turns + 1, "I, too.", "Anna", said=time.time()), b"")


def test_a_state_that_cannot_be_read_is_no_failure_of_whoever_asks() -> None:
    store = MemoryStore(10**9)
    kept = conversations(store)
    for state in (b"none", packed(b"{}"), packed(b'{"format": "hearer-session-9"}')):
        name = begun(kept)
        store.add(name, KeptTurn(1, "Hello.", "", said=time.time()), state)
        with pytest.raises(RequestProblem) as failed:
            kept.say(name, TurnSaid("And?"))
        assert (failed.value.status, failed.value.fields["code"]) == (503, "store-fails")


# One after the other ----------------------------------------------------------------------------


def test_one_of_a_name_is_let_through_at_a_time_in_the_order_they_came() -> None:
    said: list[str] = []

    async def speak(turnstile: Turnstile, name: str, number: int) -> None:
        async with turnstile.alone(name):
            said.append(f"{name}{number} in")
            await asyncio.sleep(0.01)
            said.append(f"{name}{number} out")

    async def all_speak() -> Turnstile:
        turnstile = Turnstile()
        turns = [(name, number) for number in range(3) for name in "ab"]
        await asyncio.gather(*(speak(turnstile, *turn) for turn in turns))
        return turnstile

    turnstile = asyncio.run(all_speak())
    for name in "ab":
        mine = [one for one in said if one.startswith(name)]
        assert mine == [f"{name}{n} {way}" for n in range(3) for way in ("in", "out")]
    assert said[:2] == ["a0 in", "b0 in"]  # others do not wait
    assert not turnstile._gates


def test_a_crowd_before_one_session_is_sent_away() -> None:
    async def crowd() -> list[object]:
        turnstile = Turnstile(most=2)

        async def wait() -> None:
            async with turnstile.alone("a"):
                await asyncio.sleep(0.01)

        return await asyncio.gather(*(wait() for _ in range(5)), return_exceptions=True)

    sent_away = [one for one in asyncio.run(crowd()) if isinstance(one, RequestProblem)]
    assert [one.status for one in sent_away] == [429, 429]
    assert sent_away[0].headers["Retry-After"]
