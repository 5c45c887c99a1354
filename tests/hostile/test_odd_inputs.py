"""Every command with every odd input: one clear line, the documented status, no traceback."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.calling import STEERING, TABLE_5, Captured, call

Make = Callable[[Path], object]

COMMANDS = {
    "resolve": ["resolve", "IN", "--to", "text"],
    "trace": ["trace", "IN"],
    "why": ["why", "IN"],
    "rewrite": ["rewrite", "IN"],
    "compare": ["compare", "IN", "-a", "s-list", "-a", "bfp"],
    "centering": ["centering", "IN"],
    "evaluate": ["evaluate", "IN", "-a", "s-list"],
    "convert": ["convert", "IN", "--to", "json"],
}


def loop(folder: Path) -> Path:
    (folder / "loop").symlink_to("loop")
    return folder / "loop"


def inside_loop(folder: Path) -> Path:
    return loop(folder) / "text.conllu"


def file(content: bytes, name: str) -> Make:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return make


def undecodable(folder: Path) -> str:
    name = os.fsdecode(os.fsencode(folder) + b"/\xff\xfe\x1b[31m.conllu")
    Path(name).write_bytes(Path(TABLE_5).read_bytes())
    return name


# What cannot be read at all: the same answer from every command.
NOISE = bytes(range(256)) * 8
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89"
NO_TEXT = "is not a text, nor of another format"
SUFFIXES = ("", ".txt", ".conllu", ".json")
UNREADABLE: dict[str, tuple[Make, str]] = {
    "missing": (lambda folder: folder / "none.conllu", "There is no file"),
    "missing, with an escape": (lambda folder: f"{folder}/\x1b[31m.conllu", "There is no file"),
    "missing, undecodable": (lambda folder: f"{folder}/\udcff.conllu", "There is no file"),
    "no name": (lambda _: "", "no file ''|is a folder|Say what to read"),
    "a name with NUL": (lambda _: "a\0b", "cannot be read|There is no file"),
    "a name that is too long": (lambda _: "x" * 5000, "cannot be read: .*too long"),
    "a link to itself": (loop, "cannot be read: .*symbolic links"),
    "behind a link to itself": (inside_loop, "cannot be read: .*symbolic links"),
    "a file as a folder": (lambda _: f"{TABLE_5}/x.conllu", "cannot be read: .*Not a directory"),
    "a folder": (lambda folder: folder, "is a folder|need a folder|[Tt]here is no (?:gold )?file"),
    **{f"noise{suffix}": (file(NOISE, f"noise{suffix}"), NO_TEXT) for suffix in SUFFIXES},
    "a picture": (file(PICTURE, "picture.png"), NO_TEXT),
    "a picture as JSON": (file(PICTURE, "picture.json"), NO_TEXT),
    "Latin-1": (file("Ça a été très gêné à Orléans.".encode("latin-1"), "a.txt"), "is not UTF-8"),
}


def _with(command: str, given: object) -> list[object]:
    return [given if word == "IN" else word for word in COMMANDS[command]]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("odd", UNREADABLE)
def test_what_cannot_be_read_is_one_line_and_exit_2(
    command: str, odd: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    make, message = UNREADABLE[odd]
    answer = call(capsysbinary, *_with(command, make(tmp_path)))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("hearer: error: ")
    assert re.search(message, answer.err)
    assert answer.err.count("\n") == 1
    assert not STEERING.search(answer.err)


# What can be read, odd as it is. Who needs more than a text, or gold, refuses.
NO_WORDS = b"# a comment\n\n# another\n\n"
PARTLY = NO_WORDS + b"1\tShe\tshe\tPRON\tPRP\t_\t0\troot\t_\t_\n\n"
READABLE: dict[str, Make] = {
    "empty": file(b"", "empty"),
    "empty text": file(b"", "empty.txt"),
    "empty CoNLL-U": file(b"", "empty.conllu"),
    "white space": file(b" \n\t\r\n\n", "white.txt"),
    "comments only": file(NO_WORDS, "comments.conllu"),
    "comments before words": file(PARTLY, "partly.conllu"),
    "noise among words": file(PARTLY.replace(b"# another", NOISE[:4] + NOISE[128:256]), "a.conllu"),
    "five thousand digits": file(b"1" * 5000 + b"\tShe\t_\t_\t_\t_\t0\t_\t_\t_\n\n", "n.conllu"),
    "deep JSON": file(b"[" * 100_000, "deep.json"),
    "half a code point": file(b'{"document": "\\ud800", "text": "\\ud800 She"}', "half.json"),
    "an undecodable name": undecodable,
    "a device": lambda _: os.devnull,
}
REFUSED = "|".join(
    (
        "no gold coreference",
        "has no gold",
        "was not read from CoNLL-U",
        "with its entities",
        "There is no pronoun near line 1; the nearest ",
        "There is no pronoun in it that is looked up",
        "There is no document in it",
        "is broken: there is no document in it",
        "There is nothing to evaluate in",
        "is raw text, without entities",
        "no dependency parse",
        "one document a file",
        "has no parse",
        "needs a parse",
    )
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("odd", READABLE)
def test_what_is_odd_is_done_or_refused_by_name(
    command: str, odd: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    answer = call(capsysbinary, *_with(command, READABLE[odd](tmp_path)))
    refusals = [line for line in answer.err.splitlines() if line.startswith("hearer: error: ")]
    assert answer.status == (2 if refusals else 0)
    assert len(refusals) <= 1
    assert all(re.search(REFUSED, line) for line in refusals)
    assert not STEERING.search(answer.err)


def test_comments_without_words_do_not_hide_the_pronoun_below(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    path = READABLE["comments before words"](tmp_path)
    at_line_5 = call(capsysbinary, "why", path, "--at", "5:3")
    assert at_line_5.status == 0
    assert at_line_5.out.startswith("“she” at 5:3 has no antecedent ")
    at_line_1 = call(capsysbinary, "why", path, "--at", "1:1")
    assert at_line_1.status == 2
    assert "the nearest is “she” at 5:3" in at_line_1.err


@pytest.mark.parametrize("command", COMMANDS)
def test_the_standard_input_may_be_empty_or_closed(
    command: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    assert call(capsysbinary, *_with(command, "-")).status in {0, 2}
    monkeypatch.setattr(sys, "stdin", None)
    answer = call(capsysbinary, *_with(command, "-"))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == "hearer: error: The standard input is closed.\n"


@pytest.mark.parametrize("command", ["resolve", "trace", "why", "convert"])
def test_a_pipe_is_read_like_a_file(command: str, tmp_path: Path, capsysbinary: Captured) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(Path(TABLE_5).read_bytes(),))
    writer.start()
    from_pipe = call(capsysbinary, *_with(command, pipe))
    writer.join()
    from_file = call(capsysbinary, *_with(command, TABLE_5))
    assert from_pipe.status == from_file.status == 0
    assert from_pipe.out.replace(str(pipe), TABLE_5) == from_file.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", COMMANDS)
def test_what_may_not_be_read_is_said(command: str, tmp_path: Path, capsysbinary: Captured) -> None:
    path = tmp_path / "secret.conllu"
    path.touch(mode=0o000)
    answer = call(capsysbinary, *_with(command, path))
    assert (answer.status, answer.out) == (2, "")
    told = f"'{path}' cannot be read: [Errno 13] Permission denied: '{path}'."
    assert answer.err == f"hearer: error: {told}\n"
