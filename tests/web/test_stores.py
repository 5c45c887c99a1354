"""Stores keep sessions and turns: all of a turn or nothing, in order, and within limits."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from hearer.errors import HearerError, InputError, OutputError
from hearer.web.stores.base import (
    KeptSession,
    KeptTurn,
    NoSession,
    Store,
    StoreFails,
    StoreFull,
    TurnTaken,
)
from hearer.web.stores.memory import MemoryStore
from hearer.web.stores.sqlite import SqliteStore

STORES = ("memory", "sqlite")
HALF = "half a \ud800 character"


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = (
        MemoryStore(10**6) if request.param == "memory" else SqliteStore(tmp_path / "store.db")
    )
    yield made
    made.close()


def session(name: str = "a", used: float = 1) -> KeptSession:
    return KeptSession(name, '{"profile": "paper"}', created=1, used=used, state=b"before")


def turn(number: int, key: str = "") -> KeptTurn:
    said = f"Turn {number}, {HALF}."
    return KeptTurn(number, said, "Anna", said=float(number), key=key, answer=b"%d" % number)


# Kept -------------------------------------------------------------------------------------------


def test_a_session_is_found_as_it_was_kept(store: Store) -> None:
    assert store.begin(session())
    assert store.find("a") == session()
    assert store.find("b") is None
    assert store.count == 1


def test_a_session_of_the_same_id_changes_nothing(store: Store) -> None:
    store.begin(session())
    assert not store.begin(session(used=7))
    assert store.find("a") == session()
    assert store.count == 1


def test_a_turn_is_kept_with_the_state_after_it(store: Store) -> None:
    store.begin(session())
    store.add("a", turn(1), b"after")
    after = KeptSession("a", session().how, created=1, used=1.0, turns=1, state=b"after")
    assert store.find("a") == after
    assert store.turns("a", after=0, most=9) == [turn(1)]


def test_turns_are_told_in_order_and_in_parts(store: Store) -> None:
    store.begin(session())
    for number in range(1, 8):
        store.add("a", turn(number), b"")
    assert store.turns("a", after=2, most=3) == [turn(3), turn(4), turn(5)]
    assert store.turns("a", after=6, most=3) == [turn(7)]
    assert store.turns("a", after=7, most=3) == []


@pytest.mark.parametrize("number", [1, 2, 4, 99])
def test_a_turn_that_is_not_the_next_is_refused_and_nothing_changed(
    store: Store, number: int
) -> None:
    store.begin(session())
    store.add("a", turn(1), b"1")
    store.add("a", turn(2), b"2")
    with pytest.raises(TurnTaken):
        store.add("a", turn(number), b"other")
    kept = store.find("a")
    assert kept
    assert (kept.turns, kept.state) == (2, b"2")
    assert store.turns("a", after=0, most=9) == [turn(1), turn(2)]


def test_a_turn_is_found_by_its_key_in_its_own_session(store: Store) -> None:
    for name in "ab":
        store.begin(session(name))
        store.add(name, turn(1, key="first"), b"")
        store.add(name, turn(2), b"")
    assert store.turn_of("a", "first") == turn(1, key="first")
    assert store.turn_of("a", "other") is None


def test_what_is_ended_is_gone_with_its_turns(store: Store) -> None:
    store.begin(session())
    store.add("a", turn(1), b"")
    assert store.end("a")
    assert not store.end("a")
    assert (store.find("a"), store.count) == (None, 0)
    for lost in (lambda: store.turns("a", after=0, most=1), lambda: store.add("a", turn(1), b"")):
        with pytest.raises(NoSession):
            lost()


def test_those_used_longest_ago_are_forgotten_first(store: Store) -> None:
    for used, name in enumerate("abcd"):
        store.begin(session(name, used=used))
    store.add("a", KeptTurn(1, "I am still here.", "Anna", said=3.5), b"")
    assert store.forget(unused_since=2.5, most=1) == ["b"]
    assert store.forget(unused_since=2.5, most=9) == ["c"]
    assert store.forget(unused_since=2.5, most=9) == []
    assert store.count == 2


# In memory --------------------------------------------------------------------------------------


def test_memory_has_an_end_and_what_is_ended_makes_room() -> None:
    store = MemoryStore(5_000)
    store.begin(session())
    store.add("a", turn(1), b"x" * 2_000)
    with pytest.raises(StoreFull):
        store.add("a", turn(2), b"x" * 9_000)
    kept = store.find("a")
    assert kept
    assert kept.turns == 1
    store.end("a")
    assert store.size == 0
    assert store.begin(session())


# In a file --------------------------------------------------------------------------------------


def test_what_was_kept_is_there_for_the_next_server(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        store.begin(session())
        store.add("a", turn(1), b"after")
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        assert store.count == 1
        assert store.turns("a", after=0, most=9) == [turn(1)]


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        store.begin(session())
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["store.db", "store.db-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_two_servers_cannot_have_one_store(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        with pytest.raises(InputError, match="Another process"):
            SqliteStore(tmp_path / "store.db", wait=0.1)
        assert store.begin(session())
    SqliteStore(tmp_path / "store.db", wait=0.1).close()


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE photo (name TEXT)")


def later_version(path: Path) -> None:
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version=2")


STRANGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a text": (lambda path: path.write_text("Dear diary\n" * 50), "is no store of sessions"),
    "one byte": (lambda path: path.write_bytes(b"S"), "is no store of sessions"),
    "another database": (other_database, "is no store of sessions"),
    "a later version": (later_version, "of version 2, and this hearer has version 1"),
}


@pytest.mark.parametrize("strange", STRANGE)
def test_a_file_that_is_no_store_is_refused_and_stays(tmp_path: Path, strange: str) -> None:
    made, said = STRANGE[strange]
    made(tmp_path / "store.db")
    before = (tmp_path / "store.db").read_bytes()
    with pytest.raises(InputError, match=said):
        SqliteStore(tmp_path / "store.db")
    assert (tmp_path / "store.db").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]


@pytest.mark.parametrize("place", [".", "/dev/null", "no/such/folder/store.db"])
def test_a_place_that_is_no_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((InputError, OutputError)):
        SqliteStore(place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("whole", [100, 4096])
def test_a_store_that_was_damaged_says_so_at_the_start(tmp_path: Path, whole: int) -> None:
    SqliteStore(tmp_path / "store.db").close()
    content = (tmp_path / "store.db").read_bytes()
    damaged = content[:whole] + b"\xff" * (len(content) - whole)
    (tmp_path / "store.db").write_bytes(damaged)
    with pytest.raises(HearerError, match=r"store\.db' (cannot be used|is damaged)"):
        SqliteStore(tmp_path / "store.db")


def test_what_is_left_of_another_store_is_not_played_into_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "store.db-wal").write_bytes(b"left")
    with pytest.raises(InputError, match=r"store\.db-wal"):
        SqliteStore(tmp_path / "store.db")
    assert not (tmp_path / "store.db").exists()


def test_an_empty_file_and_a_link_do(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch(mode=0o600)
    (tmp_path / "link.db").symlink_to(tmp_path / "real.db")
    for name in ("empty.db", "link.db"):
        with closing(SqliteStore(tmp_path / name)) as store:
            store.begin(session())
    assert (tmp_path / "link.db").is_symlink()
    assert (tmp_path / "real.db").stat().st_size


def test_a_full_disk_is_told_and_nothing_of_the_turn_is_kept(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        store.begin(session())
        store.add("a", turn(1), b"1")
        database = store._database
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count={pages + 2}")  # as a disk that is full
        with pytest.raises(StoreFull) as full:
            store.add("a", turn(2), b"x" * 100_000)
        assert full.value.status == 503
        kept = store.find("a")
        assert kept
        assert (kept.turns, kept.state) == (1, b"1")
        database.execute("PRAGMA max_page_count=100000")  # somebody has made room
        store.add("a", turn(2), b"x" * 100_000)


def test_a_disk_that_became_read_only_is_told(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "store.db")) as store:
        store.begin(session())
        store._database.execute("PRAGMA query_only=ON")
        with pytest.raises(StoreFails) as failed:
            store.add("a", turn(1), b"1")
        assert failed.value.status == 503
        assert store.find("a") == session()
