"""Files that are written: none that is there, none that is read, all or nothing."""

from __future__ import annotations

import errno
import os
import signal
import stat
import threading
import time
from pathlib import Path

import pytest

import hearer
from hearer.errors import OutputError
from hearer.writing.files import NewFiles, discard, write_file
from tests.hostile.calling import TABLE_3, TABLE_5, Captured, begun, call

THERE = "is there already, and is not replaced. Choose another name, or say --force."

# One output of every command that writes one.
WRITING = {
    "resolve": ["resolve", TABLE_5, "--to", "tsv", "-o", "OUT"],
    "resolve, line by line": ["resolve", TABLE_5, "--to", "jsonl", "-o", "OUT"],
    "trace": ["trace", TABLE_5, "-o", "OUT"],
    "trace as a page": ["trace", TABLE_5, "--to", "html", "-o", "OUT"],
    "why": ["why", TABLE_5, "-o", "OUT"],
    "rewrite": ["rewrite", TABLE_5, "-o", "OUT"],
    "compare": ["compare", TABLE_5, "-a", "s-list", "-o", "OUT"],
    "centering": ["centering", TABLE_5, "-o", "OUT"],
    "evaluate": ["evaluate", "GOLD", "-o", "OUT"],
    "evaluate, rows": ["evaluate", "GOLD", "--export", "OUT"],
    "convert": ["convert", TABLE_5, "-o", "OUT", "--to", "json"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to write to; the gold beside it."""
    Path(tmp_path / "gold.conllu").write_text(
        hearer.write(hearer.resolve(hearer.read(TABLE_5)), to="corefud"), encoding="utf-8"
    )
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def written(command: str, out: object, folder: Path) -> list[object]:
    gold = str(folder.parent / "gold.conllu")
    return [word.replace("OUT", str(out)).replace("GOLD", gold) for word in WRITING[command]]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What is there ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_is_there_is_replaced_by_force_only(
    command: str, folder: Path, capsysbinary: Captured
) -> None:
    out = folder / "out.txt"
    out.write_text("mine")
    out.chmod(0o640)
    refused = call(capsysbinary, *written(command, out, folder))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.endswith(f"hearer: error: '{out}' {THERE}\n")
    assert (names(folder), out.read_text()) == (["out.txt"], "mine")
    forced = call(capsysbinary, *written(command, out, folder), "--force")
    assert forced.status == 0
    assert names(folder) == ["out.txt"]
    assert out.read_text() not in {"", "mine"}
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


@pytest.mark.parametrize("command", WRITING)
def test_what_is_read_is_not_written_to_by_force_neither(
    command: str, folder: Path, capsysbinary: Captured
) -> None:
    arguments = written(command, "OUT", folder)
    read = folder / "read.conllu"
    read.write_bytes(Path(str(arguments[1])).read_bytes())
    before = read.read_bytes()
    link, twin = folder / "link.txt", folder / "twin.txt"
    link.symlink_to(read)
    twin.hardlink_to(read)
    for out in (read, link, twin):
        asked = [out if word == "OUT" else word for word in arguments]
        asked[1] = read
        answer = call(capsysbinary, *asked, "--force")
        told = f"hearer: error: '{out}' is an input: the result needs another name.\n"
        assert (answer.status, answer.out) == (2, "")
        assert answer.err.endswith(told)
        assert read.read_bytes() == before


@pytest.mark.parametrize("name", ["convert", "resolve"])
def test_a_text_beside_is_the_users(name: str, folder: Path, capsysbinary: Captured) -> None:
    text, out = folder / "a.txt", folder / "a.ann"
    over = call(capsysbinary, name, TABLE_5, "-o", text, "--to", "brat", "--force")
    assert over.status == 2
    assert over.err.endswith(
        f"hearer: error: '{text}' is the name of the text, which is written beside: "
        "name the annotations, as in 'a.ann'.\n"
    )
    assert names(folder) == []
    text.write_text("my notes")
    command = [name, TABLE_5, "-o", out]
    answer = call(capsysbinary, *command, "--to", "brat")
    assert answer.status == 2
    assert answer.err.endswith(f"hearer: error: '{text}' {THERE}\n")
    assert (names(folder), text.read_text()) == (["a.txt"], "my notes")
    assert call(capsysbinary, *command, "--to", "brat", "--force").status == 0
    assert names(folder) == ["a.ann", "a.txt"]
    back = call(capsysbinary, "convert", out, "-o", text, "--to", "json", "--force")
    assert (back.status, "a.txt' is an input" in back.err) == (2, True)
    assert text.read_text().startswith("Mr. Curtis")


def test_two_results_have_two_names(folder: Path, capsysbinary: Captured) -> None:
    gold, out = folder.parent / "gold.conllu", folder / "x.tsv"
    answer = call(capsysbinary, "evaluate", gold, "--export", out, "-o", out)
    assert answer == (2, "", f"hearer: error: Two results would be written to '{out}'.\n")


def test_corrections_are_replaced_by_force_only(tmp_path: Path) -> None:
    path = tmp_path / "corrections.tsv"
    hearer.write_corrections([hearer.Correction(1, 1, "X")], path)
    path.write_text(path.read_text() + "# my remark\n")
    with pytest.raises(OutputError, match="is there already"):
        hearer.write_corrections([hearer.Correction(1, 1, "Y")], path)
    assert "# my remark" in path.read_text()
    hearer.write_corrections([hearer.Correction(1, 1, "Y")], path, force=True)
    assert hearer.read_corrections(path) == (hearer.Correction(1, 1, "Y"),)
    with pytest.raises(OutputError, match=r"There is no folder '.*none' to write to\."):
        hearer.write_corrections([], tmp_path / "none" / "corrections.tsv")


# Where it is written ----------------------------------------------------------------------------


ODD = {
    "no name": ("", "'' is no name of a file."),
    "a name with NUL": ("a\0b", r"'a\x00b' is no name of a file."),
    "a name that is too long": ("FOLDER/" + "x" * 300 + ".txt", "File name too long."),
    "a folder": ("FOLDER/folder.txt", "is a folder, and one file is to be written."),
    "a folder that is missing": ("FOLDER/none/out.txt", "to write to."),
    "a file as a folder": ("FOLDER/file/out.txt", "to write to."),
    "a link to itself": ("FOLDER/loop", "it is a link that leads to itself."),
    "behind a link to itself": ("FOLDER/loop/out.txt", "to write to."),
    "an escape": ("FOLDER/\x1b[31m/out.txt", "to write to."),
}


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("odd", ODD)
def test_what_cannot_be_written_is_one_line_and_exit_2(
    command: str, odd: str, folder: Path, capsysbinary: Captured
) -> None:
    (folder / "folder.txt").mkdir()
    (folder / "file").touch()
    (folder / "loop").symlink_to("loop")
    out, message = ODD[odd]
    if odd == "a folder" and command.startswith(("resolve", "convert", "rewrite")):
        pytest.skip("every document gets a file of its own there")
    answer = call(capsysbinary, *written(command, out.replace("FOLDER", str(folder)), folder))
    assert (answer.status, answer.out) == (2, "")
    *_, last = answer.err.splitlines()
    assert last.startswith("hearer: error: ")
    assert last.endswith(message)
    assert "\x1b" not in answer.err
    assert names(folder) == ["file", "folder.txt", "loop"]


def test_a_link_stays_one_and_what_it_points_at_is_written(
    folder: Path, capsysbinary: Captured
) -> None:
    link, target = folder / "link.tsv", folder / "target.tsv"
    link.symlink_to("target.tsv")
    assert call(capsysbinary, "resolve", TABLE_5, "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text().startswith("document\t")
    assert call(capsysbinary, "resolve", TABLE_5, "-o", link).status == 2
    assert call(capsysbinary, "resolve", TABLE_5, "-o", link, "--force").status == 0
    assert link.is_symlink()


@pytest.mark.parametrize("command", [name for name in WRITING if "evaluate," not in name])
def test_a_dash_is_the_standard_output(command: str, folder: Path, capsysbinary: Captured) -> None:
    out = folder / "out"
    call(capsysbinary, *written(command, out, folder))
    dashed = call(capsysbinary, *written(command, "-", folder))
    assert dashed.status == 0
    assert dashed.out == out.read_text()
    assert names(folder) == ["out"]


def test_a_pipe_is_written_as_it_comes(folder: Path, capsysbinary: Captured) -> None:
    pipe, read = folder / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert call(capsysbinary, "resolve", TABLE_5, "--to", "tsv", "-o", pipe).status == 0
    reader.join()
    assert read[0].startswith("document\t")
    assert names(folder) == ["pipe"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_said(folder: Path, capsysbinary: Captured) -> None:
    folder.chmod(0o500)
    answer = call(capsysbinary, "resolve", TABLE_5, "-o", folder / "out.tsv")
    told = f"hearer: error: The folder '{folder}' cannot be written to: permission denied.\n"
    assert answer == (2, "", told)


def test_a_file_that_may_not_be_written_is_not_replaced_by_force(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    out = folder / "out.tsv"
    out.write_text("mine")
    out.chmod(0o444)
    if os.geteuid() == 0:  # who may write everything: ask as somebody else would be answered
        monkeypatch.setattr(os, "access", lambda path, _: str(path) != str(out))
    answer = call(capsysbinary, "resolve", TABLE_5, "-o", out, "--force")
    told = f"hearer: error: '{out}' cannot be replaced, even with force: permission denied.\n"
    assert answer == (2, "", told)
    assert out.read_text() == "mine"


# All or nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fsync", "link", "open"])
@pytest.mark.parametrize("command", WRITING)
def test_a_full_disk_leaves_nothing_behind(
    command: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    real = getattr(os, name)

    def full(*arguments: object, **options: object) -> object:
        if name == "open" and folder.name not in str(arguments[0]):
            return real(*arguments, **options)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    out = folder / "out.txt"
    arguments = written(command, out, folder)
    with monkeypatch.context() as patched:
        patched.setattr(os, name, full)
        if name == "link":
            patched.setattr(os, "replace", full)
        answer = call(capsysbinary, *arguments)
    told = f"hearer: error: '{out}' cannot be written: No space left on device.\n"
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.endswith(told)
    assert names(folder) == []


def test_a_disk_without_links_is_written_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_file(folder / "a", b"first")
    with NewFiles(force=True) as files:
        files.write(folder / "a", b"second")
        files.write(folder / "b", b"another")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "a": b"second",
        "b": b"another",
    }


def test_of_several_files_all_are_written_or_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a").write_text("before")
    real, calls = os.replace, []

    def once(*arguments: str) -> None:
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError(errno.EIO, "Input/output error")
        real(*arguments)

    (folder / "b").write_text("before, too")
    monkeypatch.setattr(os, "replace", once)
    files = NewFiles(force=True)
    files.write(folder / "a", b"after")
    files.write(folder / "b", b"after")
    with pytest.raises(OutputError, match="Input/output error"), files:
        pass
    assert len(calls) == 3
    assert names(folder) == ["a", "b"]
    assert (folder / "a").read_text() == "before"
    assert (folder / "b").read_text() == "before, too"


def test_a_file_that_somebody_else_writes_meanwhile_is_not_replaced(folder: Path) -> None:
    files = NewFiles()
    files.write(folder / "a", b"mine")
    (folder / "a").write_text("somebody else's")
    with pytest.raises(OutputError, match="File exists"), files:
        pass
    assert names(folder) == ["a"]
    assert (folder / "a").read_text() == "somebody else's"


def test_a_folder_gets_all_of_its_files_or_none(folder: Path, capsysbinary: Captured) -> None:
    new = folder / "new"
    done = call(capsysbinary, "convert", TABLE_3, "-o", f"{new}/", "--to", "brat")
    assert done.status == 0
    made = ["table3-prime.ann", "table3-prime.txt", "table3.ann", "table3.txt"]
    assert names(new) == made
    (new / "table3.ann").unlink()
    again = call(capsysbinary, "convert", TABLE_3, "-o", f"{new}/", "--to", "brat")
    assert again.status == 2
    assert names(new) == made[:2] + made[3:]


def test_what_is_unfinished_is_removed_and_nothing_else(folder: Path) -> None:
    (folder / "mine").touch()
    files = NewFiles()
    with files.new(folder / "a") as file:
        file.write(b"half")
        assert len(names(folder)) == 2
        discard()
        assert names(folder) == ["mine"]
    with pytest.raises(OutputError, match="No such file"), files:
        pass
    assert names(folder) == ["mine"]


# Signals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_it_is_written_leaves_nothing_behind(
    number: signal.Signals, folder: Path, tmp_path: Path
) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_text("Anna met Bob. She saw him. He saw her. " * 20_000)
    running = begun("resolve", novel, "--to", "jsonl", "-o", f"{folder}/new.jsonl")
    time.sleep(1)  # it is resolved; nothing is written before the end
    os.killpg(running.pid, number)
    assert running.communicate(timeout=30) == (b"", b"")
    assert running.returncode == 128 + number
    assert names(folder) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_imports_is_answered_without_a_traceback(
    number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, os, signal\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == 'typer': os.kill(os.getpid(), {int(number)})\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    paths = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    running = begun("resolve", TABLE_5, PYTHONPATH=paths)
    assert running.communicate(timeout=30) == (b"", b"")
    assert running.returncode == 128 + number


def test_where_no_document_is_found_nothing_is_written(
    tmp_path: Path, capfdbinary: Captured
) -> None:
    nested, target = tmp_path / "nested.json", tmp_path / "out.conllu"
    nested.write_text("[" * 1000, encoding="utf-8")
    answer = call(capfdbinary, "convert", nested, "-o", target)
    assert answer.status == 2
    assert "There is no document of json" in answer.err
    assert not target.exists()
