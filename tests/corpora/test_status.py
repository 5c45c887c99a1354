"""hearer corpus status: what became of all documents, whatever state the folder is in."""

from __future__ import annotations

import csv
import io
import json
import shlex
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import hearer
from hearer.cli import main
from hearer.corpora.kept.folder import OutFolder
from hearer.corpora.kept.manifest import State, read
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.told.standing import CorpusState, again, failed_in, standing
from hearer.writing.folders import alone
from tests.corpora.made import done, failed

STORY = "Tilda lost her keys. She called Oskar, and he found them.\n"
NO_TEXT = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with texts, some of which cannot be read."""
    for name, content in {
        "texts/a.txt": STORY.encode(),
        "texts/=1+1.txt": NO_TEXT,
        "texts/\x1b[31mred.txt": NO_TEXT,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(command: str, capsys: Captured) -> tuple[int, str, str]:
    status = main(shlex.split(command)[1:])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("to", ["parquet", "jsonl", "json"])
@pytest.mark.parametrize("tidy", [False, True])
def test_it_says_what_became_of_all(to: str, tidy: bool, room: Path, capsys: Captured) -> None:
    hearer.corpus("texts", "out", to=to, tidy=tidy, workers=0)
    status, out, err = typed("hearer corpus status out", capsys)
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0].startswith(f"out: complete ({to}, made by hearer 0.")
    assert lines[1:5] == [
        "3 documents: 1 done, 2 failed",
        "14 words",
        "4 pronouns: resolved 100.0 %",
        "failed: 2 document-unreadable",
    ]
    assert "\x1b" not in out
    status, out, _ = typed("hearer corpus status out --failed --to json", capsys)
    assert status == 0
    names = [one["document"] for one in json.loads(out)]
    assert names == sorted(names)
    assert {name[-7:] for name in names} == {"red.txt", "1+1.txt"}


def test_all_of_it_is_json_and_a_table(room: Path, capsys: Captured) -> None:
    hearer.corpus("texts", "out", workers=0, algorithm="s-list")
    told = json.loads(typed("hearer corpus status out --to json", capsys)[1])
    assert (told["state"], told["documents"], told["failed"]) == ("complete", 3, 2)
    assert (told["algorithm"], told["inputs"]) == ("s-list", ["texts"])
    assert told["failures"] == {"document-unreadable": 2}
    _, out, _ = typed("hearer corpus status out --to csv", capsys)
    rows = {(what, of): number for what, of, number in csv.reader(io.StringIO(out))}
    assert rows["documents", ""] == "3"
    assert rows["failed", ""] == "2"
    assert rows["failed", "document-unreadable"] == "2"
    assert rows["label", "resolved"] == str(told["labels"]["resolved"])


def test_all_that_failed_are_listed_with_their_reasons(room: Path, capsys: Captured) -> None:
    hearer.corpus("texts", "out", workers=0)
    _, out, _ = typed("hearer corpus status out --failed", capsys)
    assert len(out.splitlines()) == 2
    assert all(line.endswith("(document-unreadable)") for line in out.splitlines())
    assert "\x1b" not in out
    assert typed("hearer corpus status out --failed --to csv -o failed.csv", capsys)[0] == 0
    rows = list(csv.DictReader(io.StringIO((room / "failed.csv").read_text())))
    assert [row["code"] for row in rows] == ["document-unreadable"] * 2
    assert {row["document"] for row in rows} == {"texts/=1+1.txt", "texts/\\x1b[31mred.txt"}


def test_no_spreadsheet_takes_a_name_for_a_formula(room: Path, capsys: Captured) -> None:
    (room / "=cmd.txt").write_bytes(NO_TEXT)
    hearer.corpus("=cmd.txt", "out", workers=0)
    _, out, _ = typed("hearer corpus status out --failed --to csv", capsys)
    assert out.splitlines()[1].startswith("'=cmd.txt,")


# Unfinished -------------------------------------------------------------------------------------


@pytest.fixture
def unfinished(room: Path) -> OutFolder:
    """A corpus whose run was killed when two parts were done."""
    hearer.corpus("texts", "out", to="jsonl", workers=0)
    folder = OutFolder("out")
    manifest = folder.read()
    assert manifest
    folder.begin_anew()
    folder.write(replace(manifest, state=State.RUNNING, counts={}, labels={}, failures={}))
    folder.parts.write("aa" * 16, BatchOutcome((done("1", words=7, resolved=2), failed("2"))))
    folder.parts.write("bb" * 16, BatchOutcome((done("3", words=5, event=1),)))
    return folder


def test_what_a_run_that_was_killed_has_done_is_known(
    unfinished: OutFolder, capsys: Captured
) -> None:
    status, out, _ = typed("hearer corpus status out", capsys)
    assert status == 0
    assert out.splitlines()[:4] == [
        "out: interrupted; how many documents are left is known when all inputs are read. "
        "To go on: hearer corpus texts -o out --to jsonl --resume",
        "3 documents: 2 done, 1 failed",
        "12 words",
        "3 pronouns: resolved 66.7 %, event 33.3 %",
    ]
    assert [one.document for one in failed_in("out")] == ["2"]


def test_that_a_run_goes_on_is_seen(unfinished: OutFolder) -> None:
    assert standing("out").state is CorpusState.INTERRUPTED
    with alone("out", unfinished.inside("lock")):
        assert standing("out").state is CorpusState.RUNNING
    assert standing("out").state is CorpusState.INTERRUPTED


def test_a_broken_part_is_no_reason_to_fail(unfinished: OutFolder) -> None:
    path = Path(unfinished.parts.path("bb" * 16))
    path.write_bytes(path.read_bytes()[:100])
    assert standing("out").summary.documents == 2


def test_nothing_done_is_said(unfinished: OutFolder, capsys: Captured) -> None:
    unfinished.begin_anew()
    assert typed("hearer corpus status out", capsys)[1].splitlines()[1:] == ["nothing is done yet"]


def test_the_command_that_goes_on_says_all_that_was_said(room: Path) -> None:
    hearer.corpus(
        ["texts", "texts/a.txt"],
        "my out",
        to="jsonl",
        workers=0,
        format="text",
        text_column="body",
        algorithm="s-list",
        window=7,
        control=True,
    )
    manifest = read("my out")
    assert manifest
    words = shlex.split(again("my out", manifest))
    assert words[:6] == ["hearer", "corpus", "texts", "texts/a.txt", "-o", "my out"]
    assert " ".join(words[6:-1]) == (
        "--to jsonl --from text --text-column body --profile paper --algorithm s-list "
        "--set control=True --set window=7"
    )
    assert main([*words[1:], "--workers", "0"]) == 1  # it is taken: nothing differs


# What is no corpus ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("hearer corpus status", "Say which corpus: hearer corpus status out"),
        ("hearer corpus status nowhere", "'nowhere' is not there: say the folder that"),
        ("hearer corpus status texts", "'texts' is no corpus: "),
        ("hearer corpus status texts/a.txt", "'texts/a.txt' is a file, and no folder"),
        ("hearer corpus status texts --failed", "'texts' is no corpus: "),
        ("hearer corpus status out --to xml", "There is no --to 'xml'; there is 'text', "),
        ("hearer corpus status out other", "That is too much: other."),
    ],
)
def test_what_is_no_corpus_is_said(command: str, told: str, room: Path, capsys: Captured) -> None:
    status, out, err = typed(command, capsys)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"null", b'{"schema": 7}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_manifest_of_strangers_is_refused(content: bytes, room: Path, capsys: Captured) -> None:
    (room / "texts/manifest.json").write_bytes(content)
    status, out, err = typed("hearer corpus status texts", capsys)
    assert (status, out) == (2, "")
    assert err.startswith("hearer: error: 'texts/manifest.json' ")


ODD: tuple[object, ...] = (
    None,
    5,
    -1,
    "x",
    [],
    [1],
    [[]],
    {"a": "b"},
    {"a": None},
    {"a": [1]},
    1e308,
)


def test_no_value_of_a_manifest_is_believed(room: Path) -> None:
    hearer.corpus("texts", "out", to="jsonl", workers=0)
    path = room / "out/manifest.json"
    told, refused = json.loads(path.read_bytes()), 0
    assert len(told) > 10
    for name, odd in product(told, ODD):
        path.write_text(json.dumps({**told, name: odd}))
        try:
            found = standing("out")
            assert again("out", found.manifest)
            assert json.dumps(found.as_json())
        except hearer.InputError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("content", [b"x", b"[1]\n", b'{"code": "x"}\n', b"\xff"])
def test_results_that_others_wrote_are_refused(
    content: bytes, room: Path, capsys: Captured
) -> None:
    hearer.corpus("texts", "out", to="jsonl", workers=0, tidy=True)
    (room / "out/documents.jsonl").write_bytes(content)
    status, _, err = typed("hearer corpus status out --failed", capsys)
    assert status == 2
    assert err == (
        "hearer: error: 'out/documents.jsonl' is not as it was written, and cannot be read.\n"
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[1]", b"null", b'{"done": 1}', b"\xff", b"[" * 100_000,
     b'{"done": 9, "failed": 9}'],
)  # fmt: skip
def test_a_summary_of_strangers_is_not_believed(
    content: bytes, room: Path, capsys: Captured
) -> None:
    hearer.corpus("texts", "out", to="jsonl", workers=0)
    (room / "out/.hearer/summary.json").write_bytes(content)
    assert standing("out").summary.documents == 3
