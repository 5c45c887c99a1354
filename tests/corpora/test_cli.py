"""hearer corpus: what is typed, right and wrong, and what is said; signals leave a way to go on."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import hearer
from hearer.cli import main
from hearer.cli.corpus import corpus as command
from hearer.corpora.checked import check_workers
from tests.conftest import ROOT

STORY = "Tilda lost her keys. She called Oskar, and he found them.\n"
Captured = pytest.CaptureFixture[str]
HERE = ("--workers", "0")  # no process of its own


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with texts, one of which cannot be read."""
    for name, content in {
        "texts/a.txt": STORY.encode(),
        "texts/deep/b.txt": b"Anna slept. She snored.\n",
        "texts/bad.txt": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)),
        "texts/picture.png": b"\x89PNG",
        "texts/.hidden.txt": b"Nobody.",
        "good/c.txt": STORY.encode(),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class BytesPath:
    """A path that is bytes, as os.fsencode gives them."""

    def __fspath__(self) -> bytes:
        return b"texts"


def typed(command: str, capsys: Captured) -> tuple[int, str, str]:
    """The exit status, the output and the errors of a command."""
    status = main(shlex.split(command)[1:])
    out, err = capsys.readouterr()
    return status, out, err


# Right ------------------------------------------------------------------------------------------


def test_the_summary_says_what_became_of_all_and_what_to_type_next(
    room: Path, capsys: Captured
) -> None:
    status, out, err = typed("hearer corpus texts -o out --workers 0", capsys)
    lines = err.splitlines()
    assert status == 1  # one document failed
    assert out == ""
    assert lines[0] == "hearer: 3 documents: 2 done, 1 failed"
    assert lines[1].startswith("  20 words, in ")
    assert lines[2] == "  5 pronouns: resolved 100.0 %"
    assert lines[3] == "  failed: 1 document-unreadable"
    assert lines[4].startswith("    'texts/bad.txt' is no text")
    assert lines[5] == "  what took longest:"
    assert {line.split()[-1] for line in lines[6:8]} == {"texts/a.txt", "texts/deep/b.txt"}
    assert lines[8] == "  passed over in folders: 1 hidden, 1 of no known format"
    assert lines[9:] == [
        "hearer: the tables are in out; ask them: hearer corpus query out --how characters",
        "hearer: to try the failed again: hearer corpus texts -o out --retry-failed",
    ]


def test_what_is_done_is_not_done_again(room: Path, capsys: Captured) -> None:
    assert typed("hearer corpus good -o out --workers 0", capsys)[0] == 0
    status, _, err = typed("hearer corpus good -o out --resume --workers 0", capsys)
    assert status == 0
    assert err.startswith("hearer: 1 document: 1 done (as before)\n  14 words\n")


def test_what_was_tidied_up_is_known_to_be_done(room: Path, capsys: Captured) -> None:
    assert typed("hearer corpus texts -o out --tidy --workers 0", capsys)[0] == 1
    status, _, err = typed("hearer corpus texts -o out --resume --workers 0", capsys)
    assert status == 1
    assert err.startswith("hearer: 3 documents: 2 done, 1 failed (as before)\n")


def test_python_gives_what_was_written(room: Path) -> None:
    corpus = hearer.corpus("texts", "out", workers=0)
    assert isinstance(corpus, hearer.Corpus)
    assert (corpus.summary.done, corpus.summary.failed) == (2, 1)
    assert [row[0] for row in corpus.failed] == ["texts/bad.txt"]
    again = hearer.corpus([Path("texts"), "good/*.txt"], Path("out"), workers=0, resume=True)
    assert again.summary.done == 3


def test_a_folder_for_results_within_what_is_read_is_not_read(room: Path, capsys: Captured) -> None:
    for further in ("", " --resume"):
        line = f"hearer corpus good -o good/out --to jsonl --workers 0{further}"
        assert typed(line, capsys)[0] == 0
    assert len((room / "good/out/documents.jsonl").read_bytes().splitlines()) == 1


def test_results_are_no_texts(room: Path, capsys: Captured) -> None:
    assert typed("hearer corpus good -o good/first --workers 0", capsys)[0] == 0
    status, _, err = typed("hearer corpus good -o second --to jsonl --workers 0", capsys)
    assert status == 0
    assert "1 document: 1 done" in err
    assert "  passed over in folders: 1 of results of hearer\n" in err
    status, _, err = typed("hearer corpus good/first -o third", capsys)
    assert status == 2
    assert "'good/first' has the results of a corpus in it" in err
    assert "documents" not in err
    status, _, err = typed("hearer corpus good -o third --to corefud --workers 0", capsys)
    assert status == 0
    assert typed("hearer corpus third -o fourth", capsys)[2].endswith("say third/documents.\n")
    assert typed("hearer corpus third/documents -o fourth --workers 0", capsys)[0] == 0
    status, out, _ = typed("hearer resolve third/documents", capsys)
    assert status == 0
    assert "She → Tilda" in out


def test_a_folder_called_query_is_reached_with_its_place(room: Path, capsys: Captured) -> None:
    (room / "good").rename(room / "query")
    status, _, err = typed("hearer corpus ./query -o out --workers 0", capsys)
    assert status == 0
    assert "1 document: 1 done" in err
    status, _, err = typed("hearer corpus query", capsys)
    assert status == 2
    assert err.rstrip().endswith("the folder query is meant, say hearer corpus ./query")


@pytest.mark.parametrize("asked", ["corpus query --help", "help corpus query", "corpus query -h"])
def test_a_command_of_two_words_has_its_own_help(asked: str, capsys: Captured) -> None:
    status, out, err = typed(f"hearer {asked}", capsys)
    assert (status, err) == (0, "")
    assert out.startswith("Usage: hearer corpus query [OPTIONS]")


def test_the_list_of_commands_has_all_three(capsys: Captured) -> None:
    _, out, _ = typed("hearer --help", capsys)
    names = [line[2:15].rstrip() for line in out.splitlines() if line.startswith("  corpus")]
    assert names == ["corpus", "corpus query", "corpus status"]


def test_more_workers_than_cores_are_said_to_be_no_faster() -> None:
    assert check_workers(3, cores=2) == "3 workers on 2 cores: that is no faster than 2"
    assert check_workers(2, cores=2) == check_workers(0, cores=2) == check_workers(None, cores=2)
    assert check_workers(3, on="dask", cores=2) == ""


# Wrong ------------------------------------------------------------------------------------------

WRONG = {
    "hearer corpus": "Say what to read, and where the results go: hearer corpus texts -o out",
    "hearer corpus texts": "Say a folder for the results, with -o: hearer corpus texts -o out",
    "hearer corpus texts out": "Say -o before the folder for the results: hearer corpus texts -o "
    "out",
    "hearer corpus -o out": "Say what to read, and where the results go: hearer corpus texts -o "
    "out",
    "hearer corpus text -o out": "did you mean 'texts'?",
    "hearer corpus 'no*.txt' -o out": "There is no file whose name is like 'no*.txt'.",
    "hearer corpus '' -o out": "An input has no name: say a file, a folder or a pattern: hearer "
    "corpus texts -o out.",
    "hearer corpus - -o out": "the standard input can be read only once: put it into a file",
    "hearer corpus 'Anna slept. She snored.' -o out": "hearer resolve --text '…'.",
    "hearer corpus texts -o texts/a.txt": "'texts/a.txt' is a file, and results go to a folder: "
    "say -o a.",
    "hearer corpus texts -o out.jsonl": "say -o out --to jsonl.",
    "hearer corpus texts -o OUT.Parquet": "say -o OUT --to parquet.",
    "hearer corpus texts -o -": "say -o out.",
    "hearer corpus texts -o ''": "hearer corpus texts -o out",
    "hearer corpus texts -o texts": "The folder 'texts' is what is read: say another one",
    "hearer corpus texts/deep -o texts": "The folder 'texts' has what is read in it, 'texts/deep'",
    "hearer corpus good -o texts": "'texts' is no corpus of ours, and has",
    "hearer corpus texts -o out --to parket": "did you mean 'parquet'?",
    "hearer corpus texts -o out --workers -1": "1 or more, or 0 for this process alone; not -1.",
    "hearer corpus texts -o out --workers two": "--workers wants a number, not 'two'.",
    "hearer corpus texts -o out --workers 1000": "1,000 workers are too many for ",
    "hearer corpus texts -o out --memory lots": "a size for each worker, as in 2GB, not 'lots'.",
    "hearer corpus texts -o out --memory 0": "a size for each worker, as in 2GB, not '0'.",
    "hearer corpus texts -o out --resume --force": "--resume goes on with what is there, and "
    "--force begins anew: say one.",
    "hearer corpus texts -o out --retry-failed --force": "--retry-failed goes on",
    "hearer corpus texts -o out --on tcp://h:1 --workers 2": "leave --workers away.",
    "hearer corpus texts -o out --resum": "did you mean --resume?",
    "hearer corpus texts -o out --from xml": "There is no format 'xml'",
    "hearer corpus stat": "Say a folder for the results, with -o",
    "hearer corpora texts": "There is no command 'corpora': say hearer corpus.",
    "hearer corpsu texts": "did you mean 'corpus'?",
    "hearer query out": "There is no command 'query': say hearer corpus query OUT.",
}


@pytest.mark.parametrize("command", WRONG)
def test_who_types_something_wrong_is_told_what_to_type(
    command: str, room: Path, capsys: Captured
) -> None:
    before = sorted(room.rglob("*"))
    status, out, err = typed(command, capsys)
    assert (status, out) == (2, ""), err
    assert err.startswith("hearer: error: ")
    assert err.count("\n") == 1
    assert WRONG[command] in err
    assert sorted(room.rglob("*")) == before  # nothing is written


def test_what_is_there_is_not_replaced(room: Path, capsys: Captured) -> None:
    assert typed("hearer corpus good -o out --workers 0", capsys)[0] == 0
    before = (room / "out/manifest.json").read_bytes()
    status, _, err = typed("hearer corpus texts -o out --workers 0", capsys)
    assert status == 2
    assert "--resume" in err
    assert "--force" in err
    status, _, err = typed("hearer corpus good -o out --resume -a bfp --workers 0", capsys)
    assert status == 2
    assert "algorithm was weighted-s-list, now bfp" in err
    status, _, err = typed("hearer corpus -o out --resume", capsys)
    assert err == (
        "hearer: error: Say what to read, as before: hearer corpus good -o out --resume\n"
    )
    assert (room / "out/manifest.json").read_bytes() == before


@pytest.mark.parametrize("wrong", [{}, None, 3, [], [3], b"texts", {"a"}, object()])
def test_in_python_the_right_call_is_told(wrong: object, room: Path) -> None:
    with pytest.raises(hearer.UsageError, match=r"hearer\.corpus\('texts', 'out'\)"):
        hearer.corpus(wrong, "out")  # type: ignore[arg-type]
    with pytest.raises(hearer.UsageError, match=r"hearer\.corpus\('texts', 'out'\)"):
        hearer.corpus("texts", wrong)  # type: ignore[arg-type]
    assert not (room / "out").exists()


@pytest.mark.parametrize("workers", [-1, True, "2", 2.0, 10**6])
def test_in_python_a_number_of_workers_is_one(workers: int, room: Path) -> None:
    with pytest.raises(hearer.UsageError, match="workers"):
        hearer.corpus("texts", "out", workers=workers)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ({"inputs": BytesPath()}, "os.fsdecode"),
        ({"inputs": "a\0b"}, "There is no file"),
        ({"inputs": "x" * 5000 + " and on. And on."}, "There is no file"),
        ({"output": "a\0b"}, "no name of a folder"),
        ({"on": 5}, "'tcp://host:8786'"),
        ({"on": "dask", "workers": 0}, "one worker at least"),
        ({"memory_limit": True}, "as in 2GB, not True"),
        ({"memory_limit": "1 byte"}, "as in 2GB, not '1 byte'"),
    ],
)
def test_in_python_odd_values_are_told(call: dict[str, Any], told: str, room: Path) -> None:
    with pytest.raises(hearer.HearerError, match=re.escape(told)):
        hearer.corpus(**{"inputs": "texts", "output": "out", **call})
    assert not (room / "out").exists()


# Signals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_signal_is_answered_with_the_command_that_goes_on(
    number: signal.Signals, room: Path, capsys: Captured
) -> None:
    (room / "many").mkdir()
    for n in range(300):
        (room / f"many/{n:03}.txt").write_text(f"{n}. {STORY}" * 10)
    command = ["corpus", "many", "-o", "out", "--to", "jsonl", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"}
    with subprocess.Popen(
        [sys.executable, "-m", "hearer", *command],
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        text=True,
    ) as running:
        _wait_for(room / "out/.hearer/parts", "*/*.part")
        standing = typed("hearer corpus status out", capsys)
        running.send_signal(number)
        _, err = running.communicate(timeout=20)
        assert running.returncode == 128 + number
        with pytest.raises(ProcessLookupError):  # nobody is left
            _until_gone(running.pid)
    assert standing[1].startswith("out: being heard just now; ")
    assert "0 failed" not in standing[1]
    kept, _, again = err.partition("; to go on: ")
    assert again == "hearer corpus many -o out --to jsonl --workers 1 --resume\n"
    assert kept.endswith(" kept in out")
    _, out, _ = typed("hearer corpus status out", capsys)
    assert out.startswith("out: interrupted; ")
    assert "To go on: hearer corpus many -o out --to jsonl --resume\n" in out


def _wait_for(folder: Path, pattern: str) -> None:
    for _ in range(400):
        if len(list(folder.glob(pattern))) > 1:  # the first of them is known to be done
            return
        time.sleep(0.05)
    raise TimeoutError(folder)


def _until_gone(group: int) -> None:
    """Look for processes of a group until there is none, for some seconds."""
    for _ in range(60):
        os.killpg(group, 0)
        time.sleep(0.05)


def test_the_examples_of_its_help_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    typed_in = [
        line.strip()
        for line in str(command.__doc__).splitlines()
        if line.startswith("      hearer")
    ]
    assert len(typed_in) >= 5
    for line in typed_in:
        is_heard = " -o " in line
        assert main([*shlex.split(line)[1:], *(HERE if is_heard else ())]) == 0, line
    assert "error" not in capsys.readouterr().err
