"""Sessions in SQLite: a turn is stored completely or not at all, once, in order."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hearer.errors import HearerError, InputError
from hearer.session.session import Session
from hearer.web.problems import RequestProblem
from hearer.web.services import MAX_WAITING_TURNS, Services
from hearer.web.settings import Settings
from hearer.web.store import Sessions, Store, StoredSession, StoredTurn
from tests.parsers.parses import needs_model
from tests.web.conftest import SAID, Answer, understood

HALF = "half a \ud800 character"
OPTIONS = '{"profile": "default"}'


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with closing(Store("" if request.param == "memory" else tmp_path / "store.db")) as made:
        yield made


def session(name: str = "a", used: float = 1) -> StoredSession:
    return StoredSession(name, '{"profile": "paper"}', created=1, used=used, state=b"before")


def turn(number: int) -> StoredTurn:
    text = f"Turn {number}, {HALF}."
    return StoredTurn(number, text, "Anna", said=float(number), answer=b"%d" % number)


def progress(store: Store) -> tuple[int, bytes]:
    """Return the number of turns of the session, and its state."""
    found = store.find("a")
    assert found
    return found.turns, found.state


def code_of(call: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(RequestProblem) as raised:
        call()
    return raised.value.status, raised.value.code


def test_a_session_is_found_as_it_was_stored_and_ends_with_its_turns(store: Store) -> None:
    assert store.begin(session())
    assert not store.begin(session(used=7))  # the id exists
    assert (store.find("a"), store.find("b"), store.count()) == (session(), None, 1)
    store.add("a", turn(1), b"")
    assert store.end("a")
    assert not store.end("a")
    assert (store.find("a"), store.count(), store.turns("a", after=0, most=9)) == (None, 0, [])
    assert code_of(lambda: store.add("a", turn(1), b"")) == (404, "no-session")
    store.begin(session())
    assert store.turns("a", after=0, most=9) == []


def test_a_turn_is_stored_with_the_state_after_it(store: Store) -> None:
    store.begin(session())
    store.add("a", turn(1), b"after")
    after = StoredSession("a", session().how, created=1, used=1.0, turns=1, state=b"after")
    assert store.find("a") == after
    for number in range(2, 8):
        store.add("a", turn(number), b"%d" % number)
    for number in (1, 7, 9, 99):  # not the next
        assert code_of(lambda n=number: store.add("a", turn(n), b"x")) == (409, "turn-taken")  # type: ignore[misc]
    assert progress(store) == (7, b"7")
    assert store.turns("a", after=0, most=1) == [turn(1)]
    assert store.turns("a", after=2, most=3) == [turn(3), turn(4), turn(5)]
    assert store.turns("a", after=6, most=3) == [turn(7)]
    assert store.turns("a", after=7, most=3) == []


def test_sessions_that_were_not_used_are_deleted(store: Store) -> None:
    for used, name in enumerate("abcd"):
        store.begin(session(name, used=used))
    store.add("a", StoredTurn(1, "I am still here.", "Anna", said=3.5), b"")
    store.delete_unused(2.5)
    assert [store.find(name) is not None for name in "abcd"] == [True, False, False, True]


def test_memory_is_bounded_and_an_ended_session_makes_room() -> None:
    with closing(Store(max_bytes=200_000)) as store:
        store.begin(session())
        store.add("a", turn(1), b"x" * 100_000)
        assert code_of(lambda: store.add("a", turn(2), b"x" * 400_000)) == (503, "store-full")
        assert progress(store) == (1, b"x" * 100_000)
        store.end("a")
        store.begin(session("b"))
        store.add("b", turn(1), b"x" * 100_000)


def test_a_file_is_kept_for_the_next_server_and_its_owner_alone(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "store.db")) as store:
        store.begin(session())
        store.add("a", turn(1), b"after")
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["store.db", "store.db-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        with pytest.raises(InputError, match="Another process"):
            Store(tmp_path / "store.db", wait=0.1)
    with closing(Store(tmp_path / "store.db")) as store:
        assert store.count() == 1
        assert store.turns("a", after=0, most=9) == [turn(1)]


def write_other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE photo (name TEXT)")


def write_earlier_version(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version=1")


def write_damaged(path: Path, whole: int = 100) -> None:
    Store(path).close()
    content = path.read_bytes()
    path.write_bytes(content[:whole] + b"\xff" * (len(content) - whole))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_text("Dear diary\n" * 50), "is no store of sessions"),
        (lambda path: path.write_bytes(b"S"), "is no store of sessions"),
        (write_other_database, "is no store of sessions"),
        (write_earlier_version, "version 1, and this version of hearer reads 2: give the name of"),
        (write_damaged, r"store\.db' (cannot be used|is damaged)"),
        (lambda path: write_damaged(path, 4096), r"store\.db' (cannot be used|is damaged)"),
        (lambda path: path.mkdir(), "store"),
        (lambda path: path.symlink_to("/dev/null"), "store"),
        (lambda path: path.symlink_to(path.parent / "no/such/folder"), "store"),
    ],
)
def test_a_path_that_is_no_store_is_refused_and_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "store.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(HearerError, match=message):
        Store(path)
    assert before is None or path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]


def test_an_empty_file_and_a_link_can_be_used_but_no_other_journal(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch(mode=0o600)
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    for name in ("empty.db", "link.db"):
        with closing(Store(tmp_path / name)) as store:
            store.begin(session())
    assert (tmp_path / "link.db").is_symlink()
    assert (tmp_path / "real.db").stat().st_size
    (tmp_path / "store.db-wal").write_bytes(b"left")
    with pytest.raises(InputError, match=r"store\.db-wal"):
        Store(tmp_path / "store.db")
    assert not (tmp_path / "store.db").exists()


def test_nothing_of_a_turn_is_stored_on_a_full_or_read_only_disk(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "store.db")) as store:
        store.begin(session())
        store.add("a", turn(1), b"1")
        database = store._database
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count={pages + 2}")  # as on a full disk
        assert code_of(lambda: store.add("a", turn(2), b"x" * 100_000)) == (503, "store-full")
        assert progress(store) == (1, b"1")
        database.execute("PRAGMA max_page_count=100000")
        store.add("a", turn(2), b"x" * 100_000)
        database.execute("PRAGMA query_only=ON")
        assert code_of(lambda: store.add("a", turn(3), b"1")) == (503, "store-fails")
        assert [one.number for one in store.turns("a", after=0, most=9)] == [1, 2]


def sessions(store: Store | None = None, **limits: Any) -> Sessions:
    return Sessions(store or Store(), Settings(**limits))


def begun(kept: Sessions) -> str:
    return kept.begin(Session(), OPTIONS)[0].id


def say(kept: Sessions, name: str, number: int) -> Answer:
    text, speaker = SAID[(number - 1) % len(SAID)]
    answer: Answer = json.loads(kept.hear(name, text, speaker, number)[0])
    return answer


@needs_model
@pytest.mark.parametrize("max_live", [500, 1])
def test_sessions_and_servers_take_turns_and_every_answer_is_that_of_the_library(
    max_live: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hearer.web.store.MAX_LIVE", max_live)
    store = Store()
    servers = sessions(store, max_turns=5), sessions(store, max_turns=5)
    names = [begun(servers[0]) for _ in range(3)]
    heard = [
        [say(servers[(number + place) % 2], name, number) for place, name in enumerate(names)]
        for number in range(1, 6)
    ]
    assert heard == [[one] * 3 for one in understood(5)]
    assert 0 < len(servers[0]._live) <= max_live
    assert code_of(lambda: say(servers[0], names[0], 6)) == (409, "turn-taken")  # the maximum
    assert say(servers[0], names[0], 2) == understood(2)[1]


def test_sessions_have_a_maximum_and_unused_ones_make_room() -> None:
    kept = sessions(max_sessions=2, session_hours=0.2 / 3600)
    assert kept.expires(session(used=7)) == pytest.approx(7.2)  # after the last turn
    first = begun(kept)
    name = "the-name-of-the-other"
    kept.begin(Session(), OPTIONS, name)
    assert code_of(lambda: begun(kept)) == (429, "too-many-sessions")
    assert not kept.begin(Session(), OPTIONS, name)[1]  # it exists
    kept.store.end(first)
    begun(kept)
    time.sleep(0.25)
    assert code_of(lambda: kept.find(name)) == (404, "no-session")
    begun(kept), begun(kept)
    assert kept.store.count() == 2


@needs_model
def test_a_turn_that_cannot_be_stored_was_not_heard() -> None:
    with closing(Store()) as store:
        kept = sessions(store)
        name = begun(kept)
        say(kept, name, 1)
        store._database.execute("PRAGMA query_only=ON")
        assert code_of(lambda: say(kept, name, 2)) == (503, "store-fails")
        store._database.execute("PRAGMA query_only=OFF")
        assert [say(kept, name, number) for number in (1, 2, 3)] == understood(3)


@pytest.mark.parametrize(
    "state", [b"none", b"x\x9c\xabV\x00\x00", b"x\x9c\xab\xae\x05\x00\x01u\x00\xf9"]
)
def test_a_damaged_state_causes_no_internal_error(state: bytes) -> None:
    store = Store()
    kept = sessions(store)
    name = begun(kept)
    store.add(name, StoredTurn(1, "Hello.", "", said=time.time()), state)
    assert code_of(lambda: kept.hear(name, "And?")) == (503, "store-fails")


def test_turns_of_one_session_wait_for_each_other_and_too_many_are_refused() -> None:
    said: list[str] = []
    services = Services(Settings())

    async def speak(name: str, number: int) -> tuple[int, str] | None:
        try:
            async with services.session_lock(name):
                said.append(f"{name}{number} in")
                await asyncio.sleep(0.01)
                said.append(f"{name}{number} out")
        except RequestProblem as refused:
            return refused.status, refused.headers["Retry-After"]
        return None

    async def all_speak() -> list[object]:
        turns = [("a", number) for number in range(MAX_WAITING_TURNS + 3)]
        return list(await asyncio.gather(speak("b", 0), *(speak(*turn) for turn in turns)))

    assert [one for one in asyncio.run(all_speak()) if one] == [(429, "1")] * 2
    mine = [one for one in said if one.startswith("a")]
    expected = [f"a{n} {way}" for n in range(MAX_WAITING_TURNS + 1) for way in ("in", "out")]
    assert mine == expected
    assert said[:2] == ["b0 in", "a0 in"]  # others do not wait
    gc.collect()
    assert not services._locks
