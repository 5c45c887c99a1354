"""Commands as they are typed, right and wrong, and what must be answered: cases/commands.tsv."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from hearer.cli import main
from tests.cases import cases
from tests.conftest import EXAMPLES

STORY = "Tilda lost her keys. She called Oskar, and he found them.\n"
FILES = {
    "crlf.txt": STORY.replace(". ", ".\r\n").encode(),
    "bom.txt": b"\xef\xbb\xbf" + STORY.encode(),
    "utf16.txt": STORY.encode("utf-16"),
    "latin1.txt": "Zoë slept. She snored.\n".encode("latin-1"),
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 8,
    "empty.txt": b"",
    "silent.txt": b"Rain fell on the roof.\n",
    "folder/two.txt": b"Anna slept. She snored.\n",
    "other.json": b'{"a": 1}\n',
    "broken.json": b'[{"schema": "hearer-interpretation-1",\n',
    "none.json": b"[]\n",
    "twice.conllu": 2 * b"# newdoc id = a\n1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\t_\n\n",
    "taken.txt": b"mine\n",
}
NAMES = ("story", "my story", "it's", "-dash", "\N{GRINNING FACE}", "folder/one")
FILES |= {f"{name}.txt": STORY.encode() for name in NAMES} | {"noext": STORY.encode()}
Captured = pytest.CaptureFixture[bytes]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files, and the examples."""
    (tmp_path / "folder").mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(line: str, capture: Captured) -> tuple[int, str, str]:
    """Exit status, output and errors of commands joined by &&; < names the standard input."""
    status, shown = 0, ""
    for command in line.split(" && "):
        words, _, read = command.partition(" < ")
        name, *arguments = shlex.split(words)
        if name == "cat":
            shown += Path(arguments[0]).read_text(encoding="utf-8")
            continue
        with Path(read or os.devnull).open() as stdin, pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys, "stdin", stdin)
            status = status or main([name, *arguments])
    out, err = (stream.decode() for stream in capture.readouterr())
    assert "Traceback" not in out + err
    return status, out + shown, err


@pytest.mark.usefixtures("room")
@cases(__file__)
def test_a_command_is_answered(
    command: str, out: list[str], err: list[str], never: list[str], capsysbinary: Captured
) -> None:
    status, shown, told = typed(command, capsysbinary)
    assert status == 0, told
    assert [piece for piece in out if piece not in shown] == [], shown
    assert [piece for piece in err if piece not in told] == [], told
    assert [piece for piece in never if piece in shown + told] == []


@pytest.mark.usefixtures("room")
@cases(__file__)
def test_wrong_use_is_one_line_that_helps(
    command: str, err: list[str], capsysbinary: Captured
) -> None:
    status, _, told = typed(command, capsysbinary)
    assert status == 2, told
    *problems, last = told.splitlines()
    assert last.startswith("hearer: error: ")
    assert len(problems) <= 1
    assert len(told) < 700
    assert [piece for piece in err if piece not in told] == [], told


def test_nothing_of_a_broken_file_is_counted_or_written(room: Path, capsysbinary: Captured) -> None:
    _, out, err = typed("resolve story.txt broken.json -o found.json", capsysbinary)
    assert (out, "0 of 0" in err) == ("", False)
    assert not (room / "found.json").exists()


def test_no_existing_file_is_changed_without_force(room: Path, capsysbinary: Captured) -> None:
    typed("resolve story.txt -o taken.txt", capsysbinary)
    assert (room / "taken.txt").read_bytes() == FILES["taken.txt"]
