"""The figures of a corpus, and its status, whatever state the folder is in."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

import hearer
from hearer.corpora.document import BatchOutcome, DocumentOutcome, Failure
from hearer.corpora.status import FailedDocument, Summary, lines, status
from hearer.corpora.storage import State, Storage, open_corpus, opened
from hearer.model import Problem

STORY = "Tilda lost her keys. She called Oskar, and he found them.\n"
NO_TEXT = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))


def done(name: str, *, words: int = 0, problems: int = 0, **labels: int) -> DocumentOutcome:
    wrong = tuple(Problem(name, n + 1, 1, "text-utf8", "no UTF-8") for n in range(problems))
    return DocumentOutcome(name, name, words=words, labels=labels, problems=wrong)


def failed(name: str, code: str = "file-gone", message: str = "It is gone.") -> DocumentOutcome:
    return DocumentOutcome(name, name, failure=Failure(code, message))


def tallied(*outcomes: DocumentOutcome) -> Summary:
    summary = Summary()
    summary.add(outcomes)
    return summary


# Figures ----------------------------------------------------------------------------------------


def test_what_became_of_documents_is_counted() -> None:
    found = tallied(
        done("a", words=10, resolved=2, event=1, problems=2),
        done("b", words=5, resolved=1),
        failed("c"),
    )
    assert (found.documents, found.done, found.failed) == (3, 2, 1)
    assert (found.words, found.pronouns) == (15, 4)
    assert found.shares == {"resolved": 0.75, "event": 0.25}
    assert (found.problems, found.failures) == ({"text-utf8": 2}, {"file-gone": 1})
    assert found.first_failed == [FailedDocument("c", "file-gone", "It is gone.")]
    told = json.loads(json.dumps(found.as_json()))
    assert (told["documents"], told["pronouns"]) == (3, 4)
    assert told["shares"] == {"resolved": 0.75, "event": 0.25}
    assert told["first_failed"] == [
        {"document": "c", "code": "file-gone", "message": "It is gone."}
    ]


def test_the_order_in_which_batches_come_makes_no_difference() -> None:
    outcomes = [
        failed(f"{n}") if n % 9 == 0
        else done(f"{n}", words=n, resolved=n % 3, event=n % 5, problems=n % 2)
        for n in range(100)
    ]  # fmt: skip
    expected = json.dumps(tallied(*outcomes).as_json())
    for seed in range(5):
        shuffled = random.Random(seed).sample(outcomes, len(outcomes))
        assert json.dumps(tallied(*shuffled).as_json()) == expected


def test_it_says_all_in_a_few_lines() -> None:
    found = tallied(
        done("novels/emma.txt", words=160_123, resolved=1, event=3, problems=1),
        done("b.txt", words=12),
        failed("c.zip", "archive-broken", "The archive is broken."),
    )
    assert lines(found) == [
        "3 documents: 2 done, 1 failed",
        "160,135 words",
        "4 pronouns: resolved 25.0 %, event 75.0 %",
        "problems: 1 text-utf8",
        "failed: 1 archive-broken",
        "  c.zip: The archive is broken. (archive-broken)",
    ]
    assert lines(Summary()) == ["nothing is done yet"]


def test_of_many_that_failed_a_few_are_named_and_where_the_others_are() -> None:
    told = lines(tallied(*(failed(f"{n:03}.txt") for n in range(317))))
    assert told[0] == "317 documents: 0 done, 317 failed"
    assert told[-1] == "  and 312 more"
    assert len(told) == 8


def test_names_of_strangers_steer_no_terminal() -> None:
    bad = "\x1b[2J\u202egpj.txt\nhearer: error"
    told = "\n".join(lines(tallied(done("b"), failed(bad, message=bad))))
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert all(not line.startswith("hearer: error") for line in told.splitlines())


# Status -----------------------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with texts, one of which cannot be read."""
    for name, content in {"texts/a.txt": STORY.encode(), "texts/=1+1.txt": NO_TEXT}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("to", ["parquet", "jsonl", "json"])
def test_it_says_what_became_of_all(to: str, texts: Path) -> None:
    corpus = hearer.corpus("texts", "out", to=to, workers=0, algorithm="s-list")
    found = status("out")
    assert (found.state, found.summary.done, found.summary.failed) == (State.COMPLETE, 1, 1)
    told = json.loads(json.dumps(found.as_json()))
    assert (told["state"], told["documents"], told["failed"]) == ("complete", 2, 1)
    assert (told["algorithm"], told["inputs"]) == ("s-list", ["texts"])
    assert told["failures"] == {"document-unreadable": 1}
    (one,) = corpus.failed
    assert (one.document, one.code) == ("texts/=1+1.txt", "document-unreadable")


@pytest.fixture
def unfinished(texts: Path) -> Storage:
    """A corpus whose run was killed when two parts were done."""

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hearer.corpus("texts", "out", to="jsonl", workers=0, progress=stop)
    storage = Storage("out")
    for key, outcomes in {
        "aa" * 16: (done("1", words=7, resolved=2), failed("2")),
        "bb" * 16: (done("3", words=5, event=1),),
    }.items():
        storage.write(key, BatchOutcome(outcomes, {f"documents/{key}.jsonl": b"x"}))
    return storage


def test_what_a_run_that_was_killed_has_done_is_known(unfinished: Storage) -> None:
    found = status("out")
    assert found.state is State.INTERRUPTED
    assert lines(found.summary)[:3] == [
        "3 documents: 2 done, 1 failed",
        "12 words",
        "3 pronouns: resolved 66.7 %, event 33.3 %",
    ]
    assert [one.document for one in hearer.Corpus("out").failed] == ["2"]
    path = unfinished.inside("parts", f"{'bb' * 16}.json")
    path.write_bytes(path.read_bytes()[:100])
    assert status("out").summary.documents == 2


def test_that_a_run_goes_on_is_seen(unfinished: Storage) -> None:
    with opened("out", may_go_on=True):
        assert status("out").state is State.RUNNING
    assert status("out").state is State.INTERRUPTED


def test_a_part_with_another_byte_is_not_taken_for_done(unfinished: Storage) -> None:
    key = "aa" * 16
    record, file = unfinished.inside("parts", f"{key}.json"), Path(f"out/documents/{key}.jsonl")
    whole = unfinished.outcomes(key)
    assert whole == (done("1", words=7, resolved=2), failed("2"))
    for path in (record, file):
        content = path.read_bytes()
        for place in range(len(content)):
            path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
            assert unfinished.outcomes(key) is None
            path.write_bytes(content[:place])
            assert unfinished.outcomes(key) is None
        path.write_bytes(content)
    assert unfinished.outcomes(key) == whole


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("nowhere", "does not exist"),
        ("texts", "is not a corpus"),
        ("texts/a.txt", "is not a corpus"),
    ],
)
def test_what_is_no_corpus_is_said(folder: str, told: str, texts: Path) -> None:
    for look in (status, hearer.Corpus, open_corpus):
        with pytest.raises(hearer.InputError, match=told):
            look(folder)


ODD: tuple[object, ...] = (
    None, 5, -1, "x", [], [1], [[]], {"a": "b"}, {"a": None}, {"a": [1]}, 1e308,
)  # fmt: skip


def test_no_value_of_a_manifest_is_believed(texts: Path) -> None:
    hearer.corpus("texts", "out", to="jsonl", workers=0)
    path, refused = texts / "out/manifest.json", 0
    told = json.loads(path.read_bytes())
    assert len(told) > 10
    for name, odd in product(told, ODD):
        path.write_text(json.dumps({**told, name: odd}))
        try:
            assert json.dumps(status("out").as_json())
        except hearer.InputError:
            refused += 1
    assert refused > 30
    path.write_text(json.dumps({**told, "parts": ["../../precious"]}))
    with pytest.raises(hearer.InputError, match="is no manifest of ours"):
        status("out")
