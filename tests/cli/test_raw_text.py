"""Raw text from the command line: a text, a file, the standard input, live."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hearer
from tests.cli.test_cli import Captured, run
from tests.parsers.parses import needs_model

ROOT = Path(__file__).parents[2]
TABLE_5 = ROOT / "examples/table5.conllu"
TEXT = "Anna met a judge. She thanked him."
ROWS = [
    {
        "document": "",
        "program": f"hearer {hearer.__version__}",
        "pronoun": {"text": "She", "start": 18, "end": 21, "sentence": 2},
        "antecedent": {"text": "Anna", "start": 0, "end": 4, "sentence": 1},
        "entity": "ANNA",
        "name": "Anna",
        "label": "resolved",
    },
    {
        "document": "",
        "program": f"hearer {hearer.__version__}",
        "pronoun": {"text": "him", "start": 30, "end": 33, "sentence": 2},
        "antecedent": {"text": "a judge", "start": 9, "end": 16, "sentence": 1},
        "entity": "JUDGE",
        "name": "the judge",
        "label": "resolved",
    },
]


def rows(out: str) -> list[dict[str, object]]:
    """The lines without their confidence, which depends on how the weights were trained."""
    read = [json.loads(line) for line in out.splitlines()]
    assert all(0 < row.pop("confidence") <= 1 for row in read)
    return read


def pipe_in(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


@needs_model
def test_a_text_is_resolved_as_it_falls(capsysbinary: Captured) -> None:
    status, out, err = run(capsysbinary, "resolve", "--text", TEXT, "--to", "jsonl")
    assert (status, err) == (0, "")
    assert rows(out) == ROWS
    assert list(rows(out)[0]) == list(ROWS[0])


@needs_model
@pytest.mark.parametrize("to", ["json", "corefud", "tsv"])
def test_the_command_writes_what_the_library_does(to: str, capsysbinary: Captured) -> None:
    status, out, _ = run(capsysbinary, "resolve", "--text", TEXT, "--to", to)
    assert (status, out) == (0, hearer.write(hearer.resolve(TEXT), to=to))


@needs_model
def test_a_file_and_the_standard_input_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    story = tmp_path / "story.txt"
    story.write_text(TEXT)
    pipe_in(monkeypatch, TEXT.encode())
    _, out, _ = run(capsysbinary, "resolve", "-", "--to", "jsonl")
    assert rows(out) == ROWS
    _, out, _ = run(capsysbinary, "resolve", story, "--to", "jsonl")
    assert rows(out) == [{**row, "document": "story"} for row in ROWS]


def test_conllu_on_the_standard_input_is_known_by_its_rows(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    pipe_in(monkeypatch, TABLE_5.read_bytes())
    _, out, _ = run(capsysbinary, "resolve", "-", "--to", "jsonl")
    (discourse,) = hearer.read(TABLE_5)
    assert len(rows(out)) == 4
    for row in rows(out):
        for key in ("pronoun", "antecedent"):
            place = row[key]
            assert isinstance(place, dict)
            assert discourse.text[place["start"] : place["end"]] == place["text"]
            assert place["text"]


@needs_model
def test_what_a_file_is_can_be_said(tmp_path: Path, capsysbinary: Captured) -> None:
    named_wrong = tmp_path / "story.conllu"
    named_wrong.write_text(TEXT)
    _, out, err = run(capsysbinary, "resolve", named_wrong, "--from", "text", "--to", "jsonl")
    assert (len(rows(out)), err) == (2, "")


@pytest.mark.parametrize("command", ["resolve", "why", "rewrite", "trace", "compare"])
def test_a_text_for_a_file_is_answered_with_the_command(
    command: str, capsysbinary: Captured
) -> None:
    status, out, err = run(capsysbinary, command, TEXT)
    assert (status, out) == (2, "")
    told = f"There is no file {TEXT!r}. For a text itself, say hearer resolve --text TEXT."
    assert err == f"hearer: error: {told}\n"


@pytest.mark.parametrize("text", ["", " \n "])
def test_nothing_is_a_result_too(text: str, capsysbinary: Captured) -> None:
    assert run(capsysbinary, "resolve", "--text", text, "--to", "jsonl") == (0, "", "")
    _, out, _ = run(capsysbinary, "resolve", "--text", text, "--to", "json")
    assert (json.loads(out)["text"], json.loads(out)["utterances"]) == (text, [])


@needs_model
def test_bytes_that_are_no_utf8_are_a_problem_with_its_place(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    strange = tmp_path / "strange.txt"
    strange.write_bytes(b"Anna sings.\nCaf\xe9! She laughs.")
    status, out, err = run(capsysbinary, "resolve", strange, "--to", "jsonl")
    assert status == 0
    assert err.startswith(f"{strange}:2:4: text-utf8 byte 0xe9")
    assert [row["label"] for row in rows(out)]
    assert run(capsysbinary, "resolve", strange, "--strict")[0] == 1
    _, out, _ = run(capsysbinary, "resolve", strange, "--to", "json")
    assert json.loads(out)["text"] == "Anna sings.\nCaf\udce9! She laughs."


def listening(*options: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    return subprocess.Popen(
        [sys.executable, "-m", "hearer", "listen", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    )


@needs_model
def test_listening_answers_before_the_sentence_is_over() -> None:
    with listening("--to", "jsonl") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"Anna met a judge. She ")
        process.stdin.flush()
        first = process.stdout.readline().decode()
        assert rows(first) == [{"event": "new", **ROWS[0]}]
        process.stdin.write(b"thanked him.")
        process.stdin.close()
        assert rows(process.stdout.read().decode()) == [{"event": "new", **ROWS[1]}]
    assert process.returncode == 0


@needs_model
def test_who_parsed_is_told_by_name_in_json_and_corefud(capsysbinary: Captured) -> None:
    _, out, _ = run(capsysbinary, "resolve", "--text", TEXT, "--to", "json")
    told = json.loads(out)
    assert told["parser"] == told["model"]
    assert told["model"].startswith("english ")
    _, out, _ = run(capsysbinary, "resolve", "--text", TEXT, "--to", "corefud")
    assert f"# generator = hearer {hearer.__version__} ({told['model']})" in out.splitlines()
